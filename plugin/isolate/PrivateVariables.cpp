//===- PrivateVariables.cpp - variables of iterations' own ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "isolate/Isolator.h"
#include "lift/ast/AstQueries.h"
#include "lift/ast/Callees.h"
#include "lift/ast/FirstUses.h"
#include "lift/ast/StandardLibrary.h"
#include <functional>

using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace lacuna::plugin {

/// Whether nothing in \p S changes how many elements container \p V has.
static bool keepsSize(const clang::Stmt *S, const VarDecl *V) {
  if (const auto *C = dyn_cast<clang::CallExpr>(S)) {
    const auto *M = dyn_cast_or_null<CXXMethodDecl>(C->getDirectCallee());
    const clang::Expr *Object = objectOf(C);
    if (M && Object && convertedVariable(Object) == V) {
      const bool Looks = M->getOverloadedOperator() == OO_Subscript ||
                         (M->getIdentifier() &&
                          llvm::StringSwitch<bool>(M->getName())
                              .Cases("begin", "end", "data", "size", true)
                              .Default(false));
      return Looks && llvm::all_of(argumentsOf(C), [&](const clang::Expr *A) {
               return keepsSize(A, V);
             });
    }
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() != V;
  bool Keeps = true;
  forEachPart(
      S, [&](const clang::Stmt *Part) { Keeps = Keeps && keepsSize(Part, V); });
  return Keeps;
}

/// Whether \p S of \p Body gives all of container \p V a value that does not
/// depend on the one before: `v.clear()`, `v.assign(n, x)`, `v = …`,
/// `fill(v.begin(), v.end(), x)`.
static bool setsContainer(const clang::Stmt *S, const VarDecl *V,
                          const clang::Stmt *Body) {
  const auto *E = dyn_cast<clang::Expr>(S);
  const auto *C = E ? dyn_cast<clang::CallExpr>(E->IgnoreImplicit()) : nullptr;
  const FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  if (!F || !isStandard(F))
    return false;
  // Others go through their elements in an order that depends on earlier ones.
  const bool HasOrder =
      llvm::StringSwitch<bool>(
          standardClass(V->getType()->getAsCXXRecordDecl()))
          .Cases("vector", "basic_string", "deque", "list", "map", "set", true)
          .Default(false);
  if (const clang::Expr *Object = objectOf(C))
    return HasOrder && namedVariable(Object) == V && countMentions(C, V) == 1 &&
           (F->getOverloadedOperator() == OO_Equal ||
            (F->getIdentifier() &&
             (F->getName() == "clear" || F->getName() == "assign")));
  if (!F->getIdentifier() || F->getName() != "fill" || C->getNumArgs() != 3 ||
      countMentions(C, V) != 2 || !keepsSize(Body, V))
    return false;
  auto IsEnd = [&](const clang::Expr *Arg, llvm::StringRef Name) {
    const auto *M = dyn_cast<CXXMemberCallExpr>(Arg->IgnoreImplicit());
    const CXXMethodDecl *D = M ? M->getMethodDecl() : nullptr;
    return D && D->getIdentifier() && D->getName() == Name &&
           namedVariable(M->getImplicitObjectArgument()) == V;
  };
  return IsEnd(C->getArg(0), "begin") && IsEnd(C->getArg(1), "end");
}

/// Whether \p S may go on with the next iteration of the loop that it is in.
static bool mayContinue(const clang::Stmt *S) {
  if (isLoop(S) || isa<DoStmt, LambdaExpr>(S))
    return false;
  if (isa<ContinueStmt>(S))
    return true;
  return llvm::any_of(S->children(), [](const clang::Stmt *Child) {
    return Child && mayContinue(Child);
  });
}

/// Whether iterations set \p V before they read it, all of them.
bool Isolator::isSetInEach(const VarDecl *V) const {
  const auto List = statements(Body);
  const bool IsObject = V->getType()->isRecordType();
  if (!IsObject && firstUncovered(List, V))
    return false;
  for (const clang::Stmt *S : List) {
    if (IsObject ? setsContainer(S, V, Body) : setsFirst(S, V))
      return true;
    if ((IsObject && mentions(S, V)) || mayContinue(S))
      return false;
  }
  return false;
}

/// Whether \p S, but for \p Loop, does more with container \p V than to call
/// functions that leave no reference to it, or to what is in it, anywhere.
static bool lends(const clang::Stmt *S, const clang::Stmt *Loop,
                  const VarDecl *V) {
  if (S == Loop)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() == V;
  const auto *C = dyn_cast<CXXMemberCallExpr>(S);
  const bool IsCall = C &&
                      convertedVariable(C->getImplicitObjectArgument()) == V &&
                      (C->getType()->isVoidType() ||
                       (C->getType()->isArithmeticType() && C->isPRValue()));
  if (IsCall)
    return llvm::any_of(C->arguments(), [&](const clang::Expr *Arg) {
      return lends(Arg, Loop, V);
    });
  bool Lends = false;
  forEachPart(S, [&](const clang::Stmt *Part) {
    Lends = Lends || lends(Part, Loop, V);
  });
  return Lends;
}

/// Whether something but the loop's own iterations knows where \p V is.
bool Isolator::isUsedOtherwise(const VarDecl *V) const {
  const clang::Stmt *All = Around->getBody();
  if (V->getType()->isRecordType())
    return lends(All, H.Loop, V);
  bool Escapes = false;
  std::function<void(const clang::Stmt *)> Look = [&](const clang::Stmt *S) {
    forEachEscape(S, [&](const VarDecl *Of) { Escapes |= Of == V; });
    if (const auto *L = dyn_cast<LambdaExpr>(S))
      for (const LambdaCapture &C : L->captures())
        Escapes |= C.capturesVariable() && C.getCapturedVar() == V &&
                   C.getCaptureKind() == LCK_ByRef;
    forEachPart(S, Look);
  };
  Look(All);
  return Escapes;
}

/// Whether copies of \p Ty can be made, and are small where they lie on stacks.
static bool isCopied(QualType Ty, const ASTContext &Context) {
  constexpr int64_t MostBytes = 64 << 10;
  const CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
  if (!R)
    return true;
  if (Context.getTypeSizeInChars(Ty).getQuantity() > MostBytes ||
      standardClass(R) == "unique_ptr")
    return false;
  const auto *T = dyn_cast<ClassTemplateSpecializationDecl>(R);
  return standardClass(R).empty() || !T ||
         llvm::all_of(T->getTemplateArgs().asArray(),
                      [&](const TemplateArgument &A) {
                        return A.getKind() != TemplateArgument::Pack &&
                               (A.getKind() != TemplateArgument::Type ||
                                isCopied(A.getAsType(), Context));
                      });
}

/// Whether each iteration may have a \p V of its own.
bool Isolator::isPrivate(const VarDecl *V) const {
  const QualType Ty = V->getType();
  const bool IsValue = Ty->isArithmeticType() || Ty->isEnumeralType() ||
                       (!standardClass(Ty->getAsCXXRecordDecl()).empty() &&
                        ownsAll(Ty) && isCopied(Ty, Context));
  const auto InHeader = [&](const clang::Stmt *S) {
    return S && mentions(S, V);
  };
  return V->hasLocalStorage() && V->getDeclContext() == Around && IsValue &&
         V != Variable && !Ty.isConstQualified() && !Ty.isVolatileQualified() &&
         !InHeader(H.Bound) && !InHeader(H.Init) &&
         !(H.Range && InHeader(H.Range->getInit())) && isSetInEach(V) &&
         !isUsedOtherwise(V);
}

/// Variables of the function around that iterations only use for themselves.
void Isolator::findPrivate(const clang::Stmt *S, const VarSet &Declared) {
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  V = V ? V->getCanonicalDecl() : nullptr;
  if (V && !Declared.contains(V) && !Inside.contains(V) && isPrivate(V)) {
    Inside.insert(V);
    Private.push_back(V);
  }
  forEachPart(S, [&](const clang::Stmt *Part) { findPrivate(Part, Declared); });
}

} // namespace lacuna::plugin
