//===- Glance.h - the first page in brief -----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LACUNA_REPORT_GLANCE_H
#define LACUNA_PLUGIN_LACUNA_REPORT_GLANCE_H

#include "lacuna-report/Loops.h"
#include "llvm/Support/raw_ostream.h"

namespace lacuna::report {

/// Where the time is, what was gained, and what to do next.
void printGlance(llvm::raw_ostream &OS, const Project &P);

} // namespace lacuna::report

#endif // LACUNA_PLUGIN_LACUNA_REPORT_GLANCE_H
