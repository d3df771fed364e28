//===- SharedOut.cpp - loops that stay as written, on threads -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Driver.h"
#include "driver/Messages.def"
#include "driver/Obstacles.h"
#include "graft/IterationGraft.h"
#include "graft/Replacement.h"
#include "isolate/Isolate.h"
#include "lacuna/directive/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

/// Whether the iterations of the loop of \p S may be shared out as they are
/// written: there are threads, and it stands in a function alone.
bool Driver::mayShareOut(const Site &S, const Directive &Given) const {
  const LangOptions &Lang = CI.getLangOpts();
  const bool IsBare = Given.isAuto() && !Given.find("target") && !Opts.OnGpu;
  const bool HasThreads = Lang.OpenMP && !Lang.OpenMPSimd;
  return IsBare && HasThreads && !Opts.ProfileAsWritten && !S.Owner &&
         !S.Region && S.Directives.empty() && S.Functions.size() == 1 &&
         !S.function()->isConstexpr() && hasPlace(S) &&
         !findThreadObstacle(S) && !CI.getCodeGenOpts().CoverageMapping &&
         directivesInside(S, S.nest()).empty();
}

/// The clauses that say how the loop called \p Name runs.
static std::string clausesFor(llvm::StringRef Name, const IsolatedLoop &L) {
  auto Has = [&](OuterVariable::Way By) {
    return llvm::any_of(L.Variables,
                        [&](const OuterVariable &V) { return V.By == By; });
  };
  const llvm::StringRef Races = Has(OuterVariable::Appended) ? "buffered_scan"
                                : Has(OuterVariable::Sum) ? "parallel_reduction"
                                                          : "no_races";
  return ("parallelize(" + Name + ", cpu_thread, " + Races +
          ", schedule(dynamic))")
      .str();
}

/// Whether \p Given says that iterations of the loop called \p Name touch
/// nothing that others change.
static bool promises(const Directive &Given, llvm::StringRef Name) {
  for (const Clause &C : Given.Clauses)
    if (C.Name == "assume")
      for (const ClauseArg &Arg : C.Args)
        if (std::optional<Clause> Call = asCall(Arg);
            Call && Call->Name == "independent" && Call->Args.size() == 1 &&
            Call->Args[0].Text == Name)
          return true;
  return false;
}

/// Where nobody vouches for it, \p Cures has what to say.
bool Driver::shareOut(const Site &S, const Directive &Given, NotLifted &Why,
                      std::vector<Note> &Cures) {
  if (!mayShareOut(S, Given))
    return false;
  const bool IsStrict = Opts.StrictFp || Given.find("fp");
  auto Result =
      isolate(CI.getASTContext(), S.nest(), S.function(),
              {Language.TypesAlias, IsStrict, Language.SignedIsReported});
  if (auto *Not = std::get_if<NotIsolated>(&Result)) {
    if (Not->MayMeet)
      Why.Notes.emplace_back(Not->Why.Loc,
                             msg::NoteIterationsStay(Not->Why.Message));
    return false;
  }
  const auto &L = std::get<IsolatedLoop>(Result);
  if (!promises(Given, L.Header.Name)) {
    Cures.emplace_back(msg::IterationsAsWrittenIf(L.Header.Name));
    return false;
  }
  if (CI.getDiagnostics().hasUncompilableErrorOccurred())
    return false;
  constexpr uint64_t NanosecondsForThreads = 100000;
  GraftOptions Options;
  Options.Count = Opts.Count;
  Options.Try = !Emits;
  const std::string Clauses = clausesFor(L.Header.Name, L);
  if (Opts.Profile)
    Options.Profile = ProfiledLoop{placeFor(CI.getASTContext(), S.Begin),
                                   functionName(S),
                                   ProfiledLoop::Cpu,
                                   {Clauses}};
  const std::string Fault = graftIterations(
      P, S, L, Helpers, Options, Opts.MinWork.value_or(NanosecondsForThreads));
  if (!Fault.empty())
    return Report.internalError(S.Begin, Fault), false;
  if (Opts.VerifyEvery != 0)
    Report.notVerified(S.Begin, msg::IterationsNotCompared());
  Watcher.sharedOut(Clauses, graftedReasons(L));
  Rewritten As;
  As.AsWritten = Clauses;
  for (const OuterVariable &V : L.Variables)
    if (V.By == OuterVariable::Sum &&
        V.Var->getType().getNonReferenceType()->isRealFloatingType())
      As.Reassociated = {L.Header.Name};
  Report.rewritten(S.Begin, As);
  return true;
}
