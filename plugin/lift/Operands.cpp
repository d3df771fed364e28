//===- Operands.cpp - invariants and how they are bound -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that the nest only takes as it finds it: base pointers, scalars,
// sizes. Two expressions with one key denote one object and share an operand.
//
//===----------------------------------------------------------------------===//

#include "lacuna/emit/Cpp.h"
#include "lift/Lifter.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"

using llvm::cast;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace lacuna::plugin {

namespace {

std::string addressKey(const void *P) {
  return llvm::utohexstr(reinterpret_cast<uintptr_t>(P));
}

/// \p E without casts that leave the object or pointer what it is; the base
/// classes that they lead to, as a part of a key, are put in front of \p Bases.
const clang::Expr *strip(const clang::Expr *E, std::string &Bases) {
  bool IsWhole = false;
  for (;;) {
    E = E->IgnoreParens();
    if (const auto *Full = dyn_cast<clang::FullExpr>(E)) {
      E = Full->getSubExpr();
      continue;
    }
    if (const auto *S = dyn_cast<clang::SubstNonTypeTemplateParmExpr>(E)) {
      E = S->getReplacement();
      continue;
    }
    const auto *C = dyn_cast<clang::CastExpr>(E);
    if (C && C->getCastKind() == clang::CK_UserDefinedConversion) {
      E = C->getSubExpr(); // the call
      continue;
    }
    if (!C || !keepsObject(C->getCastKind()) || addsVolatile(C))
      return E;
    if (C->getCastKind() == clang::CK_BaseToDerived) {
      clang::QualType To = C->getType();
      To = To->isPointerType() ? To->getPointeeType() : To;
      if (!IsWhole)
        Bases = "^" + addressKey(To->getAsCXXRecordDecl()) + Bases;
      E = C->getSubExpr();
      continue;
    }
    // There is but one virtual base of a class, whatever leads to it.
    std::string Path;
    for (const clang::CXXBaseSpecifier *Base : C->path()) {
      if (Base->isVirtual())
        Path.clear();
      Path += ":" + addressKey(Base->getType()->getAsCXXRecordDecl());
    }
    if (!IsWhole)
      Bases = Path + Bases;
    IsWhole |= llvm::any_of(C->path(), [](const clang::CXXBaseSpecifier *Base) {
      return Base->isVirtual();
    });
    E = C->getSubExpr();
  }
}

const clang::Expr *strip(const clang::Expr *E) {
  std::string Bases;
  return strip(E, Bases);
}

} // namespace

Operand *Lifter::operand(llvm::StringRef Name) {
  for (Operand &O : Result.Graph.Operands)
    if (O.Name == Name)
      return &O;
  return nullptr;
}

std::string Lifter::addOperand(llvm::StringRef Hint, OperandKind Kind, Type Ty,
                               Binding::Form F, const clang::Expr *User,
                               ExprRef Extent) {
  std::string Name = uniqueName(Hint);
  Operand &O = Result.Graph.Operands.emplace_back();
  O.Name = Name;
  O.Kind = Kind;
  O.Ty = std::move(Ty);
  O.Extent = std::move(Extent);
  Result.Bindings.push_back({Name, F, User});
  return Name;
}

/// An operand that \p I is the binding of.
std::string Lifter::addOperand(const Invariant &I, OperandKind Kind, Type Ty,
                               Binding::Form F, const clang::Expr *User,
                               ExprRef Extent, llvm::StringRef Suffix) {
  std::string Name = addOperand((I.Hint + Suffix).str(), Kind, std::move(Ty), F,
                                User, std::move(Extent));
  Result.Bindings.back().Object = objectBound(I, F, User);
  return Name;
}

//===-- invariants --------------------------------------------------------===//

/// Whether something but the nest's own statements may reach \p V.
bool Lifter::isReachable(const clang::VarDecl *V) {
  const clang::Stmt *Body = ownerBody(V);
  if (!V->hasLocalStorage() || V->getType()->isReferenceType() ||
      V->hasAttr<clang::BlocksAttr>() || !Body)
    return true;
  bool Reachable = Bodies.of(Body).escapes(V);
  if (const auto *C = dyn_cast_or_null<clang::CXXConstructorDecl>(
          V->getParentFunctionOrMethod()))
    for (const clang::CXXCtorInitializer *Init : C->inits())
      Reachable |= mentions(Init->getInit(), V);
  return Reachable;
}

std::optional<Lifter::Invariant>
Lifter::invariantVariable(const clang::Expr *E, const clang::ValueDecl *D) {
  std::string Name = D->getNameAsString();
  const auto *V = dyn_cast<clang::VarDecl>(D);
  auto Refuse = [&](std::string Why) {
    refuse(E->getExprLoc(), "'" + Name + "' " + std::move(Why));
    return std::nullopt;
  };
  if (isa<clang::BindingDecl>(D)) {
    if (E->refersToBitField() || E->refersToVectorElement())
      return Refuse("is a structured binding to a part of an object; accepted "
                    "is a copy in a local variable");
    return Invariant{"v" + addressKey(D), Name, /*InMemory=*/true};
  }
  if (!V)
    return Refuse("is not a variable; accepted are variables and members");
  if (V->getTLSKind() != clang::VarDecl::TLS_None)
    return Refuse("is thread_local: other threads see another object; "
                  "accepted is a copy in a local variable");
  if (Inside.contains(V) || Written.contains(V))
    return Refuse("changes in the nest; accepted is an object that is set "
                  "before it");
  return Invariant{"v" + addressKey(V->getCanonicalDecl()), Name,
                   isReachable(V)};
}

std::optional<Lifter::Invariant>
Lifter::invariantMember(const clang::MemberExpr *M) {
  if (isa<clang::VarDecl>(M->getMemberDecl()))
    return invariantVariable(M, M->getMemberDecl());
  const auto *Field = dyn_cast<clang::FieldDecl>(M->getMemberDecl());
  if (!Field) {
    refuse(M->getMemberLoc(), "'" + spell(M) +
                                  "' is not a data member; accepted are "
                                  "variables and members");
    return std::nullopt;
  }
  if (Field->isBitField()) {
    refuse(M->getMemberLoc(), "'" + Field->getNameAsString() +
                                  "' is a bit-field; accepted is a copy in a "
                                  "local variable");
    return std::nullopt;
  }
  std::string Bases;
  auto Base = invariant(strip(M->getBase(), Bases));
  if (!Base)
    return std::nullopt;
  std::string Name = Field->getNameAsString();
  if (!Base->Hint.empty() && !Name.empty())
    Name = Base->Hint + "_" + Name;
  else if (Name.empty())
    Name = Base->Hint;
  return Invariant{Base->Key + (M->isArrow() ? "*" : "") + Bases + "." +
                       addressKey(Field->getCanonicalDecl()),
                   Name, /*InMemory=*/true, objectBehind(*Base, M->isArrow())};
}

/// What has to be there for a member of \p Base, or of what it points to if \p
/// IsArrow, to be read.
std::string Lifter::objectBehind(const Invariant &Base, bool IsArrow) {
  return IsArrow && Base.Key != "this" ? Base.Key + "*" : Base.Object;
}

/// What the pointer \p I leads to.
Lifter::Invariant Lifter::pointee(Invariant I) {
  I.InMemory = true;
  I.Object = objectBehind(I, /*IsArrow=*/true);
  I.Key += "*";
  return I;
}

/// What has to be there for \p User, which is \p I, to be bound by form \p F.
std::string Lifter::objectBound(const Invariant &I, Binding::Form F,
                                const clang::Expr *User) {
  bool IsContainer = F == Binding::Form::Data || F == Binding::Form::Size;
  return objectBehind(I, IsContainer && User->getType()->isPointerType());
}

/// Whether \p E is an array, all elements of which are there as soon as it is.
static bool isArray(const clang::ASTContext &Context, const clang::Expr *E) {
  const clang::Expr *Bare = strip(E);
  const clang::CXXRecordDecl *R = Bare->getType()->getAsCXXRecordDecl();
  return Context.getAsConstantArrayType(Bare->getType()) ||
         (R && R->isInStdNamespace() && R->getIdentifier() &&
          R->getName() == "array");
}

/// `mats[2]` or `mats[level]`: an element of an array of records or pointers.
std::optional<Lifter::Invariant>
Lifter::invariantIndexed(const clang::Expr *Base, const clang::Expr *Index) {
  auto B = invariant(Base);
  if (!B)
    return std::nullopt;
  clang::Expr::EvalResult R;
  if (Index->EvaluateAsInt(R, Context)) {
    std::string N = std::to_string(R.Val.getInt().getExtValue());
    std::string Key = B->Key + "[" + N + "]";
    return Invariant{Key, B->Hint + "_" + N, true,
                     isArray(Context, Base) ? B->Object : Key};
  }
  const clang::VarDecl *V = namedVariable(Index->IgnoreParenImpCasts());
  if (V && (Inside.contains(V) || Written.contains(V))) {
    refuse(Index->getExprLoc(),
           "'" + spell(Base->IgnoreParenImpCasts()) + "[" + spell(Index) +
               "]' is an array or object of its own for each '" +
               V->getNameAsString() +
               "'; accepted are arrays that stay the same in the nest");
    return std::nullopt;
  }
  // Containers convert it to their size_type.
  auto I = invariant(Index->IgnoreParenImpCasts());
  if (!I)
    return std::nullopt;
  std::string Key = B->Key + "[" + I->Key + "]";
  return Invariant{Key, B->Hint + "_" + I->Hint, true, Key};
}

/// What \p E, an lvalue or pointer that the nest does not change, denotes.
std::optional<Lifter::Invariant> Lifter::invariant(const clang::Expr *E) {
  std::string Bases;
  E = strip(E, Bases);
  if (E->getType().isVolatileQualified()) {
    refuse(E->getExprLoc(), "'" + spell(E) +
                                "' is volatile and may change in the nest; "
                                "accepted is a copy in a local variable");
    return std::nullopt;
  }
  auto I = invariantObject(E);
  if (I)
    I->Key += Bases;
  return I;
}

/// The same for an expression without casts.
std::optional<Lifter::Invariant> Lifter::invariantObject(const clang::Expr *E) {
  if (const auto *D = dyn_cast<clang::DeclRefExpr>(E))
    return invariantVariable(D, D->getDecl());
  if (isa<clang::CXXThisExpr>(E))
    return Invariant{"this", "", false};
  if (const auto *M = dyn_cast<clang::MemberExpr>(E))
    return invariantMember(M);
  if (const auto *C = dyn_cast<clang::CXXMemberCallExpr>(E);
      C && noteAccessor(C))
    return invariantCall(C);
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E);
      U && U->getOpcode() == clang::UO_Deref) {
    auto I = invariant(U->getSubExpr());
    return I ? pointee(*I) : I;
  }
  if (const auto *S = dyn_cast<clang::ArraySubscriptExpr>(E))
    return invariantIndexed(S->getBase(), S->getIdx());
  if (const auto *C = dyn_cast<clang::CXXOperatorCallExpr>(E)) {
    const auto *M =
        dyn_cast_or_null<clang::CXXMethodDecl>(C->getDirectCallee());
    const clang::CXXRecordDecl *R = M ? M->getParent() : nullptr;
    bool Std = R && R->isInStdNamespace() && R->getIdentifier();
    if (Std && C->getOperator() == clang::OO_Subscript &&
        (R->getName() == "vector" || R->getName() == "array" ||
         R->getName() == "span"))
      return invariantIndexed(C->getArg(0), C->getArg(1));
    if (Std &&
        (C->getOperator() == clang::OO_Arrow ||
         C->getOperator() == clang::OO_Star) &&
        (R->getName() == "unique_ptr" || R->getName() == "shared_ptr" ||
         R->getName() == "__shared_ptr_access")) {
      auto I = invariant(C->getArg(0));
      // `p->x` adds the rest of the key as it does for plain pointers.
      return I && C->getOperator() == clang::OO_Star ? pointee(*I) : I;
    }
  }
  refuseChanging(E);
  return std::nullopt;
}

