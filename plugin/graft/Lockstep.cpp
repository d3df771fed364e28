//===- Lockstep.cpp - is re-parsed text still the same? -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graft/Lockstep.h"
#include "graft/Tokens.h"
#include "lift/Library.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace lacuna::plugin;

//===-- expressions -------------------------------------------------------===//

/// Below nodes that say nothing about the meaning.
static const Expr *skipSugar(const Expr *E) {
  while (true) {
    if (auto *Paren = dyn_cast<ParenExpr>(E))
      E = Paren->getSubExpr();
    else if (auto *Subst = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
      E = Subst->getReplacement();
    else if (auto *Full = dyn_cast<FullExpr>(E))
      E = Full->getSubExpr();
    else
      return E;
  }
}

namespace {

class Comparison {
public:
  explicit Comparison(const ASTContext &Context) : Context(Context) {}

  bool same(const Expr *A, const Expr *B) const;

private:
  bool sameNode(const Expr *A, const Expr *B) const;
  bool sameLiteral(const Expr *A, const Expr *B) const;
  bool sameOperator(const Expr *A, const Expr *B) const;
  bool sameChildren(const Expr *A, const Expr *B) const;
  bool sameConstant(const Expr *A, const Expr *B) const;

  const ASTContext &Context;
};

} // namespace

bool Comparison::same(const Expr *A, const Expr *B) const {
  A = skipSugar(A);
  B = skipSugar(B);
  if (!Context.hasSameType(A->getType(), B->getType()) ||
      A->getValueKind() != B->getValueKind() ||
      A->getObjectKind() != B->getObjectKind())
    return false;
  if (A->getStmtClass() == B->getStmtClass() && sameNode(A, B) &&
      sameChildren(A, B))
    return true;
  return sameConstant(A, B);
}

/// A constant that a lambda did not capture is printed as its value.
bool Comparison::sameConstant(const Expr *A, const Expr *B) const {
  if (!A->isPRValue() || !A->getType()->isIntegralOrEnumerationType())
    return false;
  std::optional<llvm::APSInt> ValueA = A->getIntegerConstantExpr(Context);
  std::optional<llvm::APSInt> ValueB = B->getIntegerConstantExpr(Context);
  return ValueA && ValueB && *ValueA == *ValueB;
}

bool Comparison::sameChildren(const Expr *A, const Expr *B) const {
  auto ItA = A->child_begin(), EndA = A->child_end();
  auto ItB = B->child_begin(), EndB = B->child_end();
  for (; ItA != EndA && ItB != EndB; ++ItA, ++ItB) {
    auto *ChildA = dyn_cast_or_null<Expr>(*ItA);
    auto *ChildB = dyn_cast_or_null<Expr>(*ItB);
    if (!ChildA || !ChildB || !same(ChildA, ChildB))
      return false;
  }
  return ItA == EndA && ItB == EndB;
}

static bool sameDecl(const Decl *A, const Decl *B) {
  return A->getCanonicalDecl() == B->getCanonicalDecl();
}

/// Compares what two nodes of one class say beside their children. Total over
/// the classes that may occur; any other is different from everything.
bool Comparison::sameNode(const Expr *A, const Expr *B) const {
  if (auto *RefA = dyn_cast<DeclRefExpr>(A)) {
    auto *RefB = cast<DeclRefExpr>(B);
    // Only the user's may stand in a region of its own, of a vector loop.
    return sameDecl(RefA->getDecl(), RefB->getDecl()) &&
           (RefA->refersToEnclosingVariableOrCapture() ||
            !RefB->refersToEnclosingVariableOrCapture());
  }
  if (auto *MemberA = dyn_cast<MemberExpr>(A)) {
    auto *MemberB = cast<MemberExpr>(B);
    return sameDecl(MemberA->getMemberDecl(), MemberB->getMemberDecl()) &&
           MemberA->isArrow() == MemberB->isArrow();
  }
  if (auto *ConstructA = dyn_cast<CXXConstructExpr>(A))
    return sameDecl(ConstructA->getConstructor(),
                    cast<CXXConstructExpr>(B)->getConstructor());
  if (auto *DefaultA = dyn_cast<CXXDefaultArgExpr>(A))
    return DefaultA->getParam() == cast<CXXDefaultArgExpr>(B)->getParam();
  if (auto *TraitA = dyn_cast<UnaryExprOrTypeTraitExpr>(A)) {
    auto *TraitB = cast<UnaryExprOrTypeTraitExpr>(B);
    return TraitA->getKind() == TraitB->getKind() &&
           Context.hasSameType(TraitA->getTypeOfArgument(),
                               TraitB->getTypeOfArgument());
  }
  if (isa<CXXThisExpr, ArraySubscriptExpr, ConditionalOperator,
          MaterializeTemporaryExpr, CXXNullPtrLiteralExpr>(A))
    return true;
  if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral,
          CXXBoolLiteralExpr>(A))
    return sameLiteral(A, B);
  return sameOperator(A, B);
}

