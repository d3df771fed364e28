//===- Values.cpp - records of the nest's own -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `Vec3 v = x[j]; s += cross(v, w);` A record that is a value of the nest's, a
// local variable or what a function returns, is taken apart: each member is a
// variable, a value, a pointer or a record of its own.
//
//===----------------------------------------------------------------------===//

#include "lift/Library.h"
#include "lift/Lifter.h"
#include "clang/AST/Attr.h"

using llvm::ArrayRef;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

/// \p E without what only makes an object of a value.
static const clang::Expr *withoutTemporaries(const clang::Expr *E) {
  for (;;) {
    E = withoutWrappers(E);
    if (const auto *M = dyn_cast<clang::MaterializeTemporaryExpr>(E))
      E = M->getSubExpr();
    else if (const auto *B = dyn_cast<clang::CXXBindTemporaryExpr>(E))
      E = B->getSubExpr();
    else if (const auto *C = dyn_cast<clang::CastExpr>(E);
             C && (C->getCastKind() == clang::CK_ConstructorConversion ||
                   C->getCastKind() == clang::CK_UserDefinedConversion))
      E = C->getSubExpr();
    else if (const auto *D = dyn_cast<clang::CXXDefaultInitExpr>(E))
      E = D->getExpr();
    else
      return E;
  }
}

bool Lifter::isTemporary(const clang::Expr *E) const {
  E = withoutWrappers(E);
  return isRecord(E->getType()) &&
         (isa<clang::MaterializeTemporaryExpr>(E) || E->isPRValue());
}

/// Whether \p Field has a name and an address.
static bool isOrdinary(const clang::FieldDecl *Field) {
  return Field->getIdentifier() && !Field->isBitField() &&
         !Field->getParent()->isUnion() && !Field->hasAttr<clang::PackedAttr>();
}

/// A record of the nest's own.
Lifter::Entity Lifter::recordOf(std::shared_ptr<RecordValue> Own) {
  Entity E{Entity::Kind::Record, "", Type(), nullptr};
  E.Parts = std::move(Own);
  return E;
}

/// An object of the function that the nest is in.
Lifter::Entity Lifter::objectAt(const clang::Expr *Outer) {
  Entity E{Entity::Kind::Object, "", Type(), nullptr};
  E.Object = Outer;
  return E;
}

/// An element of an array of records.
Lifter::Entity Lifter::recordAt(const RecordPlace &P) {
  return {Entity::Kind::Alias, P.Records, Type(), P.Index, P.Path, P.Row};
}

//===-- parts of records --------------------------------------------------===//

/// Member \p Field of \p Whole, or nothing.
std::optional<Lifter::Entity>
Lifter::memberOf(const Entity &Whole, const clang::FieldDecl *Field) const {
  if (Whole.K == Entity::Kind::Record) {
    auto Found = Whole.Parts->Members.find(Field);
    return Found == Whole.Parts->Members.end() ? std::nullopt
                                               : std::optional(Found->second);
  }
  Entity Member = Whole;
  if (!isOrdinary(Field))
    return std::nullopt;
  if (Whole.K == Entity::Kind::Alias)
    Member.Path += (Member.Path.empty() ? "" : ".") + Field->getNameAsString();
  else if (Whole.K == Entity::Kind::Object)
    Member.Object = memberOf(Whole.Object, Field);
  else
    return std::nullopt;
  return Member;
}

/// What the lvalue \p E is in a record of the nest's own, or nothing.
std::optional<Lifter::Entity> Lifter::part(const clang::Expr *E) const {
  E = withoutWrappers(E);
  if (isa<clang::CXXThisExpr>(E) && Self)
    return recordOf(Self);
  if (const clang::VarDecl *V = namedVariable(E)) {
    auto Known = Env.find(V);
    bool IsOwn =
        Known != Env.end() && (Known->second.K == Entity::Kind::Record ||
                               Known->second.K == Entity::Kind::Span);
    return IsOwn ? std::optional(Known->second) : std::nullopt;
  }
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E);
      U && U->getOpcode() == clang::UO_Deref)
    return isa<clang::CXXThisExpr>(withoutWrappers(U->getSubExpr()))
               ? part(U->getSubExpr())
               : std::nullopt;
  if (const auto *C = dyn_cast<clang::ImplicitCastExpr>(E);
      C && C->getCastKind() == clang::CK_LValueToRValue &&
      C->getType()->isPointerType())
    return part(C->getSubExpr());
  const auto *M = dyn_cast<clang::MemberExpr>(E);
  const auto *Field =
      M ? dyn_cast<clang::FieldDecl>(M->getMemberDecl()) : nullptr;
  auto Whole = Field ? part(M->getBase()) : std::nullopt;
  return Whole ? memberOf(*Whole, Field) : std::nullopt;
}

