//===- AstQueries.cpp - what a piece of the user's AST does to variables --===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/ast/AstQueries.h"
#include "lift/ast/AtomicCalls.h"
#include "lift/ast/OutParameters.h"
#include "lift/ast/RecordQueries.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Builtins.h"

using llvm::cast;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace lacuna::plugin {

namespace {

/// Calls \p Fn on \p S and everything below it, in source order.
void walk(const clang::Stmt *S,
          llvm::function_ref<void(const clang::Stmt *)> Fn) {
  if (!S)
    return;
  Fn(S);
  forEachPart(S, [&](const clang::Stmt *Part) { walk(Part, Fn); });
}

/// Whether \p S calls std::min, std::max or std::clamp for numbers, which
/// returns a reference to one of its arguments and keeps none.
bool returnsArgument(const clang::Stmt *S) {
  const auto *C = dyn_cast<clang::CallExpr>(S);
  const clang::FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  if (!F || !F->isInStdNamespace() || !F->getDeclName().isIdentifier() ||
      !C->isGLValue() || !C->getType()->isArithmeticType())
    return false;
  return C->getNumArgs() == 2 ? F->getName() == "min" || F->getName() == "max"
                              : C->getNumArgs() == 3 && F->getName() == "clamp";
}

/// The variables that the glvalue \p E may denote.
void denoted(const clang::Expr *E,
             llvm::function_ref<void(const clang::VarDecl *)> Fn) {
  E = E->IgnoreParens();
  if (const auto *D = dyn_cast<clang::DeclRefExpr>(E)) {
    if (const auto *V = dyn_cast<clang::VarDecl>(D->getDecl()))
      Fn(V);
    // A part of the object that it is bound to.
    if (const auto *B = dyn_cast<clang::BindingDecl>(D->getDecl()))
      Fn(cast<clang::VarDecl>(B->getDecomposedDecl()));
  } else if (const auto *Full = dyn_cast<clang::FullExpr>(E)) {
    denoted(Full->getSubExpr(), Fn);
  } else if (const auto *C = dyn_cast<clang::CastExpr>(E)) {
    denoted(C->getSubExpr(), Fn);
  } else if (const auto *M = dyn_cast<clang::MemberExpr>(E)) {
    if (!M->isArrow())
      denoted(M->getBase(), Fn);
  } else if (const auto *U = dyn_cast<clang::UnaryOperator>(E)) {
    if (U->isIncrementDecrementOp())
      denoted(U->getSubExpr(), Fn);
  } else if (const auto *B = dyn_cast<clang::BinaryOperator>(E)) {
    if (B->isAssignmentOp())
      denoted(B->getLHS(), Fn);
    else if (B->getOpcode() == clang::BO_Comma)
      denoted(B->getRHS(), Fn);
  } else if (const auto *C = dyn_cast<clang::AbstractConditionalOperator>(E)) {
    denoted(C->getTrueExpr(), Fn);
    denoted(C->getFalseExpr(), Fn);
  } else if (returnsArgument(E)) {
    for (const clang::Expr *Arg : cast<clang::CallExpr>(E)->arguments())
      denoted(Arg, Fn);
  }
}

/// Whether \p Parent uses its glvalue child \p C without letting a pointer or
/// reference to it survive.
bool usesInPlace(const clang::Stmt *Parent, const clang::Expr *C) {
  if (const auto *For = dyn_cast<clang::CXXForRangeStmt>(Parent))
    return C == For->getBody();
  if (!isa<clang::Expr>(Parent))
    return !isa<clang::DeclStmt, clang::ReturnStmt, clang::AsmStmt>(Parent);
  if (const auto *Cast = dyn_cast<clang::CastExpr>(Parent))
    // A cast to a glvalue passes its operand on to its own parent.
    return Cast->getCastKind() == clang::CK_LValueToRValue ||
           Cast->getCastKind() == clang::CK_ToVoid || Cast->isGLValue();
  if (const auto *U = dyn_cast<clang::UnaryOperator>(Parent))
    return U->isIncrementDecrementOp();
  if (const auto *B = dyn_cast<clang::BinaryOperator>(Parent))
    return (B->isAssignmentOp() && C == B->getLHS()) ||
           B->getOpcode() == clang::BO_Comma;
  if (const auto *M = dyn_cast<clang::MemberExpr>(Parent))
    return M->isGLValue();
  return returnsArgument(Parent) ||
         isa<clang::ParenExpr, clang::FullExpr,
             clang::AbstractConditionalOperator,
             clang::UnaryExprOrTypeTraitExpr>(Parent);
}

} // namespace

void forEachPart(const clang::Stmt *S,
                 llvm::function_ref<void(const clang::Stmt *)> Fn) {
  for (const clang::Stmt *C : S->children())
    if (C)
      Fn(C);
  // Bodies that are no children.
  if (const auto *C = dyn_cast<clang::CapturedStmt>(S))
    Fn(C->getCapturedStmt());
  if (const auto *B = dyn_cast<clang::BlockExpr>(S))
    Fn(B->getBody());
}

void forEachEscape(const clang::Stmt *S,
                   llvm::function_ref<void(const clang::VarDecl *)> Fn) {
  llvm::SmallPtrSet<const clang::Expr *, 4> Lent;
  if (const auto *C = dyn_cast<clang::CallExpr>(S))
    forEachLent(C, [&](const clang::Expr *Arg, bool) { Lent.insert(Arg); });
  for (const clang::Stmt *C : S->children()) {
    const auto *E = dyn_cast_or_null<clang::Expr>(C);
    if (!E || Lent.contains(E))
      continue;
    // Who gets an address decides what becomes of it.
    if (const clang::Expr *Addressed = addressed(E))
      denoted(Addressed, Fn);
    else if (E->isGLValue() && !usesInPlace(S, E) && !addressed(S))
      denoted(E, Fn);
  }
}

const clang::Expr *addressed(const clang::Stmt *S) {
  const auto *U = dyn_cast<clang::UnaryOperator>(S);
  return U && U->getOpcode() == clang::UO_AddrOf ? U->getSubExpr() : nullptr;
}

const clang::VarDecl *namedVariable(const clang::Expr *E) {
  const auto *D = dyn_cast<clang::DeclRefExpr>(E->IgnoreParens());
  return D ? dyn_cast<clang::VarDecl>(D->getDecl()) : nullptr;
}

const clang::VarDecl *convertedVariable(const clang::Expr *E) {
  return namedVariable(E->IgnoreParenImpCasts());
}

/// `A = B` as A and B, else nulls.
static std::pair<const clang::Expr *, const clang::Expr *>
sidesOfAssignment(const clang::Stmt *S) {
  const auto *E = dyn_cast_or_null<clang::Expr>(S);
  if (!E)
    return {};
  if (const auto *Full = dyn_cast<clang::FullExpr>(E))
    E = Full->getSubExpr();
  E = E->IgnoreParens();
  if (const auto *B = dyn_cast<clang::BinaryOperator>(E);
      B && B->getOpcode() == clang::BO_Assign)
    return {B->getLHS(), B->getRHS()};
  if (const auto *C = dyn_cast<clang::CXXOperatorCallExpr>(E);
      C && C->getOperator() == clang::OO_Equal && C->getNumArgs() == 2)
    return {C->getArg(0), C->getArg(1)};
  return {};
}

const clang::VarDecl *assignedVariable(const clang::Stmt *S) {
  const clang::Expr *Target = sidesOfAssignment(S).first;
  return Target ? namedVariable(Target) : nullptr;
}

const clang::Expr *assignedValue(const clang::Stmt *S) {
  return sidesOfAssignment(S).second;
}

const clang::Expr *withoutVoid(const clang::Expr *E) {
  E = E->IgnoreParens();
  const auto *Cast = dyn_cast<clang::CastExpr>(E);
  return Cast && Cast->getCastKind() == clang::CK_ToVoid
             ? withoutVoid(Cast->getSubExpr())
             : E;
}

void splitCommas(const clang::Expr *E,
                 llvm::SmallVectorImpl<const clang::Expr *> &Parts) {
  E = withoutVoid(E);
  const auto *B = dyn_cast<clang::BinaryOperator>(E);
  if (!B || B->getOpcode() != clang::BO_Comma) {
    Parts.push_back(E);
    return;
  }
  splitCommas(B->getLHS(), Parts);
  splitCommas(B->getRHS(), Parts);
}

const clang::Stmt *ownerBody(const clang::VarDecl *V) {
  const clang::DeclContext *Owner = V->getParentFunctionOrMethod();
  return Owner ? cast<clang::Decl>(Owner)->getBody() : nullptr;
}

bool keepsObject(clang::CastKind Kind) {
  switch (Kind) {
  case clang::CK_NoOp:
  case clang::CK_LValueToRValue:
  case clang::CK_ArrayToPointerDecay:
  case clang::CK_UncheckedDerivedToBase:
  case clang::CK_DerivedToBase:
  case clang::CK_BaseToDerived:
    return true;
  default:
    return false;
  }
}

bool addsVolatile(const clang::CastExpr *C) {
  return C->getType().isVolatileQualified() &&
         !C->getSubExpr()->getType().isVolatileQualified();
}

bool contains(const clang::Stmt *S, const clang::Stmt *Part) {
  bool Found = false;
  walk(S, [&](const clang::Stmt *T) { Found |= T == Part; });
  return Found;
}

bool mentions(const clang::Stmt *S, const clang::VarDecl *V) {
  bool Found = false;
  walk(S, [&](const clang::Stmt *T) {
    const auto *D = dyn_cast<clang::DeclRefExpr>(T);
    Found |= D && D->getDecl() == V;
  });
  return Found;
}

unsigned countMentions(const clang::Stmt *S, const clang::VarDecl *V) {
  unsigned Count = 0;
  walk(S, [&](const clang::Stmt *T) {
    const auto *D = dyn_cast<clang::DeclRefExpr>(T);
    Count += D && D->getDecl() == V;
  });
  return Count;
}

const clang::VarDecl *rootVariable(const clang::Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (const auto *S = dyn_cast<clang::ArraySubscriptExpr>(E))
      E = S->getBase();
    else if (const auto *M = dyn_cast<clang::MemberExpr>(E))
      E = M->getBase();
    else if (const auto *C = dyn_cast<clang::CXXOperatorCallExpr>(E);
             C && C->getOperator() == clang::OO_Subscript)
      E = C->getArg(0);
    else
      return namedVariable(E);
  }
}

