//===- TensorNames.h - the tensor that a clause describes -------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_SCHEDULE_TENSORNAMES_H
#define LACUNA_LOWERING_SCHEDULE_TENSORNAMES_H

#include "lacuna/directive/TensorClause.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Gives the tensor that \p Said describes its name; fails if the loops of \p N
/// store it in another way, or know no such tensor.
llvm::Error nameTensor(Nest &N, const TensorClause &Said);

} // namespace lacuna

#endif // LACUNA_LOWERING_SCHEDULE_TENSORNAMES_H