/// The same, also of a record that is made where it is used: `f(x).val`.
std::optional<Lifter::Entity> Lifter::partOf(const clang::Expr *E) {
  E = withoutWrappers(E);
  const auto *M = dyn_cast<clang::MemberExpr>(E);
  const auto *Field =
      M ? dyn_cast<clang::FieldDecl>(M->getMemberDecl()) : nullptr;
  if (!Field || M->isArrow() || !isTemporary(M->getBase()))
    return part(E);
  auto Whole = recordValue(M->getBase(), nullptr);
  return Whole ? memberOf(*Whole, Field) : std::nullopt;
}

/// Where \p P, of type \p Ty, is found.
std::optional<Lifter::Location> Lifter::locatePart(const Entity &P,
                                                   const clang::Expr *E) {
  Location L;
  L.Place = {P.Name, P.Ty, P.Index};
  switch (P.K) {
  case Entity::Kind::Index:
    L.K = Location::Kind::Index;
    return L;
  case Entity::Kind::Local:
    L.K = Location::Kind::Place;
    return L;
  case Entity::Kind::Forward:
    L.K = Location::Kind::Value;
    return L;
  case Entity::Kind::Alias: {
    if (P.Path.empty()) {
      L.K = Location::Kind::Place;
      L.Row = P.Row;
      return L;
    }
    auto Ty = scalarTypeAt(E->getType(), E->getExprLoc());
    if (!Ty)
      return std::nullopt;
    return memberAt({P.Name, P.Index, P.Path, P.Row}, *Ty);
  }
  case Entity::Kind::Object:
    L.K = Location::Kind::Value;
    L.Place.Index = scalarOperand(P.Object);
    if (!L.Place.Index)
      return std::nullopt;
    return L;
  case Entity::Kind::Array:
  case Entity::Kind::Pointer:
  case Entity::Kind::Record:
  case Entity::Kind::Span:
    refuse(E->getExprLoc(), "'" + spell(E) +
                                "' is used as a whole; accepted are its "
                                "elements");
    return std::nullopt;
  }
  llvm_unreachable("all kinds of entity are handled");
}

//===-- values ------------------------------------------------------------===//

/// What member \p Field is that begins as \p Init; null: with no value.
std::optional<Lifter::Entity> Lifter::memberValue(const clang::FieldDecl *Field,
                                                  const clang::Expr *Init,
                                                  std::vector<StmtRef> *Out) {
  clang::QualType Ty = Field->getType();
  std::string Name = Field->getNameAsString();
  if (isa_and_nonnull<clang::ImplicitValueInitExpr>(Init) || !Init) {
    auto Scalar = scalarTypeAt(Ty, Field->getLocation());
    if (!Scalar)
      return std::nullopt;
    return Entity{Init ? Entity::Kind::Forward : Entity::Kind::Local, "",
                  *Scalar, Init ? zero(*Scalar) : nullptr};
  }
  const clang::Expr *Given = withoutTemporaries(Init);
  bool ToRecord = Ty->isPointerType() && isRecord(Ty->getPointeeType());
  bool IsReference = Ty->isReferenceType();
  if ((ToRecord || (IsReference && isRecord(Ty))) && !varies(Given)) {
    // `&A` and A are the same to what is reached through it.
    const auto *U = dyn_cast<clang::UnaryOperator>(Given);
    if (U && U->getOpcode() == clang::UO_AddrOf)
      Given = U->getSubExpr();
    const clang::Expr *Outer = asOperand(Given);
    if (!Outer)
      return std::nullopt;
    return objectAt(unqualified(Outer));
  }
  if (IsReference && isRecord(Ty)) {
    auto P = locateRecord(Given);
    return P ? std::optional(recordAt(*P)) : std::nullopt;
  }
  if (!pointerWithin(Ty).isNull()) {
    auto P = pointer(Given);
    if (!P)
      return std::nullopt;
    return Entity{
        Entity::Kind::Pointer, P->Array, P->Elem, P->Offset, {}, P->Row};
  }
  if (isRecord(Ty))
    return recordValue(Given, Out);
  auto Scalar = scalarTypeAt(Ty, Field->getLocation());
  if (!Scalar)
    return std::nullopt;
  if (IsReference) {
    auto L = locate(Given);
    if (!L)
      return std::nullopt;
    // A store through the reference would not be seen where it is declared.
    if (L->K == Location::Kind::Place && !L->Place.Index &&
        !Ty->getPointeeType().isConstQualified()) {
      refuse(Init->getExprLoc(),
             "'" + Name +
                 "' refers to a variable; accepted are references to array "
                 "elements, and constant ones");
      return std::nullopt;
    }
    if (L->K == Location::Kind::Place)
      return Entity{L->Place.Index ? Entity::Kind::Alias : Entity::Kind::Local,
                    L->Place.Name,
                    L->Place.Ty,
                    L->Place.Index,
                    {},
                    L->Row};
  }
  ExprRef Value = liftValue(Given);
  if (!Value)
    return std::nullopt;
  return Entity{Entity::Kind::Forward, Name, *Scalar,
                rounded(lacuna::cast(*Scalar, Value))};
}

