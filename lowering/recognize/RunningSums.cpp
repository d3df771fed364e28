//===- RunningSums.cpp - sums from element to element ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/recognize/RunningSums.h"

using llvm::dyn_cast;

namespace lacuna {

/// c, if \p E is \p Var + c.
static std::optional<int64_t> offsetFrom(const ExprRef &E,
                                         llvm::StringRef Var) {
  ExprRef Plain = withoutWidening(E);
  if (const auto *V = dyn_cast<VarExpr>(Plain.get()))
    return V->name() == Var ? std::optional<int64_t>(0) : std::nullopt;
  const auto *Sum = dyn_cast<BinaryExpr>(Plain.get());
  if (!Sum || (Sum->op() != BinaryOp::Add && Sum->op() != BinaryOp::Sub))
    return std::nullopt;
  std::optional<int64_t> Base = offsetFrom(Sum->lhs(), Var),
                         By = constantValue(Sum->rhs());
  if (!Base || !By || std::abs(*By) > INT32_MAX)
    return std::nullopt;
  return Sum->op() == BinaryOp::Add ? *Base + *By : *Base - *By;
}

namespace {

/// A statement of a loop's body that adds to the element of the iteration
/// before.
class RunningSum {
public:
  RunningSum(const Nest &N, const LoopStmt &Loop, const AssignStmt &S)
      : Loop(Loop), V(N.findIndexVar(Loop.var())), S(S), To(S.target()),
        Lets(letsIn(N.Body)) {
    do
      Name = To.Name + "_sum" + (Tries++ ? std::to_string(Tries) : "");
    while (N.isNameTaken(Name));
  }

  /// The loop with the variable in front of it; null if \p S is no such
  /// statement, or other accesses to the array stand in the way.
  StmtRef rewritten() const;

private:
  std::optional<int64_t> offset(const ExprRef &Index) const {
    return offsetFrom(substitute(Index, Lets), V->Name);
  }
  bool isPrevious(const ExprRef &E) const;
  ExprRef term() const;

  const LoopStmt &Loop;
  const IndexVar *V;
  const AssignStmt &S;
  const Place &To;
  llvm::StringMap<ExprRef> Lets;
  std::string Name;
  unsigned Tries = 0;
};

} // namespace

/// Whether \p E, perhaps promoted, is the element that the iteration before has
/// stored.
bool RunningSum::isPrevious(const ExprRef &E) const {
  const auto *Load = dyn_cast<LoadExpr>(withoutWidening(E).get());
  if (!Load || Load->array() != To.Name)
    return false;
  std::optional<int64_t> From = offset(Load->index()), At = offset(To.Index);
  return From && At && *From + 1 == *At;
}

/// What the statement adds to the previous element; null if it does other
/// things.
ExprRef RunningSum::term() const {
  const Type &Ty = S.value()->type();
  if (S.op() == ReduceOp::Add && isPrevious(S.value()))
    return cast(Ty, load(To.Ty, To.Name, To.Index));
  if (S.op() != ReduceOp::None)
    return nullptr;
  ExprRef Value = S.value();
  if (const auto *Cast = dyn_cast<CastExpr>(Value.get()))
    Value = Cast->operand();
  const auto *Sum = dyn_cast<BinaryExpr>(Value.get());
  if (!Sum || Sum->op() != BinaryOp::Add || !Sum->type().isInteger())
    return nullptr;
  if (isPrevious(Sum->lhs()))
    return Sum->rhs();
  return isPrevious(Sum->rhs()) ? Sum->lhs() : nullptr;
}

StmtRef RunningSum::rewritten() const {
  if (!V || V->isDerived() || !To.Index || !To.Ty.isInteger() || Loop.merge())
    return nullptr;
  ExprRef Term = term();
  if (!Term || Term->type().bits() < To.Ty.bits())
    return nullptr;
  const Place Sum{Name, To.Ty, nullptr};
  std::vector<StmtRef> Body;
  unsigned Accesses = 0;
  for (const StmtRef &Part : statementsOf(Loop.body())) {
    Accesses += accesses(Part, To.Name);
    if (Part.get() != &S) {
      Body.push_back(Part);
      continue;
    }
    Body.push_back(
        std::make_shared<AssignStmt>(Sum, ReduceOp::Add, Term, false, S.tag()));
    Body.push_back(assign(To, var(To.Ty, Name), S.tag()));
  }
  // The statement's own alone, of which one is the store.
  if (Accesses != 2)
    return nullptr;
  // Without iterations there need not be an element.
  llvm::StringMap<ExprRef> AtFirst;
  AtFirst[V->Name] = V->Lo;
  ExprRef Index = substitute(substitute(To.Index, Lets), AtFirst);
  ExprRef First = std::make_shared<SelectExpr>(
      binary(BinaryOp::Lt, V->Lo, V->Hi),
      load(To.Ty, To.Name,
           binary(BinaryOp::Sub, Index, constant(Index->type(), 1))),
      constant(To.Ty, 0));
  return block(
      {std::make_shared<VarStmt>(Name, To.Ty, First, S.tag()),
       std::make_shared<LoopStmt>(Loop.var().str(), block(std::move(Body)),
                                  Loop.tags(), Loop.tag())});
}

/// The first such loop of \p N rewritten; null if there is none.
static StmtRef withFirstSum(const Nest &N) {
  bool IsFound = false;
  StmtRef Body = rewrite(
      N.Body,
      [&](const StmtRef &S) -> StmtRef {
        const auto *Loop = dyn_cast<LoopStmt>(S.get());
        if (!Loop || IsFound)
          return nullptr;
        for (const StmtRef &Part : statementsOf(Loop->body()))
          if (const auto *Assign = dyn_cast<AssignStmt>(Part.get()))
            if (StmtRef New = RunningSum(N, *Loop, *Assign).rewritten()) {
              IsFound = true;
              return New;
            }
        return nullptr;
      },
      nullptr);
  return IsFound ? Body : nullptr;
}

Nest withRunningSums(const Nest &N) {
  Nest Result = N;
  while (StmtRef Body = withFirstSum(Result))
    Result.Body = std::move(Body);
  return Result;
}

} // namespace lacuna