/// Whether \p F is a function of the standard library that changes nothing
/// which it gets by a reference that forwards.
static bool onlyForwards(const clang::FunctionDecl *F) {
  return F->isInStdNamespace() && F->getIdentifier() &&
         (F->getName() == "make_pair" || F->getName() == "make_tuple" ||
          F->getName() == "forward");
}

/// Whether what an object of type \p Ty is made of only reads what it gets.
static bool isMadeByReading(clang::QualType Ty) {
  if (Ty->isArithmeticType())
    return true;
  const clang::CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition())
    return false;
  if (isPair(R))
    return llvm::all_of(R->fields(), [](const clang::FieldDecl *Field) {
      return isMadeByReading(Field->getType());
    });
  auto MayChange = [](const clang::ParmVarDecl *P) {
    const clang::QualType Ty = P->getType();
    return Ty->isLValueReferenceType() &&
           !Ty->getPointeeType().isConstQualified();
  };
  return llvm::all_of(R->decls(), [&](const clang::Decl *D) {
    const auto *Made = dyn_cast<clang::CXXConstructorDecl>(D);
    const auto *Of = dyn_cast<clang::FunctionTemplateDecl>(D);
    return !(Of && isa<clang::CXXConstructorDecl>(Of->getTemplatedDecl())) &&
           !(Made && llvm::any_of(Made->parameters(), MayChange));
  });
}