/// Whether what \p R consists of are members of its own.
static bool isPlain(const clang::CXXRecordDecl *R) {
  return R && R->hasDefinition() && !R->isUnion() && !R->isPolymorphic() &&
         R->hasTrivialDestructor() && !R->hasAttr<clang::PackedAttr>() &&
         !R->hasAttr<clang::MaxFieldAlignmentAttr>() &&
         llvm::all_of(R->fields(), isOrdinary) &&
         llvm::all_of(R->bases(), [](const clang::CXXBaseSpecifier &B) {
           return B.getType()->getAsCXXRecordDecl()->isEmpty();
         });
}

/// The value of \p E, of a type that is a record.
std::optional<Lifter::Entity> Lifter::recordValue(const clang::Expr *E,
                                                  std::vector<StmtRef> *Out) {
  E = withoutTemporaries(E);
  auto Refuse = [&] {
    refuseType(E->getExprLoc(), E->getType());
    return std::nullopt;
  };
  const clang::CXXRecordDecl *R = E->getType()->getAsCXXRecordDecl();
  if (auto P = partOf(E))
    return P;
  if (Refusal)
    return std::nullopt;
  if (containerOf(R) == "span")
    return spanValue(E, Out);
  if (!isPlain(R))
    return Refuse();
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
  if (!E->isGLValue())
    return Refuse();
  if (varies(E)) {
    auto P = locateRecord(E);
    if (!P)
      return std::nullopt;
    if (Out) {
      P->Index = fixed(P->Index, "record", E->getExprLoc(), *Out);
      P->Row = fixed(P->Row, "record", E->getExprLoc(), *Out);
    }
    return recordAt(*P);
  }
  const clang::Expr *Outer = asOperand(E);
  return Outer ? std::optional(objectAt(unqualified(Outer))) : std::nullopt;
}

/// The type of the elements of \p Span, a `std::span`.
static clang::QualType elementOf(clang::QualType Span) {
  return cast<clang::ClassTemplateSpecializationDecl>(
             Span->getAsCXXRecordDecl())
      ->getTemplateArgs()[0]
      .getAsType();
}

/// A `std::span` that is a value of the nest's.
std::optional<Lifter::Entity> Lifter::spanValue(const clang::Expr *E,
                                                std::vector<StmtRef> *Out) {
  if (const auto *L = dyn_cast<clang::InitListExpr>(E);
      L && L->getNumInits() == 1)
    return recordValue(L->getInit(0), Out);
  if (const auto *C = dyn_cast<clang::CXXConstructExpr>(E))
    return C->getConstructor()->isCopyOrMoveConstructor()
               ? recordValue(C->getArg(0), Out)
               : spanOver(C);
  if (const auto *C = dyn_cast<clang::CallExpr>(E); C && C->isPRValue())
    return returnedRecord(C, Out);
  const clang::Expr *Outer =
      E->isGLValue() && !varies(E) ? asOperand(E) : nullptr;
  if (Outer)
    return objectAt(unqualified(Outer));
  if (!Refusal)
    refuseType(E->getExprLoc(), E->getType());
  return std::nullopt;
}

