//===- Isolate.h - iterations that keep apart -------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_ISOLATE_ISOLATE_H
#define LACUNA_PLUGIN_ISOLATE_ISOLATE_H

#include "isolate/IsolatedLoop.h"
#include "lift/state/Lifted.h"
#include "clang/AST/ASTContext.h"
#include <variant>

namespace lacuna::plugin {

/// What has to be known of how code is compiled.
struct IsolateOptions {
  bool TypesAlias = false; ///< pointers of any types may meet
  bool StrictFp = false;   ///< floating-point sums keep their order
  /// Overflow of signed integers is reported: their sums do, too.
  bool SignedIsReported = false;
};

/// Why a loop is not isolated.
struct NotIsolated {
  NotLifted Why;
  bool MayMeet; ///< what iterations do is known, and they may meet
};

/// Whether the iterations of \p Loop in \p Around, taken as they are written,
/// keep apart: each changes what it made itself, its own element of arrays and
/// containers, and sums and lists that are made in parts. Looks into what they
/// call, unless that calls itself; of the standard library it knows what
/// functions do. Iterations may work with containers that grow, maps and
/// strings.
std::variant<IsolatedLoop, NotIsolated>
isolate(const clang::ASTContext &Context, const clang::Stmt *Loop,
        const clang::FunctionDecl *Around, const IsolateOptions &Options);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_ISOLATE_ISOLATE_H
