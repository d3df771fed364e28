//===- KernelColumns.h - columns of a thread in registers -------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_CLEANUP_KERNELCOLUMNS_H
#define LACUNA_CLEANUP_KERNELCOLUMNS_H

#include "lacuna/ir/MadeNames.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// \p S, loop IR that \p N became, where threads of a GPU keep what they add
/// to, in variables of their own: the few elements that an inner loop of a
/// constant number of iterations at most updates, the same ones in each
/// iteration of the loop around it. Elements are read in front of that loop and
/// stored behind it, if it runs at all.
StmtRef keepColumnsInRegisters(const StmtRef &S, const Nest &N,
                               MadeNames &Names);

} // namespace lacuna

#endif // LACUNA_CLEANUP_KERNELCOLUMNS_H