/// The span that \p E is, if it is one of the nest's own.
std::optional<Lifter::Entity> Lifter::spanAt(const clang::Expr *E) {
  if (containerOf(E->getType()->getAsCXXRecordDecl()) != "span")
    return std::nullopt;
  auto P = part(E);
  if (!P && isTemporary(E))
    P = recordValue(E, nullptr);
  return P && P->K == Entity::Kind::Span ? P : std::nullopt;
}

/// `{data, size}`, `{begin, end}` or a container.
std::optional<Lifter::Entity>
Lifter::spanOver(const clang::CXXConstructExpr *C) {
  std::vector<const clang::Expr *> Args;
  for (const clang::Expr *Arg : C->arguments())
    if (!isa<clang::CXXDefaultArgExpr>(Arg))
      Args.push_back(withoutTemporaries(Arg));
  std::optional<PointerValue> Begin;
  ExprRef Size;
  if (Args.size() == 2 && !pointerWithin(Args[0]->getType()).isNull()) {
    Begin = pointer(Args[0]);
    if (Begin)
      Size = pointerWithin(Args[1]->getType()).isNull()
                 ? liftValue(Args[1])
                 : pointerDistance(Args[0], Args[1], C->getExprLoc());
  } else if (Args.size() == 1 && Args[0]->isGLValue()) {
    auto End = endOfRange(Args[0], /*IsEnd=*/true, elementOf(C->getType()));
    Begin = End ? endOfRange(Args[0], /*IsEnd=*/false, elementOf(C->getType()))
                : std::nullopt;
    if (Begin)
      Size = Begin->Offset ? binary(BinaryOp::Sub, End->Offset, Begin->Offset)
                           : End->Offset;
  } else {
    refuseType(C->getExprLoc(), C->getType());
  }
  if (!Begin || !Size)
    return std::nullopt;
  Entity Span{Entity::Kind::Span, Begin->Array, Begin->Elem,
              Begin->Offset,      {},           Begin->Row};
  Span.Size = lacuna::cast(Type::i64(), Size);
  return Span;
}

/// `{begin, end}`
std::optional<Lifter::Entity> Lifter::listedRecord(const clang::InitListExpr *L,
                                                   std::vector<StmtRef> *Out) {
  const clang::CXXRecordDecl *R = L->getType()->getAsCXXRecordDecl();
  auto Own = std::make_shared<RecordValue>();
  unsigned N = 0;
  for (const clang::FieldDecl *Field : R->fields()) {
    if (R->getNumBases() != 0 || N == L->getNumInits())
      return refuseType(L->getExprLoc(), L->getType()), std::nullopt;
    auto Member = memberValue(Field, L->getInit(N++), Out);
    if (!Member)
      return std::nullopt;
    Own->Members[Field] = std::move(*Member);
  }
  return recordOf(std::move(Own));
}

/// What constructor \p C makes of the members.
std::optional<Lifter::Entity>
Lifter::constructed(const clang::CXXConstructExpr *C,
                    std::vector<StmtRef> *Out) {
  const clang::CXXConstructorDecl *D = C->getConstructor();
  auto Own = std::make_shared<RecordValue>();
  if (D->isTrivial()) {
    bool IsZero = C->requiresZeroInitialization();
    for (const clang::FieldDecl *Field : D->getParent()->fields()) {
      auto Ty = scalarTypeAt(Field->getType(), C->getExprLoc());
      if (!Ty)
        return std::nullopt;
      Own->Members[Field] =
          Entity{IsZero ? Entity::Kind::Forward : Entity::Kind::Local, "", *Ty,
                 IsZero ? zero(*Ty) : nullptr};
    }
    return recordOf(std::move(Own));
  }
  const clang::FunctionDecl *F = nullptr;
  if (!D->hasBody(F) || !isa<clang::CompoundStmt>(F->getBody()))
    return refuseCall(C), std::nullopt;
  Arguments Bound;
  Bound.Self = Own;
  auto SetMember = [&](const clang::CXXCtorInitializer *Init) {
    if (Init->isBaseInitializer())
      return true;
    auto Member = Init->isMemberInitializer()
                      ? memberValue(Init->getMember(), Init->getInit(), Out)
                      : std::nullopt;
    if (Member)
      Own->Members[Init->getMember()] = std::move(*Member);
    return Member.has_value();
  };
  bool Ok = inFunction(
      F, {C->getArgs(), C->getNumArgs()}, std::move(Bound), Out,
      [&](ArrayRef<const clang::Stmt *> List) {
        return llvm::all_of(cast<clang::CXXConstructorDecl>(F)->inits(),
                            SetMember) &&
               llvm::all_of(List, [&](const clang::Stmt *S) {
                 return isNoOperation(S) || setsMember(S, *Own);
               });
      });
  if (!Ok)
    return refuseCall(C), std::nullopt;
  return recordOf(std::move(Own));
}

