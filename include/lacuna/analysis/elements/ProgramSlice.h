//===- ProgramSlice.h - what a value depends on -----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_ELEMENTS_PROGRAMSLICE_H
#define LACUNA_ANALYSIS_ELEMENTS_PROGRAMSLICE_H

#include "lacuna/ir/Stmt.h"

namespace lacuna {

/// What \p S does to the variables \p Wanted and to whatever decides on that:
/// all assignments to these names and to those that they read, the conditions
/// and loops around them, no others. Of arrays that \p S does not declare only
/// \p Own are stored to. What \p S touches is wanted, too. Either dialect;
/// loops keep their tags. A `while` loop of which nothing is kept is taken to
/// end.
StmtRef sliceOf(const StmtRef &S, llvm::StringSet<> Wanted,
                llvm::ArrayRef<std::string> Own);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_ELEMENTS_PROGRAMSLICE_H
