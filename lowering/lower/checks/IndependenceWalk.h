//===- IndependenceWalk.h - iterations that are said to be so ---*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_CHECKS_INDEPENDENCEWALK_H
#define LACUNA_LOWERING_LOWER_CHECKS_INDEPENDENCEWALK_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// A walk through \p AsWritten, without its stores, that leaves in the variable
/// \p Ok, a bool, whether no two iterations of the outermost loop access one
/// element of \p Array, of known extent, which one of them writes. Arrays of
/// run-time size stand at its top. Nothing where accesses depend on what the
/// nest computes.
std::optional<Nest> independenceWalk(const Nest &AsWritten,
                                     const Operand &Array,
                                     const std::string &Ok);

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_CHECKS_INDEPENDENCEWALK_H
