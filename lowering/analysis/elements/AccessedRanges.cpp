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
#include "lacuna/analysis/elements/BitBounds.h"
#include "lacuna/analysis/elements/WideSums.h"
#include "lacuna/ir/FrontValues.h"
#include "lacuna/ir/MadeNames.h"
#include "lacuna/ir/bounds/Difference.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace lacuna;

/// Lets that use others more than once, one behind the other, would take
/// forever.
static constexpr unsigned MostSteps = 4096;

AccessedRanges::AccessedRanges(const Nest &N, RangeUse Use)
    : N(N), Use(Use), Here(N) {
  visit(N.Body);
  Here.clear();
  for (const IndexVar &Var : N.IndexVars) {
    addAccesses(Var.Lo);
    addAccesses(Var.Hi);
  }
  // Behind the loops that is read again which a last iteration has read: where
  // bounds may lie around it, they do.
  IsBehind = Use == RangeUse::Guards;
  if (N.Epilogue)
    visit(N.Epilogue);
  Here.clear();
}

ExprRef lacuna::placeOf(const Operand &Array, const ExprRef &Subscript) {
  return Array.RowsLie == RowMemory::Inside ? rowOf(Subscript)
                                            : indexInRow(Subscript);
}

const ExprRef &lacuna::placesIn(const Operand &Array) {
  return Array.RowsLie == RowMemory::Inside ? Array.RowCount : Array.Extent;
}

//===-- what is accessed --------------------------------------------------===//

void AccessedRanges::visit(const StmtRef &S) {
  Steps = 0;
  if (auto *Let = llvm::dyn_cast<LetStmt>(S.get()))
    return define(*Let);
  if (auto *If = llvm::dyn_cast<IfStmt>(S.get()))
    return visitIf(*If);
  if (auto *Block = llvm::dyn_cast<BlockStmt>(S.get())) {
    for (const StmtRef &Part : Block->body())
      visit(Part);
    return;
  }
  // What a loop asks for it asks for again.
  if (llvm::isa<LoopStmt, WhileStmt, TrackStmt>(S.get()))
    Here.forgetAssigned(S);
  for (const ExprRef &E : expressions(*S))
    addAccesses(E);
  if (auto *Var = llvm::dyn_cast<VarStmt>(S.get()))
    Here.set(Var->name(), Var->init() ? around(Var->init()) : ValueBounds());
  else if (auto *Assign = llvm::dyn_cast<AssignStmt>(S.get()))
    assign(*Assign);
  else
    for (const StmtRef &Part : children(*S))
      if (Part)
        visitAgain(Part);
}

/// \p Body runs any number of times, perhaps none.
void AccessedRanges::visitAgain(const StmtRef &Body) {
  Here.forgetAssigned(Body);
  visit(Body);
  Here.forgetAssigned(Body);
}

void AccessedRanges::visitIf(const IfStmt &If) {
  addAccesses(If.cond());
  const FlowFacts Before = Here;
  assume(If.cond(), true);
  visit(If.thenBody());
  const FlowFacts Then = std::move(Here);
  Here = Before;
  assume(If.cond(), false);
  if (If.elseBody())
    visit(If.elseBody());
  Here.join(Before, Then);
}

void AccessedRanges::define(const LetStmt &Let) {
  addAccesses(Let.init());
  Lets[Let.name()] = Let.init();
  LetBounds[Let.name()] = around(Let.init());
}

void AccessedRanges::assign(const AssignStmt &Assign) {
  const auto &[Name, Ty, Index] = Assign.target();
  if (Index)
    return addAccess(Name, Index);
  if (!Ty.isInteger())
    return;
  ExprRef Value = Assign.value();
  if (Assign.op() != ReduceOp::None) {
    // A difference is lifted as the sum with what an unsigned type negates:
    // whether that overflows is not known here.
    if (!Value->type().isSigned() && Ty.isSigned())
      return Here.set(Name, {});
    Value = binary(operatorOf(Assign.op()), cast(Value->type(), var(Ty, Name)),
                   Value);
  }
  Here.set(Name, around(cast(Ty, Value)));
}