bool Comparison::sameLiteral(const Expr *A, const Expr *B) const {
  if (auto *IntA = dyn_cast<IntegerLiteral>(A))
    return IntA->getValue() == cast<IntegerLiteral>(B)->getValue();
  if (auto *FloatA = dyn_cast<FloatingLiteral>(A))
    return FloatA->getValue().bitwiseIsEqual(
        cast<FloatingLiteral>(B)->getValue());
  if (auto *CharA = dyn_cast<CharacterLiteral>(A))
    return CharA->getValue() == cast<CharacterLiteral>(B)->getValue();
  return cast<CXXBoolLiteralExpr>(A)->getValue() ==
         cast<CXXBoolLiteralExpr>(B)->getValue();
}

/// Whether floating-point options mean anything to \p E.
static bool computesFloats(const Expr *E) {
  auto IsFloat = [](const clang::Stmt *Part) {
    auto *Operand = dyn_cast_or_null<Expr>(Part);
    return Operand && Operand->getType()->hasFloatingRepresentation();
  };
  return IsFloat(E) || llvm::any_of(E->children(), IsFloat);
}

bool Comparison::sameOperator(const Expr *A, const Expr *B) const {
  if (!isa<CastExpr, UnaryOperator, BinaryOperator, CallExpr>(A))
    return false;
  if (computesFloats(A) && A->getFPFeaturesInEffect(Context.getLangOpts()) !=
                               B->getFPFeaturesInEffect(Context.getLangOpts()))
    return false;
  if (auto *CastA = dyn_cast<CastExpr>(A))
    return CastA->getCastKind() == cast<CastExpr>(B)->getCastKind();
  if (auto *UnaryA = dyn_cast<UnaryOperator>(A))
    return UnaryA->getOpcode() == cast<UnaryOperator>(B)->getOpcode();
  if (auto *BinaryA = dyn_cast<BinaryOperator>(A))
    return BinaryA->getOpcode() == cast<BinaryOperator>(B)->getOpcode();
  // The callee is a child.
  return true;
}

bool lacuna::plugin::sameExpression(const ASTContext &Context,
                                    const clang::Expr *User,
                                    const clang::Expr *Parsed) {
  return Comparison(Context).same(User, Parsed);
}

//===-- bindings ----------------------------------------------------------===//

/// \p E without the conversions of its value that the binding's form implies:
/// the load, array decay and added qualifiers.
static const Expr *skipLoad(const Expr *E) {
  while (true) {
    E = skipSugar(E);
    auto *Cast = dyn_cast<ImplicitCastExpr>(E);
    if (!Cast)
      return E;
    switch (Cast->getCastKind()) {
    case CK_LValueToRValue:
    case CK_ArrayToPointerDecay:
    case CK_NoOp:
    case CK_UserDefinedConversion: // of the call below
      E = Cast->getSubExpr();
      break;
    default:
      return E;
    }
  }
}

static const Expr *skipCasts(const Expr *E) {
  E = skipSugar(E);
  while (auto *Cast = dyn_cast<ImplicitCastExpr>(E))
    E = skipSugar(Cast->getSubExpr());
  return E;
}

/// The object of `object.Name()`, or null.
static const Expr *objectOfCall(const Expr *E, llvm::StringRef Name) {
  auto *Call = dyn_cast<CXXMemberCallExpr>(skipCasts(E));
  if (!Call || Call->getNumArgs() != 0 || !Call->getMethodDecl() ||
      !Call->getMethodDecl()->getDeclName().isIdentifier() ||
      Call->getMethodDecl()->getName() != Name)
    return nullptr;
  return Call->getImplicitObjectArgument();
}

static bool isVariable(const Expr *E, StringRef Name) {
  auto *Ref = dyn_cast<DeclRefExpr>(skipCasts(E));
  return Ref && Ref->getDecl()->getDeclName().isIdentifier() &&
         Ref->getDecl()->getName() == Name;
}

