//===- RowLoops.h - loops over the entries of one row -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_DRIVER_ROWLOOPS_H
#define LACUNA_PLUGIN_DRIVER_ROWLOOPS_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace lacuna::plugin {

/// The name of the loop \p S if it runs from one element of an array to
/// another, or over one element of a container, else empty.
std::string rangeOfRow(const clang::Stmt *S);

/// The name of the loop \p S if that is an innermost one which runs from one
/// element of an array to another, or over one element of a container: over a
/// row, of which a loop around visits many. Else empty.
std::string rowLoop(const clang::Stmt *S);

/// Whether \p Loop is an innermost one that goes through what the counter of
/// one of \p Around, loops among other statements, names: that has another row
/// for it each time, where a loop over time has the same.
bool isOverRowOf(const clang::Stmt *Loop,
                 llvm::ArrayRef<const clang::Stmt *> Around);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_DRIVER_ROWLOOPS_H
