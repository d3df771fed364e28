//===- SharedTeams.cpp - one parallel region for versions -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/SharedTeams.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

namespace {

/// What says which of several versions runs, and what they do.
struct Frame {
  Statements Flags, Code;
};

} // namespace

/// Whether it changes nothing to ask for \p E where nobody would.
static bool isAskedAnywhere(const ExprRef &E) {
  bool Result = true;
  walk(E, [&](const Expr &Part) {
    if (auto *B = llvm::dyn_cast<BinaryExpr>(&Part))
      Result &= B->op() != BinaryOp::Div && B->op() != BinaryOp::Rem;
    else
      Result &= llvm::isa<ConstantExpr, VarExpr, CastExpr, UnaryExpr>(Part);
  });
  return Result;
}

static const ForStmt *onlyLoop(const Statements &All) {
  return All.size() == 1 ? llvm::dyn_cast<ForStmt>(All.front().get()) : nullptr;
}

static bool hasLoopsInLoops(const StmtRef &Body) {
  return anyOf(Body, [](const Stmt &S) {
    auto *Loop = llvm::dyn_cast<ForStmt>(&S);
    return Loop && anyOf(Loop->body(), [](const Stmt &Inner) {
             return llvm::isa<ForStmt>(Inner);
           });
  });
}

static StmtRef over(const ForStmt &Header, StmtRef Body) {
  return std::make_shared<ForStmt>(Header.var().str(), Header.lo(), Header.hi(),
                                   std::move(Body), Header.tags(),
                                   Header.tag());
}

static bool isOneTeam(const ForStmt *A, const ForStmt *B) {
  return A && B && A->tags().Mode == ForMode::Threads &&
         structurallyEqual(over(*A, B->body()), over(*B, B->body())) &&
         hasLoopsInLoops(A->body()) && hasLoopsInLoops(B->body());
}

/// What \p A and \p B begin with.
static Statements takeFronts(Statements &A, Statements &B) {
  const auto [EndA, EndB] =
      std::mismatch(A.begin(), A.end(), B.begin(), B.end(),
                    [](const StmtRef &L, const StmtRef &R) {
                      return structurallyEqual(L, R);
                    });
  Statements Fronts(A.begin(), EndA);
  A.erase(A.begin(), EndA);
  B.erase(B.begin(), EndB);
  return Fronts;
}

/// What \p A and \p B end with.
static Statements takeBacks(Statements &A, Statements &B) {
  std::reverse(A.begin(), A.end());
  std::reverse(B.begin(), B.end());
  Statements Backs = takeFronts(A, B);
  for (Statements *All : {&A, &B, &Backs})
    std::reverse(All->begin(), All->end());
  return Backs;
}

/// What an iteration does: \p Then where \p Flag holds, else \p Else, with what
/// both begin with in front.
static StmtRef eitherOf(const ExprRef &Flag, Statements Then, Statements Else) {
  Statements Out = takeFronts(Then, Else);
  Out.push_back(std::make_shared<IfStmt>(Flag, block(std::move(Then)),
                                         block(std::move(Else))));
  return block(std::move(Out));
}

/// \p Then where \p Flag holds, else \p Else, in one loop on threads; none if
/// theirs differ.
static std::optional<Statements> oneTeam(const ExprRef &Flag, Statements Then,
                                         Statements Else) {
  Statements Out = takeFronts(Then, Else);
  Statements Behind = takeBacks(Then, Else);
  const ForStmt *const A = onlyLoop(Then), *const B = onlyLoop(Else);
  if (!isOneTeam(A, B))
    return std::nullopt;
  Out.push_back(over(
      *A, eitherOf(Flag, statementsOf(A->body()), statementsOf(B->body()))));
  llvm::append_range(Out, Behind);
  return Out;
}

static Frame frameOf(const StmtRef &S, MadeNames &Names);

/// What stands in front of a choice decides on it.
static Frame behindTests(Statements Code, MadeNames &Names) {
  if (Code.size() > 1 && llvm::isa<IfStmt>(Code.back().get())) {
    Frame Last = frameOf(Code.back(), Names);
    Code.pop_back();
    llvm::append_range(Code, Last.Flags);
    llvm::append_range(Code, Last.Code);
  }
  return {{}, std::move(Code)};
}

static Frame frameOf(const StmtRef &S, MadeNames &Names) {
  Statements Code = statementsOf(S);
  auto *Asked =
      Code.size() == 1 ? llvm::dyn_cast<IfStmt>(Code.front().get()) : nullptr;
  if (!Asked || !Asked->elseBody())
    return behindTests(std::move(Code), Names);
  const std::string Name = Names.fresh("is_version");
  Frame Others = frameOf(Asked->elseBody(), Names);
  if (isAskedAnywhere(Asked->cond()))
    if (auto One = oneTeam(var(Type::boolean(), Name),
                           statementsOf(Asked->thenBody()), Others.Code)) {
      Others.Flags.insert(Others.Flags.begin(),
                          std::make_shared<LetStmt>(Name, Asked->cond()));
      return {std::move(Others.Flags), std::move(*One)};
    }
  llvm::append_range(Others.Flags, Others.Code);
  return {
      {},
      {std::make_shared<IfStmt>(Asked->cond(), Asked->thenBody(),
                                block(std::move(Others.Flags)), Asked->tag())}};
}

StmtRef lacuna::withSharedTeams(const StmtRef &Choice, MadeNames &Names) {
  Frame Of = frameOf(Choice, Names);
  llvm::append_range(Of.Flags, Of.Code);
  return block(std::move(Of.Flags));
}
