//===- Evidence.cpp - how sparse a loop looks -----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Evidence.h"
#include "driver/RowLoops.h"
#include "lift/ast/LoopHeader.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;
using namespace lacuna::plugin;

/// The subscript of \p E if it is an element, or null.
static const clang::Expr *subscriptOf(const clang::Stmt *E) {
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return Element->getIdx();
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  return Call && Call->getOperator() == OO_Subscript && Call->getNumArgs() == 2
             ? Call->getArg(1)
             : nullptr;
}

namespace {

class EvidenceFinder {
public:
  explicit EvidenceFinder(const ASTContext &Context) : Context(Context) {}

  Evidence Found;

  /// \p Depth and \p Unknown count the loops around \p S.
  void visit(const clang::Stmt *S, unsigned Depth, unsigned Unknown) {
    if (isa<clang::ForStmt, clang::WhileStmt, DoStmt, CXXForRangeStmt>(S)) {
      ++Depth;
      Unknown += !hasConstantBound(S);
      Found.Depth = std::max(Found.Depth, Depth);
      Found.Unknown = std::max(Found.Unknown, Unknown);
      Found.Rows += !rangeOfRow(S).empty();
    }
    if (const auto *Range = dyn_cast<CXXForRangeStmt>(S))
      Loaded.insert(Range->getLoopVariable());
    if (const auto *Declared = dyn_cast<DeclStmt>(S))
      noteLoaded(*Declared);
    const clang::Expr *Subscript = subscriptOf(S);
    Found.Indirect += Subscript && isLoaded(Subscript);
    const auto *For = dyn_cast<clang::ForStmt>(S);
    for (const clang::Stmt *Child : S->children())
      // A counter begins at what was loaded, but moves on.
      if (Child && !(For && Child == For->getInit()))
        visit(Child, Depth, Unknown);
  }

private:
  bool hasConstantBound(const clang::Stmt *Loop) const {
    if (!isa<clang::ForStmt, clang::WhileStmt>(Loop))
      return false;
    auto Parsed = parseHeader(Loop);
    const auto *Header = std::get_if<LoopHeader>(&Parsed);
    return Header && Header->Bound && Header->Bound->isEvaluatable(Context);
  }

  void noteLoaded(const DeclStmt &Declared) {
    for (const Decl *D : Declared.decls()) {
      const auto *V = dyn_cast<VarDecl>(D);
      if (V && V->getInit() && V->getType()->isIntegerType() &&
          isLoaded(V->getInit()))
        Loaded.insert(V);
    }
  }

  /// Whether an element of an array, or what was made of one, is part of \p E.
  bool isLoaded(const clang::Stmt *E) const {
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    if (subscriptOf(E) || (Ref && Loaded.contains(Ref->getDecl())))
      return true;
    return llvm::any_of(E->children(), [this](const clang::Stmt *Child) {
      return Child && isLoaded(Child);
    });
  }

  const ASTContext &Context;
  llvm::DenseSet<const ValueDecl *> Loaded;
};

} // namespace

Evidence lacuna::plugin::evidenceOf(const ASTContext &Context,
                                    const clang::Stmt *Loop) {
  EvidenceFinder Finder(Context);
  Finder.visit(Loop, 0, 0);
  return Finder.Found;
}
