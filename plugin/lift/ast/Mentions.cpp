//===- Mentions.cpp - what code does with a local array -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/ast/Mentions.h"
#include "lift/ast/StandardLibrary.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace lacuna::plugin {

static const clang::DeclRefExpr *mentioned(const clang::Expr *E) {
  const auto *D = dyn_cast<clang::DeclRefExpr>(E->IgnoreParenImpCasts());
  return D && isa<clang::VarDecl>(D->getDecl()) ? D : nullptr;
}

/// The variable of which \p E, a subscript, denotes an element; or null.
static const clang::DeclRefExpr *elementOf(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (const auto *S = dyn_cast<clang::ArraySubscriptExpr>(E))
    return mentioned(S->getBase());
  const auto *C = dyn_cast<clang::CXXOperatorCallExpr>(E);
  const auto *M =
      C ? dyn_cast_or_null<clang::CXXMethodDecl>(C->getDirectCallee())
        : nullptr;
  llvm::StringRef Container = containerOf(M);
  bool Is = C && C->getOperator() == clang::OO_Subscript &&
            !Container.empty() && Container != "span";
  return Is ? mentioned(C->getArg(0)) : nullptr;
}

/// What a member function of vectors or arrays does, by its name.
static std::optional<Mention> mentionBy(const clang::CXXMethodDecl *M) {
  llvm::StringRef Container = containerOf(M);
  if ((Container != "vector" && Container != "array") || !M->getIdentifier())
    return std::nullopt;
  return llvm::StringSwitch<std::optional<Mention>>(M->getName())
      .Cases("size", "empty", "capacity", Mention::Keeps)
      .Cases("resize", "reserve", "shrink_to_fit", Mention::Reads)
      .Cases("assign", "clear", "fill", Mention::Replaces)
      .Default(std::nullopt);
}

/// The variable whose `begin()` or `end()` \p E is; or null.
static const clang::DeclRefExpr *endOf(const clang::Expr *E,
                                       llvm::StringRef Name) {
  const auto *C =
      dyn_cast<clang::CXXMemberCallExpr>(E->IgnoreUnlessSpelledInSource());
  const clang::CXXMethodDecl *M = C ? C->getMethodDecl() : nullptr;
  bool Is =
      !containerOf(M).empty() && M->getIdentifier() && M->getName() == Name;
  return Is ? mentioned(C->getImplicitObjectArgument()) : nullptr;
}

static void mentionsOfCall(
    const clang::CallExpr *C,
    llvm::function_ref<void(const clang::DeclRefExpr *, Mention)> Fn) {
  if (const auto *M = dyn_cast<clang::CXXMemberCallExpr>(C)) {
    const auto *D = mentioned(M->getImplicitObjectArgument());
    std::optional<Mention> Is = mentionBy(M->getMethodDecl());
    if (D && Is)
      Fn(D, *Is);
    return;
  }
  const clang::FunctionDecl *F = C->getDirectCallee();
  if (!F || !F->getIdentifier())
    return;
  // The function of C's library, with or without namespace std.
  if (F->getName() == "free" && C->getNumArgs() == 1 &&
      F->getReturnType()->isVoidType())
    if (const auto *D = mentioned(C->getArg(0)->IgnoreParenCasts()))
      Fn(D, Mention::Keeps);
  if (F->isInStdNamespace() && F->getName() == "fill" && C->getNumArgs() == 3) {
    const auto *Begin = endOf(C->getArg(0), "begin"),
               *End = endOf(C->getArg(1), "end");
    if (Begin && End && Begin->getDecl() == End->getDecl()) {
      Fn(Begin, Mention::Replaces);
      Fn(End, Mention::Replaces);
    }
  }
}

/// What stores to an element as a statement, whose value nothing uses.
static void mentionsOfStore(
    const clang::Stmt *S,
    llvm::function_ref<void(const clang::DeclRefExpr *, Mention)> Fn) {
  const auto *E = dyn_cast_or_null<clang::Expr>(S);
  if (const auto *Full = dyn_cast_or_null<clang::FullExpr>(E))
    E = Full->getSubExpr();
  E = E ? E->IgnoreParens() : nullptr;
  const clang::Expr *To = nullptr;
  bool IsPlain = false;
  if (const auto *B = dyn_cast_or_null<clang::BinaryOperator>(E);
      B && B->isAssignmentOp()) {
    To = B->getLHS();
    IsPlain = B->getOpcode() == clang::BO_Assign;
  } else if (const auto *U = dyn_cast_or_null<clang::UnaryOperator>(E);
             U && U->isIncrementDecrementOp()) {
    To = U->getSubExpr();
  }
  if (const auto *D = To ? elementOf(To) : nullptr)
    Fn(D, IsPlain ? Mention::Keeps : Mention::Reads);
}

void forEachMention(
    const clang::Stmt *S,
    llvm::function_ref<void(const clang::DeclRefExpr *, Mention)> Fn) {
  if (!isa<clang::Expr>(S)) {
    if (!isa<clang::DeclStmt, clang::ReturnStmt>(S))
      for (const clang::Stmt *Part : S->children())
        mentionsOfStore(Part, Fn);
    return;
  }
  if (const auto *C = dyn_cast<clang::CallExpr>(S))
    return mentionsOfCall(C, Fn);
  if (const auto *Delete = dyn_cast<clang::CXXDeleteExpr>(S)) {
    if (const auto *D = mentioned(Delete->getArgument()))
      Fn(D, Mention::Keeps);
    return;
  }
  const auto *Cast = dyn_cast<clang::CastExpr>(S);
  if (Cast && Cast->getCastKind() == clang::CK_LValueToRValue)
    if (const auto *D = elementOf(Cast->getSubExpr()))
      Fn(D, Mention::Reads);
}

/// Whether \p E makes new memory.
static bool allocates(const clang::Expr *E) {
  E = E ? E->IgnoreParenCasts() : nullptr;
  if (const auto *Full = dyn_cast_or_null<clang::FullExpr>(E))
    E = Full->getSubExpr()->IgnoreParenCasts();
  if (const auto *New = dyn_cast_or_null<clang::CXXNewExpr>(E))
    return New->getNumPlacementArgs() == 0;
  const auto *C = dyn_cast_or_null<clang::CallExpr>(E);
  const clang::FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  return F && F->getIdentifier() &&
         llvm::StringSwitch<bool>(F->getName())
             .Cases("malloc", "calloc", "aligned_alloc", F->isExternC())
             .Default(false);
}

bool ownsElements(const clang::VarDecl *V) {
  clang::QualType Ty = V->getType();
  if (!V->hasLocalStorage() || Ty.isVolatileQualified())
    return false;
  if (Ty->isConstantArrayType())
    return true;
  if (Ty->isPointerType())
    return allocates(V->getInit());
  llvm::StringRef Container = containerOf(Ty->getAsCXXRecordDecl());
  return Container == "vector" || Container == "array";
}

} // namespace lacuna::plugin
