//===- LoopHints.cpp - hints for generated loops --------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graft/LoopHints.h"
#include "lift/ast/AstQueries.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/Version.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

/// A loop of a few instructions takes up to a third longer where it straddles
/// two lines of the instruction cache: they are decoded one after the other in
/// each iteration. Compilers align loops to less than a line.
static void alignIfInnermost(ASTContext &Context, const clang::ForStmt *Loop,
                             llvm::SmallVectorImpl<const Attr *> &Attributes) {
#if CLANG_VERSION_MAJOR >= 18
  constexpr uint64_t LineBytes = 64;
  if (holdsLoop(Loop))
    return;
  SourceLocation Loc = Loop->getForLoc();
  const llvm::APInt Bytes(32, LineBytes);
  // Code generation asks for a constant's value.
  clang::Expr *Number = clang::ConstantExpr::Create(
      Context, IntegerLiteral::Create(Context, Bytes, Context.IntTy, Loc),
      APValue(llvm::APSInt(Bytes, /*isUnsigned=*/false)));
  Attributes.push_back(CodeAlignAttr::CreateImplicit(Context, Number, Loc));
#endif
}

static clang::Stmt *withHint(ASTContext &Context, clang::ForStmt *Loop,
                             const plugin::LoopHint &Hint) {
  SourceLocation Loc = Loop->getForLoc();
  llvm::SmallVector<const Attr *, 4> Attributes;
  auto Add = [&](LoopHintAttr::OptionType Option,
                 LoopHintAttr::LoopHintState State, unsigned Value = 0) {
    clang::Expr *Number =
        Value == 0 ? nullptr
                   : IntegerLiteral::Create(Context, llvm::APInt(32, Value),
                                            Context.IntTy, Loc);
    Attributes.push_back(
        LoopHintAttr::CreateImplicit(Context, Option, State, Number, Loc));
  };
  if (Hint.Vectorize)
    Add(LoopHintAttr::Vectorize, LoopHintAttr::AssumeSafety);
  if (Hint.Width != 0)
    Add(LoopHintAttr::VectorizeWidth, LoopHintAttr::FixedWidth, Hint.Width);
  if (Hint.Interleave != 0)
    Add(LoopHintAttr::InterleaveCount, LoopHintAttr::Numeric, Hint.Interleave);
  if (Hint.UnrollDisabled)
    Add(LoopHintAttr::Unroll, LoopHintAttr::Disable);
  if (Hint.UnrollDisabled && !Hint.Vectorize)
    alignIfInnermost(Context, Loop, Attributes);
  return AttributedStmt::Create(Context, Loc, Attributes, Loop);
}

using Variables = llvm::SmallPtrSet<const Decl *, 8>;

/// Adds the variables that \p S declares to \p Own.
static void addDeclared(const clang::Stmt *S, Variables &Own) {
  if (auto *Declares = dyn_cast<DeclStmt>(S))
    Own.insert(Declares->decl_begin(), Declares->decl_end());
  if (auto *Region = dyn_cast<CapturedStmt>(S))
    return addDeclared(Region->getCapturedStmt(), Own);
  for (const clang::Stmt *Child : S->children())
    if (Child)
      addDeclared(Child, Own);
}

/// \p S, if it adds to or multiplies a floating-point variable that is none of
/// \p Own, with the licence to do so in another order; else \p S.
static clang::Stmt *reassociated(ASTContext &Context, clang::Stmt *S,
                                 const Variables &Own) {
  auto *Update = dyn_cast<CompoundAssignOperator>(S);
  if (!Update ||
      (Update->getOpcode() != BO_AddAssign &&
       Update->getOpcode() != BO_MulAssign) ||
      !Update->getType()->isRealFloatingType() ||
      !isa<DeclRefExpr>(Update->getLHS()->IgnoreParens()) ||
      Own.contains(
          cast<DeclRefExpr>(Update->getLHS()->IgnoreParens())->getDecl()))
    return S;
  FPOptionsOverride Options = Update->getFPFeatures();
  Options.setAllowFPReassociateOverride(true);
  return CompoundAssignOperator::Create(
      Context, Update->getLHS(), Update->getRHS(), Update->getOpcode(),
      Update->getType(), Update->getValueKind(), Update->getObjectKind(),
      Update->getOperatorLoc(), Options, Update->getComputationLHSType(),
      Update->getComputationResultType());
}

/// The lanes' sums are joined in a tree, where the processor would wait for
/// each of them one after the other. Variables that a vector loop updates are
/// its reductions, which were asked for; not so its iterations' own.
static void reassociateReductions(ASTContext &Context, clang::Stmt *S,
                                  const Variables &Own) {
  if (auto *Region = dyn_cast<CapturedStmt>(S))
    return reassociateReductions(Context, Region->getCapturedStmt(), Own);
  for (clang::Stmt *&Child : S->children())
    if (Child) {
      reassociateReductions(Context, Child, Own);
      Child = reassociated(Context, Child, Own);
    }
}

static void reassociateReductions(ASTContext &Context, clang::Stmt *Loop) {
  Variables Own;
  addDeclared(Loop, Own);
  reassociateReductions(Context, Loop, Own);
}

static bool isVectorReduction(const clang::Stmt *S) {
  auto *Simd = dyn_cast<OMPSimdDirective>(S);
  return Simd && Simd->hasClausesOfKind<OMPReductionClause>();
}

void plugin::attachLoopHints(ASTContext &Context, clang::Stmt *Root,
                             const LoopHints &Hints) {
  // Its children are what it captures.
  if (auto *Region = dyn_cast<CapturedStmt>(Root))
    return attachLoopHints(Context, Region->getCapturedStmt(), Hints);
  for (clang::Stmt *&Child : Root->children()) {
    if (!Child)
      continue;
    attachLoopHints(Context, Child, Hints);
    auto *Loop = dyn_cast<clang::ForStmt>(Child);
    auto Hint = Loop ? Hints.find(Loop->getForLoc()) : Hints.end();
    bool HasHint = Hint != Hints.end();
    if (HasHint ? Hint->second.Vectorize : isVectorReduction(Child))
      reassociateReductions(Context, Child);
    if (HasHint)
      Child = withHint(Context, Loop, Hint->second);
  }
}
