//===- Table.h - what there is to gain, for people --------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LACUNA_SUGGEST_TABLE_H
#define LACUNA_PLUGIN_LACUNA_SUGGEST_TABLE_H

#include "lacuna-suggest/Loops.h"
#include "llvm/Support/raw_ostream.h"

namespace lacuna::suggest {

/// A line for each loop, the most promising first: where it stands, what would
/// become of it, as what it would run or why not, and what would help.
void printTable(const Project &From, llvm::raw_ostream &OS);

/// The same for programs, with all that the plugin says of each loop, and the
/// lines in \p Failures.
void printJson(const Project &From, llvm::ArrayRef<std::string> Failures,
               llvm::raw_ostream &OS);

} // namespace lacuna::suggest

#endif // LACUNA_PLUGIN_LACUNA_SUGGEST_TABLE_H
