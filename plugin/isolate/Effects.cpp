//===- Effects.cpp - what statements and expressions do -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "isolate/Isolator.h"
#include "isolate/Messages.def"
#include "lift/ast/AstQueries.h"
#include "lift/ast/Callees.h"
#include "lift/ast/StandardLibrary.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "clang/LanguageOptions.h"

using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

bool Isolator::refuse(SourceLocation Loc, std::string Why) {
  if (!Refusal)
    Refusal = NotLifted{Loc, std::move(Why), {}};
  return false;
}

/// Whether \p S calls more than functions of the library that say how many
/// elements there are.
static bool callsMore(const clang::Stmt *S) {
  const auto *C = dyn_cast<clang::CallExpr>(S);
  const auto *M =
      C ? dyn_cast_or_null<CXXMethodDecl>(C->getDirectCallee()) : nullptr;
  const bool IsQuery = M && isStandard(M) && M->isConst() &&
                       M->getIdentifier() &&
                       (M->getName() == "size" || M->getName() == "length");
  bool More = (C && !IsQuery) || isa<CXXConstructExpr, LambdaExpr>(S);
  forEachPart(S,
              [&](const clang::Stmt *Part) { More = More || callsMore(Part); });
  return More;
}

/// The bound is read by each iteration, and elements are copied; generated code
/// does the former once.
bool Isolator::visitHeader() {
  if (H.Range) {
    const clang::Expr *Range = H.Range->getInit();
    const PlaceSet Of = placeOf(Range);
    note(MemoryAccess::Measure, Of, Range->getType(), Range);
    if (!visit(Range))
      return false;
    if (Variable->getType()->isReferenceType())
      return true;
    if (!ownsAll(Variable->getType()))
      return refuse(Variable->getLocation(),
                    msg::IsolatedType(Variable->getType().getAsString(
                        Context.getPrintingPolicy())));
    note(MemoryAccess::Read, ownElements(), Variable->getType(), Range);
    return true;
  }
  for (const clang::Expr *E : {H.Init, H.Bound})
    if (E && (callsMore(E) || hasEffect(E)))
      return refuse(E->getExprLoc(), msg::IsolatedBound());
  return visit(H.Bound);
}

/// Once through everything that is known to be run.
bool Isolator::pass() {
  Grows = false;
  Accesses.clear();
  Current = nullptr;
  if (!visitHeader() || !visit(Body))
    return false;
  // More functions may come while these are visited.
  for (size_t I = 0; I < Called.size(); ++I)
    if (!visitFunction(Called[I]))
      return false;
  return true;
}

bool Isolator::run() {
  VarSet Declared;
  collectDeclared(Body, Declared);
  findPrivate(Body, Declared);
  // Its value behind the loop is set there.
  if (!H.Range && !H.OwnCounter && isUsedOtherwise(Variable))
    return refuse(Variable->getLocation(),
                  msg::IsolatedCapture(Variable->getNameAsString()));
  do {
    if (!pass() || Refusal)
      return false;
  } while (Grows);
  // Threads may have less of a stack than the program.
  return !callsThemselves() ||
         refuse(H.Loop->getBeginLoc(), msg::IsolatedRecursion());
}

void Isolator::note(MemoryAccess::Kind Does, const PlaceSet &At, QualType Ty,
                    const clang::Expr *By) {
  const bool Changes =
      Does != MemoryAccess::Read && Does != MemoryAccess::Measure;
  for (const Place &P : At) {
    if (P.At == Place::Own)
      continue;
    Accesses.push_back({Does, P, Ty.getNonReferenceType(), By});
    // What leads to memory of the iteration's own must not outlive it.
    if (Changes && leadsElsewhere(Ty.getNonReferenceType()))
      refuse(By->getExprLoc(), msg::IsolatedPointerStored());
  }
}

bool Isolator::visitChildren(const clang::Stmt *S) {
  return llvm::all_of(S->children(), [&](const clang::Stmt *Child) {
    return !Child || visit(Child);
  });
}

