//===- KeptValues.h - values that later runs read ---------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a search finds from data alone that the nest leaves as they are is found
// by a walk in front, once, and read in the nest's runs:
//
//     for i { search; q = …; use(q) }  -->  for i { search; kept[#i] = q }
//                                           for i { use(kept[#i]) }
//
// where #i counts the iterations of all loops around q.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_WAVES_KEPTVALUES_H
#define LACUNA_WAVES_KEPTVALUES_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Why \p N, as written, cannot keep the values of variable \p Var, in the
/// user's terms; empty if it can.
std::string whyNotKept(const Nest &N, llvm::StringRef Var);

/// An array for the values of each variable that \p N keeps.
std::vector<Operand> arraysOfValues(const Nest &N);

/// How many values \p Var has in a run of \p N (i64), or MostKept + 1 if there
/// are more than MostKept.
ExprRef countOfValues(const Nest &N, llvm::StringRef Var);
inline constexpr int64_t MostKept = int64_t(1) << 28;

/// The walk through \p AsWritten, a nest to be lowered, that stores in \p Kept
/// the values of its variable, and nothing else.
Nest walkOfValues(Nest AsWritten, Operand Kept);

/// \p N with the arrays for what it keeps, reading them without what finds
/// their values.
Nest readingValues(Nest N);

} // namespace lacuna

#endif // LACUNA_WAVES_KEPTVALUES_H