std::nullptr_t Lifter::refuseChanging(const clang::Expr *E) {
  if (isa<clang::StringLiteral, clang::PredefinedExpr>(
          E->IgnoreParenImpCasts()))
    return refuse(E->getExprLoc(), spell(E) + " has no name; accepted is a "
                                              "constant array of characters");
  return refuse(E->getExprLoc(),
                "'" + spell(E) +
                    "' may change in the nest; accepted are variables, members "
                    "and elements that are set before it, or a copy in a local "
                    "variable");
}

/// `A.rows()`, which noteAccessor() knows.
std::optional<Lifter::Invariant>
Lifter::invariantCall(const clang::CXXMemberCallExpr *C) {
  std::string Bases;
  const clang::Expr *Object = C->getImplicitObjectArgument();
  auto I = invariant(strip(Object, Bases));
  if (!I)
    return std::nullopt;
  const bool IsArrow = Object->getType()->isPointerType();
  const clang::CXXMethodDecl *M = C->getMethodDecl();
  std::string Name = M->getIdentifier() ? M->getNameAsString() : "value";
  std::string Key = I->Key + (IsArrow ? "*" : "") + Bases + "." +
                    addressKey(M->getCanonicalDecl());
  bool FollowsPointers = llvm::any_of(Accessors, [&](const AccessorCall &A) {
    return A.Call == C && A.FollowsPointers;
  });
  return Invariant{Key, I->Hint.empty() ? Name : I->Hint + "_" + Name,
                   /*InMemory=*/true,
                   FollowsPointers ? Key : objectBehind(*I, IsArrow)};
}

