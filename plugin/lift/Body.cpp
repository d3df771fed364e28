//===- Body.cpp - the user's statements to the statement tree -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/Messages.def"
#include "lift/Tensors.h"
#include "lift/ast/Callees.h"
#include "lift/ast/FirstUses.h"
#include "lift/ast/Increments.h"
#include "lift/ast/LastingReferences.h"
#include "lift/ast/Messages.def"
#include "lift/ast/RecordQueries.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/state/Limits.h"
#include "lift/state/Operators.h"
#include "lift/state/Reductions.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtObjC.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/SaveAndRestore.h"

using llvm::ArrayRef;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace lacuna::plugin {

namespace {

/// What stops the lift at \p S, a statement that is no part of the language of
/// nests, and what would be accepted.
std::string refusalOf(const clang::Stmt *S) {
  if (isa<clang::BreakStmt>(S))
    return msg::BreakLeavesLoop();
  if (isa<clang::ContinueStmt>(S))
    return msg::ContinueSkipsRest();
  if (isa<clang::ReturnStmt, clang::CoreturnStmt>(S))
    return msg::ReturnLeavesNest();
  if (isa<clang::GotoStmt, clang::IndirectGotoStmt>(S))
    return msg::GotoInNest();
  if (isa<clang::LabelStmt>(S))
    return msg::LabelInNest();
  if (isa<clang::AsmStmt>(S))
    return msg::AsmInNest();
  if (isa<clang::CXXTryStmt>(S))
    return msg::TryInNest();
  if (isa<clang::OMPExecutableDirective>(S))
    return msg::OpenMPInNest();
  return msg::StatementNotSupported();
}

/// The loop behind `#pragma omp simd`, whose clauses only say that its
/// iterations may run side by side; or null.
const clang::Stmt *vectorLoop(const clang::Stmt *S) {
  const auto *D = dyn_cast<clang::OMPSimdDirective>(S);
  bool IsHint = D && llvm::all_of(D->clauses(), [](const clang::OMPClause *C) {
                  return isa<clang::OMPReductionClause, clang::OMPSafelenClause,
                             clang::OMPSimdlenClause, clang::OMPAlignedClause,
                             clang::OMPNontemporalClause>(C);
                });
  return IsHint ? D->getRawStmt() : nullptr;
}

/// What stops the lift at \p E, an expression used as a statement.
std::string refusalOfExpr(const clang::Expr *E) {
  if (isa<clang::CXXThrowExpr>(E))
    return msg::ThrowLeavesNest();
  if (isa<clang::CXXNewExpr>(E))
    return msg::NewInNest();
  if (isa<clang::CXXDeleteExpr>(E))
    return msg::DeleteInNest();
  if (isa<clang::CoawaitExpr, clang::CoyieldExpr>(E))
    return msg::CoroutineSuspendedInNest();
  return msg::StatementValueUnused();
}

} // namespace

//===-- blocks and control ------------------------------------------------===//

StmtRef Lifter::liftBlock(const clang::Stmt *S) {
  return liftScope(statements(S));
}

StmtRef Lifter::liftScope(ArrayRef<const clang::Stmt *> List) {
  Environment::Block OwnNames(Env);
  size_t FirstOutcome = LiveOuts.size();
  std::vector<StmtRef> Out;
  if (!liftList(List, Out) || !LiveOuts.store(FirstOutcome, Out))
    return nullptr;
  Lets.dropUnused(Out);
  return block(std::move(Out));
}

bool Lifter::liftList(ArrayRef<const clang::Stmt *> List,
                      std::vector<StmtRef> &Out, size_t Left) {
  llvm::SaveAndRestore Deeper(Nested, Nested + 1);
  if (Nested > MaxNested && !List.empty()) {
    Diags.refuse(List.front()->getBeginLoc(),
                 msg::StatementsNestTooDeep(MaxNested));
    return false;
  }
  llvm::SaveAndRestore EndsIteration(End.AtEnd);
  bool ListAtEnd = End.AtEnd;
  for (; List.size() > Left; List = List.drop_front()) {
    const clang::Stmt *S = List.front();
    ArrayRef<const clang::Stmt *> Rest = List.drop_front();
    if (ListAtEnd && isJump(S))
      return liftJump(S, Out);
    if (ListAtEnd && !Rest.empty() && findOwnJump(S)) {
      End.AtEnd = true;
      return liftJumping(S, Rest, Out);
    }
    End.AtEnd = ListAtEnd && Rest.empty();
    if (!liftStepping(S, Rest, Out))
      return false;
  }
  return true;
}

/// `y[k++] = e;` as `y[k] = e; ++k;`, for a variable that no function which the
/// statement calls can look at.
bool Lifter::liftStepping(const clang::Stmt *S,
                          ArrayRef<const clang::Stmt *> Rest,
                          std::vector<StmtRef> &Out) {
  llvm::SmallVector<const clang::UnaryOperator *, 2> After;
  for (const clang::UnaryOperator *U : postIncrements(S)) {
    const clang::VarDecl *V = rootVariable(U->getSubExpr());
    bool IsOwn = V->hasLocalStorage() && (!V->getType()->isReferenceType() ||
                                          !Types.scalar(V->getType()));
    bool Moves = !U->getType()->isPointerType() || Env.isMoving(V);
    if (IsOwn && Moves && Stepped.insert(U).second)
      After.push_back(U);
  }
  if (!liftStmt(S, Rest, Out))
    return false;
  for (const clang::UnaryOperator *U : After) {
    if (!liftExprStmt(U, {}, Out))
      return false;
    // A function may be called again.
    Stepped.erase(U);
  }
  return true;
}

bool Lifter::liftStmt(const clang::Stmt *S, ArrayRef<const clang::Stmt *> Rest,
                      std::vector<StmtRef> &Out) {
  while (const auto *A = dyn_cast<clang::AttributedStmt>(S))
    S = A->getSubStmt();
  if (isa<clang::NullStmt>(S))
    return true;
  bool IsOnce =
      isa<clang::Expr, clang::DeclStmt, clang::IfStmt, clang::SwitchStmt>(S);
  llvm::SaveAndRestore Before(Front, IsOnce ? &Out : nullptr);
  if (const auto *D = dyn_cast<clang::DeclStmt>(S)) {
    for (const clang::Decl *Decl : D->decls()) {
      if (const auto *V = dyn_cast<clang::VarDecl>(Decl)) {
        if (!declare(V, Rest, Out))
          return false;
      } else if (!declaresNoObject(Decl)) {
        Diags.refuse(Decl->getLocation(), msg::DeclarationNotSupported());
        return false;
      }
    }
    return true;
  }
  if (const auto *E = dyn_cast<clang::Expr>(S))
    return liftExprStmt(E, Rest, Out);
  StmtRef New;
  if (isa<clang::CompoundStmt>(S))
    New = liftBlock(S);
  else if (isLoop(S)) {
    std::string Why = whyUncounted(S, Rest);
    if (!Why.empty())
      return liftUncounted(S, std::move(Why), Rest, Out);
    New = liftLoop(S);
  } else if (const clang::Stmt *Loop = vectorLoop(S)) {
    return liftStmt(Loop, Rest, Out);
  } else if (isa<clang::IfStmt, clang::SwitchStmt>(S))
    New = liftBranch(S, Out);
  else if (const auto *D = dyn_cast<clang::OMPAtomicDirective>(S))
    return liftAtomic(D, Out);
  else
    Diags.refuse(S->getBeginLoc(), refusalOf(S));
  if (!New)
    return false;
  Out.push_back(New);
  return true;
}

//===-- declarations ------------------------------------------------------===//

/// Whether \p V is a number that is the same in all calls: `static const double
/// zero = 0;`
static bool isConstantNumber(const clang::VarDecl *V) {
  const clang::QualType Ty = V->getType();
  return V->isStaticLocal() && Ty.isConstQualified() &&
         !Ty.isVolatileQualified() && Ty->isArithmeticType() &&
         V->hasConstantInitialization();
}

bool Lifter::declare(const clang::VarDecl *V,
                     ArrayRef<const clang::Stmt *> Rest,
                     std::vector<StmtRef> &Out) {
  clang::QualType QT = V->getType();
  HasUnread |= !V->isReferenced() && V->hasInit() && holdsCall(V->getInit());
  if (!isConstantNumber(V) && (V->isStaticLocal() || V->hasExternalStorage() ||
                               V->getTLSKind() != clang::VarDecl::TLS_None)) {
    Diags.refuse(V->getLocation(),
                 msg::OutlivesIteration(V->getNameAsString()));
    return false;
  }
  if (const auto *D = dyn_cast<clang::DecompositionDecl>(V))
    return declareParts(D, Rest, Out);
  if (isLambda(QT) && Env.closureOf(V->getInit()))
    return true;
  if (isPlainVector(QT) && !QT->isReferenceType())
    return declareVector(V, Out);
  if (isStdArray(QT) && !QT->isReferenceType())
    return declareArray(V, Out);
  if (Types.isRecord(QT) && V->hasInit())
    return declareRecord(V, Rest, &Out);
  bool IsRow = QT->isReferenceType() && QT->getPointeeType()->isArrayType();
  if (IsRow || !pointerWithin(QT).isNull())
    return declarePointer(V, Rest, Out);
  if (QT->isReferenceType())
    return declareReference(V, Rest, Out);
  if (QT->isArrayType())
    return declareArray(V, Out);
  auto Ty = Types.scalarAt(QT, V->getLocation());
  if (!Ty)
    return false;
  if (V->hasInit()) {
    ExprRef Init = liftValue(V->getInit());
    if (!Init)
      return false;
    define(V, *Ty, cast(*Ty, Init), Rest, V->getLocation(), Out);
    return true;
  }
  // Best declared where it gets its value.
  if (!firstUncovered(Rest, V))
    return true;
  std::string Name = Builder.uniqueName(V->getNameAsString());
  Out.push_back(std::make_shared<VarStmt>(Name, *Ty, nullptr,
                                          Builder.tag(V->getLocation())));
  Env.set(V, Local{Name, *Ty});
  return true;
}

void Lifter::define(const clang::VarDecl *V, const Type &Ty,
                    const ExprRef &Init, ArrayRef<const clang::Stmt *> Rest,
                    clang::SourceLocation Loc, std::vector<StmtRef> &Out) {
  // A lambda that is called may set what it has captured.
  bool IsOwn = !isReachable(Bodies, V);
  bool Changes = IsOwn ? !keepsValueUntilReplaced(V, Rest)
                       : llvm::any_of(Rest, [&](const clang::Stmt *S) {
                           return findWrite(S, V) || takesAddress(S, V);
                         });
  if (Changes && !Loops.isUncounted() && Ty.isInteger() &&
      isSteppedFrom(Rest, V)) {
    // The loop that steps it makes an index variable of it.
    Env.set(V, Forward{Ty, Init});
    return;
  }
  std::string Name = Builder.uniqueName(V->getNameAsString());
  ExprRef Value;
  if (Changes) {
    Out.push_back(std::make_shared<VarStmt>(Name, Ty, Init, Builder.tag(Loc)));
  } else {
    Out.push_back(std::make_shared<LetStmt>(Name, Init, Builder.tag(Loc)));
    Value = Lets.note(Name, Init);
    if (Value)
      noteCoordinate(Builder, Loops, Value, Name);
  }
  Env.set(V, Local{Name, Ty, /*IsLet=*/IsOwn && !Changes});
  if (!Source.Inside.contains(V))
    LiveOuts.note({V, Name, /*IsCounter=*/false, Value, Loops.path(),
                   Loops.isConditional(), Loc});
}

bool Lifter::declareReference(const clang::VarDecl *V,
                              ArrayRef<const clang::Stmt *> Rest,
                              std::vector<StmtRef> &Out) {
  auto Ty = Types.scalarAt(V->getType(), V->getLocation());
  if (!Ty)
    return false;
  const clang::Expr *Init = V->getInit();
  if (const auto *Full = dyn_cast<clang::ExprWithCleanups>(Init))
    Init = Full->getSubExpr();
  auto L = locate(Init);
  if (!L)
    return false;
  if (L->K == Location::Kind::Value) {
    define(V, *Ty, L->Place.Index, Rest, V->getLocation(), Out);
    const auto *Let = std::get_if<Local>(Env.find(V));
    if (Let && outlivesReference(V->getInit()))
      Lets.noteLasting(Let->Name, V->getLocation());
    return true;
  }
  if (L->K != Location::Kind::Place || !L->Place.Index) {
    Diags.refuse(V->getLocation(),
                 msg::ReferenceToVariable(V->getNameAsString()));
    return false;
  }
  ExprRef Index = Lets.fixed(L->Place.Index, V, Out);
  ExprRef Row = Lets.fixed(L->Row, V, Out);
  Env.set(V, Alias{{L->Place.Name, Index, "", Row}, L->Place.Ty});
  return true;
}

//===-- expressions that are statements -----------------------------------===//

/// `c ? a : b;`, `c && a;`, `c || b;`
bool Lifter::liftChoice(const clang::Expr *Cond, const clang::Expr *Then,
                        const clang::Expr *Else, std::vector<StmtRef> &Out) {
  SourceTag Tag = Builder.tag(Cond->getBeginLoc());
  ExprRef C = liftExpr(Cond);
  if (!C)
    return false;
  auto Lift = [&](const clang::Expr *E) {
    return E ? liftScope({E->IgnoreParenImpCasts()}) : block({});
  };
  for (const clang::Expr *E : {Then, Else})
    if (E && leaves(E, C, E == Then, Cond)) {
      StmtRef Other = Lift(E == Then ? Else : Then);
      if (Other)
        llvm::append_range(Out, statementsOf(Other));
      return Other != nullptr;
    }
  LoopStack::Condition Under(Loops);
  auto Arm = [&](const clang::Expr *E, bool Value) {
    LoopStack::Where Holds(Loops, C, Value);
    StmtRef Lifted = Lift(E);
    if (!Lifted)
      noteLeft(E, C);
    return Lifted;
  };
  StmtRef A = Arm(Then, true), B = A ? Arm(Else, false) : nullptr;
  if (!B)
    return false;
  if (statementsOf(A).empty()) {
    std::swap(A, B);
    C = unary(UnaryOp::LogicalNot, C);
  }
  if (!statementsOf(A).empty())
    Out.push_back(std::make_shared<IfStmt>(
        C, A, statementsOf(B).empty() ? nullptr : B, Tag));
  return true;
}

bool Lifter::liftExprStmt(const clang::Expr *E,
                          ArrayRef<const clang::Stmt *> Rest,
                          std::vector<StmtRef> &Out) {
  if (auto Step = AfterStep.find(E); Step != AfterStep.end()) {
    auto [V, After] = Step->second;
    setTo(V, After);
    return true;
  }
  if (Paddings.contains(E))
    return true;
  if (const auto *Full = dyn_cast<clang::FullExpr>(E))
    E = Full->getSubExpr();
  if (doesNothing(E->IgnoreParens(), Context))
    return true;
  E = withoutVoid(E);
  if (liftMove(E, Out))
    return !Diags.any();
  if (atomicCall(E->IgnoreParens()) ||
      isa<clang::AtomicExpr>(E->IgnoreParens()))
    return liftExpr(E) != nullptr;
  if (const auto *C = dyn_cast<clang::CompoundAssignOperator>(E))
    return liftCompound(C, Out);
  if (const auto *B = dyn_cast<clang::BinaryOperator>(E)) {
    if (B->getOpcode() == clang::BO_Assign)
      return liftAssign(B->getLHS(), B->getRHS(), Rest, B->getBeginLoc(), Out);
    if (B->getOpcode() == clang::BO_Comma) {
      llvm::SmallVector<const clang::Stmt *, 8> After{B->getRHS()};
      After.append(Rest.begin(), Rest.end());
      return liftExprStmt(B->getLHS(), After, Out) &&
             liftExprStmt(B->getRHS(), Rest, Out);
    }
    if (B->getOpcode() == clang::BO_LAnd)
      return liftChoice(B->getLHS(), B->getRHS(), nullptr, Out);
    if (B->getOpcode() == clang::BO_LOr)
      return liftChoice(B->getLHS(), nullptr, B->getRHS(), Out);
  }
  if (const auto *C = dyn_cast<clang::ConditionalOperator>(E))
    return liftChoice(C->getCond(), C->getTrueExpr(), C->getFalseExpr(), Out);
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E))
    if (U->isIncrementDecrementOp())
      return liftStep(U, Out);
  if (const auto *C = dyn_cast<clang::CXXOperatorCallExpr>(E)) {
    const auto *M =
        dyn_cast_or_null<clang::CXXMethodDecl>(C->getDirectCallee());
    if (M && copiesMembers(M) && Types.isRecord(C->getArg(0)->getType()))
      return assignRecord(C->getArg(0), C->getArg(1), C->getBeginLoc(), Out);
    if (isStandard(C->getDirectCallee()) &&
        !Types.scalarAt(C->getArg(0)->getType(), C->getBeginLoc()))
      return false;
    if (C->isAssignmentOp() && isStandard(C->getDirectCallee()))
      if (auto Ty = Types.scalar(C->getArg(0)->getType());
          Ty && Ty->isComplex())
        return liftComplexAssign(C, Rest, Out);
    if (C->getOperator() == clang::OO_Equal &&
        isIterator(C->getArg(0)->getType()))
      return liftAssign(C->getArg(0), C->getArg(1), Rest, C->getBeginLoc(),
                        Out);
  }
  if (const auto *C = dyn_cast<clang::CXXMemberCallExpr>(E);
      C && (liftAppend(C, Out) || Diags.any()))
    return !Diags.any();
  if (const auto *C = dyn_cast<clang::CallExpr>(E))
    return liftRangeCall(C, Out) || (!Diags.any() && inlineStatement(C, Out));
  Diags.refuse(E->getExprLoc(), refusalOfExpr(E));
  return false;
}

} // namespace lacuna::plugin