/// Whether \p S leaves what is visited, not only a loop inside of it.
static bool leaves(const clang::Stmt *S, bool InLoop, bool InSwitch) {
  if (isa<BreakStmt>(S))
    return !InLoop && !InSwitch;
  if (isa<clang::ReturnStmt>(S))
    return true;
  if (isa<LambdaExpr>(S))
    return false;
  InLoop |= isLoop(S) || isa<DoStmt>(S);
  InSwitch |= isa<SwitchStmt>(S);
  return llvm::any_of(S->children(), [&](const clang::Stmt *Child) {
    return Child && leaves(Child, InLoop, InSwitch);
  });
}

/// Has it known that nobody asks for the values of expressions that are
/// statements in \p S.
void Isolator::noteStatements(const clang::Stmt *S) {
  auto Note = [&](const clang::Stmt *Part) {
    if (const auto *E = llvm::dyn_cast_or_null<clang::Expr>(Part))
      Statements.insert(E->IgnoreImplicit()->IgnoreParens());
  };
  if (isa<CompoundStmt>(S)) {
    for (const clang::Stmt *Part : S->children())
      Note(Part);
  } else if (const auto *If = dyn_cast<clang::IfStmt>(S)) {
    Note(If->getThen());
    Note(If->getElse());
  } else if (const auto *For = dyn_cast<clang::ForStmt>(S)) {
    Note(For->getInc());
    Note(For->getBody());
  } else if (const auto *While = dyn_cast<clang::WhileStmt>(S)) {
    Note(While->getBody());
  } else if (const auto *Range = dyn_cast<CXXForRangeStmt>(S)) {
    Note(Range->getBody());
  } else if (const auto *Case = dyn_cast<SwitchCase>(S)) {
    Note(Case->getSubStmt());
  }
}

bool Isolator::visit(const clang::Stmt *S) {
  if (S == Body)
    if (const auto *E = dyn_cast<clang::Expr>(S))
      Statements.insert(E->IgnoreImplicit()->IgnoreParens());
  noteStatements(S);
  if (const auto *E = dyn_cast<clang::Expr>(S))
    return visitExpr(E);
  if (S == Body && leaves(S, false, false))
    return refuse(S->getBeginLoc(), msg::IterationLeavesLoop());
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return llvm::all_of(D->decls(), [&](const Decl *One) {
      if (const auto *V = dyn_cast<VarDecl>(One))
        return visitDeclaration(V);
      return isa<TypedefNameDecl, UsingDecl, UsingDirectiveDecl,
                 StaticAssertDecl, UsingShadowDecl, EmptyDecl>(One) ||
             refuse(One->getLocation(), msg::IsolatedDeclaration());
    });
  if (const auto *R = dyn_cast<clang::ReturnStmt>(S)) {
    const clang::Expr *Value = R->getRetValue();
    if (!Value)
      return true;
    if (Current && (Value->isGLValue() || leadsElsewhere(Value->getType())))
      Grows |= Returned[Current].add(Value->isGLValue() ? placeOf(Value)
                                                        : targetOf(Value));
    return visit(Value);
  }
  const bool IsKnown =
      isa<CompoundStmt, clang::IfStmt, clang::ForStmt, clang::WhileStmt, DoStmt,
          CXXForRangeStmt, SwitchStmt, CaseStmt, DefaultStmt, BreakStmt,
          ContinueStmt, NullStmt>(S) ||
      (isa<AttributedStmt>(S) && !isa<OMPExecutableDirective>(S));
  return IsKnown ? visitChildren(S)
                 : refuse(S->getBeginLoc(), msg::IsolatedStatement());
}

/// Objects of type \p Ty are destroyed.
bool Isolator::destroys(QualType Ty, SourceLocation Loc) {
  const CXXRecordDecl *R = Context.getBaseElementType(Ty)->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition() || R->hasTrivialDestructor() || ownsAll(Ty))
    return true;
  if (!standardClass(R).empty())
    return refuse(Loc, msg::IsolatedType(Ty.getUnqualifiedType().getAsString(
                           Context.getPrintingPolicy())));
  const CXXDestructorDecl *D = R->getDestructor();
  const FunctionDecl *Definition = D ? D->getDefinition() : nullptr;
  if (!Definition || D->isVirtual())
    return refuse(Loc, msg::IsolatedType(R->getNameAsString()));
  for (const FieldDecl *F : R->fields())
    if (!destroys(F->getType(), Loc))
      return false;
  for (const CXXBaseSpecifier &B : R->bases())
    if (!destroys(B.getType(), Loc))
      return false;
  const PlaceSet Own = Place{Place::Own};
  return !Definition->hasBody() || bind(Definition, {}, &Own);
}