void AccessedRanges::assume(const ExprRef &Cond, bool Holds) {
  if (Use == RangeUse::Guards)
    Here.assume(Cond, Holds, Lets,
                [this](const ExprRef &E) { return around(E); });
}

/// Adds what \p E reads.
void AccessedRanges::addAccesses(const ExprRef &E) {
  auto *Select = llvm::dyn_cast_or_null<SelectExpr>(E.get());
  auto *Binary = llvm::dyn_cast_or_null<BinaryExpr>(E.get());
  const bool IsAnd = Binary && Binary->op() == BinaryOp::LogicalAnd,
             IsOr = Binary && Binary->op() == BinaryOp::LogicalOr;
  if (Use != RangeUse::Guards || !(Select || IsAnd || IsOr)) {
    if (auto *Load = llvm::dyn_cast_or_null<LoadExpr>(E.get()))
      addAccess(Load->array(), Load->index());
    if (E)
      for (const ExprRef &Part : E->operands())
        addAccesses(Part);
    return;
  }
  const ExprRef &First = E->operands()[0];
  addAccesses(First);
  const FlowFacts Before = Here;
  for (size_t I = 1; I < E->operands().size(); ++I) {
    assume(First, I == 1 && !IsOr);
    addAccesses(E->operands()[I]);
    Here = Before;
  }
}

void AccessedRanges::addAccess(llvm::StringRef Array, const ExprRef &Index) {
  Steps = 0;
  const Operand *O = N.findOperand(Array);
  const ExprRef At = O ? placeOf(*O, Index) : indexInRow(Index);
  add(Accesses, Array, interval(At));
  if (Use != RangeUse::Guards)
    return;
  llvm::SaveAndRestore Saved(MayBeAround, true);
  add(Around, Array, interval(At));
}

void AccessedRanges::add(Intervals &Accesses, llvm::StringRef Array,
                         const ValueBounds &New) {
  auto [Known, IsNew] = Accesses.try_emplace(Array, Hull());
  std::optional<Hull> &Old = Known->second;
  if (!New.areKnown() && (IsNew || !IsBehind))
    Old.reset();
  if (!New.areKnown() || !Old)
    return;
  Old->Min.add(New.Min);
  Old->Max.add(New.Max);
  Old->Given = bothHold(Old->Given, New.Given);
}

//===-- intervals ---------------------------------------------------------===//

/// Bounds on \p E for guards, nothing for others.
ValueBounds AccessedRanges::around(const ExprRef &E) {
  if (Use != RangeUse::Guards)
    return {};
  llvm::SaveAndRestore Around(MayBeAround, true);
  return interval(E);
}

