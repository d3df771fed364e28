//===- References.cpp - what generated text refers to ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graft/References.h"
#include "graft/Tokens.h"
#include "lift/ast/StandardLibrary.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using namespace lacuna::plugin;

namespace {

class References : public RecursiveASTVisitor<References> {
public:
  llvm::SmallVector<const ValueDecl *, 32> Found;

  bool shouldVisitImplicitCode() const { return true; }
  /// Types evaluate nothing. What a closure has captured of a pointer that was
  /// made by a cast still has the type that was written there.
  bool TraverseTypeLoc(TypeLoc, bool = true) { return true; }
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

bool isComplex(const CXXRecordDecl *R) {
  return R && R->isInStdNamespace() && R->getIdentifier() &&
         R->getName() == "complex";
}

/// Generated code computes with std::complex in other words than the user's:
/// `s = s + e` as `s += e`, copies in local variables; and calls what functions
/// call that the loop calls: `norm(z)`.
bool isComplexArithmetic(const ValueDecl *D) {
  if (auto *Method = dyn_cast<CXXMethodDecl>(D))
    return isComplex(Method->getParent());
  auto *F = dyn_cast<FunctionDecl>(D);
  return F && F->isInStdNamespace() &&
         (isComplex(F->getReturnType()->getAsCXXRecordDecl()) ||
          llvm::any_of(F->parameters(), [](const ParmVarDecl *P) {
            return isComplex(
                P->getType().getNonReferenceType()->getAsCXXRecordDecl());
          }));
}

/// Where the user's loop appends, generated code makes room.
bool isResize(const ValueDecl *D) {
  const auto *M = dyn_cast<CXXMethodDecl>(D);
  return containerOf(M) == "vector" && M->getIdentifier() &&
         M->getName() == "resize";
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
        isResize(D) || isContainerQuery(dyn_cast<CXXMethodDecl>(D)) ||
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
