//===- WaveChoice.h - loops whose order data decide -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_WAVECHOICE_H
#define LACUNA_LOWERING_AUTO_WAVECHOICE_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Whether index arrays say which iterations of \p Rows need others: elements
/// of all arrays that they share are chosen by data. Where `a[i]` needs
/// `a[i - 1]` nothing that is found out at run time would help.
bool isOrderedByData(const Nest &N, const LoopStmt &Rows);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_WAVECHOICE_H
