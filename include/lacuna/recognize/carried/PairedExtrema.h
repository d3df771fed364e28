//===- PairedExtrema.h - least and greatest side by side --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RECOGNIZE_CARRIED_PAIREDEXTREMA_H
#define LACUNA_RECOGNIZE_CARRIED_PAIREDEXTREMA_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// `if (v < low) low = v; else if (v > high) high = v;` as two reductions. That
/// is the same as long as `low` is not above `high`: what is below the one is
/// not above the other. A guard checks where they come from in front of the
/// nest, unless they begin as the same.
void separateExtrema(Nest &N);

} // namespace lacuna

#endif // LACUNA_RECOGNIZE_CARRIED_PAIREDEXTREMA_H
