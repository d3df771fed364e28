//===- Auto.h - what a bare #pragma sparse means ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_AUTO_AUTO_H
#define LACUNA_AUTO_AUTO_H

#include "lacuna/schedule/Schedule.h"
#include "lacuna/schedule/Version.h"

namespace lacuna {

/// Commands for \p N that a bare `#pragma sparse` stands for; none if the nest
/// is best left alone, with the reason in \p WhyNot.
Directive chooseSchedule(const Nest &N, const ScheduleContext &Context,
                         std::string &WhyNot);

/// What a bare `#pragma sparse` stands for on \p N, given the facts in \p D.
/// The last version runs wherever no other does. Errors are about facts.
llvm::Expected<Choice> chooseVersions(const Nest &N, const Directive &D,
                                      const ScheduleContext &Context);

/// What a bare `target(cuda)` stands for on \p N, given the facts in \p D. The
/// last version has a row for each thread. Errors are about facts.
llvm::Expected<Choice> chooseKernel(const Nest &N, const Directive &D,
                                    const ScheduleContext &Context);

} // namespace lacuna

#endif // LACUNA_AUTO_AUTO_H
