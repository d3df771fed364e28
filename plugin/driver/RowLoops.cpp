//===- RowLoops.cpp - loops over the entries of one row -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/RowLoops.h"
#include "lift/ast/AstQueries.h"
#include "lift/ast/LoopHeader.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using namespace lacuna::plugin;

/// \p E, or what the local variable that it names begins with, without
/// constants that are added.
static const clang::Expr *origin(const clang::Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return origin(Full->getSubExpr());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && V->isLocalVarDecl() && V->getInit() ? origin(V->getInit()) : E;
  }
  const auto *Sum = dyn_cast<clang::BinaryOperator>(E);
  if (Sum && Sum->isAdditiveOp() &&
      isa<IntegerLiteral>(Sum->getRHS()->IgnoreParenImpCasts()))
    return origin(Sum->getLHS());
  return E;
}

/// The array or container that \p E is an element of, or null.
static const ValueDecl *arrayOf(const clang::Expr *E) {
  const clang::Expr *Base = nullptr;
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    Base = Element->getBase();
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  if (Call && Call->getNumArgs() > 1 &&
      (Call->getOperator() == OO_Subscript || Call->getOperator() == OO_Call))
    Base = Call->getArg(0);
  if (!Base)
    return nullptr;
  Base = Base->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Base))
    return Ref->getDecl();
  const auto *Member = dyn_cast<MemberExpr>(Base);
  return Member ? Member->getMemberDecl() : nullptr;
}

std::string lacuna::plugin::rowLoop(const clang::Stmt *S) {
  return holdsLoop(S) ? "" : rangeOfRow(S);
}

std::string lacuna::plugin::rangeOfRow(const clang::Stmt *S) {
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(S)) {
    const clang::Expr *Row = origin(Range->getRangeInit());
    const auto *Call = dyn_cast<CXXMemberCallExpr>(Row);
    return arrayOf(Row) || (Call && Call->getNumArgs() != 0)
               ? nameOfElement(Range->getLoopVariable())
               : "";
  }
  if (!isa<clang::ForStmt, clang::WhileStmt>(S))
    return "";
  auto Parsed = parseHeader(S);
  const auto *Header = std::get_if<LoopHeader>(&Parsed);
  if (!Header || !Header->Counter || !Header->Bound)
    return "";
  const clang::Expr *From =
      Header->Init ? Header->Init : Header->Counter->getInit();
  const ValueDecl *Array = From ? arrayOf(origin(From)) : nullptr;
  return Array && Array == arrayOf(origin(Header->Bound))
             ? Header->Counter->getNameAsString()
             : "";
}

namespace {

/// Finds out what depends on the counters of loops.
class Counted {
public:
  explicit Counted(llvm::ArrayRef<const clang::Stmt *> Loops) {
    for (const clang::Stmt *S : Loops)
      add(S);
  }

  /// Whether \p S, or what a pointer or a reference in it is set to where it is
  /// declared, mentions a counter.
  bool isIn(const clang::Stmt *S, unsigned Depth = 0) const;
  /// Whether a place in memory that \p S names depends on one.
  bool isInPlaces(const clang::Stmt *S) const;

private:
  void add(const clang::Stmt *Loop);

  llvm::SmallPtrSet<const ValueDecl *, 4> Counters;
};

} // namespace

void Counted::add(const clang::Stmt *Loop) {
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(Loop))
    Counters.insert(Range->getLoopVariable());
  const auto *For = dyn_cast<clang::ForStmt>(Loop);
  if (!For || !For->getInit())
    return;
  if (const auto *Declared = dyn_cast<DeclStmt>(For->getInit()))
    for (const Decl *D : Declared->decls())
      Counters.insert(cast<ValueDecl>(D));
  if (const auto *Set = dyn_cast<clang::BinaryOperator>(For->getInit()))
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Set->getLHS()))
      Counters.insert(Ref->getDecl());
}

bool Counted::isIn(const clang::Stmt *S, unsigned Depth) const {
  constexpr unsigned MostDepth = 4;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    const bool IsView =
        V && V->isLocalVarDecl() && V->getInit() &&
        (V->getType()->isPointerType() || V->getType()->isReferenceType());
    return Counters.contains(Ref->getDecl()) ||
           (IsView && Depth < MostDepth && isIn(V->getInit(), Depth + 1));
  }
  return llvm::any_of(S->children(), [&](const clang::Stmt *Child) {
    return Child && isIn(Child, Depth);
  });
}

static bool isPlace(const clang::Stmt *S) {
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(S))
    return Call->getOperator() == OO_Subscript ||
           Call->getOperator() == OO_Call;
  if (const auto *Of = dyn_cast<clang::UnaryOperator>(S))
    return Of->getOpcode() == UO_Deref;
  return isa<ArraySubscriptExpr, CXXMemberCallExpr>(S);
}

bool Counted::isInPlaces(const clang::Stmt *S) const {
  return (isPlace(S) && isIn(S)) ||
         llvm::any_of(S->children(), [&](const clang::Stmt *Child) {
           return Child && isInPlaces(Child);
         });
}

bool lacuna::plugin::isOverRowOf(const clang::Stmt *Loop,
                                 llvm::ArrayRef<const clang::Stmt *> Around) {
  const Counted Of(Around);
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(Loop);
      Range && Of.isIn(Range->getRangeInit()))
    return !holdsLoop(Loop);
  return !holdsLoop(Loop) && Of.isInPlaces(Loop);
}