//===-- operands ----------------------------------------------------------===//

/// Makes the memory of an invariant an operand, so that overlap checks see it.
void Lifter::addMemory(const Invariant &I, const clang::Expr *E, Type Ty,
                       bool Written) {
  std::string &Name = OperandByKey["memory " + I.Key];
  if (Name.empty())
    Name = addOperand(I, OperandKind::Array, std::move(Ty),
                      Binding::Form::Address, E, i64(1), "_at");
  if (Written)
    operand(Name)->Written = true;
}

ExprRef Lifter::scalarOperand(const clang::Expr *LValue) {
  auto Ty = scalarTypeAt(LValue->getType(), LValue->getExprLoc());
  LValue = Ty ? asOperand(LValue) : nullptr;
  auto I = LValue ? invariant(LValue) : std::nullopt;
  if (!I)
    return nullptr;
  auto Known = OperandByKey.find("scalar " + I->Key);
  if (Known != OperandByKey.end())
    return var(*Ty, Known->second);
  std::string Name =
      addOperand(*I, OperandKind::Scalar, *Ty, Binding::Form::Value, LValue);
  OperandByKey["scalar " + I->Key] = Name;
  if (I->InMemory && !isConstantObject(LValue))
    addMemory(*I, LValue, *Ty, /*Written=*/false);
  return var(*Ty, Name);
}

