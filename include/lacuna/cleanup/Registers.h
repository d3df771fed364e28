//===- Registers.h - elements accumulated in local variables ----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_CLEANUP_REGISTERS_H
#define LACUNA_CLEANUP_REGISTERS_H

#include "lacuna/ir/MadeNames.h"

namespace lacuna {

/// \p S, which is loop IR, with innermost loops that combine values into one
/// array element doing so in a local variable: the element is read before the
/// loop and stored behind it, if the loop runs at all. The same operations in
/// the same order; the guards have shown that no other array has the element,
/// which is what the compiler cannot know.
StmtRef accumulateInRegisters(const StmtRef &S, MadeNames &Names);

/// \p S, an affine nest's loop IR, with innermost loops that access one element
/// of an array which \p S declares at its top using a local variable in its
/// place, whatever they do with it: nobody else sees these arrays, and they
/// have room for every iteration.
StmtRef keepOwnInRegisters(const StmtRef &S, MadeNames &Names);

/// Whether \p E is the same in all iterations of \p Loop, and known in front of
/// it without reading memory.
bool isKnownOutside(const ExprRef &E, const ForStmt &Loop);

/// \p Loop over \p Body between \p Before and \p After, all of it only if the
/// loop runs: an element that the user's loop does not touch is not read
/// either.
StmtRef ifItRuns(const ForStmt &Loop, std::vector<StmtRef> Before,
                 const StmtRef &Body, std::vector<StmtRef> After,
                 MadeNames &Names);

} // namespace lacuna

#endif // LACUNA_CLEANUP_REGISTERS_H
