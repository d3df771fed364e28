//===- Headers.cpp - loop headers to index variables ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The range of an index variable is written in the variable's own type. Where
// the user compares in another type, conditions say that the bound's value
// survives the conversion; they become guards.
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/ast/ArrayTypes.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/loops/Messages.def"
#include "lift/state/LoopBounds.h"
#include "llvm/Support/SaveAndRestore.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

namespace {

/// The smallest type in which `T` values are added without wrapping early.
Type promoted(const Type &T) { return T.bits() < 32 ? Type::i32() : T; }

/// \p E - \p By.
ExprRef minus(const Type &T, const ExprRef &E, int64_t By) {
  if (auto V = constantValue(E))
    return constant(T, *V - By);
  Type P = promoted(T);
  return cast(T, binary(By < 0 ? BinaryOp::Add : BinaryOp::Sub, cast(P, E),
                        constant(P, std::abs(By))));
}

} // namespace

/// Where \p V sets out from: an integer, or an offset into an array.
std::optional<LoopStart> Lifter::startOf(const LoopHeader &H,
                                         const clang::VarDecl *V,
                                         const clang::Expr *Init) {
  clang::SourceLocation Loc = Init ? Init->getExprLoc() : H.Loop->getBeginLoc();
  const Entity *Known = Env.find(V);
  llvm::SaveAndRestore OfHeader(InHeader, true);
  LoopStart S;
  if (!pointerWithin(V->getType()).isNull()) {
    if (Init)
      S.Into = pointer(Init);
    else if (const auto *Pointer = std::get_if<PointerValue>(Known))
      S.Into = *Pointer;
    else if (H.Loop == Source.Root && !Source.Inside.contains(V) &&
             V->getType()->isPointerType())
      if (auto In = initial(V))
        S.Into = In->Into;
    S.Ty = Type::i64();
    if (S.Into)
      S.Value = S.Into->Offset ? S.Into->Offset : i64(0);
    // Of places in arrays of arrays only the distance tells which are one.
    const clang::QualType Elem = pointerWithin(V->getType())->getPointeeType();
    const Operand *O = S.Into ? Builder.operand(S.Into->Array) : nullptr;
    const bool IsInArrays = O && !O->Inner.empty() && S.Into->Offset;
    if (S.Into && (IsInArrays || arrayLevel(Context, Elem))) {
      S.Width = Ops.widthOf(Elem, Loc);
      S.Value = S.Width ? i64(0) : nullptr;
    }
  } else {
    auto Ty = Types.scalarAt(V->getType(), V->getLocation());
    if (!Ty)
      return std::nullopt;
    S.Ty = *Ty;
    if (Init)
      S.Value = liftValue(Init);
    else if (const auto *Forwarded = std::get_if<Forward>(Known))
      S.Value = Forwarded->Value;
    else if (H.Loop == Source.Root && !Source.Inside.contains(V))
      S.Value = var(*Ty, Builder.addOperand(
                             V->getNameAsString() + "_in", OperandKind::Scalar,
                             *Ty, Binding::Form::Value, LiveOuts.reference(V)));
  }
  if (!S.Value)
    Diags.refuse(Loc, msg::LoopVariableNotSet(V->getNameAsString()));
  if (S.Value)
    S.Value = Guards.inlined(S.Value, Loc, Loops.name(H.Loop));
  if (S.Value && S.Into && S.Into->Row)
    S.Into->Row = Guards.inlined(S.Into->Row, Loc, Loops.name(H.Loop));
  if (S.Value && S.Width && S.Into->Offset)
    S.Into->Offset = Guards.inlined(S.Into->Offset, Loc, Loops.name(H.Loop));
  if (!S.Value || (S.Into && Diags.any()))
    return std::nullopt;
  return S;
}

/// Whether a loop in \p Rest sets out from the value of \p V in front of it.
bool Lifter::isSteppedFrom(llvm::ArrayRef<const clang::Stmt *> Rest,
                           const clang::VarDecl *V) const {
  auto Step = incrementFrom(Rest, V);
  return Step && !firstChanging(Step->By);
}

