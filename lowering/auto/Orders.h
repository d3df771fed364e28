//===- Orders.h - orders of iterations that pay -----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_ORDERS_H
#define LACUNA_LOWERING_AUTO_ORDERS_H

#include "Candidates.h"

namespace lacuna {

/// \p N, whose facts are applied, in a better order where loops are long enough
/// for that; elsewhere as \p Others says. The guards are those of all. Whether
/// there is one.
bool addBetterOrder(const Nest &N, const ScheduleContext &Context,
                    std::vector<Version> &Others);

/// An order of \p N, whose iterations cannot be shared out; without versions
/// if there is none that pays.
Choice orderedAlone(const Nest &N, const ScheduleContext &Context);

/// The same of a nest whose iterations could be, and only keep the order in
/// which they need each other; none where \p Others have lanes.
Choice orderedInstead(const Nest &N, const ScheduleContext &Context,
                      llvm::ArrayRef<Version> Others);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_ORDERS_H
