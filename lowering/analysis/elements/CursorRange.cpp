//===- CursorRange.cpp - how far a cursor advances ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CursorRange.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/ir/MadeNames.h"
#include "lacuna/ir/bounds/Trips.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

namespace {

/// Adds up how far the statements of a nest advance one variable.
class Advances {
public:
  Advances(const Nest &N, llvm::StringRef Name, KnownTrips IsKnown)
      : N(N), Name(Name), IsKnown(IsKnown) {}

  /// False where it is not known.
  bool visit(const StmtRef &S);
  const ExprRef &sum() const { return Sum; }

private:
  bool visitAssign(const AssignStmt &Assign);
  ExprRef executions() const;

  const Nest &N;
  llvm::StringRef Name;
  KnownTrips IsKnown;
  std::vector<const IndexVar *> Around; ///< loops, outermost first
  ExprRef Sum = i64(0);
};

} // namespace

static ExprRef lengthOf(const ExprRef &Lo, const ExprRef &Hi) {
  return binary(BinaryOp::Max, tripsBetween(Lo, Hi), i64(0));
}

/// How often what stands in the loops runs at most; null if that is not known.
/// Rows whose positions follow each other are as long as all of them together.
ExprRef Advances::executions() const {
  ExprRef Count = i64(1);
  std::vector<const IndexVar *> Loops = Around;
  while (!Loops.empty()) {
    const IndexVar &Var = *Loops.back();
    Loops.pop_back();
    if (Var.isDerived())
      return nullptr;
    ExprRef Trips = lengthOf(Var.Lo, Var.Hi);
    if (!IsKnown(Trips, Var.Name)) {
      auto Range = guardedRange(N, Var);
      if (!Range)
        return nullptr;
      Trips = lengthOf(Range->first, Range->second);
      // It depends on its parent, and stands for all iterations of it.
      if (Loops.empty() || !(usesVar(Var.Lo, Loops.back()->Name) &&
                             usesVar(Var.Hi, Loops.back()->Name)))
        return nullptr;
      Loops.pop_back();
    }
    Count = binary(BinaryOp::Mul, Count, Trips);
  }
  return Count;
}

bool Advances::visitAssign(const AssignStmt &Assign) {
  if (Assign.target().Name != Name)
    return true;
  const std::optional<int64_t> By = constantValue(Assign.value());
  ExprRef Count = executions();
  if (Assign.op() != ReduceOp::Add || !By || *By < 0 || !Count)
    return false;
  Sum = binary(BinaryOp::Add, Sum, binary(BinaryOp::Mul, Count, i64(*By)));
  return true;
}

bool Advances::visit(const StmtRef &S) {
  return llvm::all_of(statementsOf(S), [&](const StmtRef &Part) {
    if (auto *Assign = llvm::dyn_cast<AssignStmt>(Part.get()))
      return visitAssign(*Assign);
    auto *Loop = llvm::dyn_cast<LoopStmt>(Part.get());
    if (Loop && !Loop->merge()) {
      Around.push_back(N.findIndexVar(Loop->var()));
      const bool Known = visit(Loop->body());
      Around.pop_back();
      return Known;
    }
    if (llvm::isa<BlockStmt, IfStmt>(Part.get()))
      return llvm::all_of(children(*Part), [&](const StmtRef &Child) {
        return !Child || visit(Child);
      });
    return !assigns(Part, Name);
  });
}

/// From \p Least to \p Most as values of \p Ty: all of them if it wraps round.
static std::pair<ExprRef, ExprRef> within(const Type &Ty, const ExprRef &Least,
                                          const ExprRef &Most) {
  const unsigned Bits = Ty.bits();
  if (Bits >= 64)
    return {Least, Most};
  const int64_t Largest = (int64_t(1) << (Ty.isSigned() ? Bits - 1 : Bits)) - 1,
                Smallest = Ty.isSigned() ? -Largest - 1 : 0;
  return {std::make_shared<SelectExpr>(binary(BinaryOp::Gt, Most, i64(Largest)),
                                       i64(Smallest), Least),
          binary(BinaryOp::Min, Most, i64(Largest))};
}

std::optional<std::pair<ExprRef, ExprRef>>
lacuna::cursorRange(const Nest &N, llvm::StringRef Name, const StmtRef &Body,
                    KnownTrips IsKnown) {
  for (const StmtRef &S : statementsOf(Body)) {
    auto *Var = llvm::dyn_cast<VarStmt>(S.get());
    if (!Var || Var->name() != Name)
      continue;
    Advances Steps(N, Name, IsKnown);
    if (!Var->init() || !IsKnown(Var->init(), "") || !Steps.visit(Body))
      return std::nullopt;
    ExprRef Start = cast(Type::i64(), Var->init());
    return within(Var->type(), Start,
                  binary(BinaryOp::Add, Start, Steps.sum()));
  }
  return std::nullopt;
}
