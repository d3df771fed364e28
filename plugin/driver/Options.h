//===- Options.h - plugin arguments -----------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_DRIVER_OPTIONS_H
#define LACUNA_PLUGIN_DRIVER_OPTIONS_H

#include "lacuna/lower/checks/LowerOptions.h"
#include "support/Trials.h"
#include "clang/Basic/Diagnostic.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lacuna::plugin {

/// What `dump=` shows of every annotated loop.
enum class DumpKind {
  Graph,      ///< the scheduled nest
  Provenance, ///< its index variables and relations
  Loops,      ///< the loop program
  Code,       ///< the generated code as a function that compiles on its own
  AfterPass   ///< what a pass has made
};

struct Dump {
  DumpKind Kind;
  std::string File; ///< empty: standard error
  std::string Pass; ///< of AfterPass
};

/// `-fplugin-arg-sparse-KEY[=VALUE]`.
struct Options {
  bool Off = false;
  bool Count = false;
  /// Loops are measured while they run.
  bool Profile = false;
  /// So are outermost loops without a directive.
  bool ProfileAll = false;
  /// Loops that would be rewritten are measured as they are written.
  bool ProfileAsWritten = false;
  /// No line about files with loops left as written.
  bool Quiet = false;
  /// No loop's floating-point sums change their order.
  bool StrictFp = false;
  /// Loops that say nothing else run on a GPU where they can.
  bool OnGpu = false;
  /// An explicit schedule that cannot be honoured is a warning, not an error.
  bool WarnUnsupported = false;
  /// Compare the results of generated code with those of the user's loop in
  /// every N-th call; 0: never.
  unsigned VerifyEvery = 0;
  /// Innermost iterations below which the user's loop runs where the schedule
  /// is the plugin's, if they are given.
  std::optional<uint64_t> MinWork;
  CheckLevel Check = CheckLevel::Cheap;
  /// The devices that kernels are compiled for at once, as in sm_80, if they
  /// are named.
  std::optional<std::vector<unsigned>> Cubins;
  std::vector<Dump> Dumps;
  /// The page about all annotated loops; empty: none.
  std::string Report;
  /// Where what became of annotated loops is written for lacuna-report; empty:
  /// nowhere.
  std::string RecordFolder;
  /// What bare directives would do in front of loops without one is said, or
  /// written to a file if one is named.
  bool Suggest = false;
  std::string SuggestFile;
  /// Bare directives' loops have candidates among which trials choose.
  bool Tune = false;
  /// What trials have shown, and the file that says so; empty: none.
  std::string TrialsFile;
  std::vector<Trials> Shown;
};

/// Reads \p Args; every mistake is reported to \p Diags, the result is false
/// if there was one.
bool parseOptions(const std::vector<std::string> &Args,
                  clang::DiagnosticsEngine &Diags, Options &Result);

/// Whether no arguments are for a plugin that \p Loaded lacks and that is this
/// one under another name; each of them is an error. \p Given has the arguments
/// by the plugin's name.
bool checkPluginNames(
    const std::map<std::string, std::vector<std::string>> &Given,
    llvm::ArrayRef<std::string> Loaded, clang::DiagnosticsEngine &Diags);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_DRIVER_OPTIONS_H
