//===- ReadNotes.h - what a walk reads, noted by itself ---------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_CHECKS_READNOTES_H
#define LACUNA_LOWERING_LOWER_CHECKS_READNOTES_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// \p Walk, loop IR, that touches what it reads of \p Arrays as sources. Where
/// it depends on elements which others are read, these have smaller numbers.
/// Whoever finds the sources as they were, number by number, may read the next
/// ones. Null where \p Walk has a loop that gets as far as an array says, of
/// which it reads one element after the other; \p Deciding is that array then,
/// or empty.
StmtRef noteReads(const StmtRef &Walk, llvm::ArrayRef<const Operand *> Arrays,
                  std::string &Deciding);

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_CHECKS_READNOTES_H