/// Values among which are all of \p Var, whose range depends on outer ones.
ValueBounds AccessedRanges::around(const IndexVar &Var) {
  if (Use != RangeUse::Guards)
    return {};
  const ValueBounds Lo = interval(Var.Lo), Hi = interval(Var.Hi);
  return {Lo.Min, differenceOf(Hi, {i64(1), i64(1)}).Max,
          bothHold(Lo.Given, Hi.Given)};
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

std::optional<ValueBounds>
AccessedRanges::within(llvm::ArrayRef<std::string> Loops, size_t Fixed,
                       const ExprRef &E) {
  llvm::SaveAndRestore SavedOpen(Open, Loops.take_front(Fixed));
  llvm::SaveAndRestore SavedAround(LoopsAround, Loops);
  Steps = 0;
  ValueBounds All = interval(E);
  llvm::SaveAndRestore Around(MayBeAround, true);
  if (!All.areKnown())
    All = interval(E);
  return All.areKnown() && !All.Given ? std::optional(All) : std::nullopt;
}

/// A cursor that is declared in the innermost of the loops that stay.
ValueBounds AccessedRanges::intervalOfCursor(llvm::StringRef Name) const {
  // What bounds of other loops read need not be there.
  auto IsKnownAt = [&](const ExprRef &E, llvm::StringRef Loop) {
    return isKnownInFront(N, E) ||
           (isKnown(E) && llvm::is_contained(LoopsAround, Loop));
  };
  const StmtRef &Body =
      Open.empty() ? N.Body : pathTo(N.Body, Open.back()).back()->body();
  auto Cursor = cursorRange(N, Name, Body, IsKnownAt);
  return Cursor ? ValueBounds{Cursor->first, Cursor->second} : ValueBounds();
}

/// What variables hold now is not what they held where the let stands; what is
/// known of constants holds for both.
ValueBounds AccessedRanges::intervalOfLet(llvm::StringRef Name,
                                          const ExprRef &Init) {
  ValueBounds There =
      MayBeAround && Open.empty() ? LetBounds.lookup(Name) : ValueBounds();
  if (There.areKnown() && !Here.knowsConstants())
    return There;
  FlowFacts OfConstants = Here;
  OfConstants.clearVariables();
  std::swap(Here, OfConstants);
  const ValueBounds Of = bothOf(There, interval(Init));
  std::swap(Here, OfConstants);
  return Of;
}

ValueBounds AccessedRanges::intervalOfVar(const VarExpr &Var) {
  if (ExprRef Init = Lets.lookup(Var.name()))
    return intervalOfLet(Var.name(), Init);
  const IndexVar *Index = N.findIndexVar(Var.name());
  if (!Index)
    return MayBeAround ? bothOf(Here.ofVariable(Var.name()),
                                intervalOfCursor(Var.name()))
                       : ValueBounds();
  if (Index->isDerived())
    return {};
  ExprRef Lo = cast(Type::i64(), Index->Lo), Hi = cast(Type::i64(), Index->Hi);
  if (!isKnown(Lo) || !isKnown(Hi)) {
    auto Range =
        Use == RangeUse::Unguarded ? std::nullopt : guardedRange(N, *Index);
    if (!Range)
      return around(*Index);
    Lo = Range->first;
    Hi = Range->second;
  }
  return {Lo, binary(BinaryOp::Sub, Hi, i64(1))};
}

/// Whether \p E, computed in i64, has the value that it has in its own type.
bool AccessedRanges::isExact(const BinaryExpr &E) const {
  // Signed arithmetic of a correct program does not wrap, and 64-bit unsigned
  // arithmetic wraps as i64 does: products as well if they are subscripts, but
  // not what is made of them.
  if (E.type().isSigned())
    return true;
  if (E.type().bits() == 64)
    return E.op() != BinaryOp::Mul || !MayBeAround || Use != RangeUse::Guards;
  // `i + 1` is at most the bound that i stays below.
  auto *Var = llvm::dyn_cast<VarExpr>(E.lhs().get());
  return E.op() == BinaryOp::Add && Var && N.findIndexVar(Var->name()) &&
         constantValue(E.rhs()) == 1;
}

/// Of steps that a constant limits: `i % 4`, `i & 3`.
ValueBounds AccessedRanges::limitedByConstant(const BinaryExpr &E) {
  const std::optional<int64_t> By = constantValue(E.rhs());
  if (E.op() == BinaryOp::And && By && *By >= 0)
    return {i64(0), i64(*By)};
  if (E.op() != BinaryOp::Rem || !By)
    return {};
  ValueBounds Limited = remainderOf({}, i64(*By), E.type());
  const ValueBounds Of = interval(E.lhs());
  // The rest of what is not negative is not, either.
  if (Limited.Min && !Of.Given && isNeverNegative(Of.Min))
    Limited.Min = i64(0);
  return Limited;
}

/// Of what cannot wrap, but does not take the same way through all values.
ValueBounds AccessedRanges::limited(const BinaryExpr &E) {
  const std::optional<int64_t> By = constantValue(E.rhs());
  const bool IsOrdered = E.type().isSigned() || E.type().bits() < 64;
  switch (E.op()) {
  case BinaryOp::Rem:
    return isKnown(E.rhs()) ? remainderOf(interval(E.lhs()),
                                          cast(Type::i64(), E.rhs()), E.type())
                            : ValueBounds();
  case BinaryOp::Div:
    return By && *By > 0 && IsOrdered ? quotientOf(interval(E.lhs()), *By)
                                      : ValueBounds();
  case BinaryOp::Min:
    return IsOrdered ? leastOf(interval(E.lhs()), interval(E.rhs()))
                     : eitherOf(interval(E.lhs()), interval(E.rhs()));
  case BinaryOp::Max:
    return IsOrdered ? greatestOf(interval(E.lhs()), interval(E.rhs()))
                     : eitherOf(interval(E.lhs()), interval(E.rhs()));
  default:
    return bitsOf(E.op(), interval(E.lhs()), interval(E.rhs()), E.type());
  }
}

/// Numbers that are \p E modulo as many bits as its type has: of several sums
/// only the last one has to fit.
ValueBounds AccessedRanges::modular(const ExprRef &E) {
  const Type &Ty = E->type();
  if (auto *Cast = llvm::dyn_cast<CastExpr>(E.get());
      Cast && Cast->operand()->type().isInteger())
    return Cast->operand()->type().bits() < Ty.bits()
               ? interval(Cast->operand())
               : modular(Cast->operand());
  // What is taken away may be lifted as what is added to come round.
  const std::optional<int64_t> Value = constantValue(E);
  if (Value && !Ty.isSigned() && Ty.bits() < 64 &&
      *Value > int64_t(1) << (Ty.bits() - 1))
    return {i64(*Value - (int64_t(1) << Ty.bits())),
            i64(*Value - (int64_t(1) << Ty.bits()))};
  if (auto *Unary = llvm::dyn_cast<UnaryExpr>(E.get());
      Unary && Unary->op() == UnaryOp::Neg)
    return differenceOf({i64(0), i64(0)}, modular(Unary->operands()[0]));
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  if (!Binary || Ty.isSigned() || isKnown(E))
    return interval(E);
  switch (Binary->op()) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
    return unsignedOf(Binary->op(), modular(Binary->lhs()),
                      modular(Binary->rhs()), Ty);
  case BinaryOp::Mul:
    return unsignedOf(Binary->op(), factor(Binary->lhs()),
                      factor(Binary->rhs()), Ty);
  default:
    return interval(E);
  }
}

