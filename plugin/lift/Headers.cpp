//===- Headers.cpp - loop headers to index variables -*- C++ -*-===//
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

#include "lift/Bounds.h"
#include "lift/Library.h"
#include "lift/Lifter.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

int64_t minOf(const Type &T) {
  return T.isSigned() ? llvm::minIntN(std::min(T.bits(), 64u)) : 0;
}

int64_t maxOf(const Type &T) {
  if (T.isSigned())
    return llvm::maxIntN(std::min(T.bits(), 64u));
  return T.bits() >= 64 ? INT64_MAX : llvm::maxUIntN(T.bits());
}

ExprRef unconverted(ExprRef E) {
  while (const auto *C = dyn_cast<CastExpr>(E.get())) {
    const Type &From = C->operand()->type();
    bool IsSameWidth = C->type().isInteger() && From.isInteger() &&
                       C->type().bits() == 64 && From.bits() == 64;
    if (!C->type().holdsAllOf(From) && !IsSameWidth)
      break;
    E = C->operand();
  }
  return E;
}

std::string subject(const ExprRef &E, llvm::StringRef Loop) {
  if (const auto *V = dyn_cast<VarExpr>(E.get()))
    return "'" + V->name().str() + "'";
  if (const auto *L = dyn_cast<LoadExpr>(E.get()))
    return "a value of '" + L->array().str() + "'";
  return "a bound of loop '" + Loop.str() + "'";
}

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

bool isNext(const ExprRef &A, const ExprRef &B) {
  ExprRef Next = withoutIntegerCasts(B), Base = withoutIntegerCasts(A);
  auto C = constantValue(Base), D = constantValue(Next);
  if (C && D)
    return *D == *C + 1;
  const auto *Sum = dyn_cast<BinaryExpr>(Next.get());
  if (!Sum)
    return false;
  ExprRef L = withoutIntegerCasts(Sum->lhs());
  ExprRef R = withoutIntegerCasts(Sum->rhs());
  if (Sum->op() == BinaryOp::Add)
    return (constantValue(R) == 1 && structurallyEqual(L, Base)) ||
           (constantValue(L) == 1 && structurallyEqual(R, Base));
  // i - 1, i: storage that starts at 1.
  return false;
}

std::string changingBound(llvm::StringRef Loop, llvm::StringRef Name) {
  return ("bounds of loop '" + Loop + "' read '" + Name +
          "', which changes in the nest; accepted are bounds that do not "
          "change")
      .str();
}

ExprRef Lifter::inlined(const ExprRef &E, clang::SourceLocation Loc,
                        llvm::StringRef Loop) {
  ExprRef Whole = substitute(E, LetValues);
  for (const auto &Entry : freeVars(Whole)) {
    llvm::StringRef Name = Entry.getKey();
    if (operand(Name) || Result.Graph.findIndexVar(Name))
      continue;
    return refuse(Loc, changingBound(Loop, Name));
  }
  walk(Whole, [&](const lacuna::Expr &Part) {
    if (const auto *L = dyn_cast<LoadExpr>(&Part))
      BoundReads.push_back({L->array().str(), Loop.str(), Loc});
  });
  return Whole;
}

/// Whether \p E is the number of elements of a container.
bool Lifter::isSize(const ExprRef &E) const {
  if (const auto *L = dyn_cast<LoadExpr>(E.get())) {
    const Operand *O = Result.Graph.findOperand(L->array());
    return O && llvm::StringRef(O->Member).ends_with("size()");
  }
  const auto *V = dyn_cast<VarExpr>(E.get());
  return V && Sizes.contains(V->name());
}

/// Whether \p E is never negative, as far as its form tells.
bool Lifter::isNonNegative(const ExprRef &E) const {
  if (auto C = constantValue(E))
    return *C >= 0;
  if (!E->type().isInteger() || !E->type().isSigned())
    return E->type().isInteger() || E->type().isBool();
  if (const auto *C = dyn_cast<CastExpr>(E.get()))
    return E->type().holdsAllOf(C->operand()->type()) &&
           isNonNegative(C->operand());
  if (isSize(E))
    return true;
  const auto *V = dyn_cast<VarExpr>(E.get());
  if (!V)
    return false;
  const IndexVar *Index = Result.Graph.findIndexVar(V->name());
  return Index && Index->Lo && isNonNegative(Index->Lo);
}

