//===- Bound.cpp - bound(i, ib, N, kind) ----------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for i { … }  -->  for ib { … }, the same range, of which a guard in front
//                       of the loops has found out that the clause holds
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/RowSegments.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/schedule/commands/Command.h"
#include "lacuna/schedule/commands/Messages.def"

using namespace llvm;

namespace lacuna {

namespace {

/// Thesis 5.8: what the clause says of a range is checked in front of the
/// loops and taken for granted inside.
class Bounding {
public:
  Bounding(const Nest &N, const Clause &C, const LoopArg &L, int64_t Value,
           std::string Name)
      : N(N), C(C), L(L), Value(Value), Name(std::move(Name)), Var(L.Var->Name),
        Kind(*fromWord<BoundKind>(C.Args[3].Text)) {}

  Expected<Nest> run();

private:
  Error checkUserRange();
  Error checkCounted();
  Error findRoot();
  Error guardUserRange(Nest &Result);
  Error guardCounted(Nest &Result);
  Error checkFixed(const ExprRef &Bound);
  Error addCondition(Nest &Result, ExprRef Cond);
  void replaceBounds(Nest &Result) const;
  ExprRef condition(const ExprRef &Lo, const ExprRef &Hi) const;
  ExprRef lengthOf(StringRef Of, const ExprRef &RootLength) const;
  std::string reason() const;
  Error fail(size_t Arg, const Twine &Message) {
    return makeError(C.Args[Arg].Where, Message.str());
  }