/// The same, as small as a number of its type.
ValueBounds AccessedRanges::factor(const ExprRef &E) {
  auto *Cast = llvm::dyn_cast<CastExpr>(E.get());
  return constantValue(E) || (Cast && Cast->operand()->type().isSigned() &&
                              Cast->operand()->type().bits() <= 64)
             ? modular(E)
             : interval(E);
}

/// Of unsigned arithmetic, which may wrap round.
ValueBounds AccessedRanges::wrapped(const ExprRef &E) {
  return MayBeAround && Use == RangeUse::Guards ? fitted(modular(E), E->type())
                                                : ValueBounds();
}

ValueBounds AccessedRanges::intervalOfBinary(const ExprRef &Whole) {
  const BinaryExpr &E = *llvm::cast<BinaryExpr>(Whole.get());
  switch (E.op()) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Mul:
    break;
  default:
    if (Use != RangeUse::Guards)
      return {};
    return MayBeAround ? limited(E) : limitedByConstant(E);
  }
  if (!isExact(E))
    return wrapped(Whole);
  const ValueBounds L = interval(E.lhs()), R = interval(E.rhs());
  return E.op() == BinaryOp::Add   ? sumOf(L, R)
         : E.op() == BinaryOp::Sub ? differenceOf(L, R)
                                   : productOf(L, R);
}

