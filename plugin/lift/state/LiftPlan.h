//===- LiftPlan.h - what an attempt to lift sets out with -------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_LIFTPLAN_H
#define LACUNA_PLUGIN_LIFT_STATE_LIFTPLAN_H

#include "lift/state/CarriedNumber.h"

namespace lacuna::plugin {

/// A container of the function's that the nest appends to.
struct AppendedContainer {
  Invariant Identity;
  const clang::Expr *Container; ///< an lvalue, as the function writes it

  bool operator==(const AppendedContainer &O) const {
    return Identity.Key == O.Identity.Key;
  }
};

/// What earlier attempts to lift a nest found out.
struct LiftPlan {
  /// What keeps its value from one iteration to the next.
  std::vector<CarriedNumber> Carried;
  std::vector<AppendedContainer> Appended;
  /// Copies of records that the nest changes.
  std::vector<const clang::VarDecl *> Loaded;
  /// Members of elements of arrays are places, whatever the subscript, since
  /// the nest stores to some.
  bool StoresToElements = false;
  /// Arms of branches that only the user's loop has: guards see that their
  /// conditions do not hold.
  std::vector<const clang::Stmt *> Left;
  /// Accessors are called in front of the nest; else their bodies are lifted.
  bool CallsAccessors = true;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_LIFTPLAN_H