/// \p Bound in type \p Ty, with what must hold for it to keep its value.
ExprRef Lifter::boundInType(const Type &Ty, ExprRef Bound, llvm::StringRef Loop,
                            std::vector<Condition> &Conditions) {
  auto Require = [&](BinaryOp Op, const ExprRef &E, int64_t Limit,
                     const std::string &What) {
    Conditions.push_back({subject(E, Loop) + What, E,
                          binary(Op, E, constant(E->type(), Limit))});
  };
  while (const auto *C = dyn_cast<CastExpr>(Bound.get())) {
    const ExprRef &From = C->operand();
    if (!From->type().isInteger())
      break;
    // What the conversion to Ty itself loses is required below.
    if (C->type() != Ty && !C->type().holdsAllOf(From->type())) {
      bool SignOnly = From->type().isSigned() && !C->type().isSigned() &&
                      C->type().bits() >= From->type().bits();
      if (!SignOnly)
        break;
      if (!isNonNegative(From))
        Require(BinaryOp::Ge, From, 0, " is negative");
    }
    Bound = From;
  }
  const Type &From = Bound->type();
  if (auto V = constantValue(Bound)) {
    if (*V >= minOf(Ty) && *V <= maxOf(Ty))
      return constant(Ty, *V);
  } else if (Ty.holdsAllOf(From)) {
    return cast(Ty, Bound);
  }
  if (!From.isInteger())
    return cast(Ty, Bound);
  std::string Range =
      " exceeds the range of loop variable '" + Loop.str() + "'";
  if ((maxOf(From) > maxOf(Ty) ||
       (!From.isSigned() && From.bits() >= 64 && Ty.isSigned())) &&
      !(isSize(Bound) && Ty.bits() == 64))
    Require(BinaryOp::Le, Bound, maxOf(Ty), Range);
  if (minOf(From) < minOf(Ty) && !isNonNegative(Bound))
    Require(BinaryOp::Ge, Bound, minOf(Ty),
            Ty.isSigned() ? Range : " is negative");
  return cast(Ty, Bound);
}

/// Makes \p Conditions guards: over operands as they are, over the outermost
/// loop's variable for each of its values. Refuses, by \p Otherwise, what
/// cannot be checked there.
bool Lifter::addGuards(std::vector<Condition> Conditions, bool IsAlwaysRead,
                       clang::SourceLocation Loc,
                       const std::string &Otherwise) {
  for (const Condition &C : Conditions) {
    if (llvm::any_of(Result.Graph.Guards, [&](const Guard &G) {
          return G.Var.empty() && structurallyEqual(G.Cond, C.Holds);
        }))
      continue;
    bool Loads = false;
    llvm::StringSet<> Indices;
    walk(C.Holds, [&](const lacuna::Expr &E) {
      Loads |= isa<LoadExpr>(E);
      if (const auto *V = dyn_cast<VarExpr>(&E))
        if (Result.Graph.findIndexVar(V->name()))
          Indices.insert(V->name());
    });
    bool OverRoot = Indices.empty() || (Indices.size() == 1 && !Path.empty() &&
                                        Indices.contains(Path.front()));
    if ((Loads && !IsAlwaysRead) || !OverRoot) {
      refuse(Loc, Otherwise);
      return false;
    }
    if (Indices.empty())
      Result.Graph.Guards.push_back({C.Reason, C.Holds, "", nullptr, nullptr});
    else
      addRowGuard(C);
  }
  return true;
}