bool Isolator::visitDeclaration(const VarDecl *V) {
  if (V->getType()->isVariablyModifiedType())
    return refuse(V->getLocation(), msg::IsolatedDeclaration());
  if (!V->hasLocalStorage())
    return refuse(V->getLocation(), msg::IsolatedStatic(V->getNameAsString()));
  Inside.insert(V->getCanonicalDecl());
  const clang::Expr *Init = V->getInit();
  const QualType Ty = V->getType();
  constexpr int64_t MostBytes = 64 << 10;
  if (!Ty->isReferenceType() && !Ty->isIncompleteType() &&
      Context.getTypeSizeInChars(Ty).getQuantity() > MostBytes)
    return refuse(V->getLocation(),
                  msg::IsolatedLargeVariable(V->getNameAsString()));
  if (Init && Ty->isReferenceType())
    setTarget(V,
              Init->isGLValue() ? placeOf(Init) : PlaceSet(Place{Place::Own}));
  else if (Init && leadsElsewhere(Ty))
    setTarget(V, targetOf(Init));
  else if (Init && isIndex(Init))
    Numbered.insert(V->getCanonicalDecl());
  else if (Ty->isIntegerType() && NoIndex.insert(V->getCanonicalDecl()).second)
    Grows = true;
  if (const auto *D = dyn_cast<DecompositionDecl>(V))
    for (const BindingDecl *B : D->bindings())
      if (const VarDecl *Held = B->getHoldingVar();
          Held && !visitDeclaration(Held))
        return false;
  return (!Init || visit(Init)) && destroys(Ty, V->getLocation());
}

bool Isolator::visitExpr(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (E->getType().isVolatileQualified() || E->getType()->isAtomicType())
    return refuse(E->getExprLoc(), msg::IsolatedVolatile());
  if (const auto *C = dyn_cast<clang::CastExpr>(E))
    return visitCast(C);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return visitUnary(U);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return visitBinary(B);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return visitName(Ref, Use::Lend);
  if (const auto *L = dyn_cast<LambdaExpr>(E))
    return visitLambda(L);
  if (const auto *C = dyn_cast<clang::CallExpr>(E))
    return visitCall(C);
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return visitConstruct(C);
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
    return visit(D->getExpr());
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(E))
    return visitMade(D->getExpr());
  if (const auto *R = dyn_cast<CXXRewrittenBinaryOperator>(E))
    return visit(R->getSemanticForm());
  if (const auto *T = dyn_cast<CXXBindTemporaryExpr>(E))
    return visit(T->getSubExpr()) && destroys(T->getType(), T->getExprLoc());
  if (isa<CXXThisExpr>(E)) {
    UsesThis |= !Current && !IsMaking;
    return true;
  }
  if (const auto *N = dyn_cast<CXXNewExpr>(E)) {
    // The compiler declares it where no header does.
    const SourceLocation Loc = N->getOperatorNew()->getLocation();
    const bool IsLibrary =
        Loc.isInvalid() || Context.getSourceManager().isInSystemHeader(Loc);
    return IsLibrary && N->getNumPlacementArgs() == 0 &&
                   ownsAll(N->getAllocatedType())
               ? visitChildren(E)
               : refuse(E->getExprLoc(), msg::IsolatedExpression());
  }
  if (const auto *D = dyn_cast<CXXDeleteExpr>(E)) {
    note(MemoryAccess::Write, partsOf(targetOf(D->getArgument())),
         Context.CharTy, E);
    return ownsAll(D->getDestroyedType())
               ? visit(D->getArgument())
               : refuse(E->getExprLoc(), msg::IsolatedExpression());
  }
  // What is not evaluated does nothing.
  if (isa<UnaryExprOrTypeTraitExpr, TypeTraitExpr>(E))
    return true;
  const bool IsKnown =
      isa<IntegerLiteral, FloatingLiteral, CharacterLiteral,
          clang::StringLiteral, CXXBoolLiteralExpr, CXXNullPtrLiteralExpr,
          GNUNullExpr, ArraySubscriptExpr, MemberExpr, ConditionalOperator,
          InitListExpr, ImplicitValueInitExpr, CXXScalarValueInitExpr,
          MaterializeTemporaryExpr, ExprWithCleanups, clang::ConstantExpr,
          SubstNonTypeTemplateParmExpr, CXXStdInitializerListExpr>(E);
  return IsKnown ? visitChildren(E)
                 : refuse(E->getExprLoc(), msg::IsolatedExpression());
}