/// `n = std::min(n, end - begin);` in a constructor.
bool Lifter::setsMember(const clang::Stmt *S, RecordValue &Own) {
  if (const auto *D = dyn_cast<clang::DeclStmt>(S)) {
    const auto *V = D->isSingleDecl()
                        ? dyn_cast<clang::VarDecl>(D->getSingleDecl())
                        : nullptr;
    return V && declareForwarded(V);
  }
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
  if (!Field || Field->getType()->isReferenceType()) {
    refuse(S->getBeginLoc(), "statement is not supported in a constructor; "
                             "accepted are declarations and assignments to "
                             "members");
    return false;
  }
  auto Value = memberValue(Field, B->getRHS(), nullptr);
  if (Value)
    Own.Members[Field] = std::move(*Value);
  return Value.has_value();
}

/// What \p C, of a type that is a record, returns by value.
std::optional<Lifter::Entity>
Lifter::returnedRecord(const clang::CallExpr *C, std::vector<StmtRef> *Out) {
  std::optional<Entity> Value;
  inBody(C, Out, [&](ArrayRef<const clang::Stmt *> List) {
    const clang::Expr *Returned = nullptr;
    const auto *R =
        List.empty() ? nullptr : dyn_cast<clang::ReturnStmt>(List.back());
    if (Out && R && liftList(List.drop_back(), *Out))
      Returned = R->getRetValue();
    else if (!Out)
      Returned = onlyReturned(List);
    Value = Returned ? recordValue(Returned, Out) : std::nullopt;
    return Value.has_value();
  });
  return Refusal ? std::nullopt : Value;
}

//===-- variables ---------------------------------------------------------===//

/// Whether \p S may change \p V, a record: also by its own functions.
bool Lifter::mayChange(const clang::Stmt *S, const clang::VarDecl *V) {
  if (findWrite(S, V))
    return true;
  if (const auto *C = dyn_cast<clang::CallExpr>(S)) {
    const auto *M =
        llvm::dyn_cast_or_null<clang::CXXMethodDecl>(C->getDirectCallee());
    const clang::Expr *Object = M && M->isInstance() ? objectOf(C) : nullptr;
    if (Object && !M->isConst() && rootVariable(Object) == V)
      return true;
  }
  bool Changes = false;
  // A reference by which it may be changed.
  if (const auto *D = dyn_cast<clang::DeclStmt>(S))
    for (const clang::Decl *Decl : D->decls())
      if (const auto *To = dyn_cast<clang::VarDecl>(Decl))
        Changes |= To->getType()->isReferenceType() &&
                   !To->getType()->getPointeeType().isConstQualified() &&
                   To->hasInit() && rootVariable(To->getInit()) == V;
  forEachPart(S,
              [&](const clang::Stmt *Part) { Changes |= mayChange(Part, V); });
  return Changes;
}

/// Whether \p E reads something that is called like \p P.
static bool reads(const ExprRef &E, const lacuna::Place &P) {
  bool Reads = false;
  walk(E, [&](const lacuna::Expr &Part) {
    const auto *V = dyn_cast<VarExpr>(&Part);
    const auto *L = dyn_cast<LoadExpr>(&Part);
    Reads |= (V && V->name() == P.Name) || (L && L->array() == P.Name);
  });
  return Reads;
}

/// The members of \p V that \p S uses; null among them: it uses all.
static void usedMembers(const clang::Stmt *S, const clang::VarDecl *V,
                        llvm::SmallPtrSetImpl<const clang::Decl *> &Used) {
  if (const auto *M = dyn_cast<clang::MemberExpr>(S);
      M && namedVariable(withoutWrappers(M->getBase())) == V &&
      isa<clang::FieldDecl>(M->getMemberDecl())) {
    Used.insert(M->getMemberDecl());
    return;
  }
  if (const auto *D = dyn_cast<clang::DeclRefExpr>(S)) {
    const auto *B = dyn_cast<clang::BindingDecl>(D->getDecl());
    if (B && B->getDecomposedDecl() == V)
      Used.insert(fieldOf(B));
    if (D->getDecl() == V)
      Used.insert(nullptr);
    return;
  }
  forEachPart(S, [&](const clang::Stmt *Part) { usedMembers(Part, V, Used); });
}

