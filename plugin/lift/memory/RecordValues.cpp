//===- RecordValues.cpp - records by value, taken apart -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `Vec3{1, 2, 3}`, `cross(v, w)`: a record that is a value of the nest's is
// taken apart: each member is a variable, a value, a pointer or a record of its
// own.
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/ast/ArrayTypes.h"
#include "lift/ast/Callees.h"
#include "lift/ast/RecordQueries.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/ast/Wrappers.h"
#include "lift/memory/Messages.def"
#include "lift/state/Operators.h"
#include "llvm/Support/SaveAndRestore.h"

using llvm::ArrayRef;
using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

/// The same, also of a record that is made where it is used: `f(x).val`.
std::optional<Entity> Lifter::partOf(const clang::Expr *E) {
  E = withoutWrappers(E);
  const auto *M = dyn_cast<clang::MemberExpr>(E);
  const auto *Field =
      M ? dyn_cast<clang::FieldDecl>(M->getMemberDecl()) : nullptr;
  if (!Field || M->isArrow() || !Types.isTemporary(M->getBase()))
    return Env.part(E);
  auto Whole = recordValue(M->getBase(), nullptr);
  return Whole ? Env.memberOf(*Whole, Field) : std::nullopt;
}

/// What member \p Field is that begins as \p Init; null: with no value.
std::optional<Entity> Lifter::memberValue(const clang::FieldDecl *Field,
                                          const clang::Expr *Init,
                                          std::vector<StmtRef> *Out) {
  clang::QualType Ty = Field->getType();
  std::string Name = Field->getNameAsString();
  if (arrayLevel(Context, Ty) && !Ty->isReferenceType())
    return arrayMember(Field, Init, Out);
  if (isa_and_nonnull<clang::ImplicitValueInitExpr>(Init) || !Init) {
    const clang::CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
    if (Types.isRecord(Ty) && isPlainRecord(R)) {
      auto Own = std::make_shared<RecordValue>();
      for (const clang::FieldDecl *Part : R->fields()) {
        auto Member = memberValue(Part, Init, Out);
        if (!Member)
          return std::nullopt;
        Own->Members[Part] = std::move(*Member);
      }
      return OwnRecord{std::move(Own)};
    }
    auto Scalar = Types.scalarAt(Ty, Field->getLocation());
    if (!Scalar)
      return std::nullopt;
    if (!Init)
      return Local{"", *Scalar};
    return Forward{*Scalar, zero(*Scalar)};
  }
  if (isLambda(Ty)) {
    const clang::Expr *Closure = Env.closureOf(Init);
    return Closure ? std::optional<Entity>(OuterObject{Closure}) : std::nullopt;
  }
  const clang::Expr *Given = withoutTemporaries(Init);
  bool ToRecord = Ty->isPointerType() && Types.isRecord(Ty->getPointeeType());
  bool IsReference = Ty->isReferenceType();
  if ((ToRecord || (IsReference && Types.isRecord(Ty))) && !Env.varies(Given)) {
    // `&A` and A are the same to what is reached through it.
    const auto *U = dyn_cast<clang::UnaryOperator>(Given);
    if (U && U->getOpcode() == clang::UO_AddrOf)
      Given = U->getSubExpr();
    const clang::Expr *Outer = Env.asOperand(Given);
    if (!Outer)
      return std::nullopt;
    return OuterObject{unqualified(Outer)};
  }
  if (IsReference && Types.isRecord(Ty)) {
    auto P = locateRecord(Given);
    return P ? std::optional<Entity>(Alias{*P}) : std::nullopt;
  }
  if (!pointerWithin(Ty).isNull()) {
    auto P = pointer(Given);
    if (!P)
      return std::nullopt;
    return *P;
  }
  if (Types.isRecord(Ty))
    return recordValue(Given, Out);
  auto Scalar = Types.scalarAt(Ty, Field->getLocation());
  if (!Scalar)
    return std::nullopt;
  if (IsReference) {
    auto L = locate(Given);
    if (!L)
      return std::nullopt;
    // A store through the reference would not be seen where it is declared.
    if (L->K == Location::Kind::Place && !L->Place.Index &&
        !Ty->getPointeeType().isConstQualified()) {
      Diags.refuse(Init->getExprLoc(), msg::RecordRefersToVariable(Name));
      return std::nullopt;
    }
    if (L->K == Location::Kind::Place)
      return L->Place.Index
                 ? Entity(Alias{{L->Place.Name, L->Place.Index, "", L->Row},
                                L->Place.Ty})
                 : Entity(Local{L->Place.Name, L->Place.Ty});
  }
  ExprRef Value = liftValue(Given);
  if (!Value)
    return std::nullopt;
  return Forward{*Scalar, lacuna::cast(*Scalar, Value)};
}

