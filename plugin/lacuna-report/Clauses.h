//===- Clauses.h - clauses to be pasted -------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LACUNA_REPORT_CLAUSES_H
#define LACUNA_PLUGIN_LACUNA_REPORT_CLAUSES_H

#include "support/Trials.h"
#include "llvm/Support/raw_ostream.h"

namespace lacuna::report {

/// Prints for each loop of \p All the line that says what trials have shown to
/// be the fastest; where that differs with the data, one for each class, the
/// one in which the program was for longest first.
void printClauses(llvm::raw_ostream &OS, std::vector<plugin::Trials> All);

/// The same of one class of data.
void printDirective(llvm::raw_ostream &OS, const plugin::Trials &T);

} // namespace lacuna::report

#endif // LACUNA_PLUGIN_LACUNA_REPORT_CLAUSES_H