/// The number that \p P, of type \p Ty, is now; null where it has no value.
ExprRef Lifter::partNow(const Entity &P, const Type &Ty) {
  switch (P.K) {
  case Entity::Kind::Object:
    return scalarOperand(P.Object);
  case Entity::Kind::Alias:
    if (!P.Path.empty())
      return elementAt(memberAt({P.Name, P.Index, P.Path, P.Row}, Ty));
    return elementAt(
        {Location::Kind::Place, {P.Name, P.Ty, P.Index}, nullptr, P.Row});
  case Entity::Kind::Local:
    return P.Name.empty() ? nullptr : var(P.Ty, P.Name);
  default:
    return P.Index;
  }
}

/// \p Value as it is now, in variables called after \p Name: constants, or
/// such that change.
std::optional<Lifter::Entity> Lifter::held(const Entity &Value,
                                           const std::string &Name,
                                           clang::QualType Ty, bool Changes,
                                           clang::SourceLocation Loc,
                                           std::vector<StmtRef> &Out) {
  if (Value.K == Entity::Kind::Pointer || Value.K == Entity::Kind::Span) {
    Entity Held = Value;
    for (ExprRef *E : {&Held.Index, &Held.Row, &Held.Size})
      *E = fixed(*E, Name, Loc, Out);
    return Held;
  }
  // A span of the function's.
  if (Value.K == Entity::Kind::Object &&
      containerOf(Ty->getAsCXXRecordDecl()) == "span")
    return Value;
  if (isRecord(Ty) && !Ty->isReferenceType()) {
    const clang::CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
    if (!isPlain(R))
      return refuseType(Loc, Ty), std::nullopt;
    auto Own = std::make_shared<RecordValue>();
    for (const clang::FieldDecl *Field : R->fields()) {
      auto Member = memberOf(Value, Field);
      // What nothing uses is left out.
      if (!Member)
        continue;
      if (Member->K == Entity::Kind::Alias)
        Result.Members.push_back(Field);
      std::string Part = Field->getNameAsString();
      auto Held = held(*Member, Name.empty() ? Part : Name + "_" + Part,
                       Field->getType(), Changes, Loc, Out);
      if (!Held)
        return std::nullopt;
      Own->Members[Field] = std::move(*Held);
    }
    return recordOf(std::move(Own));
  }
  if (Ty->isReferenceType() || Ty->isPointerType())
    return Value;
  auto Scalar = scalarTypeAt(Ty, Loc);
  if (!Scalar)
    return std::nullopt;
  ExprRef Init = partNow(Value, *Scalar);
  if (Refusal)
    return std::nullopt;
  if (Init)
    Init = lacuna::cast(*Scalar, Init);
  std::string New = uniqueName(Name);
  if (Changes || !Init) {
    Out.push_back(std::make_shared<VarStmt>(New, *Scalar, Init, tag(Loc)));
  } else {
    Out.push_back(std::make_shared<LetStmt>(New, Init, tag(Loc)));
    if (ExprRef Known = noteLet(New, Init))
      noteCoordinate(Known, New);
  }
  return Entity{Entity::Kind::Local, New, *Scalar, nullptr};
}

/// \p V stands for \p Value.
void Lifter::bindValue(const clang::VarDecl *V, Entity Value) {
  if (Value.K == Entity::Kind::Object)
    Objects[V] = Value.Object;
  else
    Env[V] = std::move(Value);
}

