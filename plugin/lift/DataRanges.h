//===- DataRanges.h - memory that data directives name ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_DATARANGES_H
#define LACUNA_PLUGIN_LIFT_DATARANGES_H

#include "lacuna/directive/DataDirective.h"
#include "lift/Lift.h"

namespace lacuna::plugin {

/// The elements that an item of a directive names.
struct DataRange {
  const DataClause *Clause;
  Binding Array;
  /// Values; nothing: from the first element on.
  std::optional<Binding> First;
  /// A value, a container's size, or nothing where `Extent` says it.
  std::optional<Binding> Count;
  uint64_t Extent = 0;
};

/// What \p Stmt, the statement that stands for the directive \p D, means. Every
/// error is reported: they arrive joined, each a DiagnosticError. Nothing where
/// the parser has reported some already.
llvm::Expected<std::optional<std::vector<DataRange>>>
dataRanges(const clang::ASTContext &Context, const DataDirective &D,
           const clang::Stmt *Stmt);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_DATARANGES_H
