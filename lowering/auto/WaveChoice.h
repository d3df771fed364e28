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

/// Whether an order of the iterations of \p Rows that is found at run time may
/// be worth its cost. Index arrays say which iterations need others: where
/// `a[i]` needs `a[i - 1]` nothing that is found out would help, and an array
/// that nobody reads behind the loop wants copies, not an order. Nor does an
/// order help where all iterations store to one element. Iterations
/// contain loops: single updates take less time than what keeps them in order.
bool paysAsWavefront(const Nest &N, const LoopStmt &Rows);

/// Whether data say to which elements \p N stores: then nobody can vouch for
/// iterations without knowing these.
bool storesWhereDataSay(const Nest &N);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_WAVECHOICE_H
