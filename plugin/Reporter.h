//===- Reporter.h - what became of a loop -----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_REPORTER_H
#define LACUNA_PLUGIN_REPORTER_H

#include "Options.h"
#include "lacuna/graph/Version.h"
#include "lift/Lift.h"
#include "pragma/DirectiveText.h"
#include "clang/Frontend/CompilerInstance.h"
#include <set>

namespace lacuna::plugin {

/// Says what was done with a loop, or why not: once per place and message, also
/// where a template is instantiated several times.
class Reporter {
public:
  Reporter(clang::CompilerInstance &CI, const Options &Opts,
           DirectiveTable &Directives)
      : CI(CI), Opts(Opts), Directives(Directives) {}

  /// An explicit schedule cannot be honoured because of what stands at
  /// `Why.Loc`: an error, or a warning with `unsupported=warn`.
  void refused(const NotLifted &Why);
  /// The same because of a clause.
  void refused(const DirectiveText &Text, const Diagnostic &Why);
  /// A directive about data is wrong: an error.
  void wrong(const DirectiveText &Text, const Diagnostic &Why);
  /// The plugin chose to leave a loop alone: a remark (-Rpass-missed=sparse).
  void missed(const NotLifted &Why);
  /// A loop was rewritten as \p Versions: a remark (-Rpass=sparse).
  void rewritten(clang::SourceLocation Loc, llvm::ArrayRef<Version> Versions);
  /// A loop was rewritten, but its results cannot be verified because of
  /// \p Why: a warning.
  void notVerified(clang::SourceLocation Loc, llvm::StringRef Why);
  /// A loop's kernels are not compiled for a device that was named.
  void withoutCubin(clang::SourceLocation Loc, llvm::StringRef Why);
  /// A loop that was to run on a GPU does not, because of \p Why: a warning; a
  /// remark where it was to run there if it can.
  void notOnGpu(clang::SourceLocation Loc, llvm::StringRef Why);
  void missedOnGpu(clang::SourceLocation Loc, llvm::StringRef Why);
  /// The plugin is at fault; the loop was left as it was.
  void internalError(clang::SourceLocation Loc, llvm::StringRef What);

  /// All that was to be said since the last call, whether the user asked for
  /// it or not.
  std::vector<std::string> takeMessages() { return std::exchange(Said, {}); }

private:
  void missed(const NotLifted &Why, llvm::StringRef What);
  void failed(clang::SourceLocation Loc, const llvm::Twine &What);
  bool isNew(clang::SourceLocation Loc, llvm::StringRef Message);
  void note(clang::SourceLocation Loc, llvm::StringRef Message);
  void warn(clang::SourceLocation Loc, llvm::StringRef Message);

  clang::CompilerInstance &CI;
  const Options &Opts;
  DirectiveTable &Directives;
  std::set<std::pair<unsigned, std::string>> Reported;
  std::vector<std::string> Said;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_REPORTER_H
