//===- Rotation.h - arrays that take turns ----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pointers that pass their arrays on behind each step, as `std::swap(A, B)`
// does: what is called `A` is one array in even steps and another one in odd
// steps.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RECOGNIZE_ROTATION_H
#define LACUNA_RECOGNIZE_ROTATION_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

struct Rotation {
  /// Those that the names stand for in the first step.
  std::vector<std::string> Arrays;
  /// Behind a step name `K` stands for what name `From[K]` stood for in it: all
  /// names are among them.
  std::vector<size_t> From;

  /// For each step, until the first one comes again, which of the arrays each
  /// name stands for; nothing if there are more than \p Most.
  std::optional<std::vector<std::vector<size_t>>> steps(size_t Most) const;
};

/// More cost a copy of the code each, and nobody writes them.
inline constexpr size_t MostTurns = 4;

/// The steps behind the last time that the first one came again, of all steps
/// of the outermost loop of \p N (i64, less than \p Period).
ExprRef turnsBehind(const Nest &N, size_t Period);

/// Makes of \p N, in which each name of \p R stands for one array, a nest in
/// which the steps of the outermost loop take turns. \p NewName gives a name
/// that no other part of the nest has. False if that has no form: bounds read
/// the arrays, or there is no such loop.
bool takeTurns(Nest &N, const Rotation &R,
               llvm::function_ref<std::string(llvm::StringRef)> NewName);

} // namespace lacuna

#endif // LACUNA_RECOGNIZE_ROTATION_H
