//===- Tuned.cpp - the tune and tune-use arguments ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Driver.h"
#include "driver/Messages.def"
#include "graft/Replacement.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/lower/checks/Tuning.h"
#include "llvm/Support/JSON.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

/// What the file of trials calls the place of \p S: UTF-8, as names of files
/// need not be.
static std::string placeInTrials(const CompilerInstance &CI, const Site &S) {
  return llvm::json::fixUTF8(placeFor(CI.getASTContext(), S.Begin));
}

/// The trials of the loop of \p S in which the program was for longest, of
/// those
/// \p OnGpu or of the others; null if there are none.
const Trials *Driver::trialsOf(const Site &S, bool OnGpu) const {
  if (Opts.Shown.empty())
    return nullptr;
  const std::string Where = placeInTrials(CI, S), Function = functionName(S);
  const Trials *Longest = nullptr;
  for (const Trials &T : Opts.Shown)
    if (T.Where == Where && T.Function == Function && T.isOnGpu() == OnGpu &&
        (!Longest || T.time() > Longest->time()))
      Longest = &T;
  return Longest;
}

/// What is verified is compared in the same run, which would be timed as well.
void Driver::addTrials(const Site &S, const Directive &Given, Target For,
                       ScheduleContext &Context) const {
  if (!Given.isAuto())
    return;
  if (const Trials *T = trialsOf(S, For != Target::Cpu))
    Context.Winner = T->Best;
  else
    Context.Tunes = Opts.Tune && Opts.VerifyEvery == 0;
}

/// What the runs of the loop of \p S choose among, if they do.
std::optional<TunedLoop> Driver::tuned(const Site &S, const Directive &Given,
                                       const Choice &Chosen) const {
  if (!isTuned(Chosen))
    return std::nullopt;
  // By its end it is known for a bare one.
  Directive Bare = Given;
  llvm::erase_if(Bare.Clauses,
                 [](const Clause &C) { return C.Name == "auto"; });
  Bare.Clauses.push_back({"auto", {}, /*HasParens=*/false, {}, {}});
  TunedLoop L{placeInTrials(CI, S), functionName(S), {directiveText(Bare)}};
  for (const Version &V : Chosen.Versions) {
    if (V.Candidate == 0)
      continue;
    if (isTriedFormat(V))
      ++L.Formats;
    else if (!hasThreads(V.Graph))
      L.Alone |= 1U << V.Candidate;
    L.Clauses.push_back(directiveText(V.Clauses));
  }
  return L;
}

std::string Driver::saidOfTrials(const Site &S, const Directive &Given,
                                 const Choice &Chosen, Target For) const {
  if (isTuned(Chosen)) {
    const auto Formats = llvm::count_if(Chosen.Versions, isTriedFormat);
    const auto All = llvm::count_if(
        Chosen.Versions, [](const Version &V) { return V.Candidate != 0; });
    const std::string Others = std::to_string(All - Formats);
    return Formats == 0 ? msg::SuffixTrialsChoose(Others)
                        : msg::SuffixTrialsChooseFormats(
                              Others, std::to_string(Formats));
  }
  if (Opts.TrialsFile.empty() || !Given.isAuto())
    return "";
  const Trials *T = trialsOf(S, For != Target::Cpu);
  if (!T)
    return msg::SuffixNoTrials(Opts.TrialsFile);
  const bool Runs = isBare(T->Best) ||
                    (Chosen.Versions.size() == 1 &&
                     directiveText(Chosen.Versions.front().Clauses) == T->Best);
  return Runs ? msg::SuffixAsTrialsShow(Opts.TrialsFile)
              : msg::SuffixOtherTrials(Opts.TrialsFile);
}
