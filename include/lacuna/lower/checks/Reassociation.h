//===- Reassociation.h - do sums keep their order? --------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_CHECKS_REASSOCIATION_H
#define LACUNA_LOWER_CHECKS_REASSOCIATION_H

#include "lacuna/schedule/Version.h"

namespace lacuna {

/// The loops of \p AsWritten of which \p C, made of it by commands, may add up
/// or multiply floating-point terms in another order.
std::vector<std::string> reassociatedSums(const Nest &AsWritten,
                                          const Choice &C);

} // namespace lacuna

#endif // LACUNA_LOWER_CHECKS_REASSOCIATION_H
