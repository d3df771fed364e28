//===- Reporter.cpp - what became of a loop -------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Reporter.h"
#include "driver/Messages.def"
#include "graft/Replacement.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/ir/AtomicSteps.h"
#include "lacuna/schedule/commands/GpuLegality.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

void plugin::reportNested(DiagnosticsEngine &Diags, DirectiveTable &Directives,
                          const NestedDirective &D) {
  Directives.noteError();
  Diags.Report(D.Loc, Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0"))
      << (D.IsData ? msg::DataDirectiveInNest() : msg::DirectiveInNest());
  Diags.Report(D.Outer, Diags.getCustomDiagID(DiagnosticsEngine::Note, "%0"))
      << msg::NoteNestsDirective();
}

bool Reporter::isNew(SourceLocation Loc, llvm::StringRef Message) {
  return Reported.insert({Loc.getRawEncoding(), Message.str()}).second;
}

void Reporter::note(SourceLocation Loc, llvm::StringRef Message) {
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  Diags.Report(Loc, Diags.getCustomDiagID(DiagnosticsEngine::Note, "%0"))
      << Message;
}

// Clang's own warning and remarks obey -w, -Werror=pass-failed, -Rpass and
// `#pragma clang diagnostic`; custom ones do not.
void Reporter::warnOf(SourceLocation Loc, llvm::StringRef Message) {
  CI.getDiagnostics().Report(Loc, diag::warn_fe_backend_optimization_failure)
      << Message << AddFlagValue("sparse");
}

void Reporter::warn(SourceLocation Loc, llvm::StringRef Message) {
  warnOf(Loc, msg::LoopLeftUnchanged(Message));
}

/// Why a loop was left, for those who do not read the compiler's notes: what is
/// in the way may stand far from the loop.
void Reporter::keep(const NotLifted &Why) {
  Said.push_back({Remark::Left, Why.Message});
  for (const auto &[Loc, Message] : Why.Notes)
    Said.push_back({Remark::Left, describeLocation(CI.getSourceManager(), Loc) +
                                      ": " + Message});
}

void Reporter::refused(const NotLifted &Why) {
  keep(Why);
  if (!isNew(Why.Loc, Why.Message))
    return;
  if (Opts.WarnUnsupported) {
    warn(Why.Loc, Why.Message);
  } else {
    Directives.noteError();
    DiagnosticsEngine &Diags = CI.getDiagnostics();
    Diags.Report(Why.Loc, Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0"))
        << Why.Message;
  }
  for (const auto &[Loc, Message] : Why.Notes)
    note(Loc, Message);
}

/// What is said of a loop beside \p Notes, of which some are no cures.
static void keepNotes(std::vector<Remark> &Said, llvm::ArrayRef<Note> Notes) {
  for (const Note &N : Notes)
    Said.push_back({N.Helps ? Remark::Cure : Remark::Left, N.Text});
}

void Reporter::refused(const DirectiveText &Text, const Diagnostic &Why) {
  Said.push_back({Remark::Left, Why.Message});
  keepNotes(Said, Why.Notes);
  SourceLocation Loc = Text.locate(Why.Where).getBegin();
  if (!isNew(Loc, Why.Message))
    return;
  if (!Opts.WarnUnsupported)
    return Directives.reportError(CI.getDiagnostics(), Text, Why);
  warn(Loc, Why.Message);
  Directives.reportNotes(CI.getDiagnostics(), Text, Loc, Why.Notes);
}

void Reporter::wrong(const DirectiveText &Text, const Diagnostic &Why) {
  if (isNew(Text.locate(Why.Where).getBegin(), Why.Message))
    Directives.reportError(CI.getDiagnostics(), Text, Why);
}

/// What became of the loops inside one that stays.
static std::string becameOf(const LoopsTried &Inside) {
  auto Count = [](unsigned N) { return std::to_string(N); };
  if (Inside.All == 0)
    return "";
  if (Inside.All == 1)
    return Inside.Rewritten == 1 ? msg::SuffixLoopInsideRewritten()
                                 : msg::SuffixNorLoopInside();
  if (Inside.Rewritten == 0)
    return msg::SuffixNoLoopInside(Count(Inside.All));
  return msg::SuffixLoopsInside(Count(Inside.Rewritten), Count(Inside.All),
                                (Inside.Rewritten == 1 ? "is" : "are"));
}

void Reporter::missed(const DirectiveText *Text, const NotLifted &Why,
                      llvm::ArrayRef<Note> Cures, const LoopsTried &Inside) {
  const NotLifted Whole{Why.Loc, Why.Message + becameOf(Inside), Why.Notes};
  const bool IsTold =
      missed(Whole, Inside.Rewritten != 0 ? msg::PrefixLoopItselfStays()
                                          : msg::PrefixLoopLeftUnchanged());
  keepNotes(Said, Cures);
  if (!IsTold)
    return;
  const SourceManager &SM = CI.getSourceManager();
  const SourceLocation At = SM.getExpansionLoc(Why.Loc);
  if (Text && (!SM.isWrittenInSameFile(At, Text->pragmaLoc()) ||
               SM.isBeforeInTranslationUnit(At, Text->pragmaLoc())))
    note(Text->pragmaLoc(), msg::NoteLoopOfDirective());
  if (Text)
    return Directives.reportNotes(CI.getDiagnostics(), *Text, Text->pragmaLoc(),
                                  Cures);
  for (const Note &Cure : Cures)
    note(Why.Loc, Cure.Text);
}

void Reporter::nested(const NestedDirective &D) {
  Said.push_back({Remark::Left, msg::DirectiveInNest()});
  if (isNew(D.Loc, ""))
    reportNested(CI.getDiagnostics(), Directives, D);
}

void Reporter::misplaced(const DirectiveText &Text, llvm::StringRef Outer) {
  missed({Text.pragmaLoc(), msg::DirectiveOnInnerLoop(Outer), {}}, "");
}

void Reporter::missedOnGpu(SourceLocation Loc, llvm::StringRef Why) {
  missed({Loc, Why.str(), {}}, msg::PrefixLoopNotOnGpu());
}

/// Whether it was said.
bool Reporter::missed(const NotLifted &Why, llvm::StringRef What) {
  keep(Why);
  if (!showsMissed()) {
    WasSilent = true;
    return false;
  }
  if (!isNew(Why.Loc, Why.Message))
    return false;
  CI.getDiagnostics().Report(Why.Loc,
                             diag::remark_fe_backend_optimization_remark_missed)
      << (What + Why.Message).str() << AddFlagValue("sparse");
  for (const auto &[Loc, Message] : Why.Notes)
    note(Loc, Message);
  return true;
}

std::vector<std::string> plugin::schedulesOf(llvm::ArrayRef<Version> Versions) {
  std::vector<std::string> All;
  auto Add = [&](const Version &V, llvm::StringRef Where) {
    llvm::raw_string_ostream OS(All.emplace_back());
    print(OS, V.Clauses);
    OS << Where;
    if (V.Candidate != 0)
      OS << msg::SuffixWhereTrialsChoose();
    if (!V.When.empty())
      OS << " where " << describe(V.When);
    OS.flush(); // LLVM 16 keeps it
  };
  for (const Version &V : Versions)
    Add(V, "");
  // The last one has to run whatever there is (lower/Versions).
  if (Versions.back().Graph.Layout)
    Add(Versions.back(), msg::SuffixWithoutLayout());
  return All;
}

std::vector<std::string>
plugin::varyingReads(llvm::ArrayRef<Version> Versions) {
  for (const Version &V : Versions)
    if (hasThreads(V.Graph) || runsOnGpu(V.Graph)) {
      std::vector<std::string> Arrays = V.Graph.Facts.Asynchronous;
      for (std::string &Array : atomicallySet(V.Graph.Body))
        if (V.Graph.findOperand(Array) && !llvm::is_contained(Arrays, Array))
          Arrays.push_back(std::move(Array));
      return Arrays;
    }
  return {};
}

std::string plugin::saidOfWalks(const LoopProgram &P) {
  std::vector<std::string> Arrays;
  bool IsKept = true;
  for (const ProgramGuard &G : P.Guards) {
    // A bare directive runs the user's loop where a walk does not pay.
    if (!G.Kept || G.Kept->Pays)
      continue;
    IsKept &= G.Kept->Walk != nullptr;
    for (const RangePair &Pair : G.Disjoint)
      for (const ArrayRange *S : {&Pair.First, &Pair.Second})
        if (const auto *End = llvm::dyn_cast_or_null<VarExpr>(S->Hi.get());
            End && llvm::is_contained(G.Kept->Results, End->name()) &&
            !llvm::is_contained(Arrays, S->Array))
          Arrays.push_back(S->Array);
  }
  if (Arrays.empty())
    return "";
  return msg::SuffixWalkInEachCall(quotedList(Arrays)) +
         (IsKept ? msg::SuffixUnlessKept() : "");
}

void Reporter::rewritten(SourceLocation Loc, const Rewritten &As) {
  // Of one cause, which is on the compile line.
  if (As.LacksThreads) {
    Said.push_back({Remark::Cure, msg::OpenMPIsOff()});
    if (!std::exchange(ToldOfThreads, true))
      warnOf(Loc, msg::OpenMPIsOff());
  }
  std::string Message =
      As.LacksThreads ? msg::PrefixRunsOnOneThread() : msg::PrefixLoopRunsAs();
  llvm::raw_string_ostream OS(Message);
  std::string OverLayouts;
  for (const Version &V : As.Versions) {
    if (V.Candidate != 0)
      continue;
    if (V.Graph.Layout && V.Graph.Layout->Rule == LayoutRule::WhereLinked) {
      llvm::raw_string_ostream Clauses(OverLayouts);
      print(Clauses, V.Clauses);
      continue;
    }
    print(OS, V.Clauses);
    if (!V.When.empty())
      OS << " where " << describe(V.When) << msg::SuffixElsewhereAs();
  }
  OS.flush(); // LLVM 16 keeps it
  if (!As.AsWritten.empty())
    Message += As.AsWritten + msg::SuffixAsWritten();
  if (As.IsForLargeArrays)
    Message += msg::SuffixWhereLong();
  if (!As.Searched.empty())
    Message += msg::SuffixGoneThrough(quotedList(As.Searched));
  if (!As.Reassociated.empty())
    Message += msg::SuffixSumsReassociated(quotedList(As.Reassociated));
  if (!As.Varying.empty())
    Message += msg::SuffixReadsVary(quotedList(As.Varying));
  if (!OverLayouts.empty())
    Message += msg::SuffixFormatWhereFaster(OverLayouts);
  Message += As.OfWalks + As.OfTrials;
  Said.push_back({Remark::RunsAs, Message});
  if (!CI.getCodeGenOpts().OptimizationRemark.patternMatches("sparse") ||
      !isNew(Loc, Message))
    return;
  CI.getDiagnostics().Report(Loc, diag::remark_fe_backend_optimization_remark)
      << Message << AddFlagValue("sparse");
}

void Reporter::slow(const DirectiveText &Text, const Diagnostic &Why) {
  SourceLocation Loc = Text.locate(Why.Where).getBegin();
  if (failed(Loc, Why.Message))
    Directives.reportNotes(CI.getDiagnostics(), Text, Loc, Why.Notes);
}

void Reporter::notVerified(SourceLocation Loc, llvm::StringRef Why) {
  failed(Loc, msg::LoopNotVerified(Why));
}

void Reporter::withoutCubin(SourceLocation Loc, llvm::StringRef Why) {
  failed(Loc, msg::LoopHasNoCubin(Why));
}

void Reporter::notOnGpu(SourceLocation Loc, llvm::StringRef Why) {
  failed(Loc, msg::LoopNotOnGpu(Why));
}

/// Whether it was said.
bool Reporter::failed(SourceLocation Loc, const llvm::Twine &What) {
  std::string Message = What.str();
  Said.push_back({Remark::Warning, Message});
  if (!isNew(Loc, Message))
    return false;
  warnOf(Loc, Message);
  return true;
}

void Reporter::internalError(SourceLocation Loc, llvm::StringRef What) {
  std::string Message =
      ("internal: " + What + "; please report this as a bug of Lacuna").str();
  Said.push_back({Remark::Left, Message});
  if (isNew(Loc, Message))
    warn(Loc, Message);
}