/// Steps of the body stay what they are, values carried along, where the
/// variable neither starts with the loop nor runs on over the rows.
void Lifter::keepSteps(LoopHeader &H) {
  auto IsOf = [](const clang::VarDecl *V) {
    return [V](const clang::Expr *E) { return incrementOf(E)->Var == V; };
  };
  for (const clang::UnaryOperator *U : H.InBody)
    Stepped.insert(U);
  llvm::erase_if(H.Steps, [&](const LoopStep &Step) {
    auto Within = llvm::find_if(H.InBody, IsOf(Step.Var));
    auto Alone = llvm::find_if(H.StepStatements, IsOf(Step.Var));
    if (Within == H.InBody.end() && Alone == H.StepStatements.end())
      return false;
    const Entity *Known = Env.find(Step.Var);
    bool IsPointer = !pointerWithin(Step.Var->getType()).isNull();
    // A number that is used after the nest is as good a sum.
    bool LivesOn =
        !Source.Inside.contains(Step.Var) && LiveOuts.isLive(Step.Var);
    bool Starts =
        Step.Init ||
        (runsOn(Step.Var) && (IsPointer || (followsRows(H) && !LivesOn))) ||
        (H.Loop == Source.Root && !Source.Inside.contains(Step.Var) &&
         !Known) ||
        (Known && (isKind<Forward>(*Known) ||
                   (isKind<PointerValue>(*Known) && !Env.isMoving(Step.Var))));
    if (Starts && !firstChanging(Step.By))
      return false;
    if (Within != H.InBody.end()) {
      Stepped.erase(*Within);
      H.InBody.erase(Within);
    }
    if (Alone != H.StepStatements.end())
      H.StepStatements.erase(Alone);
    return true;
  });
}

ExprRef LoopStart::offset() const {
  if (!Width)
    return Value;
  ExprRef Passed = binary(BinaryOp::Mul, Value, Width);
  return Into->Offset ? binary(BinaryOp::Add, Into->Offset, Passed) : Passed;
}

/// \p V stands for \p S until it is set again.
void Lifter::setTo(const clang::VarDecl *V, const LoopStart &S) {
  if (S.Into)
    Env.set(V,
            PointerValue{S.Into->Array, S.Into->Elem, S.offset(), S.Into->Row});
  else
    Env.set(V, Forward{S.Ty, cast(S.Ty, S.Value)});
}

/// Variables that the header only sets hold bounds; they are replaced by their
/// values.
bool Lifter::setOthers(const LoopHeader &H) {
  for (const LoopStep &Other : H.Others) {
    const clang::VarDecl *V = Other.Var;
    if (Types.isRecord(V->getType())) {
      auto Value = recordValue(Other.Init, nullptr);
      if (!Value)
        return false;
      Env.bindValue(V, std::move(*Value));
      continue;
    }
    auto S = startOf(H, V, Other.Init);
    if (!S)
      return false;
    setTo(V, *S);
    if (Source.Inside.contains(V) || V == H.Trailing)
      continue;
    if (S->Into && LiveOuts.isLive(V)) {
      refuseLivePointer(Other.Init->getExprLoc(), V);
      return false;
    }
    LiveOuts.note({V, "", /*IsCounter=*/false, cast(S->Ty, S->Value),
                   Loops.path(), Loops.isConditional(),
                   Other.Init->getExprLoc()});
  }
  return true;
}

/// What the counter was in the iteration before, in the first one what the
/// header says.
void Lifter::setTrailing(const LoopHeader &H, const IndexVar &V) {
  const Entity *Known = H.Trailing ? Env.find(H.Trailing) : nullptr;
  const auto *First = Known ? std::get_if<Forward>(Known) : nullptr;
  if (!First)
    return;
  const Type Ty = First->Ty;
  const ExprRef Start = First->Value, Counter = var(V.Ty, V.Name);
  auto Before = [&](const ExprRef &At) -> ExprRef {
    return std::make_shared<SelectExpr>(
        binary(BinaryOp::Lt, V.Lo, At),
        cast(Ty, binary(BinaryOp::Sub, At, constant(V.Ty, 1))), Start);
  };
  if (!Source.Inside.contains(H.Trailing))
    LiveOuts.note({H.Trailing, "", /*IsCounter=*/false, Before(V.Hi),
                   Loops.path(), Loops.isConditional(), H.boundLoc()});
  Env.set(H.Trailing, Forward{Ty, Before(Counter)});
}

