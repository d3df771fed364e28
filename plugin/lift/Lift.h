//===- Lift.h - loops of the AST to an iteration graph ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_LIFT_H
#define LACUNA_PLUGIN_LIFT_LIFT_H

#include "lift/ast/BodyIndex.h"
#include "lift/state/Lifted.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "clang/LanguageOptions.h"
#include <variant>

namespace lacuna::plugin {

/// Recognises the loop nest \p Loop. Total: either all of it is understood, or
/// nothing. Does not change the AST. \p Bodies keeps what one nest finds out
/// about its function for the others. \p Name becomes the nest's name.
/// \p Integers, local variables, become operands if nothing else has their
/// names and the nest does not change them. With \p WithTurns its last
/// statements may swap pointers.
std::variant<Lifted, NotLifted>
lift(clang::ASTContext &Context, const LanguageOptions &Language,
     BodyIndices &Bodies, const clang::Stmt *Loop, llvm::StringRef Name,
     llvm::ArrayRef<const clang::VarDecl *> Integers, bool WithTurns);

/// The same for the loops in \p Body, one iteration of a loop that stays.
std::variant<Lifted, NotLifted>
liftBody(clang::ASTContext &Context, const LanguageOptions &Language,
         BodyIndices &Bodies, const clang::Stmt *Body, llvm::StringRef Name);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_LIFT_H
