//===- Refusals.cpp - why a nest is not lifted ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/state/Refusals.h"
#include "lift/ast/Spelling.h"
#include "lift/state/Messages.def"
#include "lift/state/RefusedTypes.h"
#include "clang/AST/ExprCXX.h"

using llvm::isa;

namespace lacuna::plugin {

std::nullptr_t Refusals::refuse(clang::SourceLocation Loc, std::string Message,
                                std::vector<Note> Notes) {
  // What stands for an argument in the caller may have no place of its own.
  if (Loc.isInvalid())
    Loc = Otherwise;
  if (!First)
    First = NotLifted{Loc, std::move(Message), std::move(Notes)};
  return nullptr;
}

std::nullptr_t Refusals::refuseType(clang::SourceLocation Loc,
                                    clang::QualType Ty) {
  const clang::CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
  if (R && R->isInStdNamespace() && R->getIdentifier() &&
      R->getName() == "basic_ostream")
    return refuse(Loc, msg::OutputInNest());
  return refuse(Loc, whyNoValues(Ty, Context.getPrintingPolicy()));
}

std::string Refusals::spell(const clang::Stmt *S) const {
  return spelled(S, Context.getPrintingPolicy());
}

std::nullptr_t Refusals::refuseChanging(const clang::Expr *E) {
  if (isa<clang::StringLiteral, clang::PredefinedExpr>(
          E->IgnoreParenImpCasts()))
    return refuse(E->getExprLoc(), msg::LiteralHasNoName(spell(E)));
  return refuse(E->getExprLoc(), msg::MayChangeInNest(spell(E)));
}

NotLifted Refusals::take() {
  NotLifted Taken = std::move(*First);
  First.reset();
  return Taken;
}

} // namespace lacuna::plugin
