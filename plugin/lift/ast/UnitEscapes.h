//===- UnitEscapes.h - variables that pointers may lead to ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_AST_UNITESCAPES_H
#define LACUNA_PLUGIN_LIFT_AST_UNITESCAPES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace lacuna::plugin {

/// Of which variables a translation unit makes pointers or references anywhere.
/// Where a pointer to one is made for nothing else, the compiler no longer
/// knows `static int n` to be what it is set to once.
class UnitEscapes {
public:
  /// Whether \p V is a variable at file scope that other units do not see, to
  /// which no pointer or reference exists. Pre: all of the unit is parsed.
  bool isNeverPointedTo(const clang::ASTContext &Context,
                        const clang::VarDecl *V);

private:
  bool IsKnown = false;
  llvm::SmallPtrSet<const clang::VarDecl *, 16> Escaping;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_AST_UNITESCAPES_H
