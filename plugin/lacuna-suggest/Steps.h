//===- Steps.h - what one step would free many loops of ---------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LACUNA_SUGGEST_STEPS_H
#define LACUNA_PLUGIN_LACUNA_SUGGEST_STEPS_H

#include "lacuna-suggest/Loops.h"

namespace lacuna::suggest {

/// A flag or a function, and how many loops are left for want of it.
struct Step {
  std::string Of;
  size_t Loops;
};

/// The flags that would free some of \p All, the one that frees most first.
std::vector<Step> flagsThatFree(llvm::ArrayRef<const Loop *> All);

/// The functions that loops of \p All call whose bodies are not visible there,
/// the one that most loops call first.
std::vector<Step> hiddenFunctions(llvm::ArrayRef<const Loop *> All);

/// How many loops of \p All call one of those.
size_t callersOfHidden(llvm::ArrayRef<const Loop *> All);

} // namespace lacuna::suggest

#endif // LACUNA_PLUGIN_LACUNA_SUGGEST_STEPS_H
