//===- OrderWalk.h - whether coordinates ascend -----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_CHECKS_ORDERWALK_H
#define LACUNA_LOWERING_LOWER_CHECKS_ORDERWALK_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// A walk through \p AsWritten that stores nothing and compares each element of
/// \p Coordinates with the one before it in its segment; leaves in the bool
/// variable \p Ok whether they ascend, strictly if \p IsStrict. Nothing if no
/// loop runs over their positions.
std::optional<Nest> orderScan(const Nest &AsWritten, const Operand &Coordinates,
                              bool IsStrict, const std::string &Ok);

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_CHECKS_ORDERWALK_H