/// Whether all that \p S returns is `*this`.
static bool returnsThis(const clang::Stmt *S) {
  if (const auto *R = dyn_cast<clang::ReturnStmt>(S)) {
    const auto *U = R->getRetValue()
                        ? dyn_cast<clang::UnaryOperator>(
                              R->getRetValue()->IgnoreParenImpCasts())
                        : nullptr;
    return U && U->getOpcode() == clang::UO_Deref &&
           isa<clang::CXXThisExpr>(U->getSubExpr()->IgnoreParenImpCasts());
  }
  bool Does = true;
  forEachPart(
      S, [&](const clang::Stmt *Part) { Does = Does && returnsThis(Part); });
  return Does;
}

/// Whether \p C, `a *= s`, gives what it has changed.
static bool returnsItsObject(const clang::CXXOperatorCallExpr *C) {
  const clang::FunctionDecl *F = definitionOf(C);
  return llvm::isa_and_nonnull<clang::CXXMethodDecl>(F) &&
         F->getReturnType()->isReferenceType() && returnsThis(F->getBody());
}

/// The value of \p E, of a type that is a record.
std::optional<Entity> Lifter::recordValue(const clang::Expr *E,
                                          std::vector<StmtRef> *Out) {
  E = withoutTemporaries(E);
  auto Refuse = [&] {
    Diags.refuseType(E->getExprLoc(), E->getType());
    return std::nullopt;
  };
  const clang::CXXRecordDecl *R = E->getType()->getAsCXXRecordDecl();
  if (isStdArray(E->getType()) && E->isPRValue())
    return arrayValue(E, Out);
  if (auto P = partOf(E))
    return P;
  if (Diags.any())
    return std::nullopt;
  if (containerOf(R) == "span")
    return spanValue(E, Out);
  if (!isPlainRecord(R))
    return Refuse();
  if (const auto *C = dyn_cast<clang::ConditionalOperator>(E);
      C && (Out || Front))
    return chosenRecord(C, Out ? *Out : *Front);
  if (const auto *L = dyn_cast<clang::InitListExpr>(E))
    return listedRecord(L, Out);
  if (const auto *C = dyn_cast<clang::CXXConstructExpr>(E)) {
    const clang::CXXConstructorDecl *D = C->getConstructor();
    if (D->isCopyOrMoveConstructor())
      return D->isTrivial() ? recordValue(C->getArg(0), Out) : Refuse();
    return constructed(C, Out);
  }
  if (const auto *C = dyn_cast<clang::CallExpr>(E); C && C->isPRValue())
    return returnedRecord(C, Out);
  // `return a *= s;` is `a *= s; return a;`
  if (const auto *C = dyn_cast<clang::CXXOperatorCallExpr>(E);
      C && C->isAssignmentOp() && returnsItsObject(C) && (Out || Front))
    return inlineStatement(C, Out ? *Out : *Front)
               ? recordValue(C->getArg(0), Out)
               : std::nullopt;
  if (!E->isGLValue())
    return Refuse();
  if (Env.varies(E)) {
    auto P = locateRecord(E);
    if (!P)
      return std::nullopt;
    if (Out) {
      P->Index = Lets.fixed(P->Index, "record", E->getExprLoc(), *Out);
      P->Row = Lets.fixed(P->Row, "record", E->getExprLoc(), *Out);
    }
    return Entity(Alias{*P});
  }
  const clang::Expr *Outer = Env.asOperand(E);
  return Outer ? std::optional(OuterObject{unqualified(Outer)}) : std::nullopt;
}