/// A guard for each value of the outermost loop. Checks of `pos[i]` and of
/// `pos[i + 1]` become one over all of `pos`.
void Lifter::addRowGuard(const Condition &C) {
  const IndexVar &Row = *Result.Graph.findIndexVar(Path.front());
  ExprRef Lo = cast(Type::i64(), Row.Lo), Hi = cast(Type::i64(), Row.Hi);
  ExprRef Next = binary(BinaryOp::Add, Hi, i64(1));
  ExprRef RowVar = var(Row.Ty, Row.Name);
  const auto *L = C.Subject ? dyn_cast<LoadExpr>(C.Subject.get()) : nullptr;
  if (L && rowOf(L->index()))
    L = nullptr;
  bool AtRow = L && structurallyEqual(withoutIntegerCasts(L->index()), RowVar);
  bool AtNext = L && isNext(RowVar, L->index());
  if (GuardVar.empty())
    GuardVar = uniqueName("r");
  ExprRef R = var(Type::i64(), GuardVar);
  ExprRef Holds;
  if (AtRow || AtNext) {
    ExprRef Elem = load(L->type(), L->array(), R);
    Holds = rewrite(C.Holds, [&](const ExprRef &E) -> ExprRef {
      return structurallyEqual(E, C.Subject) ? Elem : nullptr;
    });
    if (AtNext)
      Lo = binary(BinaryOp::Add, Lo, i64(1));
    if (AtNext)
      Hi = Next;
  } else {
    llvm::StringMap<ExprRef> Map;
    Map[Row.Name] = cast(Row.Ty, R);
    Holds = substitute(C.Holds, Map);
  }
  for (Guard &G : Result.Graph.Guards)
    if (!G.Var.empty() && structurallyEqual(G.Cond, Holds)) {
      if (AtNext)
        G.Hi = Hi;
      return;
    }
  Result.Graph.Guards.push_back({C.Reason, Holds, GuardVar, Lo, Hi});
}