/// Whether \p V is a variable of its own.
bool Lifter::checkStepped(const LoopHeader &H, const clang::VarDecl *V,
                          const clang::Expr *Init) {
  std::string Name = "'" + V->getNameAsString() + "'";
  clang::SourceLocation Loc = Init ? Init->getExprLoc() : H.Loop->getBeginLoc();
  if (V->getType()->isReferenceType()) {
    Diags.refuse(V->getLocation(), msg::LoopVariableIsReference(Name));
    return false;
  }
  if (V->getTLSKind() != clang::VarDecl::TLS_None) {
    Diags.refuse(Loc, msg::LoopVariableThreadLocal(Name));
    return false;
  }
  return true;
}

void Lifter::refuseLivePointer(clang::SourceLocation Loc,
                               const clang::VarDecl *V) {
  Diags.refuse(Loc, msg::PointerUsedAfterNest(V->getNameAsString()));
}

/// The counter may stand in casts; it must keep its value in them. Constants
/// may be added to it.
std::optional<ComparedCounter> Lifter::comparedCounter(const LoopHeader &H,
                                                       const IndexVar &V) {
  llvm::SaveAndRestore OfHeader(InHeader, !H.Added.empty() || InHeader);
  ExprRef Side = liftExpr(H.CounterSide);
  ComparedCounter C;
  std::optional<Type> SumType;
  for (; Side && !isa<VarExpr>(Side.get()); Side = Side->operands()[0]) {
    const ExprRef Written = Side;
    const auto *Sum = dyn_cast<BinaryExpr>(Written.get());
    if (Sum) {
      if (Language.SignedWraps && Sum->type().isSigned()) {
        Diags.refuse(H.CounterSide->getExprLoc(),
                     msg::ConditionMayWrapRound(V.Name));
        return std::nullopt;
      }
      if (constantValue(Sum->lhs()) || !usesVar(Sum->lhs(), V.Name))
        Side = binary(Sum->op(), Sum->rhs(), Sum->lhs());
      C.IsOneType &= !SumType || *SumType == Sum->type();
      SumType = Sum->type();
      if (!Sum->type().isSigned())
        C.Most = std::min(C.Most, maxOf(Sum->type()));
      auto By = constantValue(Side->operands()[1]);
      if (!By && Sum->op() == BinaryOp::Add &&
          !usesVar(Side->operands()[1], V.Name) && C.Added.size() < 4) {
        ExprRef Term = Guards.inlined(Side->operands()[1],
                                      H.CounterSide->getExprLoc(), V.Name);
        if (!Term)
          return std::nullopt;
        C.Added.push_back(unconverted(Term));
        C.Wraps |= !Sum->type().isSigned();
        continue;
      }
      if (!By || *By > INT32_MAX || *By < -INT32_MAX) {
        Diags.refuse(H.CounterSide->getExprLoc(),
                     msg::LoopVariableNotCompared(V.Name));
        return std::nullopt;
      }
      C.Plus += Sum->op() == BinaryOp::Sub ? -*By : *By;
      C.Wraps |= !Sum->type().isSigned() && !V.Ty.isSigned();
      continue;
    }
    const Type &To = Side->type(), &From = Side->operands()[0]->type();
    if (!To.holdsAllOf(From)) {
      if (!To.isInteger() || To.isSigned() || !From.isSigned() ||
          To.bits() < From.bits()) {
        Diags.refuse(H.CounterSide->getExprLoc(),
                     msg::ComparedInNarrowType(V.Name, To.spelling()));
        return std::nullopt;
      }
      C.SignChanges = true;
    }
  }
  if (!Side)
    return std::nullopt;
  return C;
}

/// The end of \p V's range if V.Hi is compared with the variable plus \p By.
static ExprRef shifted(const BoundGuards &Guards, const IndexVar &V,
                       clang::BinaryOperatorKind Cmp, int64_t By,
                       std::vector<Condition> &Needed) {
  int64_t Least = minOf(V.Ty) + std::max<int64_t>(By, 0);
  auto Known = constantValue(V.Hi);
  ExprRef Hi = V.Hi;
  if (By > 0 && !(Known && *Known >= Least) &&
      !(V.Ty.isSigned() && Guards.isNonNegative(Hi))) {
    // Below that there is no number, and no iteration.
    if (!V.Ty.isSigned() && Cmp != clang::BO_NE)
      Hi = binary(BinaryOp::Max, Hi, constant(V.Ty, Least));
    else
      Needed.push_back({msg::GuardBoundTooSmall(subject(Hi, V.Name)), Hi,
                        binary(BinaryOp::Ge, Hi, constant(V.Ty, Least))});
  }
  return By == 0 ? Hi : minus(V.Ty, Hi, By);
}

