//===- QuietDiagnostics.h - parse without a word ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_GRAFT_QUIETDIAGNOSTICS_H
#define LACUNA_PLUGIN_GRAFT_QUIETDIAGNOSTICS_H

#include "clang/Basic/Diagnostic.h"

namespace lacuna::plugin {

/// While it lives, nothing is shown, but errors are noticed.
class QuietDiagnostics {
public:
  explicit QuietDiagnostics(clang::DiagnosticsEngine &Diags)
      : Diags(Diags), Trap(Diags),
        Suppressed(Diags.getSuppressAllDiagnostics()),
        Ignoring(Diags.getIgnoreAllWarnings()) {
    Diags.setSuppressAllDiagnostics(true);
    // A warning that is only suppressed still counts as an error under -Werror.
    Diags.setIgnoreAllWarnings(true);
  }
  ~QuietDiagnostics() {
    Diags.setSuppressAllDiagnostics(Suppressed);
    Diags.setIgnoreAllWarnings(Ignoring);
  }
  QuietDiagnostics(const QuietDiagnostics &) = delete;
  QuietDiagnostics &operator=(const QuietDiagnostics &) = delete;

  bool hasErrorOccurred() const { return Trap.hasErrorOccurred(); }

private:
  clang::DiagnosticsEngine &Diags;
  clang::DiagnosticErrorTrap Trap;
  bool Suppressed, Ignoring;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_QUIETDIAGNOSTICS_H
