//===- StreamedRows.h - rows that are stored past the caches ----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `for k in 0 .. 32 { C[i * 32 + k] = tile[k] }` stores a row that was computed
// in registers. Where the row begins a cache line, whole lines can be written
// without being read first. An allocation need not begin one, so each row is
// looked at when it is stored.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_CLEANUP_STREAMEDROWS_H
#define LACUNA_CLEANUP_STREAMEDROWS_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// \p S, which is loop IR, with such loops for arrays in \p NonTemporal in
/// front of a StreamStmt, where a line begins.
StmtRef streamRows(const StmtRef &S, llvm::ArrayRef<std::string> NonTemporal);

/// That the stores of \p N which were to bypass the caches do in \p Body.
llvm::Error checkStreams(const Nest &N, const StmtRef &Body);

} // namespace lacuna

#endif // LACUNA_CLEANUP_STREAMEDROWS_H