/// The range of \p V and what must hold for it to be the user's.
bool Lifter::setRange(const LoopHeader &H, IndexVar &V, const ExprRef &Lo,
                      const ExprRef &Hi, const ComparedCounter &C) {
  std::vector<Condition> Needed;
  V.Lo = Guards.inType(V.Ty, Lo, V.Name, Needed);
  // The smallest sum that is compared must be the number that it stands for.
  int64_t Least = std::max<int64_t>(-C.Plus, 0);
  if ((C.SignChanges && !(Least == 0 && Guards.isNonNegative(V.Lo))) ||
      (C.Wraps && Least != 0)) {
    ExprRef E = withoutIntegerCasts(V.Lo);
    auto Known = constantValue(E);
    if (!(Least == 0 && Guards.isNonNegative(E)) && !(Known && *Known >= Least))
      Needed.push_back(
          {subject(E, V.Name) +
               (Least == 0 ? " is negative" : msg::SuffixGuardTooSmall()),
           E, binary(BinaryOp::Ge, E, constant(E->type(), Least))});
  }
  auto First = constantValue(V.Lo);
  if (C.Wraps && C.Plus > 0 && !(First && *First <= maxOf(V.Ty) - C.Plus))
    Needed.push_back(
        {msg::GuardStartTooLarge(subject(V.Lo, V.Name)), V.Lo,
         binary(
             BinaryOp::Le, V.Lo,
             constant(V.Ty, (V.Ty.bits() < 64 ? maxOf(V.Ty) : -1) - C.Plus))});
  V.Hi = Guards.inType(V.Ty, Hi, V.Name, Needed);
  V.Hi = shifted(Guards, V, H.Cmp, C.Plus - (H.Cmp == clang::BO_LE ? 1 : 0),
                 Needed);
  // A signed counter that steps past its bound overflows, unless that has a
  // meaning; an unsigned one wraps round.
  bool Wraps = !V.Ty.isSigned() || Language.SignedWraps;
  bool IsFromZero = !V.Ty.isSigned() && constantValue(V.Lo) == 0;
  if (H.Cmp == clang::BO_NE && Wraps && !IsFromZero) {
    if (H.Loop == Source.Root && !V.Ty.isSigned())
      return Diags.refuse(H.Cond->getExprLoc(),
                          msg::MayWrapBeforeBound(V.Name)),
             false;
    Needed.push_back({msg::GuardLoopBeginsBehindEnd(V.Name), nullptr,
                      binary(BinaryOp::Le, V.Lo, V.Hi)});
  }
  return Guards.add(Needed, !Loops.isConditional() && Loops.path().size() <= 1,
                    H.boundLoc(), msg::LoopVariableTypeUnlikeBounds(V.Name));
}

