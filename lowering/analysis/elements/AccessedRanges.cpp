//===- AccessedRanges.cpp - which elements of an array a nest accesses ----===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/elements/AccessedRanges.h"
#include "CursorRange.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/WideSums.h"
#include "lacuna/ir/Difference.h"
#include "lacuna/ir/FrontValues.h"
#include "lacuna/ir/MadeNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace lacuna;

AccessedRanges::AccessedRanges(const Nest &N, RangeUse Use) : N(N), Use(Use) {
  auto Visit = [&](const Stmt &S) {
    if (auto *Let = llvm::dyn_cast<LetStmt>(&S))
      Lets[Let->name()] = Let->init();
    if (auto *Assign = llvm::dyn_cast<AssignStmt>(&S))
      if (Assign->target().Index)
        addAccess(Assign->target().Name, Assign->target().Index);
    for (const ExprRef &E : expressions(S))
      addAccesses(E);
    return true;
  };
  walk(N.Body, Visit);
  for (const IndexVar &Var : N.IndexVars) {
    addAccesses(Var.Lo);
    addAccesses(Var.Hi);
  }
  // Behind the loops that is read again which a last iteration has read: where
  // bounds may lie around it, they do.
  IsBehind = Use == RangeUse::Guards;
  walk(N.Epilogue, Visit);
}

void AccessedRanges::addAccesses(const ExprRef &E) {
  walk(E, [&](const Expr &Node) {
    if (auto *Load = llvm::dyn_cast<LoadExpr>(&Node))
      addAccess(Load->array(), Load->index());
  });
}

void AccessedRanges::addAccess(llvm::StringRef Array, const ExprRef &Index) {
  add(Accesses, Array, interval(indexInRow(Index)));
  if (Use != RangeUse::Guards)
    return;
  llvm::SaveAndRestore Saved(BoundsCursors, true);
  add(WithCursors, Array, interval(indexInRow(Index)));
}

void AccessedRanges::add(Intervals &Accesses, llvm::StringRef Array,
                         const std::optional<Interval> &New) {
  auto [Known, IsNew] = Accesses.try_emplace(Array, Hull());
  std::optional<Hull> &Old = Known->second;
  if (!New && (IsNew || !IsBehind))
    Old.reset();
  if (!New || !Old)
    return;
  Old->Min.add(New->Min);
  Old->Max.add(New->Max);
}

//===-- intervals ---------------------------------------------------------===//

/// Values among which are all of \p Var, whose range depends on outer ones.
std::optional<AccessedRanges::Interval>
AccessedRanges::around(const IndexVar &Var) const {
  if (Use != RangeUse::Guards)
    return std::nullopt;
  std::optional<Interval> Lo = interval(Var.Lo), Hi = interval(Var.Hi);
  if (!Lo || !Hi)
    return std::nullopt;
  return Interval{Lo->Min, binary(BinaryOp::Sub, Hi->Max, i64(1))};
}

/// Values among which are all of \p E, which a constant limits.
std::optional<AccessedRanges::Interval>
AccessedRanges::around(const BinaryExpr &E) const {
  std::optional<int64_t> By = constantValue(E.rhs());
  if (Use != RangeUse::Guards || !By || *By <= 0)
    return std::nullopt;
  switch (E.op()) {
  case BinaryOp::Rem:
    return Interval{i64(E.type().isSigned() ? 1 - *By : 0), i64(*By - 1)};
  case BinaryOp::And:
    return Interval{i64(0), i64(*By)};
  default:
    return std::nullopt;
  }
}

/// Whether \p E can be evaluated where the bounds are.
bool AccessedRanges::isKnown(const ExprRef &E) const {
  if (isKnownInFront(N, E) || (Use == RangeUse::Guards && isEvaluable(N, E)))
    return true;
  return !Open.empty() && isUnchanging(N, E) &&
         llvm::all_of(freeVars(E), [&](const auto &Name) {
           return !N.findIndexVar(Name.getKey()) ||
                  llvm::is_contained(Open, Name.getKey());
         });
}

std::optional<AccessedRanges::Interval>
AccessedRanges::within(llvm::ArrayRef<std::string> Loops, size_t Fixed,
                       const ExprRef &E) {
  llvm::SaveAndRestore SavedOpen(Open, Loops.take_front(Fixed));
  llvm::SaveAndRestore SavedAround(Around, Loops);
  if (std::optional<Interval> All = interval(E))
    return All;
  llvm::SaveAndRestore Cursors(BoundsCursors, true);
  return interval(E);
}

/// A cursor that is declared in the innermost of the loops that stay.
std::optional<AccessedRanges::Interval>
AccessedRanges::intervalOfCursor(llvm::StringRef Name) const {
  // What bounds of other loops read need not be there.
  auto IsKnownAt = [&](const ExprRef &E, llvm::StringRef Loop) {
    return isKnownInFront(N, E) ||
           (isKnown(E) && llvm::is_contained(Around, Loop));
  };
  const StmtRef &Body =
      Open.empty() ? N.Body : pathTo(N.Body, Open.back()).back()->body();
  auto Cursor = cursorRange(N, Name, Body, IsKnownAt);
  if (!Cursor)
    return std::nullopt;
  return Interval{Cursor->first, Cursor->second};
}

