//===- Auto.h - schedules that the plugin chooses -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_SCHEDULE_AUTO_H
#define LACUNA_SCHEDULE_AUTO_H

#include "lacuna/graph/Version.h"
#include "lacuna/schedule/Schedule.h"

namespace lacuna {

/// What a bare `#pragma sparse` stands for on \p N, given the facts in \p D.
/// The last version is that of `chooseSchedule`. Errors are about facts.
llvm::Expected<Choice> chooseVersions(const Nest &N, const Directive &D,
                                      const ScheduleContext &Context);

/// What a bare `target(cuda)` stands for on \p N, given the facts in \p D. The
/// last version has a row for each thread. Errors are about facts.
llvm::Expected<Choice> chooseKernel(const Nest &N, const Directive &D,
                                    const ScheduleContext &Context);

} // namespace lacuna

#endif // LACUNA_SCHEDULE_AUTO_H
