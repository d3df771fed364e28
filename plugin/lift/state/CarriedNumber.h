//===- CarriedNumber.h - what iterations hand on ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_CARRIEDNUMBER_H
#define LACUNA_PLUGIN_LIFT_STATE_CARRIEDNUMBER_H

#include "lift/state/Invariants.h"

namespace lacuna::plugin {

/// A number that keeps its value from one iteration to the next: a variable of
/// the enclosing function, or a member of one of its objects.
struct CarriedNumber {
  const clang::VarDecl *Var = nullptr;
  /// As the enclosing function writes it; null: the variable.
  const clang::MemberExpr *Member = nullptr;
  Invariant Identity = {}; ///< of the member

  bool operator==(const CarriedNumber &O) const {
    return Var == O.Var && Identity.Key == O.Identity.Key;
  }
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_CARRIEDNUMBER_H
