//===- ColumnsInside.h - columns inside of loops on threads -----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_COLUMNSINSIDE_H
#define LACUNA_LOWERING_AUTO_COLUMNSINSIDE_H

#include "Candidates.h"

namespace lacuna {

/// \p Plain, a version of \p N, with its innermost loops that go down columns
/// along rows instead, each exchanged with the loop around; nothing if there
/// are none. It is for loops as long as its conditions say.
std::optional<Version> withColumnsExchanged(const Nest &N,
                                            const Version &Plain);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_COLUMNSINSIDE_H