/// What \p E names may change.
void Isolator::noteChange(const clang::Expr *E, Use By) {
  const VarDecl *V = rootVariable(E);
  if (!V)
    return;
  // Who has it may have it lead anywhere.
  if (By == Use::Lend && leadsElsewhere(V->getType()) &&
      !V->getType()->isReferenceType())
    setTarget(V, Place{Place::Anywhere});
  NotOnlyRead.insert(V->getCanonicalDecl());
  Grows |= NoIndex.insert(V->getCanonicalDecl()).second;
}

/// A name, of which perhaps the value alone is asked for.
bool Isolator::visitName(const DeclRefExpr *E, Use For) {
  const auto *B = dyn_cast<BindingDecl>(E->getDecl());
  if (B && !isInside(cast<VarDecl>(B->getDecomposedDecl())))
    return refuse(E->getExprLoc(), msg::IsolatedExpression());
  const auto *V = dyn_cast<VarDecl>(E->getDecl());
  if (!V)
    return true;
  V = V->getCanonicalDecl();
  if (V->getTLSKind() != VarDecl::TLS_None)
    return refuse(E->getExprLoc(), msg::IsolatedStatic(V->getNameAsString()));
  if (For != Use::Value)
    noteChange(E, For);
  if (Current || isInside(V) || !V->hasLocalStorage() || V == Variable ||
      E->isNonOdrUse() != NOUR_None)
    return true;
  Outer.insert(V);
  // Closures and regions reach it in another way than their parameters.
  return !E->refersToEnclosingVariableOrCapture() ||
         refuse(E->getExprLoc(), msg::IsolatedCapture(V->getNameAsString()));
}

bool Isolator::visitCast(const clang::CastExpr *C) {
  const clang::Expr *Of = C->getSubExpr();
  switch (C->getCastKind()) {
  case CK_LValueToRValue: {
    note(MemoryAccess::Read, placeOf(Of), Of->getType(), C);
    const auto *Ref = dyn_cast<DeclRefExpr>(Of->IgnoreParens());
    return Ref && !Of->getType().isVolatileQualified()
               ? visitName(Ref, Use::Value)
               : visit(Of);
  }
  case CK_BitCast:
    // What memset and the like take.
    return C->getType()->isVoidPointerType() || isa<ImplicitCastExpr>(C)
               ? visit(Of)
               : refuse(C->getExprLoc(), msg::IsolatedCast());
  case CK_NoOp: {
    if (isa<CXXConstCastExpr>(C))
      return refuse(C->getExprLoc(), msg::IsolatedCast());
    const auto *Ref = dyn_cast<DeclRefExpr>(Of->IgnoreParens());
    return Ref && C->isGLValue() && C->getType().isConstQualified()
               ? visitName(Ref, Use::Value)
               : visit(Of);
  }
  case CK_ArrayToPointerDecay:
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
  case CK_NullToPointer:
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_FloatingCast:
  case CK_BooleanToSignedIntegral:
  case CK_PointerToBoolean:
  case CK_ToVoid:
    return visit(Of);
  default:
    return refuse(C->getExprLoc(), msg::IsolatedCast());
  }
}

