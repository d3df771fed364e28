//===- Plots.h - pictures of measurements -----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LACUNA_REPORT_PLOTS_H
#define LACUNA_PLUGIN_LACUNA_REPORT_PLOTS_H

#include "lacuna-report/Loops.h"
#include "llvm/Support/raw_ostream.h"

namespace lacuna::report {

/// How many runs took how long.
void drawHistogram(llvm::raw_ostream &OS, const Measured &M);

/// How long rows are.
void drawRows(llvm::raw_ostream &OS, const Measured &M);

/// The loops of \p P of which bytes are known as points under the roofs of the
/// memory, \p Of before others if it is not null. Nothing if there are no such
/// loops or no roofs.
void drawRoofline(llvm::raw_ostream &OS, const Project &P, const Loop *Of);

/// A bar as long as \p Part of \p Whole, as wide as there is room.
void drawShare(llvm::raw_ostream &OS, double Part, double Whole,
               llvm::StringRef Class);

} // namespace lacuna::report

#endif // LACUNA_PLUGIN_LACUNA_REPORT_PLOTS_H
