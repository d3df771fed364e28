//===- ErrnoOrder.h - clauses that keep errno -------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_SCHEDULE_ERRNOORDER_H
#define LACUNA_LOWERING_SCHEDULE_ERRNOORDER_H

#include "lacuna/directive/Directive.h"
#include "lacuna/ir/Nest.h"
#include "llvm/Support/Error.h"

namespace lacuna {

/// Fails if \p C, a command, may have the calls of \p N that set errno run in
/// another order than their own, other than in chunks of consecutive
/// iterations: the last one decides what errno is.
llvm::Error checkErrnoOrder(const Nest &N, const Clause &C);

} // namespace lacuna

#endif // LACUNA_LOWERING_SCHEDULE_ERRNOORDER_H
