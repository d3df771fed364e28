//===- RowLoops.h - loops over the entries of one row -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_DRIVER_ROWLOOPS_H
#define LACUNA_PLUGIN_DRIVER_ROWLOOPS_H

#include "clang/AST/Stmt.h"
#include <string>

namespace lacuna::plugin {

/// The name of the loop \p S if it runs from one element of an array to
/// another, or over one element of a container, else empty.
std::string rangeOfRow(const clang::Stmt *S);

/// The name of the loop \p S if that is an innermost one which runs from one
/// element of an array to another, or over one element of a container: over a
/// row, of which a loop around visits many. Else empty.
std::string rowLoop(const clang::Stmt *S);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_DRIVER_ROWLOOPS_H
