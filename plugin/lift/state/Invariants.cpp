//===- Invariants.cpp - what stays the same in the nest -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/state/Invariants.h"
#include "lift/ast/AstQueries.h"
#include "lift/state/Messages.def"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"

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

} // namespace

const clang::Expr *withoutObjectCasts(const clang::Expr *E) {
  std::string Bases;
  return strip(E, Bases);
}

/// What has to be there for a member of \p Base, or of what it points to if \p
/// IsArrow, to be read.
static std::string objectBehind(const Invariant &Base, bool IsArrow) {
  return IsArrow && Base.Key != "this" ? Base.Key + "*" : Base.Object;
}

/// What the pointer \p I leads to.
static Invariant pointee(Invariant I) {
  I.InMemory = true;
  I.Object = objectBehind(I, /*IsArrow=*/true);
  I.Key += "*";
  return I;
}

std::optional<Invariant> Invariants::ofVariable(const clang::Expr *E,
                                                const clang::ValueDecl *D) {
  std::string Name = D->getNameAsString();
  const auto *V = dyn_cast<clang::VarDecl>(D);
  auto Refuse = [&](std::string Why) {
    Diags.refuse(E->getExprLoc(), "'" + Name + "' " + std::move(Why));
    return std::nullopt;
  };
  if (isa<clang::BindingDecl>(D)) {
    if (E->refersToBitField() || E->refersToVectorElement())
      return Refuse(msg::SuffixBindingToPart());
    return Invariant{"v" + addressKey(D), Name, /*InMemory=*/true};
  }
  if (!V)
    return Refuse(msg::SuffixNotInvariantVariable());
  if (V->getTLSKind() != clang::VarDecl::TLS_None)
    return Refuse(msg::SuffixThreadLocal());
  // What the nest assigns of an object are numbers in it, which it carries.
  if (Source.Inside.contains(V) ||
      (Source.Written.contains(V) && !Types.isRecord(V->getType())))
    return Refuse(msg::SuffixObjectChangesInNest());
  return Invariant{"v" + addressKey(V->getCanonicalDecl()), Name,
                   isReachableIn(Bodies, Source.Root, V) &&
                       !Bodies.isNeverPointedTo(Context, V)};
}

/// What a lambda captured goes by the name of the variable.
static std::string nameOf(const clang::FieldDecl &F) {
  const auto *R = dyn_cast<clang::CXXRecordDecl>(F.getParent());
  if (!R || !R->isLambda())
    return F.getNameAsString();
  llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> Captured;
  clang::FieldDecl *This = nullptr;
  R->getCaptureFields(Captured, This);
  for (const auto &[V, Field] : Captured)
    if (Field == &F)
      return V->getNameAsString();
  return "this";
}

std::optional<Invariant> Invariants::ofMember(const clang::MemberExpr *M) {
  if (isa<clang::VarDecl>(M->getMemberDecl()))
    return ofVariable(M, M->getMemberDecl());
  const auto *Field = dyn_cast<clang::FieldDecl>(M->getMemberDecl());
  if (!Field) {
    Diags.refuse(M->getMemberLoc(), msg::ObjectNotDataMember(Diags.spell(M)));
    return std::nullopt;
  }
  if (Field->isBitField()) {
    Diags.refuse(M->getMemberLoc(),
                 msg::ObjectIsBitField(Field->getNameAsString()));
    return std::nullopt;
  }
  std::string Bases;
  auto Base = of(strip(M->getBase(), Bases));
  if (!Base)
    return std::nullopt;
  std::string Name = nameOf(*Field);
  if (!Base->Hint.empty() && !Name.empty())
    Name = Base->Hint + "_" + Name;
  else if (Name.empty())
    Name = Base->Hint;
  // Two references may be to one object.
  const std::string Leads = Field->getType()->isReferenceType() ? "*" : "";
  return Invariant{Base->Key + (M->isArrow() ? "*" : "") + Bases + "." +
                       addressKey(Field->getCanonicalDecl()) + Leads,
                   Name, /*InMemory=*/true, objectBehind(*Base, M->isArrow())};
}

