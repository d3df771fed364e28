//===- PrivateCopies.h - copies of an array for threads ---------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A workspace is an array of which each thread may have a copy: no iteration
// needs what another one leaves in it, and nothing behind the nest does. Most
// of that is the user's to know; what cannot be so is found here.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_COPIES_PRIVATECOPIES_H
#define LACUNA_ANALYSIS_COPIES_PRIVATECOPIES_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Why \p Array, which \p N writes, is no workspace, in the user's terms; empty
/// if it may be one. What must hold for that is appended to \p Conditions; with
/// none, it may not have to.
std::string whyNoWorkspace(const Nest &N, const Operand &Array,
                           std::vector<Guard> *Conditions = nullptr);

/// Under which conditions an iteration of any loop around all accesses to
/// \p Array reads of it only what the same iteration has stored; nothing if
/// that cannot be shown.
std::optional<std::vector<Guard>> storesFirst(const Nest &N,
                                              const Operand &Array);

/// Under which conditions each iteration of the loops around all accesses to
/// \p Array stores to the same elements of it, so that the last one leaves what
/// all of them do; nothing if that cannot be shown.
std::optional<std::vector<Guard>> storesAlike(const Nest &N,
                                              const Operand &Array);

/// Why the iterations of \p Loop, a loop of \p N, cannot have copies of
/// \p Array, in the user's terms; empty if they can.
std::string whyNotCopiedIn(const Nest &N, const LoopStmt &Loop,
                           llvm::StringRef Array);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_COPIES_PRIVATECOPIES_H