/// Makes \p V an operand, though the nest does not name it.
void Lifter::addInteger(const clang::VarDecl *V) {
  std::string Name = V->getNameAsString();
  if (Inside.contains(V) || Written.contains(V) ||
      V->getType().getNonReferenceType().isVolatileQualified() ||
      operand(Name) || Taken.contains(cppName(Name)))
    return;
  scalarOperand(clang::DeclRefExpr::Create(
      Context, clang::NestedNameSpecifierLoc(), clang::SourceLocation(),
      const_cast<clang::VarDecl *>(V), /*RefersToEnclosing=*/false,
      Root->getBeginLoc(), V->getType(), clang::VK_LValue));
}

/// A variable whose type says that it never changes.
bool Lifter::isConstantObject(const clang::Expr *E) const {
  const clang::VarDecl *V = namedVariable(E);
  return V && V->getType().isConstQualified() &&
         !V->getType()->isReferenceType();
}

/// `x.size()`, as i64; null, without refusal, for unknown classes.
ExprRef Lifter::sizeOperand(const clang::Expr *Container) {
  const clang::CXXRecordDecl *R = Container->getType()->getAsCXXRecordDecl();
  if (!R || !R->isInStdNamespace() || !R->getIdentifier() ||
      (R->getName() != "vector" && R->getName() != "span" &&
       R->getName() != "array"))
    return nullptr;
  auto I = invariant(Container);
  if (!I)
    return nullptr;
  std::string &Name = OperandByKey["size " + I->Key];
  if (Name.empty())
    Name = addOperand(*I, OperandKind::Scalar, Type::i64(), Binding::Form::Size,
                      strip(Container), nullptr, "_size");
  Sizes.insert(Name);
  return var(Type::i64(), Name);
}

