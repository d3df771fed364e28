//===- Report.h - diagnostics on a terminal ---------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_SPARSE_OPT_REPORT_H
#define LACUNA_LOWERING_SPARSE_OPT_REPORT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace lacuna {

/// Shows every error in \p E in Clang's style: place in \p Text, which is
/// called \p Name, line with caret, fix-it and notes.
void report(llvm::Error E, llvm::StringRef Text, llvm::StringRef Name);

} // namespace lacuna

#endif // LACUNA_LOWERING_SPARSE_OPT_REPORT_H