/// Whether \p M is `emplace_back`, or `emplace` with a key, of what only reads
/// the references that are forwarded to it.
static bool appendsByReading(const clang::CXXMethodDecl &M) {
  const auto *Of =
      dyn_cast<clang::ClassTemplateSpecializationDecl>(M.getParent());
  if (!Of || !Of->isInStdNamespace() || !M.getIdentifier())
    return false;
  const size_t Types =
      M.getName() == "emplace_back"                                        ? 1
      : Of->getName().ends_with("map") && M.getName().ends_with("emplace") ? 2
                                                                           : 0;
  return Types != 0 &&
         llvm::all_of(Of->getTemplateArgs().asArray().take_front(Types),
                      [](const clang::TemplateArgument &A) {
                        return A.getKind() == clang::TemplateArgument::Type &&
                               isMadeByReading(A.getAsType());
                      });
}

/// Calls \p Fn with the arguments of \p C that the function may change.
static void
forEachReferenceArgument(const clang::CallExpr *C,
                         llvm::function_ref<void(const clang::Expr *)> Fn) {
  const clang::FunctionDecl *F = C->getDirectCallee();
  if (!F || onlyForwards(F))
    return;
  const auto *M = dyn_cast<clang::CXXMethodDecl>(F);
  if (M && appendsByReading(*M))
    return;
  unsigned First =
      isa<clang::CXXOperatorCallExpr>(C) && M && M->isInstance() ? 1 : 0;
  for (unsigned N = First; N < C->getNumArgs(); ++N) {
    if (N - First >= F->getNumParams())
      break;
    clang::QualType Ty = F->getParamDecl(N - First)->getType();
    if (Ty->isReferenceType() && !Ty->getPointeeType().isConstQualified())
      Fn(C->getArg(N));
  }
}

