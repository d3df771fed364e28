//===- SourceNest.h - the nest as the user wrote it -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_SOURCENEST_H
#define LACUNA_PLUGIN_LIFT_STATE_SOURCENEST_H

#include "lift/ast/AstQueries.h"

namespace lacuna::plugin {

/// The statement that is lifted, and what it sets. Functions that are called
/// add their variables when their bodies are lifted.
struct SourceNest {
  explicit SourceNest(const clang::Stmt *Root) : Root(Root) {
    collectDeclared(Root, Inside);
    collectWritten(Root, Written);
  }

  bool sets(const clang::VarDecl *V) const {
    return Inside.contains(V) || Written.contains(V);
  }

  const clang::Stmt *Root;
  VarSet Inside;  ///< variables declared in the nest
  VarSet Written; ///< variables written in the nest
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_SOURCENEST_H
