//===- LightLoops.cpp - iterations that take hardly any time --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilers put `y[i] = s * x[i]` in lanes. How long an iteration takes is then
// a matter of the bytes that go through caches. docs/rationale.md has figures.
//
//===----------------------------------------------------------------------===//

#include "LightLoops.h"
#include "Strides.h"
#include "lacuna/analysis/Aliasing.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/directive/ClauseWords.h"

using namespace llvm;

namespace lacuna {

/// Bytes of an iteration that is not light.
static constexpr int64_t Bytes = 32;

/// Operations of an iteration that is.
static constexpr int64_t MostOperations = 6;

namespace {

/// What an iteration of an innermost loop does.
class Iteration {
public:
  explicit Iteration(StringRef Loop) : Loop(Loop) {}

  /// The bytes that it accesses beside those of its neighbours; nothing if it
  /// does more than that.
  std::optional<int64_t> bytesOf(const StmtRef &Body);

private:
  void see(const std::string &Array, const Type &Ty, const ExprRef &Index);
  void see(const Expr &E);

  const StringRef Loop;
  StringMap<int64_t> Arrays; ///< bytes of an element
  int64_t Operations = 0;
  bool IsLight = true;
};

} // namespace

void Iteration::see(const std::string &Array, const Type &Ty,
                    const ExprRef &Index) {
  const Stride Along = strideOf(Index, Loop);
  IsLight &= Along != Stride::Other && Ty.isArithmetic() && !readsMemory(Index);
  if (Along == Stride::One)
    Arrays[Array] = Ty.bits() / 8;
}

void Iteration::see(const Expr &E) {
  if (auto *Load = dyn_cast<LoadExpr>(&E))
    return see(Load->array().str(), Load->type(), Load->index());
  auto *B = dyn_cast<BinaryExpr>(&E);
  IsLight &= isa<ConstantExpr, VarExpr, CastExpr, UnaryExpr, SelectExpr>(&E) ||
             (B && B->op() != BinaryOp::Div && B->op() != BinaryOp::Rem);
}

std::optional<int64_t> Iteration::bytesOf(const StmtRef &Body) {
  for (const StmtRef &S : statementsOf(Body)) {
    auto *Assign = dyn_cast<AssignStmt>(S.get());
    const bool IsStore =
        Assign && Assign->target().Index && !Assign->isAtomic();
    if (!IsStore && !isa<LetStmt>(S.get()))
      return std::nullopt;
    const ExprRef &Value =
        Assign ? Assign->value() : llvm::cast<LetStmt>(*S).init();
    walk(Value, [&](const Expr &E) { see(E); });
    // Those of subscripts are not among them.
    std::function<void(const ExprRef &)> Count = [&](const ExprRef &E) {
      Operations += isa<BinaryExpr, UnaryExpr, SelectExpr>(E.get());
      if (!isa<LoadExpr>(E.get()))
        for (const ExprRef &Part : E->operands())
          Count(Part);
    };
    Count(Value);
    if (!Assign)
      continue;
    const Place &To = Assign->target();
    see(To.Name, To.Ty, To.Index);
    // Else each iteration waits for the one before.
    IsLight &= strideOf(To.Index, Loop) == Stride::One;
  }
  int64_t Sum = 0;
  for (const auto &Array : Arrays)
    Sum += Array.getValue();
  if (!IsLight || Sum == 0 || Operations > MostOperations)
    return std::nullopt;
  return Sum;
}

static bool hasLoop(const StmtRef &S) {
  return anyOf(
      S, [](const Stmt &Part) { return isa<LoopStmt, TrackStmt>(&Part); });
}

bool isOfThreadsAlone(const Choice &C) {
  return C.Versions.size() == 1 &&
         all_of(C.Versions.front().Clauses.Clauses, [](const Clause &Given) {
           return kindOf(Given) != ClauseKind::Command ||
                  Given.Name == "divide" ||
                  (Given.Name == "parallelize" &&
                   Given.Args[1].Text == wordFor(ParallelUnit::CpuThread));
         });
}

bool storesCharactersInRows(const Nest &N) {
  const LoopStmt *Outermost = outermostLoop(N);
  return Outermost &&
         any_of(N.Operands,
                [](const Operand &O) { return O.hasRowsElsewhere(); }) &&
         anyOf(Outermost->body(), [](const Stmt &S) {
           auto *Loop = dyn_cast<LoopStmt>(&S);
           return Loop && storesCharacters(Loop->body());
         });
}

double iterationsOfOne(const Nest &N) {
  double Result = double(Bytes);
  walk(N.Body, [&](const Stmt &S) {
    auto *Loop = dyn_cast<LoopStmt>(&S);
    if (!Loop || hasLoop(Loop->body()))
      return true;
    const std::optional<int64_t> Of =
        Loop->merge() ? std::nullopt
                      : Iteration(Loop->var()).bytesOf(Loop->body());
    Result = std::min(Result, Of ? double(Bytes) / double(*Of) : 1.0);
    return true;
  });
  return std::max(Result, 1.0);
}

} // namespace lacuna