bool Invariants::areApart(llvm::StringRef A, llvm::StringRef B) {
  // Keys go from object to member to member: `v12.34.56`.
  size_t Same = 0;
  while (Same < A.size() && Same < B.size() && A[Same] == B[Same])
    ++Same;
  const size_t Whole = A.take_front(Same).rfind('.');
  if (Whole == llvm::StringRef::npos)
    return false;
  A = A.drop_front(Whole + 1);
  B = B.drop_front(Whole + 1);
  auto [MemberOfA, RestOfA] = A.split('.');
  auto [MemberOfB, RestOfB] = B.split('.');
  auto IsField = [](llvm::StringRef Member) {
    return llvm::all_of(Member, llvm::isHexDigit);
  };
  return IsField(MemberOfA) && IsField(MemberOfB) && MemberOfA != MemberOfB &&
         A.find_first_of("*[]") == llvm::StringRef::npos &&
         B.find_first_of("*[]") == llvm::StringRef::npos;
}

std::string Invariants::objectBound(const Invariant &I, Binding::Form F,
                                    const clang::Expr *User) {
  bool IsContainer = F == Binding::Form::Data || F == Binding::Form::Size;
  return objectBehind(I, IsContainer && User->getType()->isPointerType());
}

/// Whether \p E is an array, all elements of which are there as soon as it is.
static bool isArray(const clang::ASTContext &Context, const clang::Expr *E) {
  const clang::Expr *Bare = withoutObjectCasts(E);
  const clang::CXXRecordDecl *R = Bare->getType()->getAsCXXRecordDecl();
  return Context.getAsConstantArrayType(Bare->getType()) ||
         (R && R->isInStdNamespace() && R->getIdentifier() &&
          R->getName() == "array");
}

/// Whether \p E computes a number out of what the nest leaves as it is.
static bool isComputedInFront(const SourceNest &Source, const clang::Expr *E) {
  if (!isa<clang::BinaryOperator, clang::UnaryOperator,
           clang::ConditionalOperator>(E))
    return false;
  bool Stays = true;
  auto Visit = [&](auto &Self, const clang::Stmt *S) -> void {
    const auto *D = dyn_cast<clang::DeclRefExpr>(S);
    const auto *V = D ? dyn_cast<clang::VarDecl>(D->getDecl()) : nullptr;
    Stays &= !(V && Source.sets(V)) && !isa<clang::CallExpr>(S);
    forEachPart(S, [&](const clang::Stmt *Part) { Self(Self, Part); });
  };
  Visit(Visit, E);
  return Stays;
}

/// Whether \p B computes a number wherever it is computed.
static bool isTotal(const clang::ASTContext &Context,
                    const clang::BinaryOperator *B) {
  clang::Expr::EvalResult Right;
  switch (B->getOpcode()) {
  case clang::BO_Add:
  case clang::BO_Sub:
  case clang::BO_Mul:
  case clang::BO_And:
  case clang::BO_Or:
  case clang::BO_Xor:
    return true;
  case clang::BO_Div:
  case clang::BO_Rem:
    return B->getRHS()->EvaluateAsInt(Right, Context) &&
           Right.Val.getInt().isStrictlyPositive();
  default:
    return false;
  }
}

/// `level`, `level - 1`, `(step + 1) % 2`. Types are part of the key: as
/// unsigned numbers `u - 1` and `u - 1L` differ.
std::optional<Invariant> Invariants::ofNumber(const clang::Expr *E) {
  E = E->IgnoreParenImpCasts();
  const std::string Type = E->getType().getCanonicalType().getAsString();
  clang::Expr::EvalResult R;
  if (E->EvaluateAsInt(R, Context)) {
    const std::string N = std::to_string(R.Val.getInt().getExtValue());
    return Invariant{Type + " " + N, N};
  }
  if (const auto *B = dyn_cast<clang::BinaryOperator>(E);
      B && isTotal(Context, B)) {
    auto L = ofNumber(B->getLHS());
    auto Right = L ? ofNumber(B->getRHS()) : std::nullopt;
    if (!Right)
      return std::nullopt;
    return Invariant{"(" + L->Key + B->getOpcodeStr().str() + Right->Key + ")",
                     L->Hint + "_" + Right->Hint};
  }
  if (const auto *C = dyn_cast<clang::ExplicitCastExpr>(E);
      C && C->getType()->isIntegerType() &&
      C->getSubExpr()->getType()->isIntegerType()) {
    auto I = ofNumber(C->getSubExpr());
    return I ? Invariant{"(" + Type + ")" + I->Key, I->Hint} : I;
  }
  if (isComputedInFront(Source, E))
    return std::nullopt;
  return of(E);
}

