//===- Relaid.h - a nest that runs over a layout ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for i { enter; for p { each } leave }
//
// is a loop over groups of a layout instead, whose arrays are operands of a
// nest like any others. The same statements are evaluated for the same rows and
// positions, in the same order for each element that they store to.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LAYOUTS_RELAID_H
#define LACUNA_LAYOUTS_RELAID_H

#include "lacuna/ir/Nest.h"
#include "llvm/Support/Error.h"

namespace lacuna {

/// A nest over the arrays of a layout, and what the layout is made of.
struct Relaid {
  LayoutUse Use;
  Nest Graph;
  /// What must hold for rows to run in another order.
  std::vector<Guard> Conditions;
};

/// What runs where there is no layout of \p N. By their coordinates positions
/// have no races on threads, as rows do: those run one after the other.
Nest withoutLayout(Nest N);

/// \p N, which has a Layout, over that, or over each that suits it where there
/// is a choice: at least one, the first ones to be preferred. An error if it
/// cannot run so, in the user's terms and without a place.
llvm::Expected<std::vector<Relaid>> relaid(const Nest &N);

} // namespace lacuna

#endif // LACUNA_LAYOUTS_RELAID_H