ValueBounds AccessedRanges::intervalOfSelect(const SelectExpr &E) {
  const FlowFacts Before = Here;
  assume(E.cond(), true);
  const ValueBounds Then = interval(E.thenArm());
  Here = Before;
  assume(E.cond(), false);
  const ValueBounds Else = interval(E.elseArm());
  Here = Before;
  return eitherOf(Then, Else);
}

ValueBounds AccessedRanges::intervalOfCast(const CastExpr &E) {
  const Type &From = E.operand()->type();
  if (!From.isInteger())
    return {};
  if (E.type().holdsAllOf(From) || E.type().bits() == 64)
    return interval(E.operand());
  const ExprRef Whole = E.type() == Type::i32() && From == Type::i64()
                            ? withoutNarrowing(N, E.operand())
                            : nullptr;
  if (Whole)
    return interval(Whole);
  return MayBeAround && Use == RangeUse::Guards
             ? fitted(modular(E.operand()), E.type())
             : ValueBounds();
}

ValueBounds AccessedRanges::computed(const ExprRef &E) {
  if (auto *Var = llvm::dyn_cast<VarExpr>(E.get()))
    return intervalOfVar(*Var);
  if (auto *Cast = llvm::dyn_cast<CastExpr>(E.get()))
    return intervalOfCast(*Cast);
  if (llvm::isa<BinaryExpr>(E.get()))
    return intervalOfBinary(E);
  if (!MayBeAround)
    return {};
  if (auto *Select = llvm::dyn_cast<SelectExpr>(E.get()))
    return intervalOfSelect(*Select);
  // `table[image[i]]` in place: no walk tells what will be read there.
  if (auto *Load = llvm::dyn_cast<LoadExpr>(E.get())) {
    const Operand *O = N.findOperand(Load->array());
    return Use == RangeUse::Guards && E->type().bits() == 8 && O && O->Written
               ? allValuesOf(E->type())
               : ValueBounds();
  }
  auto *Unary = llvm::dyn_cast<UnaryExpr>(E.get());
  if (!Unary || !E->type().isSigned() || Unary->op() == UnaryOp::LogicalNot)
    return {};
  const ExprRef From = i64(Unary->op() == UnaryOp::Neg ? 0 : -1);
  return differenceOf({From, From}, interval(Unary->operands()[0]));
}

ValueBounds AccessedRanges::interval(const ExprRef &E) {
  if (!E->type().isInteger() || ++Steps > MostSteps)
    return {};
  if (isKnown(E)) {
    ExprRef Value = cast(Type::i64(), withoutTraps(E));
    return {Value, Value};
  }
  return shortened(bothOf(computed(E), Here.ofSteady(E)));
}

std::optional<AccessedRanges::Hull>
AccessedRanges::hullOf(const Operand &Array) const {
  std::optional<Hull> All = Accesses.lookup(Array.Name);
  // How far a cursor gets is less than this, so that an extent says more.
  if (!All && !placesIn(Array))
    All = Around.lookup(Array.Name);
  return All;
}

ArrayRange AccessedRanges::of(const Operand &Array) const {
  const std::optional<Hull> All = hullOf(Array);
  if (!All)
    return {Array.Name, i64(0), placesIn(Array)};
  return {Array.Name, All->Min.value(),
          binary(BinaryOp::Add, All->Max.value(), i64(1))};
}

ExprRef AccessedRanges::givenFor(const Operand &Array) const {
  const std::optional<Hull> All = hullOf(Array);
  return All ? All->Given : nullptr;
}

std::vector<ArrayRange> lacuna::accessedRanges(const Nest &AsWritten) {
  AccessedRanges Known(AsWritten, RangeUse::Unguarded);
  std::vector<ArrayRange> Result;
  for (const Operand &O : AsWritten.Operands)
    if (O.hasRowsElsewhere()) // They are no slice of one array.
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
