//===- RowsBeside.h - sums along rows, rows side by side --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_ROWSBESIDE_H
#define LACUNA_LOWERING_AUTO_ROWSBESIDE_H

#include "Candidates.h"

namespace lacuna {

/// \p N, whose facts are applied and whose innermost loops add up what lies
/// along rows, with several rows side by side; nothing if they do not, or if
/// there is no such order. It is for loops as long as its conditions say.
std::optional<Version> rowsBeside(const Nest &N);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_ROWSBESIDE_H
