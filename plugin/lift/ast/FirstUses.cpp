//===- FirstUses.cpp - is a variable set before it is read? ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/ast/FirstUses.h"
#include "lift/ast/BodyIndex.h"
#include "lift/ast/OutParameters.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using llvm::ArrayRef;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace lacuna::plugin {

namespace {

/// Whether \p S gives \p V a value without reading it first.
bool assignsWhole(const clang::Stmt *S, const clang::VarDecl *V) {
  return assignedVariable(S) == V && countMentions(S, V) == 1;
}

/// The loop header of \p S sets \p V anew.
bool countsWith(const clang::Stmt *S, const clang::VarDecl *V) {
  const auto *F = dyn_cast<clang::ForStmt>(S);
  const auto *Init = F ? dyn_cast_or_null<clang::Expr>(F->getInit()) : nullptr;
  llvm::SmallVector<const clang::Expr *, 2> Parts;
  if (Init)
    splitCommas(Init, Parts);
  for (const clang::Expr *E : Parts)
    if (mentions(E, V))
      return assignsWhole(E, V);
  return false;
}

/// The search of firstUncovered.
class UncoveredSearch {
public:
  UncoveredSearch(const clang::VarDecl *V, const BodyIndex *Index)
      : V(V), Index(Index) {}

  const clang::Stmt *inList(ArrayRef<const clang::Stmt *> List) const {
    for (const clang::Stmt *S : List) {
      if (assignsWhole(S, V) || (Index && setsByCall(S, V)))
        return nullptr;
      if (const clang::Stmt *U = in(S))
        return U;
    }
    return nullptr;
  }

private:
  const clang::Stmt *in(const clang::Stmt *S) const;
  bool mentions(const clang::Stmt *S) const {
    return Index ? Index->mentions(S, V) : plugin::mentions(S, V);
  }
  /// The first uncovered mention in what is evaluated, then what may run.
  const clang::Stmt *
  arms(std::initializer_list<const clang::Stmt *> Head,
       std::initializer_list<const clang::Stmt *> Bodies) const {
    for (const clang::Stmt *H : Head)
      if (H && mentions(H))
        return H;
    for (const clang::Stmt *B : Bodies)
      if (const clang::Stmt *U =
              inList(Index ? Index->statements(B) : statements(B)))
        return U;
    return nullptr;
  }

  const clang::VarDecl *V;
  const BodyIndex *Index;
};

const clang::Stmt *UncoveredSearch::in(const clang::Stmt *S) const {
  if (!mentions(S) || countsWith(S, V))
    return nullptr;
  if (isa<clang::CompoundStmt, clang::AttributedStmt>(S))
    return arms({}, {S});
  if (const auto *F = dyn_cast<clang::ForStmt>(S))
    return arms({F->getInit(), F->getCond(), F->getInc()}, {F->getBody()});
  if (const auto *F = dyn_cast<clang::CXXForRangeStmt>(S))
    return arms({F->getInit(), F->getRangeStmt(), F->getLoopVarStmt()},
                {F->getBody()});
  if (const auto *I = dyn_cast<clang::IfStmt>(S))
    return arms({I->getInit(), I->getConditionVariableDeclStmt(), I->getCond()},
                {I->getThen(), I->getElse()});
  if (const auto *W = dyn_cast<clang::WhileStmt>(S))
    return arms({W->getConditionVariableDeclStmt(), W->getCond()},
                {W->getBody()});
  if (const auto *D = dyn_cast<clang::DoStmt>(S))
    return arms({D->getCond()}, {D->getBody()});
  return S;
}

} // namespace

const clang::Stmt *firstUncovered(ArrayRef<const clang::Stmt *> List,
                                  const clang::VarDecl *V,
                                  const BodyIndex *Index) {
  return UncoveredSearch(V, Index).inList(List);
}

bool setsFirst(const clang::Stmt *S, const clang::VarDecl *V) {
  return assignsWhole(S, V) || countsWith(S, V);
}

bool keepsValueUntilReplaced(const clang::VarDecl *V,
                             ArrayRef<const clang::Stmt *> List) {
  while (!List.empty() && !findWrite(List.front(), V))
    List = List.drop_front();
  return !firstUncovered(List, V);
}

} // namespace lacuna::plugin
