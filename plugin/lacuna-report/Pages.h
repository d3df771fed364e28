//===- Pages.h - the site of a project --------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LACUNA_REPORT_PAGES_H
#define LACUNA_PLUGIN_LACUNA_REPORT_PAGES_H

#include "lacuna-report/Loops.h"
#include "llvm/Support/raw_ostream.h"

namespace lacuna::report {

/// The page on top: all loops of \p P, in a table that sorts.
void printIndex(llvm::raw_ostream &OS, const Project &P);

/// The page about \p L, of \p P.
void printLoop(llvm::raw_ostream &OS, const Loop &L, const Project &P);

/// The file of the page about the loop with that place among loops().
std::string pageOf(size_t Number);

/// A link to the page of \p L, and its function.
std::string linkTo(const Loop &L, size_t Number);

} // namespace lacuna::report

#endif // LACUNA_PLUGIN_LACUNA_REPORT_PAGES_H
