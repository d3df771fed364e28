//===- Strides.cpp - loops that count down or by more than one ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Such a loop is one over its steps: the counter, like each variable that is
// stepped beside one, is its start plus so many times what it is stepped by.
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/bounds/Trips.h"
#include "lift/Lifter.h"
#include "lift/loops/Messages.def"
#include "lift/state/LoopBounds.h"

using llvm::dyn_cast;

namespace lacuna::plugin {

/// Whether the steps of a counter of type \p Ty by \p By, null for one, are
/// computed in that type, where signed overflow does not happen.
static bool isComputedIn(const LanguageOptions &Language, const Type &Ty,
                         const ExprRef &By) {
  return !Language.SignedWraps && Ty.isSigned() && Ty.bits() >= 32 &&
         (!By || Ty.holdsAllOf(By->type()));
}

/// Whether \p Bound is the largest number of unsigned type \p Ty: `size_t(-1)`.
static bool isAllOnes(ExprRef Bound, const Type &Ty) {
  if (Bound->type() != Ty)
    return false;
  while (const auto *C = dyn_cast<CastExpr>(Bound.get())) {
    if (!C->type().isInteger() ||
        (!C->type().isSigned() && C->type().bits() < Ty.bits()))
      return false;
    Bound = C->operand();
  }
  auto Value = constantValue(Bound);
  if (!Value || !Bound->type().isInteger())
    return false;
  return Bound->type().isSigned() || Ty.bits() == 64
             ? *Value == -1
             : *Value == maxOf(Ty) && Bound->type().bits() == Ty.bits();
}

/// \p E + 1 in its own type.
static ExprRef plusOne(const ExprRef &E) {
  const auto *B = dyn_cast<BinaryExpr>(E.get());
  if (B && B->op() == BinaryOp::Sub && constantValue(B->rhs()) == 1)
    return B->lhs();
  return binary(BinaryOp::Add, E, constant(E->type(), 1));
}

/// What is stepped by, in its own type: it keeps its value in the loop.
ExprRef Lifter::stepLength(const LoopHeader &H, const clang::Expr *By) {
  if (!By)
    return i64(1);
  ExprRef Length = liftValue(By);
  if (Length)
    for (const auto &Name : freeVars(Length))
      InSteps.insert(Name.first());
  return Length ? Guards.inlined(Length, By->getExprLoc(), Loops.name(H.Loop))
                : nullptr;
}

/// \p S after \p Done steps by \p By, which is subtracted if it goes \p Down.
ExprRef Lifter::afterSteps(const LoopStart &S, const ExprRef &Done,
                           const ExprRef &By, bool Down) const {
  ExprRef Plain = unconverted(By);
  auto Length = constantValue(By);
  auto Sum = [&](const Type &Ty) {
    ExprRef Way = lacuna::cast(Ty, Done);
    if (Length != 1)
      Way = binary(BinaryOp::Mul, Way,
                   Length ? constant(Ty, *Length) : lacuna::cast(Ty, Plain));
    if (!Down && constantValue(S.Value) == 0)
      return Way;
    return binary(Down ? BinaryOp::Sub : BinaryOp::Add,
                  lacuna::cast(Ty, S.Value), Way);
  };
  if (S.Into)
    return Sum(Type::i64());
  // Where no intermediate result is beyond the start and the value, the
  // variable's own type tells more about subscripts.
  bool Multiplies = Length != 1;
  bool Within =
      !Multiplies ||
      (!Down && S.Ty.isSigned() && (Length || S.Ty.holdsAllOf(Plain->type())) &&
       (constantValue(S.Value) == 0 ||
        (Guards.isNonNegative(S.Value) && Length && *Length > 0)));
  if (S.Ty.bits() == 32 && Done->type() == S.Ty && Within)
    return Sum(S.Ty);
  // Hashes and the like wrap round.
  bool MayWrap = !S.Ty.isSigned() && S.Ty.bits() == 64 &&
                 (Length ? *Length < 0 || *Length > INT32_MAX
                         : Plain->type().bits() == 64);
  return lacuna::cast(S.Ty, Sum(MayWrap ? S.Ty : Type::i64()));
}

/// Remembers what the variable of \p By is after the statement that steps it,
/// if there is one: \p Now is its value in front of that.
void Lifter::noteStep(const LoopHeader &H, const Increment &By,
                      const LoopStart &Now, const ExprRef &Length) {
  for (const clang::Expr *E : H.StepStatements)
    if (incrementOf(E)->Var == By.Var) {
      LoopStart After = Now;
      After.Value = afterSteps(
          Now, constant(Now.Into ? Type::i64() : Now.Ty, 1), Length, By.Down);
      AfterStep[E] = {By.Var, After};
    }
}

/// How many steps \p V has gone, in the loop over it.
static ExprRef stepsDone(const IndexVar &V) {
  ExprRef Now = var(V.Ty, V.Name);
  if (constantValue(V.Lo) == 0)
    return Now;
  return binary(BinaryOp::Sub, lacuna::cast(Type::i64(), Now),
                lacuna::cast(Type::i64(), V.Lo));
}

/// How many steps the loop over \p V goes.
static ExprRef allSteps(const IndexVar &V) {
  return binary(BinaryOp::Max, tripsBetween(V.Lo, V.Hi), i64(0));
}

/// Adds to \p Now, a value that runs on over the rows, what a statement behind
/// each row adds, if there is one.
bool Lifter::addPadding(const clang::VarDecl *V, LoopStart &Now) {
  const clang::Expr *Padding = paddingOf(V);
  if (!Padding)
    return true;
  const Increment Added = *incrementOf(Padding);
  if (firstChanging(Added.By)) {
    Diags.refuse(Padding->getExprLoc(),
                 msg::StrideRunsAcrossRows("'" + V->getNameAsString() + "'"));
    return false;
  }
  const ExprRef By = Added.By ? liftValue(Added.By) : constant(Type::i64(), 1);
  if (!By)
    return false;
  const IndexVar &Row = *Builder.graph().findIndexVar(Loops.path().front());
  Now.Value = afterSteps(Now, stepsDone(Row), By, Added.Down);
  Paddings.insert(Padding);
  return true;
}

/// Variables that are stepped beside the counter.
bool Lifter::setSteps(const LoopHeader &H, const IndexVar &V,
                      llvm::ArrayRef<LoopStart> Starts) {
  for (const auto &[Step, S] : llvm::zip_equal(H.Steps, Starts)) {
    std::string Name = "'" + Step.Var->getNameAsString() + "'";
    clang::SourceLocation Loc = H.Loop->getBeginLoc();
    if (!checkStepped(H, Step.Var, Step.Init))
      return false;
    if (!S.Into && (!S.Ty.isInteger() || S.Ty.bits() > 64)) {
      Diags.refuse(Loc, msg::StridedVariableType(Name, S.Ty.spelling()));
      return false;
    }
    ExprRef By = stepLength(H, Step.By);
    if (!By)
      return false;
    bool LivesOn =
        !Source.Inside.contains(Step.Var) && LiveOuts.isLive(Step.Var);
    if (LivesOn && (S.Into || S.RunsOn)) {
      Diags.refuse(Loc, msg::SteppedBesideAndUsedAfter(Name, V.Name));
      return false;
    }
    ExprRef Done = S.RunsOn ? runningSteps(V) : stepsDone(V);
    if (!Done) {
      Diags.refuse(Loc, msg::StrideRunsAcrossRows(Name));
      return false;
    }
    // Guards check that the conversion to the loop variable's type keeps it.
    const auto *Converted = dyn_cast<CastExpr>(V.Lo.get());
    bool Together =
        !S.RunsOn && !Step.By && !Step.Down &&
        structurallyEqual(unconverted(S.Value),
                          unconverted(Converted ? Converted->operand() : V.Lo));
    LoopStart Now = S;
    Now.Value = Together ? lacuna::cast(Type::i64(), var(V.Ty, V.Name))
                         : afterSteps(S, Done, By, Step.Down);
    if (S.RunsOn && !addPadding(Step.Var, Now))
      return false;
    setTo(Step.Var, Now);
    noteStep(H, Step, Now, By);
    if (LivesOn)
      LiveOuts.note(
          {Step.Var, "", /*IsCounter=*/false,
           lacuna::cast(S.Ty, afterSteps(S, allSteps(V), By, Step.Down)),
           Loops.path(), Loops.isConditional(), Loc});
  }
  return true;
}

/// The number of steps of an unsigned counter that goes down to 0 and ends
/// where it wraps round, `i < n` or `i != -1`; null for other loops.
ExprRef Lifter::stepsToWrap(const LoopHeader &H, const LoopStart &S,
                            const ExprRef &Bound) {
  if (!H.Descends || H.By || H.StepsBefore || H.StepsAfter || S.Into ||
      S.Ty.isSigned() || S.Ty.bits() < 32 || Bound->type() != S.Ty)
    return nullptr;
  ExprRef First = lacuna::cast(S.Ty, S.Value), Next = plusOne(First);
  if (H.Cmp == clang::BO_NE && isAllOnes(Bound, S.Ty))
    return Next;
  if (H.Cmp != clang::BO_LT)
    return nullptr;
  if (structurallyEqual(Bound, Next))
    return Bound;
  return std::make_shared<SelectExpr>(binary(BinaryOp::Lt, First, Bound), Next,
                                      constant(S.Ty, 0));
}

/// That the counter of \p H, which sets out from \p First, does not leave its
/// type before it meets \p Last.
bool Lifter::requireMeeting(const LoopHeader &H, const IndexVar &V,
                            const LoopStart &S, const ExprRef &First,
                            const ExprRef &Last, const ExprRef &By,
                            std::vector<Condition> &Needed) {
  bool IsInclusive = H.Cmp == clang::BO_GE || H.Cmp == clang::BO_LE;
  std::string Loop = "loop '" + V.Name + "'";
  auto Known = constantValue(Last);
  // One step behind the last number that may be stepped from.
  ExprRef Beyond = binary(BinaryOp::Sub, By, i64(IsInclusive ? 0 : 1));
  if (!H.Descends) {
    ExprRef Most = binary(BinaryOp::Sub, i64(maxOf(S.Ty)), Beyond);
    auto Top = constantValue(Most);
    if (!Known || !Top || *Known > *Top)
      Needed.push_back({msg::GuardMayWrapRound(Loop), nullptr,
                        binary(BinaryOp::Le, Last, Most)});
    return true;
  }
  ExprRef Least = binary(BinaryOp::Add, i64(minOf(S.Ty)), Beyond);
  auto Bottom = constantValue(Least);
  if (Known && Bottom && *Known < *Bottom) {
    Diags.refuse(H.boundLoc(),
                 msg::NeverFallsBelowLeast(V.Name, S.Ty.spelling()));
    return false;
  }
  if (!(Known && Bottom) && !(Bottom == 0 && Guards.isNonNegative(Last)))
    Needed.push_back({msg::GuardDoesNotEnd(Loop), nullptr,
                      binary(BinaryOp::Ge, Last, Least)});
  // `--i` happens before anything is compared.
  bool FallsTo = Guards.isNonNegative(First) && Known == 0 && !H.StepsBefore;
  ExprRef Lowest = H.Cmp == clang::BO_NE ? Last : i64(minOf(S.Ty));
  if (H.StepsBefore)
    Lowest = binary(BinaryOp::Add, Lowest, i64(1));
  if (H.Cmp == clang::BO_NE ? !FallsTo : H.StepsBefore)
    Needed.push_back({msg::GuardBeginsBehindEnd(Loop), nullptr,
                      binary(BinaryOp::Ge, First, Lowest)});
  return true;
}

/// The comparison of \p H is one of the numbers as they are.
std::optional<ComparedCounter> Lifter::comparedStride(const LoopHeader &H,
                                                      const IndexVar &V,
                                                      const LoopStart &S) {
  if (!H.Bound || S.Into)
    return ComparedCounter();
  std::optional<ComparedCounter> C;
  if (H.StepsBefore || H.StepsAfter) {
    auto Ty =
        Types.scalarAt(H.CounterSide->getType(), H.CounterSide->getExprLoc());
    if (!Ty)
      return std::nullopt;
    C.emplace().SignChanges = !Ty->holdsAllOf(S.Ty);
  } else {
    Env.set(H.Counter, LoopIndex{V.Name, S.Ty});
    C = comparedCounter(H, V);
    if (C && !C->Added.empty()) {
      Diags.refuse(H.CounterSide->getExprLoc(),
                   msg::LoopVariableNotCompared(V.Name));
      return std::nullopt;
    }
  }
  if (C && C->SignChanges && H.Descends) {
    Diags.refuse(H.CounterSide->getExprLoc(),
                 msg::CountdownComparedUnsigned(V.Name, S.Ty.spelling()));
    return std::nullopt;
  }
  return C;
}

/// What is added to the counter where it is compared with \p Last: the bound
/// of the counter itself, and what must hold for it to be one.
ExprRef Lifter::boundOfCounter(const LoopHeader &H, const IndexVar &V,
                               const LoopStart &S, const ComparedCounter &C,
                               const ExprRef &First, const ExprRef &Last,
                               std::vector<Condition> &Needed) {
  int64_t Least = std::max<int64_t>(-C.Plus, 0);
  auto Require = [&](const ExprRef &E, BinaryOp Op, int64_t Limit) {
    auto Known = constantValue(E);
    bool Holds =
        Known ? Op == BinaryOp::Ge ? *Known >= Limit : *Known <= Limit
              : Op == BinaryOp::Ge && Limit == 0 && Guards.isNonNegative(E);
    if (!Holds)
      Needed.push_back({subject(unconverted(E), V.Name) +
                            (Op == BinaryOp::Le ? msg::SuffixGuardTooLarge()
                             : Limit == 0       ? " is negative"
                                                : msg::SuffixGuardTooSmall()),
                        nullptr, binary(Op, E, i64(Limit))});
  };
  if (C.SignChanges || (C.Wraps && Least != 0))
    Require(First, BinaryOp::Ge, Least);
  if (C.Wraps && C.Plus > 0)
    Require(First, BinaryOp::Le, maxOf(S.Ty) - C.Plus);
  if (C.Wraps && C.Plus != 0 && H.Descends)
    return Diags.refuse(H.CounterSide->getExprLoc(),
                        msg::CountdownNotCompared(V.Name));
  if (unconverted(Last)->type().bits() == 64 && C.Plus > 0)
    Require(Last, BinaryOp::Ge, INT64_MIN + C.Plus);
  if (unconverted(Last)->type().bits() == 64 && C.Plus < 0)
    Require(Last, BinaryOp::Le, INT64_MAX + C.Plus);
  return binary(BinaryOp::Sub, Last, i64(C.Plus));
}

/// How many steps by \p Length lead from \p First to \p Last; none if that is
/// not positive.
static ExprRef stepsBetween(const LoopHeader &H, bool IsPointer,
                            const ExprRef &First, const ExprRef &Last,
                            const ExprRef &Length) {
  const ExprRef &Low = H.Descends ? Last : First;
  const ExprRef &High = H.Descends ? First : Last;
  int64_t More = (H.Cmp == clang::BO_GE || H.Cmp == clang::BO_LE ? 1 : 0) +
                 (H.StepsBefore ? -1 : 0);
  ExprRef Distance =
      binary(BinaryOp::Add, binary(BinaryOp::Sub, High, Low), i64(More));
  // The difference of any two numbers may wrap round to a positive one.
  auto IsWide = [&](const ExprRef &E) {
    const Type &Ty = unconverted(E)->type();
    return !IsPointer && !constantValue(E) && Ty.isSigned() && Ty.bits() == 64;
  };
  if ((IsWide(Low) || IsWide(High)) && constantValue(Low) != 0)
    Distance = std::make_shared<SelectExpr>(
        binary(More > 0 ? BinaryOp::Le : BinaryOp::Lt, Low, High), Distance,
        i64(0));
  if (!H.By)
    return Distance;
  // A guard checks that it is positive, but behind this perhaps.
  ExprRef Divisor =
      constantValue(Length) ? Length : binary(BinaryOp::Max, Length, i64(1));
  return H.Cmp == clang::BO_NE ? binary(BinaryOp::Div, Distance, Divisor)
                               : ceilDiv(Distance, Divisor);
}

/// The range of \p V, which counts the steps of \p H from \p S on.
bool Lifter::liftStrides(const LoopHeader &H, IndexVar &V, const LoopStart &S) {
  ExprRef Bound = liftBound(H, V, S);
  ExprRef By = Bound ? stepLength(H, H.By) : nullptr;
  if (!By)
    return false;
  auto Compared = comparedStride(H, V, S);
  if (!Compared)
    return false;
  V.Ty = Type::i64();
  std::vector<Condition> Needed;
  ExprRef Count = stepsToWrap(H, S, Bound), First, Length = i64(1);
  // No more steps than there are numbers in the type of the counter.
  bool Fits = false;
  if (Count) {
    First = binary(BinaryOp::Sub, lacuna::cast(V.Ty, plusOne(S.Value)), i64(1));
    Count = Guards.inType(V.Ty, Count, V.Name, Needed);
  } else {
    First = Guards.inType(V.Ty, S.Value, V.Name, Needed);
    ExprRef Last = Guards.inType(V.Ty, Bound, V.Name, Needed);
    Length = Guards.inType(V.Ty, By, V.Name, Needed);
    Fits = H.By && Guards.isNonNegative(H.Descends ? Last : First);
    if (!checkStride(H, V, S, By, Length, Needed))
      return false;
    ExprRef To = boundOfCounter(H, V, S, *Compared, First, Last, Needed);
    if (!To)
      return false;
    if (!S.Into && !isComputedIn(Language, S.Ty, H.By ? By : nullptr) &&
        !requireMeeting(H, V, S, First, Compared->Plus < 0 ? To : Last, Length,
                        Needed))
      return false;
    Count = stepsBetween(H, S.Into.has_value(), First, To, Length);
    if (H.StepsBefore || H.StepsAfter)
      First = binary(BinaryOp::Sub, First, i64(1));
  }
  // Steps of the outermost loop, and others where that needs no guard, have the
  // type of the counter, so that what is found of subscripts need not be proven
  // through conversions.
  LoopStart From = S;
  From.Value = First;
  ExprRef Narrow = unconverted(Count);
  Fits |= Narrow->type() == S.Ty;
  if (!S.Into && S.Ty.bits() == 32 && (Loops.path().empty() || Fits)) {
    V.Ty = S.Ty;
    if (!Fits)
      Needed.push_back({msg::GuardTooManySteps(V.Name), nullptr,
                        binary(BinaryOp::Le, Count, i64(maxOf(S.Ty)))});
    ExprRef Steps = binary(BinaryOp::Max, Count, i64(0));
    auto Known = constantValue(Steps);
    Count = Narrow->type() == V.Ty ? Narrow
            : Known                ? constant(V.Ty, *Known)
                                   : lacuna::cast(V.Ty, Steps);
    From.Value = S.Value;
    if (H.StepsBefore || H.StepsAfter)
      From.Value = binary(BinaryOp::Sub, S.Value, constant(V.Ty, 1));
  }
  V.Lo = constant(V.Ty, 0);
  V.Hi = Count;
  if (!Guards.add(Needed, !Loops.isConditional() && Loops.path().size() <= 1,
                  H.boundLoc(),
                  msg::StrideMayMissBound(
                      V.Name, (H.Descends ? "counts down" : "goes in steps"))))
    return false;
  LoopStart Now = From;
  Now.Value = afterSteps(From, var(V.Ty, V.Name), Length, H.Descends);
  setTo(H.Counter, Now);
  noteStep(H, {H.Counter, H.By, H.Descends}, Now, Length);
  return Source.Inside.contains(H.Counter) || storeCounter(H, V, From, Length);
}

/// The step of a counter is positive, and leads to its bound.
bool Lifter::checkStride(const LoopHeader &H, const IndexVar &V,
                         const LoopStart &S, const ExprRef &By,
                         const ExprRef &Length,
                         std::vector<Condition> &Needed) {
  std::string Why;
  auto Known = constantValue(Length);
  if (H.Descends && H.Cmp == clang::BO_LT)
    Why = msg::CountdownComparedByLess(V.Name);
  else if (Known && *Known <= 0)
    Why = msg::StepNeverPositive(V.Name);
  else if (H.By && H.Cmp == clang::BO_NE && !S.Into &&
           !isComputedIn(Language, S.Ty, By))
    Why = msg::MayWrapBeforeBound(V.Name);
  if (!Why.empty()) {
    Diags.refuse(H.Cond->getExprLoc(), std::move(Why));
    return false;
  }
  if (!Known)
    Needed.push_back(
        {msg::GuardNotPositive(subject(unconverted(Length), V.Name)), nullptr,
         binary(BinaryOp::Ge, Length, i64(1))});
  return true;
}

/// What the counter is after the loop, which may outlive the nest.
bool Lifter::storeCounter(const LoopHeader &H, const IndexVar &V,
                          const LoopStart &From, const ExprRef &Length) {
  if (!LiveOuts.isLive(H.Counter))
    return true;
  clang::SourceLocation Loc =
      H.Init ? H.Init->getExprLoc() : H.Loop->getBeginLoc();
  if (From.Into) {
    refuseLivePointer(Loc, H.Counter);
    return false;
  }
  ExprRef Done = allSteps(V);
  if (H.StepsBefore || H.StepsAfter)
    Done = binary(BinaryOp::Add, Done, i64(1));
  // `i--` has been evaluated once more than the body.
  LoopStart S = From;
  if (H.StepsBefore || H.StepsAfter)
    S.Value = binary(BinaryOp::Add, lacuna::cast(Type::i64(), S.Value), i64(1));
  LiveOuts.note({H.Counter, "", /*IsCounter=*/false,
                 lacuna::cast(From.Ty, afterSteps(S, Done, Length, H.Descends)),
                 Loops.path(), Loops.isConditional(), Loc});
  return true;
}

} // namespace lacuna::plugin