/// What \p Init binds, below what the form of \p B puts around it.
static const Expr *boundExpression(const Binding &B, const Expr *Init) {
  if (!B.Under.empty()) {
    auto *Choice = dyn_cast<ConditionalOperator>(skipCasts(Init));
    if (!Choice || !isVariable(Choice->getCond(), B.Under))
      return nullptr;
    Init = Choice->getTrueExpr();
  }
  switch (B.F) {
  case Binding::Form::Value:
    if (auto *Copy = dyn_cast<CXXConstructExpr>(skipSugar(Init)))
      if (Copy->getNumArgs() == 1 &&
          Copy->getConstructor()->isCopyOrMoveConstructor())
        return Copy->getArg(0);
    return Init;
  case Binding::Form::Pointer:
  case Binding::Form::Reference:
    return Init;
  case Binding::Form::Data:
    return objectOfCall(Init, "data");
  case Binding::Form::Get:
    return objectOfCall(Init, "get");
  case Binding::Form::Size:
    return objectOfCall(Init, "size");
  case Binding::Form::Address: {
    auto *Call = dyn_cast<CallExpr>(skipLoad(Init));
    return Call && Call->getBuiltinCallee() && Call->getNumArgs() == 1
               ? Call->getArg(0)
               : nullptr;
  }
  }
  llvm_unreachable("unknown form of binding");
}

/// Whether a variable of type \p Declared can hold what \p E gives without any
/// conversion of the value.
static bool holdsUnchanged(const ASTContext &Context, const Binding &B,
                           QualType Declared, const Expr *E) {
  switch (B.F) {
  case Binding::Form::Value:
    return Context.hasSameUnqualifiedType(Declared, E->getType());
  case Binding::Form::Reference:
    return Context.hasSameType(Declared.getNonReferenceType(), E->getType());
  case Binding::Form::Pointer: {
    QualType From = E->getType()->isArrayType()
                        ? Context.getArrayDecayedType(E->getType())
                        : E->getType();
    return From->isPointerType() &&
           Context.hasSameUnqualifiedType(Declared->getPointeeType(),
                                          From->getPointeeType());
  }
  case Binding::Form::Address:
    return Context.hasSameUnqualifiedType(Declared->getPointeeType(),
                                          E->getType());
  case Binding::Form::Data:
  case Binding::Form::Get:
  case Binding::Form::Size:
    // Types of the container's members; a pointer of another type would not
    // have compiled.
    return true;
  }
  llvm_unreachable("unknown form of binding");
}

bool lacuna::plugin::isBindingOf(const ASTContext &Context, const Binding &B,
                                 const VarDecl *Parsed) {
  if (!Parsed->getInit())
    return false;
  const clang::Expr *Bound = boundExpression(B, Parsed->getInit());
  if (!Bound)
    return false;
  const clang::Expr *User = skipLoad(B.User);
  return sameExpression(Context, User, skipLoad(Bound)) &&
         holdsUnchanged(Context, B, Parsed->getType(), User);
}

//===-- references --------------------------------------------------------===//

namespace {

class References : public RecursiveASTVisitor<References> {
public:
  llvm::SmallVector<const ValueDecl *, 32> Found;

  bool shouldVisitImplicitCode() const { return true; }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    Found.push_back(E->getDecl());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) {
    Found.push_back(E->getMemberDecl());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    Found.push_back(E->getConstructor());
    return true;
  }
};

/// Generated code computes with std::complex in other words than the user's:
/// `s = s + e` as `s += e`, copies in local variables.
bool isComplexArithmetic(const ValueDecl *D) {
  auto *F = dyn_cast<FunctionDecl>(D);
  auto *Method = dyn_cast<CXXMethodDecl>(D);
  const CXXRecordDecl *R = nullptr;
  if (Method)
    R = Method->getParent();
  else if (F && F->isInStdNamespace())
    R = F->getReturnType()->getAsCXXRecordDecl();
  return R && R->isInStdNamespace() && R->getIdentifier() &&
         R->getName() == "complex";
}

} // namespace

const ValueDecl *
lacuna::plugin::foreignReference(const ASTContext &Context,
                                 const clang::Stmt *Parsed,
                                 const llvm::DenseSet<const Decl *> &Allowed) {
  References All;
  All.TraverseStmt(const_cast<clang::Stmt *>(Parsed));
  const SourceManager &SM = Context.getSourceManager();
  for (const ValueDecl *D : All.Found) {
    if (Allowed.contains(D->getCanonicalDecl()) || isComplexArithmetic(D) ||
        isContainerQuery(dyn_cast<CXXMethodDecl>(D)) ||
        isGenerated(SM, D->getLocation()))
      continue;
    // Parameters of captured statements have no place of their own.
    if (isa<ImplicitParamDecl>(D) || D->getLocation().isInvalid())
      continue;
    if (auto *F = dyn_cast<FunctionDecl>(D); F && F->getBuiltinID() != 0)
      continue;
    return D;
  }
  return nullptr;
}

void lacuna::plugin::collectReferences(const clang::Stmt *Loop,
                                       llvm::DenseSet<const Decl *> &Found) {
  References All;
  All.TraverseStmt(const_cast<clang::Stmt *>(Loop));
  for (const ValueDecl *D : All.Found)
    if (isa<FunctionDecl, FieldDecl>(D))
      Found.insert(D->getCanonicalDecl());
}
