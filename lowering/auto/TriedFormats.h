//===- TriedFormats.h - formats that trials choose among --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_TRIEDFORMATS_H
#define LACUNA_LOWERING_AUTO_TRIEDFORMATS_H

#include "lacuna/directive/Directive.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Clauses that have the rows of \p N run over its entries in other formats:
/// one for each format that may be tried, which need not be legal.
std::vector<Clause> triedFormats(const Nest &N);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_TRIEDFORMATS_H
