//===- Inline.cpp - calls of functions whose bodies are visible -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of a called function is lifted in the place of the call, so that
// what it may contain is what a nest may contain. Parameters that are numbers
// stand for values, references and pointers for places; records and `this` stay
// expressions, which are put in the caller's terms where an operand is bound to
// them.
//
//===----------------------------------------------------------------------===//

#include "lift/LastingReferences.h"
#include "lift/Library.h"
#include "lift/Lifter.h"
#include "lift/Limits.h"
#include "clang/AST/Attr.h"
#include "llvm/Support/SaveAndRestore.h"

using llvm::ArrayRef;
using llvm::cast;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace lacuna::plugin {

const clang::FunctionDecl *definitionOf(const clang::CallExpr *C) {
  const clang::FunctionDecl *F = C->getDirectCallee(), *Definition = nullptr;
  const auto *M = dyn_cast_or_null<clang::CXXMethodDecl>(F);
  if (!F || isStandard(F) || F->isVariadic() || F->hasAttr<clang::WeakAttr>() ||
      (M && M->isVirtual()) || codeAttribute(*F) || !F->hasBody(Definition) ||
      !isa<clang::CompoundStmt>(Definition->getBody()))
    return nullptr;
  return Definition;
}

const clang::Expr *objectOf(const clang::CallExpr *C) {
  if (const auto *Member = dyn_cast<clang::CXXMemberCallExpr>(C))
    return Member->getImplicitObjectArgument();
  const auto *M = dyn_cast_or_null<clang::CXXMethodDecl>(C->getDirectCallee());
  return isa<clang::CXXOperatorCallExpr>(C) && M && M->isInstance()
             ? C->getArg(0)
             : nullptr;
}

namespace {

/// The arguments for the parameters.
ArrayRef<const clang::Expr *> argumentsOf(const clang::CallExpr *C) {
  ArrayRef<const clang::Expr *> All(C->getArgs(), C->getNumArgs());
  return isa<clang::CXXOperatorCallExpr>(C) && objectOf(C) ? All.drop_front()
                                                           : All;
}

} // namespace

namespace {

/// Values stand wherever a parameter is named; larger ones would grow without
/// bounds from call to call.
bool isSmall(const ExprRef &E) {
  constexpr unsigned Limit = 256;
  unsigned Size = 0;
  walk(E, [&](const lacuna::Expr &) { ++Size; });
  return Size <= Limit;
}

} // namespace

const clang::Expr *unqualified(const clang::Expr *E) {
  while (E) {
    E = E->IgnoreParens();
    const auto *C = dyn_cast<clang::ImplicitCastExpr>(E);
    if (!C || C->getCastKind() != clang::CK_NoOp)
      return E;
    E = C->getSubExpr();
  }
  return nullptr;
}

//===-- parameters --------------------------------------------------------===//

/// What parameter \p P stands for in a call with \p Arg.
bool Lifter::bindParameter(const clang::ParmVarDecl *P, const clang::Expr *Arg,
                           bool IsWritten, std::vector<StmtRef> *Out,
                           Arguments &Bound) {
  clang::QualType Ty = P->getType();
  std::string Name = P->getNameAsString();
  if (isLambda(Ty)) {
    const clang::LambdaExpr *L = lambdaOf(Arg);
    Bound.Records[P] = L;
    return L != nullptr;
  }
  if (isRecord(Ty)) {
    if (const clang::Expr *Copied = copiedFrom(Arg))
      Arg = Copied;
    if (isTemporary(Arg) || part(Arg)) {
      auto Value = recordValue(Arg, Out);
      bool IsOwn = !Ty->isReferenceType() || isTemporary(Arg);
      if (Value && IsOwn && IsWritten && !Out)
        return refuseType(Arg->getExprLoc(), Ty), false;
      if (Value && IsOwn && Out)
        Value = held(*Value, Name, Ty.getNonReferenceType(), IsWritten,
                     Arg->getExprLoc(), *Out);
      if (Value && Value->K == Entity::Kind::Object)
        Bound.Records[P] = Value->Object;
      else if (Value)
        Bound.Numbers[P] = std::move(*Value);
      return Value.has_value();
    }
    bool IsLoaded = !Ty->isReferenceType() && Out &&
                    (IsWritten || llvm::is_contained(Loaded, P));
    if (IsLoaded) {
      auto Value = recordValue(Arg, Out);
      if (Value)
        Value = held(*Value, Name, Ty, IsWritten, Arg->getExprLoc(), *Out);
      if (Value)
        Bound.Numbers[P] = std::move(*Value);
      return Value.has_value();
    }
    if (varies(Arg) && (!IsWritten || Ty->isReferenceType()))
      return bindElement(P, Arg, Out, Bound);
    const clang::Expr *Outer =
        IsWritten ? nullptr : unqualified(asOperand(Arg));
    if (!Outer || !Outer->isGLValue()) {
      refuseType(Arg->getExprLoc(), Ty.getNonReferenceType());
      return false;
    }
    Bound.Records[P] = Outer;
    return true;
  }
  if (!pointerWithin(Ty).isNull() || Ty.getNonReferenceType()->isArrayType()) {
    bool IsMoved = IsWritten && Out && !Ty->isReferenceType();
    auto Into = IsWritten && !IsMoved ? std::nullopt : pointer(Arg);
    if (IsMoved && Into) {
      Bound.Numbers[P] = moving(P, Name, *Into, Arg->getExprLoc(), *Out);
      return true;
    }
    if (IsWritten && !IsMoved)
      refuse(P->getLocation(), "pointer '" + Name +
                                   "' is modified in the nest; accepted are "
                                   "subscripts of a pointer that keeps its "
                                   "value");
    if (!Into)
      return false;
    ExprRef Offset = Into->Offset, Row = Into->Row;
    if (Out)
      Offset = fixed(Offset, P, *Out), Row = fixed(Row, P, *Out);
    Bound.Numbers[P] = {
        Entity::Kind::Pointer, Into->Array, Into->Elem, Offset, {}, Row};
    return true;
  }
  auto Scalar = scalarTypeAt(Ty, Arg->getExprLoc());
  if (!Scalar)
    return false;
  if (Ty->isReferenceType()) {
    auto L = locate(Arg);
    if (!L)
      return false;
    if (L->K == Location::Kind::Place) {
      ExprRef Index = L->Place.Index, Row = L->Row;
      if (Out)
        Index = fixed(Index, P, *Out), Row = fixed(Row, P, *Out);
      Bound.Numbers[P] = {Index ? Entity::Kind::Alias : Entity::Kind::Local,
                          L->Place.Name,
                          L->Place.Ty,
                          Index,
                          {},
                          Row};
      return true;
    }
  }
  ExprRef Value = liftValue(Arg);
  if (!Value)
    return false;
  Value = lacuna::cast(*Scalar, Value);
  if (!IsWritten || Ty->isReferenceType()) {
    if (Out && !keepsValue(Value)) {
      std::string Let = uniqueName(Name);
      Out->push_back(
          std::make_shared<LetStmt>(Let, Value, tag(Arg->getExprLoc())));
      noteLet(Let, Value);
      if (Ty->isReferenceType() && outlivesReference(Arg))
        LastingReferences[Let] = Arg->getExprLoc();
      Value = var(*Scalar, Let);
    }
    if (!isSmall(Value)) {
      refuse(Arg->getExprLoc(), "argument for '" + Name +
                                    "' is too long; accepted is a variable "
                                    "that holds its value");
      return false;
    }
    Bound.Numbers[P] = {Entity::Kind::Forward, Name, *Scalar, Value};
    return true;
  }
  if (!Out) {
    refuse(P->getLocation(), "parameter '" + Name +
                                 "' is modified; accepted are parameters that "
                                 "keep their value");
    return false;
  }
  std::string Var = uniqueName(Name);
  Out->push_back(
      std::make_shared<VarStmt>(Var, *Scalar, Value, tag(Arg->getExprLoc())));
  Bound.Numbers[P] = {Entity::Kind::Local, Var, *Scalar, nullptr};
  return true;
}

/// A parameter that is an element of an array of records.
bool Lifter::bindElement(const clang::ParmVarDecl *P, const clang::Expr *Arg,
                         std::vector<StmtRef> *Out, Arguments &Bound) {
  auto At = locateRecord(Arg);
  if (!At)
    return false;
  if (!P->getType()->isReferenceType() && Out)
    Copies.push_back({P, At->Records, Arg->getExprLoc()});
  ExprRef Index = At->Index, Row = At->Row;
  if (Out)
    Index = fixed(Index, P, *Out), Row = fixed(Row, P, *Out);
  Bound.Numbers[P] = {
      Entity::Kind::Alias, At->Records, Type(), Index, At->Path, Row};
  return true;
}

/// What `this` stands for in a call with \p This: an expression of the caller,
/// or an element of an array of records.
bool Lifter::bindObject(const clang::Expr *This, std::vector<StmtRef> *Out,
                        Arguments &Bound) {
  if (isTemporary(This) || part(This)) {
    auto Value = part(This);
    if (!Value)
      Value = recordValue(This, Out);
    if (Value && Out && isTemporary(This))
      Value = held(*Value, "object", This->getType(), /*Changes=*/true,
                   This->getExprLoc(), *Out);
    if (!Value)
      return false;
    if (Value->K == Entity::Kind::Record)
      Bound.Self = Value->Parts;
    else if (Value->K == Entity::Kind::Alias)
      Bound.Element =
          RecordPlace{Value->Name, Value->Index, Value->Path, Value->Row};
    else
      Bound.Object = Value->Object;
    return true;
  }
  if (varies(This)) {
    Bound.Element = This->getType()->isPointerType() ? pointedRecord(This)
                                                     : locateRecord(This);
    return Bound.Element.has_value();
  }
  Bound.Object = unqualified(inCaller(This));
  return Bound.Object && (Bound.Object->isGLValue() ||
                          Bound.Object->getType()->isPointerType());
}

//===-- bodies ------------------------------------------------------------===//

/// Runs \p Fn on the statements of what \p C calls, with parameters and `this`
/// standing for the arguments; what they need in front goes to \p Out, if there
/// is one. A refusal inside becomes one of the call.
bool Lifter::inBody(
    const clang::CallExpr *C, std::vector<StmtRef> *Out,
    llvm::function_ref<bool(ArrayRef<const clang::Stmt *>)> Fn) {
  const clang::FunctionDecl *F = definitionOf(C);
  if (!F)
    return refuseCall(C), false;
  Arguments Bound;
  const clang::Expr *This = objectOf(C);
  if (This && isLambda(This->getType()) && !bindLambda(This, Bound))
    return refuseCall(C), false;
  bool IsBound =
      !This || isLambda(This->getType()) || bindObject(This, Out, Bound);
  if (!IsBound)
    return Refusal ? false : (refuseCall(C), false);
  bool IsInside = false;
  bool Ok = inFunction(F, argumentsOf(C), std::move(Bound), Out,
                       [&](ArrayRef<const clang::Stmt *> List) {
                         IsInside = true;
                         return Fn(List);
                       });
  if (!Ok && (IsInside || !Refusal))
    refuseCall(C);
  return Ok;
}

/// Runs \p Fn on the statements of \p F; \p Bound holds what `this` is.
bool Lifter::inFunction(
    const clang::FunctionDecl *F, ArrayRef<const clang::Expr *> Args,
    Arguments Bound, std::vector<StmtRef> *Out,
    llvm::function_ref<bool(ArrayRef<const clang::Stmt *>)> Fn) {
  if (Depth == MaxInlined)
    return false;
  if (++Calls > MaxCalls) {
    refuse(F->getLocation(), "more than " + std::to_string(MaxCalls) +
                                 " calls would be inlined; accepted are fewer");
    return false;
  }
  VarSet ChangedInside;
  collectWritten(F->getBody(), ChangedInside);
  bool Ok = true;
  for (auto [P, Arg] : llvm::zip(F->parameters(), Args)) {
    bool IsWritten = ChangedInside.contains(P) ||
                     (isRecord(P->getType()) && mayChange(F->getBody(), P));
    Ok = Ok && bindParameter(P, Arg, IsWritten, Out, Bound);
  }
  if (!Ok)
    return false;
  auto SavedEnv = Env;
  auto SavedObjects = Objects;
  std::swap(Object, Bound.Object);
  std::swap(Element, Bound.Element);
  std::swap(Self, Bound.Self);
  for (auto &[P, E] : Bound.Numbers)
    Env[P] = E;
  for (auto &[P, E] : Bound.Records)
    Objects[P] = E;
  collectDeclared(F->getBody(), Inside);
  Written.insert(ChangedInside.begin(), ChangedInside.end());
  ++Depth;
  Callees.push_back(F);
  Ok = Fn(statements(F->getBody()));
  Callees.pop_back();
  --Depth;
  std::swap(Object, Bound.Object);
  std::swap(Element, Bound.Element);
  std::swap(Self, Bound.Self);
  Env = std::move(SavedEnv);
  Objects = std::move(SavedObjects);
  return Ok;
}

/// Whether \p E is a constant, an operand or an index variable.
bool Lifter::keepsValue(const ExprRef &E) {
  const auto *V = dyn_cast<VarExpr>(E.get());
  return constantValue(E) ||
         (V && (operand(V->name()) || Result.Graph.findIndexVar(V->name())));
}

/// Refuses \p C itself; what stopped the lift inside becomes a note.
std::nullptr_t Lifter::refuseCall(const clang::Expr *C) {
  if (MustCarry)
    return nullptr;
  std::vector<Note> Notes;
  if (Refusal) {
    if (Depth != 0 || Refusal->Loc == C->getExprLoc() || Calls > MaxCalls)
      return nullptr;
    Notes.push_back({Refusal->Loc, Refusal->Message});
    Refusal.reset();
  }
  const auto *Call = dyn_cast<clang::CallExpr>(C);
  const auto *F = Call ? Call->getDirectCallee() : nullptr;
  if (const clang::Attr *A = F ? codeAttribute(*F) : nullptr)
    return refuse(C->getExprLoc(),
                  "'" + F->getNameAsString() + "' has the attribute '" +
                      A->getAttrName()->getName().str() +
                      "', which the nest would be compiled without; accepted "
                      "are functions without it",
                  std::move(Notes));
  std::string What;
  if (const auto *Made = dyn_cast<clang::CXXConstructExpr>(C))
    What = "constructor of '" +
           Made->getConstructor()->getParent()->getNameAsString() + "'";
  else if (const auto *Operator = dyn_cast<clang::CXXOperatorCallExpr>(C))
    What = std::string("overloaded 'operator") +
           clang::getOperatorSpelling(Operator->getOperator()) + "'";
  else
    What = "call of " + (F ? "'" + F->getNameAsString() + "'"
                           : std::string("a function pointer"));
  return refuse(C->getExprLoc(),
                What + " may have side effects; accepted are the functions of "
                       "<cmath>, std::min, std::max and std::abs, and "
                       "functions whose visible bodies do what a nest may do",
                std::move(Notes));
}

/// The value that \p List returns: declarations, and a `return` in each arm of
/// `if`. \p Fn lifts what stands behind `return`.
ExprRef Lifter::returnedValue(ArrayRef<const clang::Stmt *> List,
                              const Type &Ty) {
  if (List.empty())
    return refuse(Root->getBeginLoc(), "function returns nothing");
  const clang::Stmt *S = List.front();
  ArrayRef<const clang::Stmt *> Rest = List.drop_front();
  if (const auto *R = dyn_cast<clang::ReturnStmt>(S)) {
    ExprRef Value = R->getRetValue() ? liftValue(R->getRetValue()) : nullptr;
    return Value ? lacuna::cast(Ty, Value) : nullptr;
  }
  if (doesNothing(S, Context))
    return returnedValue(Rest, Ty);
  if (isa<clang::CompoundStmt>(S) && Rest.empty())
    return returnedValue(statements(S), Ty);
  if (const auto *D = dyn_cast<clang::DeclStmt>(S)) {
    for (const clang::Decl *Decl : D->decls()) {
      const auto *V = dyn_cast<clang::VarDecl>(Decl);
      if (declaresNoObject(Decl))
        continue;
      if (!V || !declareForwarded(V))
        return refuse(Decl->getLocation(),
                      "declaration is not supported in a function that "
                      "returns a value; accepted are constants");
    }
    return returnedValue(Rest, Ty);
  }
  const auto *If = dyn_cast<clang::IfStmt>(S);
  if (!If || If->getInit() || If->getConditionVariable() || If->isConsteval())
    return refuse(S->getBeginLoc(),
                  "statement is not supported in a function that returns a "
                  "value; accepted are declarations, 'if' and 'return'");
  if (If->isConstexpr())
    if (auto Chosen = If->getNondiscardedCase(Context)) {
      llvm::SmallVector<const clang::Stmt *, 8> All;
      if (*Chosen)
        All = statements(*Chosen);
      if (All.empty() || !isa<clang::ReturnStmt>(All.back()))
        All.append(Rest.begin(), Rest.end());
      return returnedValue(All, Ty);
    }
  auto Then = statements(If->getThen());
  if (Then.empty() || !isa<clang::ReturnStmt>(Then.back()))
    return refuse(If->getBeginLoc(), "'if' without 'return'; accepted is a "
                                     "'return' in each arm");
  llvm::SmallVector<const clang::Stmt *, 8> Else;
  if (If->getElse())
    Else = statements(If->getElse());
  if (Else.empty() || !isa<clang::ReturnStmt>(Else.back()))
    Else.append(Rest.begin(), Rest.end());
  ExprRef Cond = liftExpr(If->getCond());
  auto Saved = Env;
  llvm::SaveAndRestore MayBeSkipped(Front);
  Front = nullptr;
  ExprRef A = Cond ? returnedValue(Then, Ty) : nullptr;
  Env = Saved;
  ExprRef B = A ? returnedValue(Else, Ty) : nullptr;
  Env = std::move(Saved);
  return B ? std::make_shared<SelectExpr>(Cond, A, B) : nullptr;
}

/// A variable of a function that returns a value stands for its own.
bool Lifter::declareForwarded(const clang::VarDecl *V) {
  if (!V->hasInit() || Written.contains(V) || !V->hasLocalStorage())
    return false;
  clang::QualType Ty = V->getType();
  if (!pointerWithin(Ty).isNull()) {
    auto P = pointer(V->getInit());
    if (P)
      Env[V] = {
          Entity::Kind::Pointer, P->Array, P->Elem, P->Offset, {}, P->Row};
    return P.has_value();
  }
  if (Ty->isReferenceType() && !isRecord(Ty)) {
    auto L = locate(V->getInit());
    if (!L)
      return false;
    if (L->K == Location::Kind::Place && L->Place.Index) {
      Env[V] = {Entity::Kind::Alias,
                L->Place.Name,
                L->Place.Ty,
                L->Place.Index,
                {},
                L->Row};
      return true;
    }
  }
  if (isRecord(Ty))
    return declareRecord(V, {}, nullptr);
  auto Scalar = scalarTypeAt(Ty, V->getLocation());
  ExprRef Value = Scalar ? liftValue(V->getInit()) : nullptr;
  if (Value)
    Env[V] = {Entity::Kind::Forward, V->getNameAsString(), *Scalar,
              lacuna::cast(*Scalar, Value)};
  return Value != nullptr;
}

//===-- calls -------------------------------------------------------------===//

static const clang::Stmt *findReturn(const clang::Stmt *S) {
  const clang::Stmt *Found = dyn_cast<clang::ReturnStmt>(S);
  if (!Found && !isa<clang::LambdaExpr>(S))
    forEachPart(S, [&](const clang::Stmt *Part) {
      if (!Found)
        Found = findReturn(Part);
    });
  return Found;
}

/// Whether \p F computes what it returns by statements, of which an expression
/// cannot be made, or calls a function that does.
static bool hasStatements(const clang::FunctionDecl *F, unsigned Depth = 0) {
  VarSet Own, Changed;
  collectDeclared(F->getBody(), Own);
  collectWritten(F->getBody(), Changed);
  Own.insert(F->param_begin(), F->param_end());
  if (llvm::any_of(
          Own, [&](const clang::VarDecl *V) { return Changed.contains(V); }))
    return true;
  bool Found = false;
  auto Visit = [&](auto &Self, const clang::Stmt *S) -> void {
    const auto *C = dyn_cast<clang::CallExpr>(S);
    const clang::FunctionDecl *Callee = C ? definitionOf(C) : nullptr;
    Found |= Callee && Depth < MaxInlined && hasStatements(Callee, Depth + 1);
    if (!Found)
      forEachPart(S, [&](const clang::Stmt *Part) { Self(Self, Part); });
  };
  Visit(Visit, F->getBody());
  return Found;
}

/// \p List, which returns a value on each way through, to \p Out; the value
/// goes to \p Result.
bool Lifter::returnInto(const Place &Result, ArrayRef<const clang::Stmt *> List,
                        std::vector<StmtRef> &Out) {
  llvm::SaveAndRestore OwnNames(Env);
  for (; !List.empty(); List = List.drop_front()) {
    const clang::Stmt *S = List.front();
    ArrayRef<const clang::Stmt *> Rest = List.drop_front();
    llvm::SaveAndRestore Before(Front, &Out);
    SourceTag Tag = tag(S->getBeginLoc());
    if (const auto *R = dyn_cast<clang::ReturnStmt>(S)) {
      ExprRef Value = R->getRetValue() ? liftValue(R->getRetValue()) : nullptr;
      if (Value)
        Out.push_back(assign(Result, lacuna::cast(Result.Ty, Value), Tag));
      return Value != nullptr;
    }
    const auto *If = dyn_cast<clang::IfStmt>(S);
    if (!If || !findReturn(If) || If->getInit() || If->getConditionVariable() ||
        If->isConsteval() || If->isConstexpr()) {
      if (!liftStepping(S, Rest, Out))
        return false;
      continue;
    }
    ExprRef Cond = liftExpr(If->getCond());
    auto Arm = [&](const clang::Stmt *Body) -> StmtRef {
      auto All = statements(Body);
      if (All.empty() || !isa<clang::ReturnStmt>(All.back()))
        All.append(Rest.begin(), Rest.end());
      std::vector<StmtRef> Own;
      return returnInto(Result, All, Own) ? block(std::move(Own)) : nullptr;
    };
    ++Conditional;
    StmtRef Then = Cond ? Arm(If->getThen()) : nullptr;
    StmtRef Else = Then ? Arm(If->getElse()) : nullptr;
    --Conditional;
    if (Else)
      Out.push_back(std::make_shared<IfStmt>(Cond, Then, Else, Tag));
    return Else != nullptr;
  }
  return refuse(Root->getBeginLoc(), "function returns nothing"), false;
}

/// The value of \p C, whose body goes to \p Out.
ExprRef Lifter::computedValue(const clang::CallExpr *C, const Type &Ty,
                              std::vector<StmtRef> &Out) {
  ExprRef Value;
  SourceTag Tag = tag(C->getExprLoc());
  inBody(C, &Out, [&](ArrayRef<const clang::Stmt *> List) {
    for (const clang::Stmt *S : List)
      nameLoops(S, /*IsInlined=*/true);
    std::string Name = uniqueName("returned");
    const auto *Last =
        List.empty() ? nullptr : dyn_cast<clang::ReturnStmt>(List.back());
    if (Last && Last->getRetValue() &&
        llvm::none_of(List.drop_back(), findReturn)) {
      llvm::SaveAndRestore Before(Front, &Out);
      if (!liftList(List.drop_back(), Out))
        return false;
      ExprRef Returned = liftValue(Last->getRetValue());
      if (!Returned)
        return false;
      Out.push_back(
          std::make_shared<LetStmt>(Name, lacuna::cast(Ty, Returned), Tag));
    } else {
      Out.push_back(std::make_shared<VarStmt>(Name, Ty, nullptr, Tag));
      if (!returnInto({Name, Ty, nullptr}, List, Out))
        return false;
    }
    Value = var(Ty, Name);
    return true;
  });
  return Value;
}

ExprRef Lifter::inlineValue(const clang::CallExpr *C) {
  auto Ty = scalarType(C->getType());
  if (!Ty)
    return refuseType(C->getExprLoc(), C->getType());
  if (C->isGLValue()) {
    auto L = inlineLocation(C);
    return L ? valueAt(*L, C) : nullptr;
  }
  const clang::FunctionDecl *F = definitionOf(C);
  if (Front && F && hasStatements(F))
    return computedValue(C, *Ty, *Front);
  ExprRef Value;
  inBody(C, nullptr, [&](ArrayRef<const clang::Stmt *> List) {
    Value = returnedValue(List, *Ty);
    return Value != nullptr;
  });
  return Value;
}

/// The last statement's `return`, after declarations; or null.
const clang::Expr *Lifter::onlyReturned(ArrayRef<const clang::Stmt *> List) {
  for (const clang::Stmt *S : List) {
    if (const auto *R = dyn_cast<clang::ReturnStmt>(S))
      return R->getRetValue();
    if (doesNothing(S, Context))
      continue;
    const auto *D = dyn_cast<clang::DeclStmt>(S);
    if (!D || !llvm::all_of(D->decls(), [&](const clang::Decl *Decl) {
          const auto *V = dyn_cast<clang::VarDecl>(Decl);
          return declaresNoObject(Decl) || (V && declareForwarded(V));
        })) {
      refuse(S->getBeginLoc(),
             "statement is not supported in a function that returns a place; "
             "accepted are declarations and 'return'");
      return nullptr;
    }
  }
  return nullptr;
}

std::optional<Lifter::Location>
Lifter::inlineLocation(const clang::CallExpr *C) {
  std::optional<Location> L;
  inBody(C, nullptr, [&](ArrayRef<const clang::Stmt *> List) {
    const clang::Expr *Returned = onlyReturned(List);
    L = Returned ? locate(Returned) : std::nullopt;
    // A scalar is bound while the callee's terms are known.
    if (L && L->K == Location::Kind::Invariant) {
      ExprRef Value = scalarOperand(Returned);
      L = Location{Location::Kind::Value, {"", Type::i64(), Value}, nullptr};
      return Value != nullptr;
    }
    return L.has_value();
  });
  return Refusal ? std::nullopt : L;
}

std::optional<Lifter::RecordPlace>
Lifter::inlineRecord(const clang::CallExpr *C) {
  std::optional<RecordPlace> P;
  inBody(C, nullptr, [&](ArrayRef<const clang::Stmt *> List) {
    const clang::Expr *Returned = onlyReturned(List);
    P = Returned ? locateRecord(Returned) : std::nullopt;
    return P.has_value();
  });
  return Refusal ? std::nullopt : P;
}

std::optional<Lifter::PointerValue>
Lifter::inlinePointer(const clang::CallExpr *C) {
  std::optional<PointerValue> P;
  inBody(C, nullptr, [&](ArrayRef<const clang::Stmt *> List) {
    const clang::Expr *Returned = onlyReturned(List);
    P = Returned ? pointer(Returned) : std::nullopt;
    return P.has_value();
  });
  return Refusal ? std::nullopt : P;
}

/// A call as a statement: the body as a block.
bool Lifter::inlineStatement(const clang::CallExpr *C,
                             std::vector<StmtRef> &Out) {
  std::vector<StmtRef> Block;
  bool Ok = inBody(C, &Block, [&](ArrayRef<const clang::Stmt *> List) {
    if (!List.empty())
      if (const auto *R = dyn_cast<clang::ReturnStmt>(List.back());
          R &&
          (!R->getRetValue() || !R->getRetValue()->HasSideEffects(Context)))
        List = List.drop_back();
    for (const clang::Stmt *S : List)
      nameLoops(S, /*IsInlined=*/true);
    StmtRef Body = liftScope(List);
    if (Body)
      llvm::append_range(Block, statementsOf(Body));
    return Body != nullptr;
  });
  if (!Ok)
    return false;
  dropUnused(Block);
  Out.push_back(block(std::move(Block)));
  return true;
}

} // namespace lacuna::plugin