  const Nest &N;
  const Clause &C;
  const LoopArg &L;
  int64_t Value;
  std::string Name;
  const std::string &Var;
  BoundKind Kind;
  /// The user's variables whose lengths make that of Var.
  std::vector<const IndexVar *> Roots;
};

} // namespace

static bool isOfMin(BoundKind Kind) {
  return Kind == BoundKind::MinExact || Kind == BoundKind::MinConstraint;
}

static bool isOfMax(BoundKind Kind) {
  return Kind == BoundKind::MaxExact || Kind == BoundKind::MaxConstraint;
}

/// What holds of the range [\p Lo, \p Hi), both i64.
ExprRef Bounding::condition(const ExprRef &Lo, const ExprRef &Hi) const {
  switch (Kind) {
  case BoundKind::MinExact:
    return binary(BinaryOp::Eq, Lo, i64(Value));
  case BoundKind::MaxExact:
    return binary(BinaryOp::Eq, Hi, i64(Value));
  case BoundKind::MinConstraint:
    return binary(BinaryOp::Ge, Lo, i64(Value));
  case BoundKind::MaxConstraint:
    return binary(BinaryOp::Le, Hi, i64(Value));
  case BoundKind::Divisible:
    return binary(
        BinaryOp::Eq,
        binary(BinaryOp::Rem, binary(BinaryOp::Sub, Hi, Lo), i64(Value)),
        i64(0));
  }
  return nullptr;
}

std::string Bounding::reason() const {
  std::string Shown = std::to_string(Value);
  switch (Kind) {
  case BoundKind::MinExact:
    return msg::RangeDoesNotStartAt(Var, Shown);
  case BoundKind::MaxExact:
    return msg::RangeDoesNotEndAt(Var, Shown);
  case BoundKind::MinConstraint:
    return msg::RangeStartsBelow(Var, Shown);
  case BoundKind::MaxConstraint:
    return msg::RangeEndsAbove(Var, Shown);
  case BoundKind::Divisible:
    return msg::RangeLengthNoMultiple(Var, Shown);
  }
  return "";
}

//===-- the user's own range ----------------------------------------------===//

/// That \p Bound can be evaluated in front of the loops.
Error Bounding::checkFixed(const ExprRef &Bound) {
  if (isOverScalars(N, Bound))
    return Error::success();
  for (const auto &Used : freeVars(Bound))
    if (N.findIndexVar(Used.first()))
      return fail(0, msg::BoundRangeDependsOn(Var, Used.first()));
  return fail(0, msg::BoundRangeUncheckable(Var));
}

Error Bounding::checkUserRange() {
  const IndexVar *Root = L.Var;
  while (const Relation *Made = N.producer(Root->Name))
    Root = N.findIndexVar(Made->Parents.front());
  Roots = {Root};
  const Type &Ty = Root->Ty;
  bool Fits = Kind == BoundKind::Divisible || Ty.bits() == 64 ||
              Ty.holdsAllOf(Type::i32()) ||
              (Value >= (Ty.isSigned() ? -(1ll << (Ty.bits() - 1)) : 0) &&
               Value < (1ll << (Ty.bits() - Ty.isSigned())));
  bool IsBelow = !Ty.isSigned() && Value < 0;
  if (!Fits || (IsBelow && Kind != BoundKind::Divisible))
    return fail(2, msg::BoundOutsideType(Var, Ty.spelling(), Value));
  if (!isOfMax(Kind))
    if (Error E = checkFixed(Root->Lo))
      return E;
  return isOfMin(Kind) ? Error::success() : checkFixed(Root->Hi);
}

/// A bound that is known exactly takes the place of the user's, in all loops
/// that have it: those over the same values are still seen to be that.
void Bounding::replaceBounds(Nest &Result) const {
  const IndexVar &Root = *Roots.front();
  for (IndexVar &V : Result.IndexVars) {
    if (V.isDerived())
      continue;
    if (Kind == BoundKind::MinExact && structurallyEqual(V.Lo, Root.Lo))
      V.Lo = constant(V.Ty, Value);
    if (Kind == BoundKind::MaxExact && structurallyEqual(V.Hi, Root.Hi))
      V.Hi = constant(V.Ty, Value);
  }
}

/// Adds a guard for \p Cond, which reads no memory, in front of those that may
/// take the replaced bounds for the user's.
Error Bounding::addCondition(Nest &Result, ExprRef Cond) {
  std::optional<int64_t> Known = constantValue(Cond);
  if (Known == 0)
    return fail(2, msg::BoundNeverHolds(reason()));
  if (!Known)
    Result.Guards.insert(Result.Guards.begin(),
                         {reason(), std::move(Cond), "", nullptr, nullptr});
  return Error::success();
}

Error Bounding::guardUserRange(Nest &Result) {
  const IndexVar &Root = *Roots.front();
  if (Error E = addCondition(Result, condition(cast(Type::i64(), Root.Lo),
                                               cast(Type::i64(), Root.Hi))))
    return E;
  replaceBounds(Result);
  return Error::success();
}

//===-- ranges that count from 0 ------------------------------------------===//

/// Finds what the length of the variable is made of.
Error Bounding::findRoot() {
  std::vector<std::string> Open = {Var};
  while (!Open.empty()) {
    std::string Of = Open.back();
    Open.pop_back();
    const Relation *Made = N.producer(Of);
    if (!Made) {
      Roots.push_back(N.findIndexVar(Of));
      continue;
    }
    bool IsPart = Made->Children.size() == 2;
    bool IsOuter = Made->rules().HasConstantSize && Made->Children[0] == Of;
    if (IsPart && !IsOuter)
      return fail(0, msg::BoundOfCutPart(Of, Made->Parents.front()));
    append_range(Open, Made->Parents);
  }
  return Error::success();
}

Error Bounding::checkCounted() {
  if (trackedFusion(N, Var))
    return fail(0, msg::BoundOfFusedPositions(Var));
  if (isOfMin(Kind) && (Value > 0 || Kind == BoundKind::MinExact) && Value != 0)
    return fail(2, msg::BoundCannotStartAt(Var, Value));
  if (isOfMax(Kind) && Value < 0)
    return fail(2, msg::BoundCannotEndAt(Var, Value));
  if (Error E = findRoot())
    return E;
  if (Roots.size() == 1 && segmentsOf(N, *Roots.front()))
    return Error::success();
  for (const IndexVar *Root : Roots)
    for (const ExprRef &Bound : {Root->Lo, Root->Hi})
      if (Error E = checkFixed(Bound))
        return E;
  return Error::success();
}

/// The length of \p Of, i64, where the only root is \p RootLength long; null:
/// as long as its bounds say.
ExprRef Bounding::lengthOf(StringRef Of, const ExprRef &RootLength) const {
  const Relation *Made = N.producer(Of);
  if (!Made) {
    const IndexVar &Root = *N.findIndexVar(Of);
    return RootLength ? RootLength
                      : binary(BinaryOp::Sub, cast(Type::i64(), Root.Hi),
                               cast(Type::i64(), Root.Lo));
  }
  const RelationRules &Rules = Made->rules();
  auto OfParent = [&](size_t Parent) {
    ExprRef Length = lengthOf(Made->Parents[Parent], RootLength);
    return Rules.isProduct() ? binary(BinaryOp::Max, Length, i64(0)) : Length;
  };
  auto Unknown = [](size_t) -> ExprRef { return nullptr; };
  return Rules.length(N, *Made, Made->childNumber(Of),
                      {OfParent, Unknown, i64(Made->Factor)});
}

Error Bounding::guardCounted(Nest &Result) {
  std::optional<Segments> S = segmentsOf(N, *Roots.front());
  if (!S)
    return addCondition(Result, condition(i64(0), lengthOf(Var, nullptr)));
  auto Holds = [&](const ExprRef &Here, const ExprRef &Next) {
    auto AsPosition = [&](const ExprRef &E) {
      return cast(Type::i64(), cast(S->Position->Ty, E));
    };
    ExprRef Length = binary(BinaryOp::Sub, AsPosition(Next), AsPosition(Here));
    return condition(i64(0), lengthOf(Var, Length));
  };
  auto Guards = segmentGuards(N, *S, reason(), Holds);
  if (!Guards)
    return fail(0,
                msg::BoundReadsConditionally(S->Pos, S->Position->Name, Var));
  addGuards(N, Result.Guards, *Guards);
  return Error::success();
}

Expected<Nest> Bounding::run() {
  bool Counted = countsFromZero(N, Var);
  if (Error E = Counted ? checkCounted() : checkUserRange())
    return std::move(E);
  Nest Result = N;
  if (Error E = Counted ? guardCounted(Result) : guardUserRange(Result))
    return std::move(E);
  Result.Body =
      replaceLoop(N.Body, Var,
                  std::make_shared<LoopStmt>(Name, L.Loop->body(),
                                             L.Loop->tags(), L.Loop->tag()));
  Result.IndexVars.push_back({Name, Type::i64(), nullptr, nullptr, ""});
  Result.Relations.push_back(
      {RelationKind::Bound, {Var}, {Name}, Value, "", Kind});
  return Result;
}

static Expected<int64_t> boundArg(const Clause &C,
                                  const ScheduleContext &Context) {
  const ClauseArg &Arg = C.Args[2];
  if (fromWord<BoundKind>(C.Args[3].Text) == BoundKind::Divisible)
    return positiveArg(Arg, "the divisor", MaxFactor, Context);
  Expected<int64_t> Value = constantArg(Arg, Context);
  if (Value && (*Value > MaxFactor || *Value < -MaxFactor))
    return makeError(Arg.Where,
                     msg::BoundOutOfRange(-MaxFactor, MaxFactor, *Value));
  return Value;
}

static Expected<Nest> apply(const Nest &N, const Clause &C,
                            const ScheduleContext &Context) {
  Expected<LoopArg> L = tiledArg(N, C, C.Args[0], Transform::Other);
  if (!L)
    return L.takeError();
  Expected<std::string> Name = newNameArg(N, C.Args[1]);
  if (!Name)
    return Name.takeError();
  Expected<int64_t> Value = boundArg(C, Context);
  if (!Value)
    return Value.takeError();
  return Bounding(N, C, *L, *Value, *Name).run();
}

static constexpr ArgInfo Args[] = {loop(), newLoop(), value(),
                                   word("bound", words<BoundKind>)};

const Command commands::bound = {{{"bound", "bound(i, ib, N, kind)", Args}},
                                 "states what holds of a loop's range",
                                 apply};

} // namespace lacuna
