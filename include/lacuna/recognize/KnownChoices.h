//===- KnownChoices.h - choices that loops decide ---------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packed triangles are written for any order of their subscripts. Where one
// loop runs up to the other's variable, there is one order:
//
//     j in 0 .. i + 1: t[i > j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i]
//       -->            t[i * (i + 1) / 2 + j]
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RECOGNIZE_KNOWNCHOICES_H
#define LACUNA_RECOGNIZE_KNOWNCHOICES_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Makes of each choice between two values in the body of \p N, by `?:`, `min`
/// or `max`, the one that bounds of loops let it be.
void makeKnownChoices(Nest &N);

} // namespace lacuna

#endif // LACUNA_RECOGNIZE_KNOWNCHOICES_H