/// Calls \p Fn with each variable that is written and the expression that does
/// it.
static void forEachWrite(
    const clang::Stmt *S,
    llvm::function_ref<void(const clang::VarDecl *, const clang::Expr *)> Fn) {
  walk(S, [&](const clang::Stmt *T) {
    const clang::Expr *Target = nullptr;
    if (const auto *B = dyn_cast<clang::BinaryOperator>(T)) {
      if (B->isAssignmentOp())
        Target = B->getLHS();
    } else if (const auto *U = dyn_cast<clang::UnaryOperator>(T)) {
      if (U->isIncrementDecrementOp())
        Target = U->getSubExpr();
    } else if (const auto *C = dyn_cast<clang::CXXOperatorCallExpr>(T)) {
      if (C->isAssignmentOp() || C->getOperator() == clang::OO_PlusPlus ||
          C->getOperator() == clang::OO_MinusMinus)
        Target = C->getArg(0);
    }
    auto Writes = [&](const clang::VarDecl *V) { Fn(V, cast<clang::Expr>(T)); };
    if (const auto A = atomicCall(T); A && A->SetsExpected)
      Target = A->Expected;
    if (Target)
      denoted(Target, Writes);
    const auto *C = dyn_cast<clang::CallExpr>(T);
    if (!C)
      return;
    forEachReferenceArgument(
        C, [&](const clang::Expr *Arg) { denoted(Arg, Writes); });
    forEachLent(C, [&](const clang::Expr *Arg, bool IsWritten) {
      const clang::Expr *Target = IsWritten ? addressed(Arg) : nullptr;
      if (Target)
        denoted(Target, Writes);
    });
  });
}

const clang::Expr *findWrite(const clang::Stmt *S, const clang::VarDecl *V) {
  const clang::Expr *Found = nullptr;
  forEachWrite(S, [&](const clang::VarDecl *W, const clang::Expr *E) {
    if (W == V && !Found)
      Found = E;
  });
  return Found;
}

