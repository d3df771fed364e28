//===- AtomicSteps.h - atomic operations of the user's ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `var was = x[i]`, `atomic x[i] = … old was`: in one step the element gets
// another value, and `was` what it had. Whoever does not ask for atomic steps
// may take the statements as they stand, one after the other.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_ATOMICSTEPS_H
#define LACUNA_IR_ATOMICSTEPS_H

#include "lacuna/ir/Stmt.h"

namespace lacuna {

/// An element that is set to `Desired` if it is `Expected`.
struct ComparedAndSet {
  ExprRef Expected, Desired;
};

/// What \p S does, an atomic step, if its value is `old == e ? d : old`.
std::optional<ComparedAndSet> comparedAndSet(const AssignStmt &S);

/// Whether \p S, an atomic step, only finds out what the element is.
bool onlyReads(const AssignStmt &S);

/// The arrays on whose elements there are atomic operations in \p Body: in a
/// nest they are the user's.
std::vector<std::string> atomicallySet(const StmtRef &Body);

} // namespace lacuna

#endif // LACUNA_IR_ATOMICSTEPS_H