/// The same where variables are added to the counter. They, and what the sum is
/// compared with, are in the range in which sums are what they are in
/// mathematics.
bool Lifter::setRangeOfSum(const LoopHeader &H, IndexVar &V, const ExprRef &Lo,
                           const ExprRef &Hi, const ComparedCounter &C) {
  if (H.Cmp == clang::BO_NE)
    return Diags.refuse(H.CounterSide->getExprLoc(),
                        msg::LoopVariableNotCompared(V.Name)),
           false;
  std::vector<Condition> Needed;
  auto Require = [&](const ExprRef &E, const ExprRef &Holds) {
    Needed.push_back(
        {subject(E, V.Name) + (E->type().isSigned()
                                   ? msg::SuffixGuardNegativeOrTooLarge()
                                   : msg::SuffixGuardTooLarge()),
         E, Holds});
  };
  const ExprRef End = unconverted(Hi);
  const int64_t Plus = C.Plus - (H.Cmp == clang::BO_LE ? 1 : 0);
  // Differences of such numbers fit in the type.
  auto IsOwn = [&](const ExprRef &E) { return E->type() == V.Ty; };
  const bool InOwnType = V.Ty.isSigned() && V.Ty.bits() >= 32 && IsOwn(End) &&
                         llvm::all_of(C.Added, IsOwn) && C.Added.size() == 1 &&
                         (Plus == 0 || Plus == -1);
  const int64_t Limit =
      InOwnType ? std::min<int64_t>(maxOf(V.Ty) - 1, int64_t(1) << 60)
                : int64_t(1) << 60;
  auto RequireSmall = [&](const ExprRef &E) {
    auto Known = constantValue(E);
    if (Known ? *Known < 0 || *Known > Limit : true)
      Require(E, binary(BinaryOp::Le, cast(Type::u64(), E),
                        constant(Type::u64(), Limit)));
  };
  RequireSmall(End);
  // A guard that is asked in vain must not overflow either.
  const Type In = InOwnType ? V.Ty : Type::i64(), Asked = Type::u64();
  V.Lo = Guards.inType(V.Ty, Lo, V.Name, Needed);
  ExprRef Sum, First = cast(Asked, V.Lo);
  for (const ExprRef &Term : C.Added) {
    RequireSmall(Term);
    ExprRef Wide = cast(In, Term);
    Sum = Sum ? binary(BinaryOp::Add, Sum, Wide) : Wide;
    if (C.IsOneType && !C.SignChanges)
      First = binary(BinaryOp::Add, First, cast(Asked, Term));
  }
  // The first sum that is compared must be the number that it stands for, and
  // so must the last.
  if (C.Wraps || C.SignChanges) {
    RequireSmall(V.Lo);
    if (C.Plus < 0)
      Require(V.Lo, binary(BinaryOp::Ge, First, constant(Asked, -C.Plus)));
    if (C.Most < INT64_MAX) {
      const int64_t Most = C.Most - std::max<int64_t>(C.Plus, 0);
      ExprRef Whole = cast(Asked, V.Lo);
      for (const ExprRef &Term : C.Added)
        Whole = binary(BinaryOp::Add, Whole, cast(Asked, Term));
      Require(V.Lo, binary(BinaryOp::Le, Whole, constant(Asked, Most)));
      Require(End,
              binary(BinaryOp::Lt, cast(Asked, End), constant(Asked, C.Most)));
    }
  }
  ExprRef Count = binary(BinaryOp::Sub, cast(In, End), Sum);
  Count = Plus == 0 ? Count : minus(In, Count, Plus);
  if (!V.Ty.isSigned())
    Count = binary(BinaryOp::Max, Count, constant(In, 0));
  V.Hi = Guards.inType(V.Ty, Count, V.Name, Needed);
  return Guards.add(Needed, !Loops.isConditional() && Loops.path().size() <= 1,
                    H.boundLoc(), msg::LoopVariableTypeUnlikeBounds(V.Name));
}

/// What \p H compares with, an integer.
ExprRef Lifter::liftBound(const LoopHeader &H, const IndexVar &V,
                          const LoopStart &S) {
  llvm::SaveAndRestore OfHeader(InHeader, true);
  ExprRef Bound = !H.Bound ? constant(S.Ty, 0)
                  : S.Into ? pointerBound(H, S)
                           : liftExpr(H.Bound);
  Bound = Bound ? Guards.inlined(Bound, H.boundLoc(), V.Name) : nullptr;
  if (!Bound || Bound->type().isInteger() || Bound->type().isBool())
    return Bound;
  return Diags.refuse(
      H.boundLoc(), msg::LoopBoundNotInteger(V.Name, Bound->type().spelling()));
}