bool takesAddress(const clang::Stmt *S, const clang::VarDecl *V) {
  bool Found = false;
  walk(S, [&](const clang::Stmt *T) {
    const auto *U = dyn_cast<clang::UnaryOperator>(T);
    Found |= U && U->getOpcode() == clang::UO_AddrOf &&
             rootVariable(U->getSubExpr()) == V;
  });
  return Found;
}

bool hasEffect(const clang::Stmt *S) {
  const auto *U = dyn_cast<clang::UnaryOperator>(S);
  const auto *B = dyn_cast<clang::BinaryOperator>(S);
  bool Found = (U && U->isIncrementDecrementOp()) ||
               (B && B->isAssignmentOp()) || atomicCall(S);
  forEachPart(S, [&](const clang::Stmt *Part) { Found |= hasEffect(Part); });
  return Found;
}

bool isLoop(const clang::Stmt *S) {
  return isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt,
             clang::CXXForRangeStmt>(S);
}

bool holdsLoop(const clang::Stmt *S) {
  return llvm::any_of(S->children(), [](const clang::Stmt *Child) {
    return Child && (isLoop(Child) || holdsLoop(Child));
  });
}

bool isLoopJump(const clang::Stmt *S) {
  return isa<clang::BreakStmt, clang::ContinueStmt>(S);
}

const clang::Stmt *
findJump(const clang::Stmt *S,
         llvm::function_ref<bool(const clang::Stmt *)> IsWanted) {
  if (!S || IsWanted(S))
    return S;
  if (isLoop(S))
    return nullptr;
  auto FindIn = [&](llvm::function_ref<bool(const clang::Stmt *)> IsWanted) {
    const clang::Stmt *Found = nullptr;
    forEachPart(S, [&](const clang::Stmt *Part) {
      if (!Found)
        Found = findJump(Part, IsWanted);
    });
    return Found;
  };
  // Its 'break' leads out of itself only.
  return isa<clang::SwitchStmt>(S) ? FindIn([&](const clang::Stmt *Part) {
    return !isa<clang::BreakStmt>(Part) && IsWanted(Part);
  })
                                   : FindIn(IsWanted);
}

const clang::Stmt *findReturn(const clang::Stmt *S) {
  const clang::Stmt *Found = dyn_cast<clang::ReturnStmt>(S);
  if (!Found && !isa<clang::LambdaExpr>(S))
    forEachPart(S, [&](const clang::Stmt *Part) {
      if (!Found)
        Found = findReturn(Part);
    });
  return Found;
}

unsigned countWrites(const clang::Stmt *S, const clang::VarDecl *V) {
  unsigned Writes = 0;
  forEachWrite(S, [&](const clang::VarDecl *W, const clang::Expr *) {
    Writes += W == V;
  });
  return Writes;
}

void collectDeclared(const clang::Stmt *S, VarSet &Vars) {
  walk(S, [&](const clang::Stmt *T) {
    if (const auto *D = dyn_cast<clang::DeclStmt>(T))
      for (const clang::Decl *Decl : D->decls())
        if (const auto *V = dyn_cast<clang::VarDecl>(Decl))
          Vars.insert(V);
  });
}

void collectWritten(const clang::Stmt *S, VarSet &Vars) {
  forEachWrite(
      S, [&](const clang::VarDecl *V, const clang::Expr *) { Vars.insert(V); });
}

llvm::SmallVector<const clang::Stmt *, 8> statements(const clang::Stmt *S) {
  while (const auto *A = dyn_cast_or_null<clang::AttributedStmt>(S))
    S = A->getSubStmt();
  llvm::SmallVector<const clang::Stmt *, 8> List;
  if (const auto *C = dyn_cast_or_null<clang::CompoundStmt>(S))
    List.append(C->body_begin(), C->body_end());
  else if (S)
    List.push_back(S);
  return List;
}

