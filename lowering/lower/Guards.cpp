//===- Guards.cpp - run-time checks in front of a program -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guards.h"
#include "Bounds.h"
#include "SharedPlaces.h"
#include "Slices.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

/// Whether the user's outermost loop runs at all; null if it cannot but run.
static ExprRef runsAtAll(const Nest &N) {
  if (N.IndexVars.empty())
    return nullptr;
  const IndexVar &Root = N.IndexVars.front();
  return binary(BinaryOp::Lt, Root.Lo, Root.Hi);
}

/// `!Runs || Cond` where \p Cond reads memory. Other conditions stand for
/// themselves: some say that the bounds of the outermost loop mean what `Runs`
/// takes them for.
static ExprRef ifRuns(const ExprRef &Runs, ExprRef Cond) {
  bool Reads = false;
  walk(Cond, [&](const Expr &E) { Reads |= llvm::isa<LoadExpr>(E); });
  if (!Runs || !Reads)
    return Cond;
  return binary(BinaryOp::LogicalOr, unary(UnaryOp::LogicalNot, Runs), Cond);
}

/// A guard that holds if \p G holds for each of its values.
static ProgramGuard forAll(const Guard &G, const ExprRef &Runs,
                           MadeNames &Names) {
  Type Bool = Type::boolean();
  std::string Ok = Names.get("all_hold");
  StmtRef Test = std::make_shared<AssignStmt>(Place{Ok, Bool, nullptr},
                                              ReduceOp::And, G.Cond);
  StmtRef Scan = std::make_shared<ForStmt>(G.Var, G.Lo, G.Hi, Test);
  if (Runs)
    Scan = std::make_shared<IfStmt>(Runs, Scan);
  StmtRef Start = std::make_shared<VarStmt>(Ok, Bool, constant(Bool, 1));
  return {G.Reason, block({Start, Scan}), var(Bool, Ok), std::nullopt};
}

static bool isVouchedApart(const Nest &N, const std::string &A,
                           const std::string &B) {
  return llvm::any_of(N.Facts.NoAlias, [&](const auto &Pair) {
    return (Pair.first == A && Pair.second == B) ||
           (Pair.first == B && Pair.second == A);
  });
}

/// \p S, empty where the outermost loop runs no trip.
static ArraySlice ifRuns(const Nest &N, const ExprRef &Runs, ArraySlice S) {
  if (!Runs || !S.Hi)
    return S;
  auto IsBound = [](const ExprRef &E, const ExprRef &Bound) {
    return structurallyEqual(E, cast(Type::i64(), Bound));
  };
  const IndexVar &Root = N.IndexVars.front();
  if (!IsBound(S.Lo, Root.Lo) || !IsBound(S.Hi, Root.Hi))
    S.Hi = std::make_shared<SelectExpr>(Runs, S.Hi, S.Lo);
  return S;
}

static void addOverlapGuards(const Nest &N, const ExprRef &Runs,
                             std::vector<ProgramGuard> &Guards) {
  Slices Accessed(N);
  for (size_t I = 0; I < N.Operands.size(); ++I) {
    const Operand &A = N.Operands[I];
    if (A.Kind != OperandKind::Array || !A.Written)
      continue;
    for (size_t K = 0; K < N.Operands.size(); ++K) {
      const Operand &B = N.Operands[K];
      // Two written arrays meet once.
      bool IsDone = B.Written && K < I;
      if (B.Kind != OperandKind::Array || K == I || IsDone ||
          isVouchedApart(N, A.Name, B.Name))
        continue;
      Guards.push_back(
          {"'" + A.Name + "' overlaps '" + B.Name + "'", nullptr, nullptr,
           std::pair(ifRuns(N, Runs, Accessed.of(A)), Accessed.of(B)),
           mayBeOne(N, A, B)});
    }
  }
}

std::vector<ProgramGuard> lacuna::guardsOf(const Nest &N, CheckLevel Check) {
  MadeNames Names(N);
  ExprRef Runs = runsAtAll(N);
  std::vector<ProgramGuard> Guards;
  for (const Guard &G : N.Guards) {
    if (G.Var.empty())
      Guards.push_back({G.Reason, nullptr, ifRuns(Runs, G.Cond), std::nullopt});
    else
      Guards.push_back(forAll(G, Runs, Names));
  }
  if (Check != CheckLevel::Off)
    addOverlapGuards(N, Runs, Guards);
  return Guards;
}
