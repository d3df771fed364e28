//===- BlockArrays.h - arrays that the threads of a block share -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is declared outside of the loops on threads is filled by all of those
// that share it.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_PARALLEL_BLOCKARRAYS_H
#define LACUNA_LOWERING_LOWER_PARALLEL_BLOCKARRAYS_H

#include "lacuna/ir/MadeNames.h"

namespace lacuna {

/// \p Body, of a loop over blocks, with its shared arrays filled by the threads
/// that share them, and on copies of \p Private, operands of known extent,
/// which the block makes first. What stands in front of the kernel is appended
/// to \p Before.
StmtRef withSharedArrays(const StmtRef &Body, llvm::ArrayRef<Operand> Private,
                         SourceTag Tag, MadeNames &Names,
                         std::vector<StmtRef> &Before);

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_PARALLEL_BLOCKARRAYS_H