bool declaresNoObject(const clang::Decl *D) {
  // The length of an array type may be computed here.
  if (const auto *T = dyn_cast<clang::TypedefNameDecl>(D))
    return !T->getUnderlyingType()->isVariablyModifiedType();
  return isa<clang::TypeDecl, clang::FunctionDecl, clang::StaticAssertDecl,
             clang::EmptyDecl, clang::BaseUsingDecl, clang::UsingDirectiveDecl,
             clang::NamespaceAliasDecl>(D);
}

/// Whether \p E only tells the compiler something.
static bool isHint(const clang::Expr *E, const clang::ASTContext &Context) {
  const auto *C = dyn_cast<clang::CallExpr>(E->IgnoreParens());
  switch (C ? C->getBuiltinCallee() : 0) {
  case clang::Builtin::BI__builtin_assume: // evaluates nothing
  case clang::Builtin::BI__builtin_unreachable:
    return true;
  case clang::Builtin::BI__builtin_prefetch:
    return llvm::none_of(C->arguments(), [&](const clang::Expr *Arg) {
      return Arg->HasSideEffects(Context);
    });
  default:
    return false;
  }
}

bool doesNothing(const clang::Stmt *S, const clang::ASTContext &Context) {
  if (const auto *D = dyn_cast<clang::DeclStmt>(S))
    return llvm::all_of(D->decls(), declaresNoObject);
  if (const auto *If = dyn_cast<clang::IfStmt>(S))
    return !If->hasInitStorage() && !If->hasVarStorage() &&
           !If->isConsteval() && !If->getCond()->HasSideEffects(Context) &&
           doesNothing(If->getThen(), Context) &&
           (!If->getElse() || doesNothing(If->getElse(), Context));
  if (const auto *Block = dyn_cast<clang::CompoundStmt>(S))
    return llvm::all_of(Block->body(), [&](const clang::Stmt *Part) {
      return doesNothing(Part, Context);
    });
  const auto *E = dyn_cast<clang::Expr>(S);
  return isa<clang::NullStmt>(S) ||
         (E && E->getType()->isVoidType() &&
          (isHint(E, Context) || !E->HasSideEffects(Context)));
}

/// Whether \p C calls what does not return; what is never come to is no call.
static bool isEnd(const clang::CallExpr *C) {
  const clang::FunctionDecl *F = C->getDirectCallee();
  return F && F->isNoReturn() &&
         C->getBuiltinCallee() != clang::Builtin::BI__builtin_unreachable;
}

const clang::CallExpr *findEnd(const clang::Stmt *S) {
  const clang::CallExpr *Found = nullptr;
  walk(S, [&](const clang::Stmt *Part) {
    const auto *C = dyn_cast<clang::CallExpr>(Part);
    if (!Found && C && isEnd(C))
      Found = C;
  });
  return Found;
}

bool neverReturns(const clang::Stmt *S) {
  if (const auto *Block = llvm::dyn_cast_or_null<clang::CompoundStmt>(S))
    return neverReturns(statements(Block));
  const auto *E = llvm::dyn_cast_or_null<clang::Expr>(S);
  if (const auto *Full = llvm::dyn_cast_or_null<clang::FullExpr>(E))
    E = Full->getSubExpr();
  if (E && isa<clang::CXXThrowExpr>(E->IgnoreParenCasts()))
    return true;
  const auto *C =
      E ? dyn_cast<clang::CallExpr>(E->IgnoreParenCasts()) : nullptr;
  return C && isEnd(C);
}

bool neverReturns(llvm::ArrayRef<const clang::Stmt *> List) {
  return !List.empty() && neverReturns(List.back()) &&
         llvm::none_of(List, findReturn);
}

const clang::Expr *returnedAlone(const clang::Stmt *Body,
                                 const clang::ASTContext &Context) {
  auto List = statements(Body);
  llvm::erase_if(List,
                 [&](const clang::Stmt *S) { return doesNothing(S, Context); });
  const auto *Return =
      List.size() == 1 ? dyn_cast<clang::ReturnStmt>(List.front()) : nullptr;
  return Return ? Return->getRetValue() : nullptr;
}

} // namespace lacuna::plugin
