//===- AccessedExtent.h - how large copies have to be -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_COPIES_ACCESSEDEXTENT_H
#define LACUNA_ANALYSIS_COPIES_ACCESSEDEXTENT_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// \p Array of \p N, the nest as written, with an extent for copies that start
/// with no element of it: its own, or else one behind all that \p N accesses,
/// of which not every element need exist. What has to hold in front of the nest
/// for that is appended to \p Conditions. Nothing if subscripts have no bounds
/// that are known there.
std::optional<Operand> withAccessedExtent(const Nest &N, const Operand &Array,
                                          std::vector<Guard> &Conditions);

/// Gives \p Sized, of \p N, the extent that it has here.
void setExtent(Nest &N, const Operand &Sized);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_COPIES_ACCESSEDEXTENT_H