bool Lifter::liftBounds(const LoopHeader &H, IndexVar &V) {
  if (Types.isRecord(H.Counter->getType()))
    return liftIteratorBounds(H, V);
  bool RunsOn = !H.Init && !H.Descends && !H.By && runsOn(H.Counter);
  auto S = RunsOn ? runningCounter(H) : startOf(H, H.Counter, H.Init);
  if (!S)
    return false;
  if (!S->Ty.isInteger() || S->Ty.bits() > 64) {
    Diags.refuse(H.Counter->getLocation(),
                 msg::LoopVariableType(H.Name, S->Ty.spelling()));
    return false;
  }
  V.Ty = S->Ty;
  setTo(H.Counter, *S);
  if (!setOthers(H))
    return false;
  std::vector<LoopStart> Starts;
  for (const LoopStep &Step : H.Steps) {
    auto Other = !Step.Init && runsOn(Step.Var)
                     ? initial(Step.Var)
                     : startOf(H, Step.Var, Step.Init);
    if (!Other)
      return false;
    Starts.push_back(*Other);
    setTo(Step.Var, *Other);
  }
  if (H.Descends || H.By)
    return liftStrides(H, V, *S) && setSteps(H, V, Starts);
  ExprRef Hi = liftBound(H, V, *S);
  if (!Hi)
    return false;
  ExprRef Counter = var(V.Ty, V.Name);
  LoopStart Now = *S;
  Now.Value = Counter;
  if (S->Into)
    setTo(H.Counter, Now);
  else
    Env.set(H.Counter, LoopIndex{V.Name, V.Ty});
  auto Compared =
      S->Into || !H.Bound ? ComparedCounter() : comparedCounter(H, V);
  if (!Compared ||
      !(Compared->Added.empty() ? setRange(H, V, S->Value, Hi, *Compared)
                                : setRangeOfSum(H, V, S->Value, Hi, *Compared)))
    return false;
  noteStep(H, {H.Counter}, Now, i64(1));
  setTrailing(H, V);
  return setSteps(H, V, Starts);
}

StmtRef Lifter::liftLoop(const clang::Stmt *Loop) {
  auto Parsed = parseHeader(Loop);
  if (auto *Problem = std::get_if<HeaderProblem>(&Parsed))
    return Diags.refuse(Problem->Loc, Problem->Message);
  LoopHeader &H = std::get<LoopHeader>(Parsed);
  if (Loop == Source.Root)
    llvm::erase_if(H.Body, [&](const clang::Stmt *S) {
      return llvm::is_contained(Swapped.Statements, S);
    });
  keepSteps(H);
  if (!checkStepped(H, H.Counter, H.Init))
    return nullptr;
  if (H.Init && Env.contains(H.Counter) && !Env.isLet(H.Counter))
    return Diags.refuse(H.Init->getExprLoc(),
                        msg::LoopVariableHeldOutside(H.Name));
  StmtRef Whole = liftCounted(H, Loops.name(Loop, H.Name));
  Env.erase(H.Counter);
  for (const LoopStep &Step : H.Steps)
    Env.erase(Step.Var);
  for (const clang::Expr *E : H.StepStatements)
    AfterStep.erase(E);
  return Whole;
}

/// The loop \p H over \p Name. What its variables stand for ends with it.
StmtRef Lifter::liftCounted(const LoopHeader &H, const std::string &Name) {
  Environment::Block OwnNames(Env);
  IndexVar V;
  V.Name = Name;
  std::vector<StmtRef> Whole;
  if ((H.Range && !bindRange(H, Whole)) || !liftBounds(H, V))
    return nullptr;
  Builder.graph().IndexVars.push_back(V);
  clang::SourceLocation Loc =
      H.Init ? H.Init->getExprLoc() : H.Loop->getBeginLoc();
  if (!Source.Inside.contains(H.Counter) && !H.Descends && !H.By) {
    if (!pointerWithin(H.Counter->getType()).isNull() &&
        LiveOuts.isLive(H.Counter)) {
      refuseLivePointer(Loc, H.Counter);
      return nullptr;
    }
    LiveOuts.note({H.Counter, Name, /*IsCounter=*/true, nullptr, Loops.path(),
                   Loops.isConditional(), Loc});
  }
  LoopStack::Loop Inside(Loops, Name);
  SourceTag Tag = Builder.tag(H.Loop->getBeginLoc());
  llvm::SaveAndRestore OwnEnd(End, {/*IsCallee=*/false, /*AtEnd=*/true});
  StmtRef Body = liftScope(H.Body);
  if (!Body)
    return nullptr;
  auto Own = std::make_shared<LoopStmt>(Name, Body, LoopTags(), Tag);
  if (Whole.empty())
    return Own;
  Whole.push_back(std::move(Own));
  return block(std::move(Whole));
}

} // namespace lacuna::plugin
