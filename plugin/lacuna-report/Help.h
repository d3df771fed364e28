//===- Help.h - what helps where a guard fails ------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LACUNA_REPORT_HELP_H
#define LACUNA_PLUGIN_LACUNA_REPORT_HELP_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace lacuna::report {

/// What docs/messages.md says of \p Reason, for which a user's loop ran, as
/// HTML without its links; empty if that is nothing.
std::string helpFor(llvm::StringRef Reason);

/// What a program found out about plans of a wavefront, where the guard that
/// failed for \p Reason is about these; \p Found is what its profile says.
/// HTML; empty if it is about something else.
std::string foundFor(llvm::StringRef Reason, llvm::StringRef Found);

} // namespace lacuna::report

#endif // LACUNA_PLUGIN_LACUNA_REPORT_HELP_H
