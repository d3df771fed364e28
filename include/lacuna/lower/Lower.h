//===- Lower.h - iteration graph to loop IR -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_LOWER_H
#define LACUNA_LOWER_LOWER_H

#include "lacuna/graph/Version.h"
#include "lacuna/lower/LoopProgram.h"

namespace lacuna {

/// How much is checked at run time before generated code runs.
enum class CheckLevel {
  Off,   ///< the user vouches for aliasing, ranges and order
  Cheap, ///< O(rows) at most
  Full   ///< also which elements are accessed, in time of the nest itself
};

struct LowerOptions {
  CheckLevel Check = CheckLevel::Cheap;
  /// The nest before any command; CheckLevel::Full, Verify and arrays of rows
  /// need it.
  const Nest *AsWritten = nullptr;
  /// Asks for the program's Outputs.
  bool Verify = false;
  /// The compiler may reassociate floating-point operations by itself.
  bool IsFpLoose = false;
  /// Objects may be accessed as other types than their own.
  bool TypesAlias = false;
  /// Overflow of subscripts is to be seen where they are computed.
  bool KeepsSubscripts = false;
};

/// Lowers a scheduled nest (thesis chapter 6): derived bounds, coordinate
/// recovery, blocks free of guards, guards in front. Errors are internal: what
/// the user can do wrong was refused by the commands.
llvm::Expected<LoopProgram> lower(const Nest &N, const LowerOptions &Options);

/// What \p AsWritten accesses of each of its arrays, whatever is in memory: no
/// guard has to hold, and the bounds read none. No end where that is not known.
std::vector<ArraySlice> accessedSlices(const Nest &AsWritten);

/// Those of accessedSlices whose arrays \p Setup reads.
std::vector<ArraySlice> slicesReadBy(const Nest &AsWritten,
                                     const StmtRef &Setup);

/// Whether the rows that \p AsWritten reads of arrays of rows can be found in
/// front of it, to be told from what it writes; else it cannot be lowered.
bool canFindRows(const Nest &AsWritten);

} // namespace lacuna

#endif // LACUNA_LOWER_LOWER_H
