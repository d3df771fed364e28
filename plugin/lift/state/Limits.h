//===- Limits.h - how large a nest may be -----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nests are compared access by access and guarded array by array, in time that
// grows with more than their size; these limits keep that within seconds. They
// are far beyond what people write, but not beyond what generators do.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_LIMITS_H
#define LACUNA_PLUGIN_LIFT_STATE_LIMITS_H

#include "lacuna/ir/Nest.h"

namespace lacuna::plugin {

/// Calls in calls; also what ends a recursion.
inline constexpr unsigned MaxInlined = 8;

/// Calls in all, each of which is lifted anew.
inline constexpr unsigned MaxCalls = 1000;

/// Statements in statements, what follows a `continue` or `return` being inside
/// an `else`; as many as brackets that Clang 19 takes by default.
inline constexpr unsigned MaxNested = 256;

/// Arms of branches that are left to the user's loop, each after an attempt.
inline constexpr unsigned MaxLeft = 32;

/// What of \p N, once lifted, there is too much of; empty if nothing.
std::string tooLarge(const Nest &N);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_LIMITS_H
