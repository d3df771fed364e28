//===- LoopParts.h - what stands beside an inner loop -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     for k { s = 0; for p { s += … } C[k] = s }
//       -->  for k_before { C[k_before] = 0 } for k { for p { C[k] += … } }
//
// Where iterations of the outer loop are independent of each other, they may
// run side by side: what an iteration does before the inner loop in a loop in
// front, and what it does behind it in a loop behind.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_SCHEDULE_COMMANDS_LOOPPARTS_H
#define LACUNA_LOWERING_SCHEDULE_COMMANDS_LOOPPARTS_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// \p N with such loops around the one over \p Outer, so that the one over
/// \p Inner, directly in it, stands alone but for lets; nothing if it does so,
/// or cannot.
std::optional<Nest> withLoopParts(const Nest &N, llvm::StringRef Outer,
                                  llvm::StringRef Inner);

} // namespace lacuna

#endif // LACUNA_LOWERING_SCHEDULE_COMMANDS_LOOPPARTS_H