/// Whether \p S reads the object that it initialises a part of.
static bool mentionsThis(const clang::Stmt *S) {
  bool Found = isa<clang::CXXThisExpr>(S);
  forEachPart(
      S, [&](const clang::Stmt *Part) { Found = Found || mentionsThis(Part); });
  return Found;
}

/// `{begin, end}`
std::optional<Entity> Lifter::listedRecord(const clang::InitListExpr *L,
                                           std::vector<StmtRef> *Out) {
  const clang::CXXRecordDecl *R = L->getType()->getAsCXXRecordDecl();
  auto Own = std::make_shared<RecordValue>();
  unsigned N = 0;
  for (const clang::FieldDecl *Field : R->fields()) {
    if (R->getNumBases() != 0 || N == L->getNumInits())
      return Diags.refuseType(L->getExprLoc(), L->getType()), std::nullopt;
    const clang::Expr *Init = L->getInit(N++);
    if (const auto *D = dyn_cast<clang::CXXDefaultInitExpr>(Init);
        D && mentionsThis(D->getExpr())) {
      Diags.refuse(L->getExprLoc(),
                   msg::DefaultOfMembers(Field->getNameAsString()));
      return std::nullopt;
    }
    const size_t From = inFront();
    auto Member = memberValue(Field, Init, Out);
    if (!Member)
      return std::nullopt;
    for (auto &Before : Own->Members)
      keepReads(Before.second, From, L->getExprLoc());
    Own->Members[Field] = std::move(*Member);
  }
  return OwnRecord{std::move(Own)};
}

/// What constructor \p C makes of the members.
std::optional<Entity> Lifter::constructed(const clang::CXXConstructExpr *C,
                                          std::vector<StmtRef> *Out) {
  const clang::CXXConstructorDecl *D = C->getConstructor();
  auto Own = std::make_shared<RecordValue>();
  if (D->isTrivial()) {
    const clang::ImplicitValueInitExpr Zero(C->getType());
    for (const clang::FieldDecl *Field : D->getParent()->fields()) {
      auto Member = memberValue(
          Field, C->requiresZeroInitialization() ? &Zero : nullptr, Out);
      if (!Member)
        return std::nullopt;
      Own->Members[Field] = std::move(*Member);
    }
    return OwnRecord{std::move(Own)};
  }
  return constructedBy(D, {C->getArgs(), C->getNumArgs()}, C, Out);
}

/// What constructor \p D makes of \p Args for \p Maker.
std::optional<Entity> Lifter::constructedBy(const clang::CXXConstructorDecl *D,
                                            ArrayRef<const clang::Expr *> Args,
                                            const clang::Expr *Maker,
                                            std::vector<StmtRef> *Out) {
  auto Own = std::make_shared<RecordValue>();
  const clang::FunctionDecl *F = nullptr;
  if (!D->hasBody(F) || !isa<clang::CompoundStmt>(F->getBody()))
    return refuseCall(Maker), std::nullopt;
  Arguments Bound;
  Bound.Self = Own;
  auto SetMember = [&](const clang::CXXCtorInitializer *Init) {
    if (Init->isBaseInitializer())
      return true;
    const size_t From = inFront();
    auto Member = Init->isMemberInitializer()
                      ? memberValue(Init->getMember(), Init->getInit(), Out)
                      : std::nullopt;
    for (auto &Before : Own->Members)
      keepReads(Before.second, From, Maker->getExprLoc());
    if (Member)
      Own->Members[Init->getMember()] = std::move(*Member);
    return Member.has_value();
  };
  bool Ok = inFunction(
      F, Args, std::move(Bound), Out, [&](ArrayRef<const clang::Stmt *> List) {
        return llvm::all_of(cast<clang::CXXConstructorDecl>(F)->inits(),
                            SetMember) &&
               setMembers(D->getParent(), Maker, List, *Own, Out);
      });
  if (!Ok)
    return refuseCall(Maker), std::nullopt;
  // What the constructor leaves out has no value yet.
  for (const clang::FieldDecl *Field : D->getParent()->fields()) {
    if (Own->Members.count(Field))
      continue;
    auto Member = memberValue(Field, nullptr, Out);
    if (!Member)
      return std::nullopt;
    Own->Members[Field] = std::move(*Member);
  }
  return OwnRecord{std::move(Own)};
}

