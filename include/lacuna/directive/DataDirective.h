//===- DataDirective.h - where arrays are, which stay the same --*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_DIRECTIVE_DATADIRECTIVE_H
#define LACUNA_DIRECTIVE_DATADIRECTIVE_H

#include "lacuna/directive/Directive.h"

namespace lacuna {

enum class DataKind {
  Region, ///< `data`, for the statement behind it
  Enter,  ///< `enter data`, which stands alone, as the next two do
  Exit,   ///< `exit data`
  Update  ///< `update`
};

/// "data", "enter data", "exit data" or "update".
llvm::StringRef nameOf(DataKind Kind);

/// What a clause asks for.
struct DataClause {
  llvm::StringRef Name;
  DataKind Kind;
  bool CopiesIn;      ///< the device gets the host's values, first
  bool CopiesOut;     ///< the host gets the device's values, last
  bool MustBePresent; ///< the array is there already
  bool IsPromise;     ///< about what the array holds, not where it is
};

/// An array of a clause.
struct DataItem {
  const DataClause *Clause;
  TextRange ClauseName;
  /// As written, without the section.
  ClauseArg Array;
  /// Of `x[first:count]` what stands for the first element and for how many
  /// there are; nothing: all of the array.
  std::optional<std::pair<ClauseArg, ClauseArg>> Section;
};

struct DataDirective {
  DataKind Kind;
  std::vector<DataItem> Items;
};

/// Whether \p Text, behind `#pragma sparse`, is a directive about data and none
/// about a loop.
bool isDataDirective(llvm::StringRef Text);

/// Parses such a text. Every error is reported: they arrive joined, each a
/// DiagnosticError. What the arrays are is not looked at.
llvm::Expected<DataDirective> parseDataDirective(llvm::StringRef Text);

} // namespace lacuna

#endif // LACUNA_DIRECTIVE_DATADIRECTIVE_H