/// `mats[2]` or `mats[level]`: an element of an array of records or pointers.
std::optional<Invariant> Invariants::ofIndexed(const clang::Expr *Base,
                                               const clang::Expr *Index) {
  auto B = of(Base);
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
  if (V && Source.sets(V)) {
    Diags.refuse(
        Index->getExprLoc(),
        msg::ObjectForEachIteration(Diags.spell(Base->IgnoreParenImpCasts()),
                                    Diags.spell(Index), V->getNameAsString()));
    return std::nullopt;
  }
  auto I = ofNumber(Index);
  if (!I && isComputedInFront(Source, Index->IgnoreParenImpCasts()))
    Diags.refuse(
        Index->getExprLoc(),
        msg::ObjectByExpression(Diags.spell(Base->IgnoreParenImpCasts()),
                                Diags.spell(Index)));
  if (!I)
    return std::nullopt;
  std::string Key = B->Key + "[" + I->Key + "]";
  return Invariant{Key, B->Hint + "_" + I->Hint, true, Key};
}

std::optional<Invariant> Invariants::of(const clang::Expr *E) {
  std::string Bases;
  E = strip(E, Bases);
  if (E->getType().isVolatileQualified()) {
    Diags.refuse(E->getExprLoc(), msg::VolatileMayChange(Diags.spell(E)));
    return std::nullopt;
  }
  auto I = ofObject(E);
  if (I)
    I->Key += Bases;
  return I;
}

/// The same for an expression without casts.
std::optional<Invariant> Invariants::ofObject(const clang::Expr *E) {
  if (const auto *D = dyn_cast<clang::DeclRefExpr>(E))
    return ofVariable(D, D->getDecl());
  if (isa<clang::CXXThisExpr>(E))
    return Invariant{"this", "", false};
  if (const auto *M = dyn_cast<clang::MemberExpr>(E))
    return ofMember(M);
  if (const auto *C = dyn_cast<clang::CXXMemberCallExpr>(E);
      C && Accessors.note(C))
    return ofCall(C);
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E);
      U && U->getOpcode() == clang::UO_Deref) {
    auto I = of(U->getSubExpr());
    return I ? pointee(*I) : I;
  }
  if (const auto *S = dyn_cast<clang::ArraySubscriptExpr>(E))
    return ofIndexed(S->getBase(), S->getIdx());
  if (const auto *C = dyn_cast<clang::CXXOperatorCallExpr>(E)) {
    const auto *M =
        dyn_cast_or_null<clang::CXXMethodDecl>(C->getDirectCallee());
    const clang::CXXRecordDecl *R = M ? M->getParent() : nullptr;
    bool Std = R && R->isInStdNamespace() && R->getIdentifier();
    if (Std && C->getOperator() == clang::OO_Subscript &&
        (R->getName() == "vector" || R->getName() == "array" ||
         R->getName() == "span"))
      return ofIndexed(C->getArg(0), C->getArg(1));
    if (Std &&
        (C->getOperator() == clang::OO_Arrow ||
         C->getOperator() == clang::OO_Star) &&
        (R->getName() == "unique_ptr" || R->getName() == "shared_ptr" ||
         R->getName() == "__shared_ptr_access")) {
      auto I = of(C->getArg(0));
      // `p->x` adds the rest of the key as it does for plain pointers.
      return I && C->getOperator() == clang::OO_Star ? pointee(*I) : I;
    }
  }
  Diags.refuseChanging(E);
  return std::nullopt;
}

std::optional<Invariant> Invariants::ofCall(const clang::CXXMemberCallExpr *C) {
  std::string Bases;
  const clang::Expr *Object = C->getImplicitObjectArgument();
  auto I = of(strip(Object, Bases));
  if (!I)
    return std::nullopt;
  const bool IsArrow = Object->getType()->isPointerType();
  const clang::CXXMethodDecl *M = C->getMethodDecl();
  std::string Name = M->getIdentifier() ? M->getNameAsString() : "value";
  std::string Key = I->Key + (IsArrow ? "*" : "") + Bases + "." +
                    addressKey(M->getCanonicalDecl());
  bool FollowsPointers = Accessors.followsPointers(C);
  return Invariant{Key, I->Hint.empty() ? Name : I->Hint + "_" + Name,
                   /*InMemory=*/true,
                   FollowsPointers ? Key : objectBehind(*I, IsArrow)};
}

} // namespace lacuna::plugin
