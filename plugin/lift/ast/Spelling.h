//===- Spelling.h - expressions as messages show them -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_AST_SPELLING_H
#define LACUNA_PLUGIN_LIFT_AST_SPELLING_H

#include "clang/AST/PrettyPrinter.h"
#include "clang/AST/Stmt.h"
#include <string>

namespace lacuna::plugin {

/// How C++ is printed where no context is at hand.
clang::PrintingPolicy plainPolicy();

/// \p S as the user would recognise it in a message.
std::string spelled(const clang::Stmt *S,
                    const clang::PrintingPolicy &Policy = plainPolicy());

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_AST_SPELLING_H
