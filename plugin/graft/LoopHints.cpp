//===- LoopHints.cpp - vector widths of generated loops -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graft/LoopHints.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

using namespace clang;
using namespace lacuna;

static Stmt *withHints(ASTContext &Context, ForStmt *Loop, unsigned Width) {
  SourceLocation Loc = Loop->getForLoc();
  auto Number = [&](unsigned Value) {
    return IntegerLiteral::Create(Context, llvm::APInt(32, Value),
                                  Context.IntTy, Loc);
  };
  const Attr *Hints[] = {
      LoopHintAttr::CreateImplicit(Context, LoopHintAttr::Vectorize,
                                   LoopHintAttr::AssumeSafety, nullptr, Loc),
      LoopHintAttr::CreateImplicit(Context, LoopHintAttr::VectorizeWidth,
                                   LoopHintAttr::FixedWidth, Number(Width),
                                   Loc),
      LoopHintAttr::CreateImplicit(Context, LoopHintAttr::InterleaveCount,
                                   LoopHintAttr::Numeric, Number(1), Loc)};
  return AttributedStmt::Create(Context, Loc, Hints, Loop);
}

void plugin::attachLoopHints(ASTContext &Context, Stmt *Root,
                             const LoopWidths &Widths) {
  // Its children are what it captures.
  if (auto *Region = dyn_cast<CapturedStmt>(Root))
    return attachLoopHints(Context, Region->getCapturedStmt(), Widths);
  for (Stmt *&Child : Root->children()) {
    if (!Child)
      continue;
    attachLoopHints(Context, Child, Widths);
    auto *Loop = dyn_cast<ForStmt>(Child);
    if (unsigned Width = Loop ? Widths.lookup(Loop->getForLoc()) : 0)
      Child = withHints(Context, Loop, Width);
  }
}