/// `n = std::min(n, end - begin);`: the assignment, if it sets a member as a
/// whole; or null.
static const clang::BinaryOperator *memberAssignment(const clang::Stmt *S) {
  const auto *E = dyn_cast<clang::Expr>(S);
  const auto *B =
      E ? dyn_cast<clang::BinaryOperator>(withoutWrappers(E)) : nullptr;
  const auto *M = B && B->getOpcode() == clang::BO_Assign
                      ? dyn_cast<clang::MemberExpr>(B->getLHS()->IgnoreParens())
                      : nullptr;
  const auto *Field =
      M && isa<clang::CXXThisExpr>(M->getBase()->IgnoreParenImpCasts())
          ? dyn_cast<clang::FieldDecl>(M->getMemberDecl())
          : nullptr;
  return Field && !Field->getType()->isReferenceType() ? B : nullptr;
}

/// Whether \p S, in a constructor, sets a member as a whole.
bool Lifter::setsMember(const clang::Stmt *S, RecordValue &Own) {
  if (const auto *D = dyn_cast<clang::DeclStmt>(S)) {
    const auto *V = D->isSingleDecl()
                        ? dyn_cast<clang::VarDecl>(D->getSingleDecl())
                        : nullptr;
    return V && declareForwarded(V);
  }
  const clang::BinaryOperator *B = memberAssignment(S);
  if (!B) {
    Diags.refuse(S->getBeginLoc(), msg::ConstructorStatement());
    return false;
  }
  const auto *M = cast<clang::MemberExpr>(B->getLHS()->IgnoreParens());
  const auto *Field = cast<clang::FieldDecl>(M->getMemberDecl());
  auto Value = memberValue(Field, B->getRHS(), nullptr);
  if (Value)
    Own.Members[Field] = std::move(*Value);
  return Value.has_value();
}

/// Sets the members of \p Own, of class \p R, as \p Body does, that of a
/// constructor.
bool Lifter::setMembers(const clang::CXXRecordDecl *R, const clang::Expr *Maker,
                        ArrayRef<const clang::Stmt *> Body, RecordValue &Own,
                        std::vector<StmtRef> *Out) {
  auto IsSimple = [&](const clang::Stmt *S) {
    return doesNothing(S, Context) || isa<clang::DeclStmt>(S) ||
           memberAssignment(S);
  };
  std::vector<StmtRef> *const To = Out ? Out : Front;
  if (!To || llvm::all_of(Body, IsSimple))
    return llvm::all_of(Body, [&](const clang::Stmt *S) {
      return doesNothing(S, Context) || setsMember(S, Own);
    });
  // What any statements may set are variables.
  for (const clang::FieldDecl *Field : R->fields()) {
    const auto Known = Own.Members.find(Field);
    auto Value = Known != Own.Members.end() ? std::optional(Known->second)
                                            : memberValue(Field, nullptr, To);
    auto Variable =
        Value ? held(*Value, Field->getNameAsString(), Field->getType(),
                     /*Changes=*/true, Maker->getExprLoc(), *To)
              : std::nullopt;
    if (!Variable)
      return false;
    Own.Members[Field] = std::move(*Variable);
  }
  for (const clang::Stmt *S : Body)
    Loops.nameLoops(S, /*IsInlined=*/true);
  return liftList(Body, *To);
}

