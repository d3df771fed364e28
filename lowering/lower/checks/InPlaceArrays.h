//===- InPlaceArrays.h - arrays that may be one and the same ----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_CHECKS_INPLACEARRAYS_H
#define LACUNA_LOWERING_LOWER_CHECKS_INPLACEARRAYS_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Whether \p N, a scheduled nest, does the same as the user's loops where
/// arrays \p A and \p B are one and the same (`w[i] = a * x[i] + b * y[i]` with
/// w for x): each element is touched by one iteration of all loops around, at
/// one subscript, whose statements keep their order. \p IsWalked: guards find
/// out by walks what it accesses.
bool mayBeOne(const Nest &N, const Operand &A, const Operand &B, bool IsWalked);

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_CHECKS_INPLACEARRAYS_H