/// Whether sums of values of type \p Ty may be made in parts.
static bool isSummed(QualType Ty) {
  return Ty->isArithmeticType() && !Ty->isBooleanType() &&
         !Ty->isAnyComplexType();
}

/// Somebody knows where objects of all iterations are: they have no copies.
void Isolator::noteAddress(const PlaceSet &Of) {
  for (const Place &P : Of)
    if (P.Of.Root) {
      Captured.insert(P.Of.Root);
      NotOnlyRead.insert(P.Of.Root);
    }
}

bool Isolator::visitUnary(const UnaryOperator *U) {
  const clang::Expr *Of = U->getSubExpr();
  if (U->isIncrementDecrementOp()) {
    const QualType Ty = Of->getType();
    // What the value is, is not asked for.
    const bool IsStatement = Statements.contains(U);
    note(isSummed(Ty) && IsStatement ? MemoryAccess::Update
                                     : MemoryAccess::Write,
         placeOf(Of), Ty, U);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Of->IgnoreParens());
        Ref && Ty->isPointerType())
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
          V && !V->getType()->isReferenceType())
        setTarget(V, stepped(Targets.lookup(V->getCanonicalDecl()),
                             Ty->getPointeeType()));
    return visitChanged(Of);
  }
  switch (U->getOpcode()) {
  case UO_AddrOf:
    noteAddress(placeOf(Of));
    return visit(Of);
  case UO_Deref:
  case UO_Plus:
  case UO_Minus:
  case UO_Not:
  case UO_LNot:
    return visit(Of);
  default:
    return refuse(U->getExprLoc(), msg::IsolatedExpression());
  }
}

bool Isolator::visitBinary(const BinaryOperator *B) {
  if (B->isPtrMemOp())
    return refuse(B->getExprLoc(), msg::IsolatedExpression());
  const clang::Expr *Left = B->getLHS(), *Right = B->getRHS();
  if (B->isAssignmentOp()) {
    const QualType Ty = Left->getType();
    // Integers to which others are added are rounded each time.
    const auto *A = dyn_cast<CompoundAssignOperator>(B);
    const bool Adds =
        A &&
        (B->getOpcode() == BO_AddAssign || B->getOpcode() == BO_SubAssign) &&
        A->getComputationResultType()->isIntegerType() == Ty->isIntegerType();
    note(Adds && isSummed(Ty) && Statements.contains(B) ? MemoryAccess::Update
                                                        : MemoryAccess::Write,
         placeOf(Left), Ty, B);
    const auto *Ref = dyn_cast<DeclRefExpr>(Left->IgnoreParens());
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (V && leadsElsewhere(Ty) && !V->getType()->isReferenceType())
      setTarget(V, B->getOpcode() == BO_Assign
                       ? targetOf(Right)
                       : stepped(Targets.lookup(V->getCanonicalDecl()),
                                 pointeeOf(Ty)));
  }
  return (B->isAssignmentOp() ? visitChanged(Left) : visit(Left)) &&
         visit(Right);
}

/// \p E is set.
bool Isolator::visitChanged(const clang::Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return Ref ? visitName(Ref, Use::Change) : visit(E);
}

/// \p Init, by which a member of an object begins that is made.
bool Isolator::visitMade(const clang::Expr *Init) {
  const bool Was = std::exchange(IsMaking, true);
  const bool IsKnown = visit(Init);
  IsMaking = Was;
  return IsKnown;
}

bool Isolator::visitLambda(const LambdaExpr *L) {
  for (const LambdaCapture &C : L->captures())
    if (C.capturesVariable())
      if (const auto *V = dyn_cast<VarDecl>(C.getCapturedVar());
          V && V->isInitCapture() && !visitDeclaration(V))
        return false;
  return llvm::all_of(L->capture_inits(), [&](const clang::Expr *Init) {
    // What it does with it is seen where it is called.
    const auto *Ref = llvm::dyn_cast_or_null<DeclRefExpr>(Init);
    return !Init || (Ref ? visitName(Ref, Use::Value) : visit(Init));
  });
}

} // namespace lacuna::plugin