/// Where \p V sets out from: an integer, or an offset into an array.
std::optional<Lifter::Start> Lifter::startOf(const LoopHeader &H,
                                             const clang::VarDecl *V,
                                             const clang::Expr *Init) {
  clang::SourceLocation Loc = Init ? Init->getExprLoc() : H.Loop->getBeginLoc();
  auto Known = Env.find(V);
  Start S;
  if (!pointerWithin(V->getType()).isNull()) {
    if (Init)
      S.Into = pointer(Init);
    else if (Known != Env.end() && Known->second.K == Entity::Kind::Pointer)
      S.Into = PointerValue{Known->second.Name, Known->second.Ty,
                            Known->second.Index, Known->second.Row};
    else if (H.Loop == Root && !Inside.contains(V) &&
             V->getType()->isPointerType())
      if (auto In = initial(V))
        S.Into = In->Into;
    S.Ty = Type::i64();
    if (S.Into)
      S.Value = S.Into->Offset ? S.Into->Offset : i64(0);
  } else {
    auto Ty = scalarTypeAt(V->getType(), V->getLocation());
    if (!Ty)
      return std::nullopt;
    S.Ty = *Ty;
    if (Init)
      S.Value = liftValue(Init);
    else if (Known != Env.end() && Known->second.K == Entity::Kind::Forward)
      S.Value = Known->second.Index;
    else if (H.Loop == Root && !Inside.contains(V))
      S.Value =
          var(*Ty, addOperand(V->getNameAsString() + "_in", OperandKind::Scalar,
                              *Ty, Binding::Form::Value, reference(V)));
  }
  if (!S.Value)
    refuse(Loc, "loop does not set '" + V->getNameAsString() +
                    "'; accepted is 'for (int i = begin; i < end; ++i)'");
  if (S.Value)
    S.Value = inlined(S.Value, Loc, loopName(H.Loop));
  if (S.Value && S.Into && S.Into->Row)
    S.Into->Row = inlined(S.Into->Row, Loc, loopName(H.Loop));
  if (!S.Value || (S.Into && Refusal))
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
    auto Known = Env.find(Step.Var);
    bool IsPointer = !pointerWithin(Step.Var->getType()).isNull();
    // A number that is used after the nest is as good a sum.
    bool LivesOn = !Inside.contains(Step.Var) && isLive(Step.Var);
    bool Starts =
        Step.Init ||
        (runsOn(Step.Var) && (IsPointer || (followsRows(H) && !LivesOn))) ||
        (H.Loop == Root && !Inside.contains(Step.Var) && Known == Env.end()) ||
        (Known != Env.end() && (Known->second.K == Entity::Kind::Forward ||
                                (Known->second.K == Entity::Kind::Pointer &&
                                 !Moving.contains(Step.Var))));
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

/// \p V stands for \p S until it is set again.
void Lifter::setTo(const clang::VarDecl *V, const Start &S) {
  if (S.Into)
    Env[V] = {Entity::Kind::Pointer,
              S.Into->Array,
              S.Into->Elem,
              S.Value,
              {},
              S.Into->Row};
  else
    Env[V] = {Entity::Kind::Forward, V->getNameAsString(), S.Ty,
              cast(S.Ty, S.Value)};
}

/// Variables that the header only sets hold bounds; they are replaced by their
/// values.
bool Lifter::setOthers(const LoopHeader &H) {
  for (const LoopStep &Other : H.Others) {
    const clang::VarDecl *V = Other.Var;
    if (isRecord(V->getType())) {
      auto Value = recordValue(Other.Init, nullptr);
      if (!Value)
        return false;
      bindValue(V, std::move(*Value));
      continue;
    }
    auto S = startOf(H, V, Other.Init);
    if (!S)
      return false;
    setTo(V, *S);
    if (Inside.contains(V))
      continue;
    if (S->Into && isLive(V)) {
      refuseLivePointer(Other.Init->getExprLoc(), V);
      return false;
    }
    noteOutcome({V, "", /*IsCounter=*/false, cast(S->Ty, S->Value), Path,
                 Conditional != 0, Other.Init->getExprLoc()});
  }
  return true;
}

/// Whether \p V is a variable of its own.
bool Lifter::checkStepped(const LoopHeader &H, const clang::VarDecl *V,
                          const clang::Expr *Init) {
  std::string Name = "'" + V->getNameAsString() + "'";
  clang::SourceLocation Loc = Init ? Init->getExprLoc() : H.Loop->getBeginLoc();
  if (V->getType()->isReferenceType()) {
    refuse(V->getLocation(), "loop variable " + Name +
                                 " is a reference; accepted is a variable of "
                                 "integer type");
    return false;
  }
  if (V->getTLSKind() != clang::VarDecl::TLS_None) {
    refuse(Loc, "loop variable " + Name +
                    " is thread_local; accepted is a local variable");
    return false;
  }
  return true;
}

void Lifter::refuseLivePointer(clang::SourceLocation Loc,
                               const clang::VarDecl *V) {
  refuse(Loc, "pointer '" + V->getNameAsString() +
                  "' is used after the nest; accepted is a declaration in the "
                  "loop header");
}

/// The counter may stand in casts; it must keep its value in them. Constants
/// may be added to it.
std::optional<Lifter::ComparedCounter>
Lifter::comparedCounter(const LoopHeader &H, const IndexVar &V) {
  ExprRef Side = liftExpr(H.CounterSide);
  ComparedCounter C;
  for (; Side && !isa<VarExpr>(Side.get()); Side = Side->operands()[0]) {
    const auto *Sum = dyn_cast<BinaryExpr>(Side.get());
    if (Sum) {
      if (Language.SignedWraps && Sum->type().isSigned()) {
        refuse(H.CounterSide->getExprLoc(),
               "loop condition computes with '" + V.Name +
                   "', which may wrap round under '-fwrapv'; accepted is '" +
                   V.Name + " < bound'");
        return std::nullopt;
      }
      if (constantValue(Sum->lhs()))
        Side = binary(Sum->op(), Sum->rhs(), Sum->lhs());
      auto By = constantValue(Side->operands()[1]);
      if (!By || *By > INT32_MAX || *By < -INT32_MAX) {
        refuse(H.CounterSide->getExprLoc(),
               "loop condition does not compare '" + V.Name +
                   "'; accepted is '" + V.Name + " < bound'");
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
        refuse(H.CounterSide->getExprLoc(),
               "loop compares '" + V.Name + "' in type '" +
                   To.spelling().str() +
                   "', which does not hold all its values; accepted is a "
                   "wider integer type");
        return std::nullopt;
      }
      C.SignChanges = true;
    }
  }
  if (!Side)
    return std::nullopt;
  return C;
}

bool Lifter::sameRow(const ExprRef &A, const ExprRef &B) const {
  return structurallyEqual(substitute(A, LetValues), substitute(B, LetValues));
}

/// The end of \p V's range if V.Hi is compared with the variable plus \p By.
ExprRef Lifter::shifted(const IndexVar &V, clang::BinaryOperatorKind Cmp,
                        int64_t By, std::vector<Condition> &Needed) const {
  int64_t Least = minOf(V.Ty) + std::max<int64_t>(By, 0);
  auto Known = constantValue(V.Hi);
  ExprRef Hi = V.Hi;
  if (By > 0 && !(Known && *Known >= Least) &&
      !(V.Ty.isSigned() && isNonNegative(Hi))) {
    // Below that there is no number, and no iteration.
    if (!V.Ty.isSigned() && Cmp != clang::BO_NE)
      Hi = binary(BinaryOp::Max, Hi, constant(V.Ty, Least));
    else
      Needed.push_back({subject(Hi, V.Name) + " is too small", Hi,
                        binary(BinaryOp::Ge, Hi, constant(V.Ty, Least))});
  }
  return By == 0 ? Hi : minus(V.Ty, Hi, By);
}

/// The range of \p V and what must hold for it to be the user's.
bool Lifter::setRange(const LoopHeader &H, IndexVar &V, const ExprRef &Lo,
                      const ExprRef &Hi, const ComparedCounter &C) {
  std::vector<Condition> Needed;
  V.Lo = boundInType(V.Ty, Lo, V.Name, Needed);
  // The smallest sum that is compared must be the number that it stands for.
  int64_t Least = std::max<int64_t>(-C.Plus, 0);
  if ((C.SignChanges && !(Least == 0 && isNonNegative(V.Lo))) ||
      (C.Wraps && Least != 0)) {
    ExprRef E = withoutIntegerCasts(V.Lo);
    auto Known = constantValue(E);
    if (!(Least == 0 && isNonNegative(E)) && !(Known && *Known >= Least))
      Needed.push_back(
          {subject(E, V.Name) + (Least == 0 ? " is negative" : " is too small"),
           E, binary(BinaryOp::Ge, E, constant(E->type(), Least))});
  }
  auto First = constantValue(V.Lo);
  if (C.Wraps && C.Plus > 0 && !(First && *First <= maxOf(V.Ty) - C.Plus))
    Needed.push_back(
        {subject(V.Lo, V.Name) + " is too large", V.Lo,
         binary(
             BinaryOp::Le, V.Lo,
             constant(V.Ty, (V.Ty.bits() < 64 ? maxOf(V.Ty) : -1) - C.Plus))});
  V.Hi = boundInType(V.Ty, Hi, V.Name, Needed);
  V.Hi = shifted(V, H.Cmp, C.Plus - (H.Cmp == clang::BO_LE ? 1 : 0), Needed);
  // A signed counter that steps past its bound overflows, unless that has a
  // meaning; an unsigned one wraps round.
  bool Wraps = !V.Ty.isSigned() || Language.SignedWraps;
  bool IsFromZero = !V.Ty.isSigned() && constantValue(V.Lo) == 0;
  if (H.Cmp == clang::BO_NE && Wraps && !IsFromZero) {
    if (H.Loop == Root && !V.Ty.isSigned())
      return refuse(H.Cond->getExprLoc(),
                    "loop may wrap round before '" + V.Name +
                        "' meets its bound; accepted is '" + V.Name +
                        " < bound'"),
             false;
    Needed.push_back({"loop '" + V.Name + "' begins behind its end", nullptr,
                      binary(BinaryOp::Le, V.Lo, V.Hi)});
  }
  return addGuards(std::move(Needed), !Conditional && Path.size() <= 1,
                   H.boundLoc(),
                   "loop variable '" + V.Name +
                       "' and its bounds have different types, and it cannot "
                       "be checked before the nest that the values fit; "
                       "accepted is '" +
                       V.Name + "' of the type of its bounds");
}

/// What \p H compares with, an integer.
ExprRef Lifter::liftBound(const LoopHeader &H, const IndexVar &V,
                          const Start &S) {
  ExprRef Bound = !H.Bound ? constant(S.Ty, 0)
                  : S.Into ? pointerBound(H, *S.Into)
                           : liftExpr(H.Bound);
  Bound = Bound ? inlined(Bound, H.boundLoc(), V.Name) : nullptr;
  if (!Bound || Bound->type().isInteger() || Bound->type().isBool())
    return Bound;
  return refuse(H.boundLoc(), "bound of loop '" + V.Name + "' has type '" +
                                  Bound->type().spelling().str() +
                                  "'; accepted are integers");
}

bool Lifter::liftBounds(const LoopHeader &H, IndexVar &V) {
  if (isRecord(H.Counter->getType()))
    return liftIteratorBounds(H, V);
  bool RunsOn = !H.Init && !H.Descends && !H.By && runsOn(H.Counter);
  auto S = RunsOn ? runningCounter(H) : startOf(H, H.Counter, H.Init);
  if (!S)
    return false;
  if (!S->Ty.isInteger() || S->Ty.bits() > 64) {
    refuse(H.Counter->getLocation(),
           "loop variable '" + H.Name + "' has type '" +
               S->Ty.spelling().str() +
               "'; accepted are integers of up to 64 bits and pointers");
    return false;
  }
  V.Ty = S->Ty;
  setTo(H.Counter, *S);
  if (!setOthers(H))
    return false;
  std::vector<Start> Starts;
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
  Env[H.Counter] = S->Into ? Entity{Entity::Kind::Pointer,
                                    S->Into->Array,
                                    S->Into->Elem,
                                    Counter,
                                    {},
                                    S->Into->Row}
                           : Entity{Entity::Kind::Index, V.Name, V.Ty, nullptr};
  auto Compared =
      S->Into || !H.Bound ? ComparedCounter() : comparedCounter(H, V);
  if (!Compared || !setRange(H, V, S->Value, Hi, *Compared))
    return false;
  noteStep(H, {H.Counter}, {S->Into, S->Ty, Counter}, i64(1));
  return setSteps(H, V, Starts);
}

StmtRef Lifter::liftLoop(const clang::Stmt *Loop) {
  auto Parsed = parseHeader(Loop);
  if (auto *Problem = std::get_if<HeaderProblem>(&Parsed))
    return refuse(Problem->Loc, Problem->Message);
  LoopHeader &H = std::get<LoopHeader>(Parsed);
  keepSteps(H);
  if (!checkStepped(H, H.Counter, H.Init))
    return nullptr;
  if (H.Init && Env.count(H.Counter))
    return refuse(H.Init->getExprLoc(),
                  "loop variable '" + H.Name +
                      "' also holds a value outside of its loop; accepted is "
                      "a variable of its own");
  auto Saved = Env;
  IndexVar V;
  if (!LoopNames.count(Loop))
    LoopNames[Loop] = uniqueName(H.Name);
  V.Name = loopName(Loop);
  if ((H.Range && !bindRange(H)) || !liftBounds(H, V))
    return nullptr;
  Result.Graph.IndexVars.push_back(V);
  clang::SourceLocation Loc =
      H.Init ? H.Init->getExprLoc() : Loop->getBeginLoc();
  if (!Inside.contains(H.Counter) && !H.Descends && !H.By) {
    if (!pointerWithin(H.Counter->getType()).isNull() && isLive(H.Counter)) {
      refuseLivePointer(Loc, H.Counter);
      return nullptr;
    }
    noteOutcome({H.Counter, V.Name, /*IsCounter=*/true, nullptr, Path,
                 Conditional != 0, Loc});
  }
  Path.push_back(V.Name);
  PathConditional.push_back(Conditional);
  SourceTag Tag = tag(Loop->getBeginLoc());
  llvm::SaveAndRestore EndOfBody(AtEnd, true);
  llvm::SaveAndRestore OwnJumps(Stays, {});
  StmtRef Body = liftScope(H.Body);
  Path.pop_back();
  PathConditional.pop_back();
  Env = std::move(Saved);
  Env.erase(H.Counter);
  for (const LoopStep &Step : H.Steps)
    Env.erase(Step.Var);
  for (const clang::Expr *E : H.StepStatements)
    AfterStep.erase(E);
  if (!Body)
    return nullptr;
  return std::make_shared<LoopStmt>(V.Name, Body, LoopTags(), Tag);
}

} // namespace lacuna::plugin
