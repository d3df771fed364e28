//===- Driver.h - one annotated loop through all stages ---------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_DRIVER_DRIVER_H
#define LACUNA_PLUGIN_DRIVER_DRIVER_H

#include "driver/DumpWriter.h"
#include "driver/LoopObserver.h"
#include "driver/Options.h"
#include "driver/Tally.h"
#include "graft/Graft.h"
#include "lacuna/auto/Auto.h"
#include "lift/Lift.h"
#include "pragma/DirectiveText.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/StringMap.h"

namespace lacuna::plugin {

/// Takes annotated loops from lift to graft and says what became of them.
class Driver {
public:
  /// Unless it \p Emits, generated code is parsed only: the AST stays as the
  /// user wrote it.
  Driver(clang::CompilerInstance &CI, const Options &Opts,
         DirectiveTable &Directives, DumpWriter &Dumps, LoopObserver &Watcher,
         Tally &Loops, clang::Parser &P, Prelude &Helpers, bool Emits)
      : CI(CI), Opts(Opts), Directives(Directives), Dumps(Dumps),
        Watcher(Watcher), Loops(Loops), P(P), Helpers(Helpers), Emits(Emits),
        Report(CI, Opts, Directives),
        IsPreprocessed(
            CI.getFrontendOpts().Inputs.front().getKind().isPreprocessed()),
        Language(languageOptions(CI)) {}

  /// Replaces the loop of \p S, or leaves it with one message. A bare directive
  /// is then one for each of the outermost loops inside. False if no loop was
  /// replaced.
  bool rewrite(const Site &S);

  /// Has the runs of the loop of \p S measured, which has no directive, where
  /// something may stand in front of it.
  void measureUnmarked(const Site &S);

private:
  enum class Target {
    Cpu,
    Gpu,        ///< the directive says so
    GpuIfItCan, ///< a plugin argument does: what cannot is no mistake
  };

  /// Why a loop stays that the plugin was to find a schedule for.
  struct Missed {
    NotLifted Why;
    std::vector<Note> Cures;
    /// The loops inside for which it need not be the same.
    LoopsInside Others = LoopsInside::All;
    bool IsSaid = false;
  };

  void adviseOnPlace(const Site &S, const DirectiveText &Text);
  std::optional<Directive> directiveOf(const DirectiveText &Text);
  LoopsTried attempt(const Site &S, const DirectiveText &Text,
                     const Directive &Given);
  LoopsTried descend(const Site &S, clang::Stmt *Written,
                     const DirectiveText &Text, const Directive &Given,
                     LoopsInside Which);
  bool rewriteBeside(const Site &S, const DirectiveText &Text,
                     const Directive &Given);
  bool process(const Site &S, const DirectiveText &Text, Directive Given);
  bool mayTile(const Site &S, const Directive &Given);
  bool mayShareOut(const Site &S, const Directive &Given) const;
  /// Has threads run the iterations of a loop that was not lifted, as they are
  /// written; if that may not be, \p Why is told why.
  bool shareOut(const Site &S, const Directive &Given, NotLifted &Why,
                std::vector<Note> &Cures);
  bool refuseNested(const Site &S);
  std::string functionName(const Site &S) const;
  std::string nestName(const Site &S);
  ScheduleContext contextFor(const Site &S, const DirectiveText &Text);
  AfterPass dumpsOf(const Site &S) const;
  std::optional<Choice> schedule(const Site &S, const Lifted &L,
                                 const DirectiveText &Text,
                                 const Directive &Given, Target For);
  std::variant<Lifted, NotLifted> lift(const Site &S, const Directive &Given);
  /// False if the loop stays as it was.
  bool generate(const Site &S, const Lifted &L, const DirectiveText &Text,
                const Directive &Given, const Choice &Chosen);
  /// The same for a schedule with loops on a GPU, once lowered.
  void noKernel(clang::SourceLocation Loc, llvm::Error E);
  bool generateKernel(const Site &S, const Lifted &L, const Directive &Given,
                      const Choice &Chosen, const LoopProgram &Program);
  Rewritten outcomeOf(const Lifted &L, const Choice &Chosen) const;
  std::optional<ProfiledLoop> measured(const Site &S, const Choice &Chosen,
                                       Target For);
  void measure(const Site &S);
  void measureAs(const Site &S, ProfiledLoop::Place On);
  void addTrials(const Site &S, const Directive &Given, Target For,
                 ScheduleContext &Context) const;
  std::optional<TunedLoop> tuned(const Site &S, const Directive &Given,
                                 const Choice &Chosen) const;
  const Trials *trialsOf(const Site &S, bool OnGpu) const;
  std::string saidOfTrials(const Site &S, const Directive &Given,
                           const Choice &Chosen, Target For) const;
  unsigned verifyEvery(const Site &S, const Choice &Chosen,
                       const LoopProgram &Program);
  std::vector<KernelImage> imagesOf(clang::SourceLocation Loc,
                                    const std::string &Ptx);
  void keepCopies(const Site &S, const Lifted &L, const HostCopies &Copies);
  void notGenerated(const Site &S, const DirectiveText &Text,
                    const Directive &Given, const Diagnostic &Why, Target For);
  std::optional<LoopProgram> lowered(const Site &S, const Lifted &L,
                                     const DirectiveText &Text,
                                     const Directive &Given,
                                     const Choice &Chosen, Target For);

  clang::CompilerInstance &CI;
  const Options &Opts;
  DirectiveTable &Directives;
  DumpWriter &Dumps;
  LoopObserver &Watcher;
  Tally &Loops;
  clang::Parser &P;
  Prelude &Helpers;
  const bool Emits;
  Reporter Report;
  /// Macros in clauses were not expanded by the earlier run.
  const bool IsPreprocessed;
  const LanguageOptions Language;
  llvm::StringMap<unsigned> NestNames;
  BodyIndices Bodies;
  /// Whether a loop around the one that is processed runs in tiles, where that
  /// pays: what is left alone is not worth a word.
  bool IsBesideTiles = false;
  /// Of the loop that is processed.
  std::optional<Missed> WhyMissed;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_DRIVER_DRIVER_H
