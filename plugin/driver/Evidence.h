//===- Evidence.h - how sparse a loop looks ---------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_DRIVER_EVIDENCE_H
#define LACUNA_PLUGIN_DRIVER_EVIDENCE_H

#include "clang/AST/Stmt.h"

namespace lacuna::plugin {

/// What the text of a loop says of how much it has to gain, whether it can be
/// lifted or not.
struct Evidence {
  unsigned Indirect = 0; ///< subscripts that were loaded, as in x[crd[p]]
  unsigned Rows = 0;     ///< loops from one element of an array to another
  unsigned Depth = 0;    ///< how many loops are inside each other at most
  unsigned Unknown = 0;  ///< and how many of those run an unknown time
};

Evidence evidenceOf(const clang::ASTContext &Context, const clang::Stmt *Loop);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_DRIVER_EVIDENCE_H