/// The number of elements that may be accessed, null where unknown.
ExprRef Lifter::extentOf(const clang::Expr *Base, Binding::Form F) {
  if (F == Binding::Form::Data)
    return sizeOperand(Base);
  if (F != Binding::Form::Pointer)
    return nullptr;
  const clang::ConstantArrayType *A =
      Context.getAsConstantArrayType(Base->getType());
  // The last member of a record may stand for an array of any size.
  if (!A || isa<clang::MemberExpr>(Base->IgnoreParens()))
    return nullptr;
  return i64(A->getSize().getZExtValue());
}

std::optional<Lifter::PointerValue>
Lifter::arrayOperand(const clang::Expr *Base, Binding::Form F,
                     clang::QualType Elem) {
  if (Elem->isVariablyModifiedType()) {
    refuse(Base->getExprLoc(),
           "'" + spell(Base) +
               "' has rows whose length is computed at run time; accepted are "
               "rows of constant length, or subscripts like 'a[i * n + j]'");
    return std::nullopt;
  }
  bool OfRecords = leadsOn(Elem);
  const clang::SourceLocation Loc = Base->getExprLoc();
  auto Ty = OfRecords ? Type() : scalarTypeAt(Elem, Loc);
  Base = Ty ? asOperand(Base) : nullptr;
  auto I = Base ? invariant(Base) : std::nullopt;
  if (!I)
    return std::nullopt;
  if (F == Binding::Form::Pointer && I->InMemory &&
      Base->getType()->isPointerType()) {
    PointersInMemory.push_back({I->Hint, Loc});
    if (Language.TypesAlias)
      addMemory(*I, Base, Type::opaque("auto"), /*Written=*/false);
  }
  if (OfRecords)
    return recordsOperand(*I, F, Base);
  auto Known = OperandByKey.find("array " + I->Key);
  if (Known != OperandByKey.end())
    return PointerValue{Known->second, *Ty, nullptr};
  ExprRef Extent = extentOf(Base, F);
  std::string Name =
      addOperand(*I, OperandKind::Array, *Ty, F, Base, std::move(Extent));
  OperandByKey["array " + I->Key] = Name;
  return PointerValue{Name, *Ty, nullptr};
}

ExprRef Lifter::callOperand(const clang::CXXMemberCallExpr *C) {
  auto Ty = scalarTypeAt(C->getType(), C->getExprLoc());
  auto I = Ty ? invariantCall(C) : std::nullopt;
  if (!I)
    return nullptr;
  std::string &Name = OperandByKey["call " + I->Key];
  if (Name.empty())
    Name = addOperand(*I, OperandKind::Scalar, *Ty, Binding::Form::Value, C);
  return var(*Ty, Name);
}

/// Whether a store to an element of type \p Stored may change an object of type
/// \p Read. Signs do not matter, characters may alias anything.
static bool mayAlias(const Type &Stored, const Type &Read) {
  if (Stored.isOpaque())
    return Read.isFloat();
  return Stored.bits() == 8 ||
         (Stored.bits() == Read.bits() && Stored.isFloat() == Read.isFloat());
}

bool Lifter::checkAccessors() {
  for (const AccessorCall &A : Accessors)
    for (const Operand &O : Result.Graph.Operands) {
      bool Changes = O.Kind == OperandKind::Array && O.Written &&
                     (O.Ty.bits() == 8 || Language.TypesAlias ||
                      llvm::any_of(A.Reads, [&](const Type &Read) {
                        return mayAlias(O.Ty, Read);
                      }));
      if (!Changes)
        continue;
      refuse(A.Call->getExprLoc(),
             "stores to '" + O.Name + "', of type '" + O.Ty.spelling().str() +
                 "', may change what '" + spell(A.Call) +
                 "' returns; accepted is a copy in a local variable");
      return false;
    }
  return true;
}

/// A store to characters may legally change any object, pointers too.
bool Lifter::checkPointers() {
  for (const Operand &O : Result.Graph.Operands) {
    bool Characters =
        O.Ty.spelling() == "char" || O.Ty.spelling() == "unsigned char";
    if (O.Kind != OperandKind::Array || !O.Written || !Characters ||
        PointersInMemory.empty())
      continue;
    refuse(PointersInMemory.front().second,
           "stores to '" + O.Name + "', of type '" + O.Ty.spelling().str() +
               "', may change the pointer '" + PointersInMemory.front().first +
               "'; accepted is a copy of the pointer in a local variable");
    return false;
  }
  return true;
}

} // namespace lacuna::plugin
