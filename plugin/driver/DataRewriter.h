//===- DataRewriter.h - directives about data -------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_DRIVER_DATAREWRITER_H
#define LACUNA_PLUGIN_DRIVER_DATAREWRITER_H

#include "driver/Reporter.h"
#include "graft/Prelude.h"
#include "graft/Sites.h"
#include "pragma/DirectiveText.h"
#include "clang/Frontend/CompilerInstance.h"

namespace lacuna::plugin {

/// Makes directives about data calls of the runtime library.
class DataRewriter {
public:
  DataRewriter(clang::CompilerInstance &CI, const Options &Opts,
               DirectiveTable &Directives, clang::Parser &P, Prelude &Helpers,
               bool Emits)
      : CI(CI), Opts(Opts), Directives(Directives), P(P), Helpers(Helpers),
        Emits(Emits), Report(CI, Opts, Directives) {}

  /// Replaces the statement that stands for the directive of \p S. Mistakes in
  /// it are errors.
  void rewrite(const Site &S);

private:
  clang::CompilerInstance &CI;
  const Options &Opts;
  DirectiveTable &Directives;
  clang::Parser &P;
  Prelude &Helpers;
  const bool Emits;
  Reporter Report;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_DRIVER_DATAREWRITER_H
