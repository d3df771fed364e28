//===- Reporter.h - what became of a loop -----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_DRIVER_REPORTER_H
#define LACUNA_PLUGIN_DRIVER_REPORTER_H

#include "driver/Options.h"
#include "graft/Sites.h"
#include "lacuna/ir/LoopProgram.h"
#include "lacuna/schedule/Version.h"
#include "lift/Lift.h"
#include "pragma/DirectiveText.h"
#include "clang/Frontend/CompilerInstance.h"
#include <set>

namespace lacuna::plugin {

/// What a loop was rewritten as.
struct Rewritten {
  llvm::ArrayRef<Version> Versions = {};
  /// The loops whose floating-point sums may come in another order.
  std::vector<std::string> Reassociated = {};
  /// There is no OpenMP for the threads of the schedule.
  bool LacksThreads = false;
  /// The user's loop runs elsewhere.
  bool IsForLargeArrays = false;
  /// Arrays that are gone through where the user's loops search them.
  std::vector<std::string> Searched = {};
  /// Arrays that iterations may read before or after others store there.
  std::vector<std::string> Varying = {};
  /// What is to be said of trials.
  std::string OfTrials = {};
  /// What is to be said of walks in front of it.
  std::string OfWalks = {};
  /// What clauses would say, where iterations stay as they are written.
  std::string AsWritten = {};
};

/// What is to be said of walks that \p P makes in each call, whether they pay
/// or not.
std::string saidOfWalks(const LoopProgram &P);

/// The arrays of which iterations, on threads or on a GPU, may read elements
/// before or after others store there.
std::vector<std::string> varyingReads(llvm::ArrayRef<Version> Versions);

/// The clauses of each of \p Versions, and where it runs.
std::vector<std::string> schedulesOf(llvm::ArrayRef<Version> Versions);

/// Of the loops inside one that stays as written.
struct LoopsTried {
  unsigned All = 0, Rewritten = 0;
};

/// What is to be said of a loop.
struct Remark {
  enum Kind {
    RunsAs, ///< how it was rewritten
    Left,   ///< why it was not
    Cure,   ///< what would help
    Warning ///< what is wrong with the generated code
  };
  Kind About;
  std::string Text;
};

/// Says that \p D may not stand where it does.
void reportNested(clang::DiagnosticsEngine &Diags, DirectiveTable &Directives,
                  const NestedDirective &D);

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
  /// The plugin chose to leave a loop alone, and what became of those inside: a
  /// remark (-Rpass-missed=sparse). How its directive could be changed; none,
  /// if \p Text is null and it has that of a loop around it.
  void missed(const DirectiveText *Text, const NotLifted &Why,
              llvm::ArrayRef<Note> Cures, const LoopsTried &Inside);
  /// A loop was to be rewritten of which a part has a directive of its own.
  void nested(const NestedDirective &D);
  /// Whether the user asked for what was left alone.
  bool showsMissed() const {
    return CI.getCodeGenOpts().OptimizationRemarkMissed.patternMatches(
        "sparse");
  }
  /// A directive would do more in front of the loop over \p Outer, around its
  /// own: a remark (-Rpass-missed=sparse).
  void misplaced(const DirectiveText &Text, llvm::StringRef Outer);
  /// A loop was rewritten: a remark (-Rpass=sparse).
  void rewritten(clang::SourceLocation Loc, const Rewritten &As);
  /// A loop was rewritten as asked for, and would be faster otherwise: a
  /// warning.
  void slow(const DirectiveText &Text, const Diagnostic &Why);
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
  std::vector<Remark> takeRemarks() { return std::exchange(Said, {}); }

  /// Whether a loop was left alone since the last call of which the user did
  /// not ask to be told why.
  bool takeSilence() { return std::exchange(WasSilent, false); }

private:
  void keep(const NotLifted &Why);
  bool missed(const NotLifted &Why, llvm::StringRef What);
  bool failed(clang::SourceLocation Loc, const llvm::Twine &What);
  bool isNew(clang::SourceLocation Loc, llvm::StringRef Message);
  void note(clang::SourceLocation Loc, llvm::StringRef Message);
  void warnOf(clang::SourceLocation Loc, llvm::StringRef Message);
  void warn(clang::SourceLocation Loc, llvm::StringRef Message);

  clang::CompilerInstance &CI;
  const Options &Opts;
  DirectiveTable &Directives;
  std::set<std::pair<unsigned, std::string>> Reported;
  std::vector<Remark> Said;
  bool WasSilent = false, ToldOfThreads = false;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_DRIVER_REPORTER_H
