//===- LongSums.cpp - sums over all iterations in lanes -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LongSums.h"
#include "Candidates.h"
#include "Strides.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/reductions/ConditionalSums.h"
#include "lacuna/directive/ClauseBuilders.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

/// Iterations of a block: half of what a first cache holds of one array, and so
/// many that what lanes are joined for does not count.
static constexpr int64_t BlockLength = 2048;

/// Whether vectors hold values of \p Ty.
static bool hasLanes(const Type &Ty) {
  return Ty.isArithmetic() && Ty.bits() <= 64;
}

/// Whether the compiler makes vectors of \p X, which is a sum or a product, or
/// one of integers.
static bool isInLanes(const Conflict &X) {
  if (X.K != Conflict::Kind::Reduction || X.IsArray || !hasLanes(X.Ty))
    return false;
  return X.Op == ReduceOp::Add || X.Op == ReduceOp::Mul || X.Ty.isInteger();
}

static bool isSumOfNumbers(const Conflict &X) {
  return X.Ty.isFloat() && (X.Op == ReduceOp::Add || X.Op == ReduceOp::Mul);
}

/// Whether iterations of the loop over \p Row read with \p E what lies side by
/// side, by operators that vectors have.
static bool readsInLanes(const Nest &N, const ExprRef &E, StringRef Row) {
  const auto Subscripts = subscriptsIn(E);
  bool Result = Subscripts && all_of(*Subscripts, [&](const ExprRef &Index) {
                  return strideOf(Index, Row) != Stride::Other;
                });
  walk(E, [&](const Expr &Part) {
    Result &= hasLanes(Part.type());
    if (auto *B = dyn_cast<BinaryExpr>(&Part); B && B->type().isInteger())
      Result &= B->op() != BinaryOp::Div && B->op() != BinaryOp::Rem;
    if (auto *Call = dyn_cast<CallExpr>(&Part))
      Result &= Call->callee() == "sqrt" || Call->callee() == "fabs";
    if (auto *Load = dyn_cast<LoadExpr>(&Part)) {
      const Operand *Array = N.findOperand(Load->array());
      Result &= Array && Array->Records.empty() && !Array->Row;
    }
  });
  return Result;
}

/// Whether iterations of \p Loop are a few statements that vectors can do.
static bool isStraight(const Nest &N, const LoopStmt &Loop) {
  const StringMap<ExprRef> Lets = letsIn(N.Body);
  auto IsInLanes = [&](const ExprRef &E) {
    return readsInLanes(N, substitute(E, Lets), Loop.var());
  };
  return all_of(statementsOf(Loop.body()), [&](const StmtRef &S) {
    if (isa<LetStmt>(S.get()))
      return true;
    if (auto *If = dyn_cast<IfStmt>(S.get()))
      return !withoutCondition(*If).empty() &&
             all_of(If->cond()->operands(), IsInLanes) &&
             all_of(withoutCondition(*If), [&](const StmtRef &Sum) {
               auto &Chosen = llvm::cast<AssignStmt>(*Sum).value();
               return all_of(Chosen->operands().drop_front(), IsInLanes);
             });
    auto *Assign = dyn_cast<AssignStmt>(S.get());
    if (!Assign || Assign->isAtomic() || !IsInLanes(Assign->value()))
      return false;
    const ExprRef &Index = Assign->target().Index;
    return !Index ||
           strideOf(substitute(Index, Lets), Loop.var()) == Stride::One;
  });
}

std::optional<LongSums> longSums(const Nest &N, StringRef Row) {
  const LoopStmt *const Loop = findLoop(N.Body, Row);
  if (!Loop || Loop->merge() || !isStraight(N, *Loop))
    return std::nullopt;
  std::vector<Guard> Conditions;
  const std::vector<Conflict> Found = conflicts(N, Row, &Conditions);
  if (!all_of(Found, isInLanes) || none_of(Found, isSumOfNumbers))
    return std::nullopt;
  const std::string Name = clauseName(N, Row), Blocks = nameOfPart(N, Row, "0"),
                    Lanes = nameOfPart(N, Row, "1");
  auto On = [](ParallelUnit Unit, const std::string &Var) {
    return clauses::parallelize(Var, Unit, RaceStrategy::ParallelReduction);
  };
  return LongSums{{{On(ParallelUnit::CpuVector, Name)}},
                  {{clauses::split(Name, Blocks, Lanes, BlockLength),
                    On(ParallelUnit::CpuThread, Blocks),
                    On(ParallelUnit::CpuVector, Lanes)}}};
}

} // namespace lacuna