/// A record of type \p Ty, or a std::array, that is set on the way through
/// \p Maker.
std::optional<Entity> Lifter::recordResult(clang::QualType Ty,
                                           const clang::Expr *Maker,
                                           std::vector<StmtRef> &Out) {
  const clang::SourceLocation Loc = Maker->getExprLoc();
  if (arrayLevel(Context, Ty)) {
    auto Elem = Types.scalarAt(innermostElement(Context, Ty), Loc);
    return Elem ? heldArray(LocalArray{"", *Elem}, "result", Ty, Loc, Out)
                : std::nullopt;
  }
  auto Own = std::make_shared<RecordValue>();
  for (const clang::FieldDecl *Field : Ty->getAsCXXRecordDecl()->fields()) {
    auto Member = Types.isRecord(Field->getType())
                      ? recordResult(Field->getType(), Maker, Out)
                      : memberValue(Field, nullptr, &Out);
    if (!Member)
      return std::nullopt;
    Own->Members[Field] = std::move(*Member);
  }
  return held(OwnRecord{std::move(Own)}, "result", Ty, /*Changes=*/true, Loc,
              Out);
}

/// Sets \p Result to \p Value, a record.
bool Lifter::setRecord(const Entity &Result, const clang::Expr *Value,
                       std::vector<StmtRef> &Out) {
  const size_t Before = Out.size();
  auto From = recordValue(Value, &Out);
  return From &&
         assignNumbers(Result, *From, Value->getType(), Value, Before, Out);
}

/// `c ? v : w`
std::optional<Entity> Lifter::chosenRecord(const clang::ConditionalOperator *C,
                                           std::vector<StmtRef> &Out) {
  ExprRef Cond = liftExpr(C->getCond());
  auto Result = Cond ? recordResult(C->getType(), C, Out) : std::nullopt;
  auto Arm = [&](const clang::Expr *Value) -> StmtRef {
    std::vector<StmtRef> Own;
    llvm::SaveAndRestore Before(Front, &Own);
    LoopStack::Condition Under(Loops);
    return setRecord(*Result, Value, Own) ? block(std::move(Own)) : nullptr;
  };
  StmtRef Then = Result ? Arm(C->getTrueExpr()) : nullptr;
  StmtRef Else = Then ? Arm(C->getFalseExpr()) : nullptr;
  if (!Else)
    return std::nullopt;
  Out.push_back(std::make_shared<IfStmt>(Cond, Then, Else,
                                         Builder.tag(C->getQuestionLoc())));
  return Result;
}

/// What \p C, of a type that is a record, returns by value.
std::optional<Entity> Lifter::returnedRecord(const clang::CallExpr *C,
                                             std::vector<StmtRef> *Out) {
  const clang::FunctionDecl *F = liftedBody(C);
  if (!Out && F && hasStatements(F))
    Out = Front;
  std::optional<Entity> Value;
  inBody(C, Out, [&](ArrayRef<const clang::Stmt *> List) {
    const clang::Expr *Returned = nullptr;
    const auto *R =
        List.empty() ? nullptr : dyn_cast<clang::ReturnStmt>(List.back());
    // Each call has loops of its own.
    for (const clang::Stmt *S : List)
      Loops.nameLoops(S, /*IsInlined=*/true);
    if (Out && (!R || llvm::any_of(List.drop_back(), findReturn))) {
      auto Result = recordResult(C->getType(), C, *Out);
      auto Set = [&](const clang::Expr *E, std::vector<StmtRef> &To) {
        return setRecord(*Result, E, To);
      };
      if (Result && returnInto(Set, List, *Out))
        Value = Result;
      return Value.has_value();
    }
    if (Out && R && liftList(List, *Out, /*Left=*/1))
      Returned = R->getRetValue();
    else if (!Out)
      Returned = onlyReturned(List);
    Value = Returned ? recordValue(Returned, Out) : std::nullopt;
    return Value.has_value();
  });
  return Diags.any() ? std::nullopt : Value;
}

} // namespace lacuna::plugin