std::optional<AccessedRanges::Interval>
AccessedRanges::intervalOfVar(const VarExpr &Var) const {
  if (ExprRef Init = Lets.lookup(Var.name()))
    return interval(Init);
  const IndexVar *Index = N.findIndexVar(Var.name());
  if (!Index && BoundsCursors)
    return intervalOfCursor(Var.name());
  if (!Index || Index->isDerived())
    return std::nullopt;
  ExprRef Lo = cast(Type::i64(), Index->Lo), Hi = cast(Type::i64(), Index->Hi);
  if (!isKnown(Lo) || !isKnown(Hi)) {
    auto Range =
        Use == RangeUse::Unguarded ? std::nullopt : guardedRange(N, *Index);
    if (!Range)
      return around(*Index);
    Lo = Range->first;
    Hi = Range->second;
  }
  return Interval{Lo, binary(BinaryOp::Sub, Hi, i64(1))};
}

/// Whether \p E, computed in i64, has the value that it has in its own type.
bool AccessedRanges::isExact(const BinaryExpr &E) const {
  // Signed arithmetic of a correct program does not wrap, and 64-bit unsigned
  // arithmetic wraps as i64 does.
  if (E.type().isSigned() || E.type().bits() == 64)
    return true;
  // `i + 1` is at most the bound that i stays below.
  auto *Var = llvm::dyn_cast<VarExpr>(E.lhs().get());
  return E.op() == BinaryOp::Add && Var && N.findIndexVar(Var->name()) &&
         constantValue(E.rhs()) == 1;
}

std::optional<AccessedRanges::Interval>
AccessedRanges::intervalOfBinary(const BinaryExpr &E) const {
  if (std::optional<Interval> Limited = around(E))
    return Limited;
  if (!isExact(E))
    return std::nullopt;
  std::optional<Interval> L = interval(E.lhs()), R = interval(E.rhs());
  if (!L || !R)
    return std::nullopt;
  switch (E.op()) {
  case BinaryOp::Add:
    return Interval{binary(BinaryOp::Add, L->Min, R->Min),
                    binary(BinaryOp::Add, L->Max, R->Max)};
  case BinaryOp::Sub:
    return Interval{binary(BinaryOp::Sub, L->Min, R->Max),
                    binary(BinaryOp::Sub, L->Max, R->Min)};
  case BinaryOp::Mul: {
    bool LeftFixed = structurallyEqual(L->Min, L->Max);
    if (!LeftFixed && !structurallyEqual(R->Min, R->Max))
      return std::nullopt;
    // One factor is fixed, of either sign.
    const ExprRef &Fixed = LeftFixed ? L->Min : R->Min;
    const Interval &Other = LeftFixed ? *R : *L;
    ExprRef A = binary(BinaryOp::Mul, Other.Min, Fixed);
    ExprRef B = binary(BinaryOp::Mul, Other.Max, Fixed);
    if (std::optional<int64_t> Known = constantValue(Fixed))
      return *Known >= 0 ? Interval{A, B} : Interval{B, A};
    return Interval{binary(BinaryOp::Min, A, B), binary(BinaryOp::Max, A, B)};
  }
  default:
    return std::nullopt;
  }
}

std::optional<AccessedRanges::Interval>
AccessedRanges::interval(const ExprRef &E) const {
  if (!E->type().isInteger())
    return std::nullopt;
  if (isKnown(E)) {
    ExprRef Value = cast(Type::i64(), E);
    return Interval{Value, Value};
  }
  if (auto *Var = llvm::dyn_cast<VarExpr>(E.get()))
    return intervalOfVar(*Var);
  if (auto *Cast = llvm::dyn_cast<CastExpr>(E.get())) {
    const Type &From = Cast->operand()->type();
    bool Keeps = From.isInteger() &&
                 (E->type().holdsAllOf(From) || E->type().bits() == 64);
    if (Keeps)
      return interval(Cast->operand());
    const ExprRef Whole = E->type() == Type::i32() && From == Type::i64()
                              ? withoutNarrowing(N, Cast->operand())
                              : nullptr;
    return Whole ? interval(Whole) : std::nullopt;
  }
  if (auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get()))
    return intervalOfBinary(*Binary);
  return std::nullopt;
}

ArrayRange AccessedRanges::of(const Operand &Array) const {
  std::optional<Hull> All = Accesses.lookup(Array.Name);
  // How far a cursor gets is less than this, so that an extent says more.
  if (!All && !Array.Extent)
    All = WithCursors.lookup(Array.Name);
  if (!All)
    return {Array.Name, i64(0), Array.Extent};
  return {Array.Name, All->Min.value(),
          binary(BinaryOp::Add, All->Max.value(), i64(1))};
}

std::vector<ArrayRange> lacuna::accessedRanges(const Nest &AsWritten) {
  AccessedRanges Known(AsWritten, RangeUse::Unguarded);
  std::vector<ArrayRange> Result;
  for (const Operand &O : AsWritten.Operands)
    if (O.Row) // Rows are no slice of one array.
      Result.push_back({O.Name, i64(0), nullptr});
    else if (O.Kind == OperandKind::Array)
      Result.push_back(Known.of(O));
  return Result;
}

std::vector<ArrayRange> lacuna::rangesReadBy(const Nest &AsWritten,
                                             const StmtRef &Setup) {
  llvm::StringSet<> Arrays;
  walk(Setup, [&](const Stmt &S) {
    for (const ExprRef &Whole : expressions(S))
      walk(Whole, [&](const Expr &E) {
        if (auto *Load = llvm::dyn_cast<LoadExpr>(&E))
          Arrays.insert(Load->array());
      });
    return true;
  });
  std::vector<ArrayRange> Ranges = accessedRanges(AsWritten);
  llvm::erase_if(
      Ranges, [&](const ArrayRange &S) { return !Arrays.contains(S.Array); });
  return Ranges;
}