/// `Vec3 v = f(x[j]);`
bool Lifter::declareValue(const clang::VarDecl *V, const clang::Expr *Init,
                          ArrayRef<const clang::Stmt *> Rest,
                          std::vector<StmtRef> *Out) {
  auto Value = recordValue(Init, Out);
  if (!Value)
    return false;
  if (!Out) {
    bindValue(V, std::move(*Value));
    return true;
  }
  bool Changes = false;
  llvm::SmallPtrSet<const clang::Decl *, 8> Used;
  for (const clang::Stmt *S : Rest) {
    Changes |= mayChange(S, V);
    usedMembers(S, V, Used);
  }
  const clang::CXXRecordDecl *R =
      V->getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (!Used.contains(nullptr) && Value->K != Entity::Kind::Span) {
    auto Own = std::make_shared<RecordValue>();
    for (const clang::FieldDecl *Field : R->fields())
      if (Used.contains(Field))
        if (auto Member = memberOf(*Value, Field))
          Own->Members[Field] = std::move(*Member);
    Value = recordOf(std::move(Own));
  }
  auto Held =
      held(*Value, V->getNameAsString(), V->getType().getNonReferenceType(),
           Changes, V->getLocation(), *Out);
  if (Held)
    bindValue(V, std::move(*Held));
  return Held.has_value();
}

//===-- assignments -------------------------------------------------------===//

/// Calls \p Fn with each number that \p Whole, of type \p Ty, consists of.
bool Lifter::forEachNumber(
    const Entity &Whole, clang::QualType Ty, clang::SourceLocation Loc,
    llvm::function_ref<bool(const Entity &, const Type &)> Fn) {
  if (!isRecord(Ty)) {
    auto Scalar = scalarTypeAt(Ty, Loc);
    return Scalar && Fn(Whole, *Scalar);
  }
  const clang::CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
  if (!isPlain(R))
    return refuseType(Loc, Ty), false;
  return llvm::all_of(R->fields(), [&](const clang::FieldDecl *Field) {
    auto Member = memberOf(Whole, Field);
    if (!Member)
      return refuseType(Loc, Ty), false;
    if (Member->K == Entity::Kind::Alias)
      Result.Members.push_back(Field);
    return forEachNumber(*Member, Field->getType(), Loc, Fn);
  });
}

/// `s = s + v;`, `y[i] = s;` of records: number by number.
bool Lifter::assignRecord(const clang::Expr *Target, const clang::Expr *Value,
                          clang::SourceLocation Loc,
                          std::vector<StmtRef> &Out) {
  clang::QualType Ty = Target->getType();
  std::optional<Entity> To = part(Target);
  if (!To && varies(Target)) {
    auto P = locateRecord(Target);
    To = P ? std::optional(recordAt(*P)) : std::nullopt;
  } else if (!To) {
    refuse(Loc, "assignment to '" + spell(Target) +
                    "'; accepted are array elements and local variables");
  }
  auto From = To ? recordValue(Value, &Out) : std::nullopt;
  if (!From)
    return false;
  std::vector<lacuna::Place> Places;
  std::vector<ExprRef> Values;
  auto AddPlace = [&](const Entity &P, const Type &Ty) {
    Location L{Location::Kind::Place, {P.Name, P.Ty, P.Index}, nullptr, P.Row};
    if (P.K == Entity::Kind::Alias && !P.Path.empty())
      L = memberAt({P.Name, P.Index, P.Path, P.Row}, Ty);
    else if (P.K != Entity::Kind::Local && P.K != Entity::Kind::Alias)
      return refuse(Loc, "assignment to '" + spell(Target) +
                             "'; accepted are array elements and local "
                             "variables"),
             false;
    if (L.Row)
      return refuseWrittenRow(Target), false;
    Places.push_back(L.Place);
    return true;
  };
  auto AddValue = [&](const Entity &P, const Type &Ty) {
    ExprRef Now = partNow(P, Ty);
    if (!Now && !Refusal)
      refuseType(Loc, Target->getType());
    Values.push_back(Now);
    return Now != nullptr;
  };
  if (!forEachNumber(*To, Ty, Loc, AddPlace) ||
      !forEachNumber(*From, Ty, Loc, AddValue))
    return false;
  for (size_t N = 0; N < Places.size(); ++N) {
    // What is assigned before it is read.
    bool IsLate = llvm::any_of(
        llvm::ArrayRef(Places).take_front(N),
        [&](const lacuna::Place &P) { return reads(Values[N], P); });
    if (IsLate) {
      for (ExprRef &E : Values) {
        std::string Name = uniqueName("value");
        Out.push_back(std::make_shared<LetStmt>(Name, E, tag(Loc)));
        E = var(E->type(), Name);
      }
      break;
    }
  }
  for (auto [P, E] : llvm::zip_equal(Places, Values)) {
    noteWritten(P);
    Out.push_back(assignment(P, lacuna::cast(P.Ty, E), tag(Loc)));
  }
  return true;
}

} // namespace lacuna::plugin
