//===- Comparison.h - generated code against the user's loop ----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text that `verify` puts around generated code and the user's loop:
//
//   if (the guards hold, and it is this call's turn) copy what will be stored
//   if (the guards hold) { generated }
//   if (copied) keep what was stored, put the copies back
//   if (a guard fails, or copied) { the user's loop }
//   if (copied) compare
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_GRAFT_COMPARISON_H
#define LACUNA_PLUGIN_GRAFT_COMPARISON_H

#include "graft/Prelude.h"
#include "graft/Tokens.h"
#include "lacuna/emit/Cpp.h"
#include "lift/Lift.h"

namespace lacuna::plugin {

/// Why results of \p Program cannot be compared; empty if they can.
std::string whyNotVerified(const LoopProgram &Program);

class Comparison {
public:
  /// \p Site is the name of the record that Prelude::verifiedSite made. For
  /// kernels, \p Kernels is the place of the loop as a literal, else empty.
  Comparison(const Lifted &L, const EmittedOutputs &Outputs, std::string Site,
             std::string Kernels, clang::SourceLocation Loc,
             clang::SourceLocation EndLoc)
      : L(L), Outputs(Outputs), Site(std::move(Site)),
        Kernels(std::move(Kernels)), Loc(Loc), EndLoc(EndLoc) {}

  /// In front of the generated code. \p AppendScan appends the scan's text.
  void printBefore(LocatedText &Out,
                   llvm::function_ref<void(LocatedText &)> AppendScan) const;
  /// Between the generated code and the user's loop.
  void printBetween(LocatedText &Out) const;
  /// Behind the user's loop.
  void printAfter(LocatedText &Out) const;

private:
  std::string result(const Operand &O, llvm::StringRef Base, llvm::StringRef Lo,
                     llvm::StringRef Hi) const;
  std::vector<std::string> results() const;
  std::string arguments() const;
  std::string canCompare() const;
  void printAcquire(LocatedText &Out) const;

  const Lifted &L;
  const EmittedOutputs &Outputs;
  const std::string Site, Kernels;
  clang::SourceLocation Loc, EndLoc;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_COMPARISON_H
