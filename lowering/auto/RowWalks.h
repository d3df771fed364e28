//===- RowWalks.h - walks down columns, along rows instead ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_ROWWALKS_H
#define LACUNA_LOWERING_AUTO_ROWWALKS_H

#include "Candidates.h"

namespace lacuna {

/// \p N, whose facts are applied and whose innermost loop goes down columns,
/// along rows, with the results of the loop as it stands; nothing if it does
/// not, or if there is no such order. It is for loops as long as its conditions
/// say.
std::optional<Version> alongRows(const Nest &N);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_ROWWALKS_H
