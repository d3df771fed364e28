//===- Measured.cpp - the profile argument --------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Driver.h"
#include "driver/Messages.def"
#include "driver/Obstacles.h"
#include "graft/Graft.h"
#include "graft/Replacement.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

/// What the runs of the loop of \p S are measured as, if they are.
std::optional<ProfiledLoop> Driver::measured(const Site &S,
                                             const Choice &Chosen, Target For) {
  if (!Opts.Profile)
    return std::nullopt;
  ProfiledLoop L{placeFor(CI.getASTContext(), S.Begin), functionName(S),
                 For == Target::Cpu ? ProfiledLoop::Cpu : ProfiledLoop::Gpu,
                 schedulesOf(Chosen.Versions)};
  // Which of them runs on a device is not told.
  if (For != Target::Cpu)
    L.Versions = {llvm::join(L.Versions, msg::SuffixElsewhereAs())};
  return L;
}

/// Has the runs of the loop of \p S measured, which stays as written.
void Driver::measure(const Site &S) {
  if (!Opts.Profile || !Emits || !hasRuns(S) ||
      !directivesInside(S, S.Loop->getSubStmt()).empty() ||
      CI.getDiagnostics().hasUncompilableErrorOccurred())
    return;
  measureAs(S, ProfiledLoop::AsWritten);
}

void Driver::measureAs(const Site &S, ProfiledLoop::Place On) {
  const ProfiledLoop L{
      placeFor(CI.getASTContext(), S.Begin), functionName(S), On, {}};
  std::string Fault = graftMeasured(P, S, L, Helpers);
  if (!Fault.empty())
    Report.internalError(S.Begin, Fault);
}

void Driver::measureUnmarked(const Site &S) {
  if (Emits && !CI.getDiagnostics().hasUncompilableErrorOccurred())
    measureAs(S, ProfiledLoop::Unmarked);
}
