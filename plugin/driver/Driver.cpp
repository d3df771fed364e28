//===- Driver.cpp - one annotated loop through all stages -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Driver.h"
#include "cuda/Assembler.h"
#include "cuda/HostOptions.h"
#include "driver/Messages.def"
#include "driver/NamedFacts.h"
#include "driver/Obstacles.h"
#include "driver/RowLoops.h"
#include "graft/Comparison.h"
#include "graft/Replacement.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/elements/AccessedRanges.h"
#include "lacuna/directive/ClauseBuilders.h"
#include "lacuna/directive/ClauseWords.h"
#include "lacuna/emit/Cuda.h"
#include "lacuna/lower/checks/Reassociation.h"
#include "lacuna/pipeline/Pipeline.h"
#include "lacuna/recognize/DenseForms.h"
#include "lacuna/schedule/Schedule.h"
#include "lacuna/schedule/commands/Commands.h"
#include "lift/ast/LoopHeader.h"
#include "lift/ast/PointerTurns.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;
using namespace lacuna;
using namespace lacuna::plugin;

//===-- scheduling --------------------------------------------------------===//

AfterPass Driver::dumpsOf(const Site &S) const {
  return [&](llvm::StringRef Pass,
             llvm::function_ref<void(llvm::raw_ostream &)> Print) {
    if (Dumps.wants(Pass))
      Dumps.writeAfter(Pass, describeLocation(CI.getSourceManager(), S.Begin),
                       functionName(S), Print);
  };
}

/// Nothing if there is no schedule; that has been said then.
std::optional<Choice> Driver::schedule(const Site &S, const Lifted &L,
                                       const DirectiveText &Text,
                                       const Directive &Given, Target For) {
  SourceLocation Loc = S.Begin;
  llvm::Expected<Choice> Result = Choice();
  if (std::string Why = For == Target::Cpu ? "" : whyNotOnGpu(CI);
      !Why.empty()) {
    Result->WhyNot = std::move(Why);
  } else if (Given.isAuto() && !S.Directives.empty()) {
    Result->WhyNot =
        msg::OwnScheduleInsideOpenMP(describe(*S.Directives.back()));
  } else {
    ScheduleContext Context = contextFor(S, Text);
    addTrials(S, Given, For, Context);
    Result = lacuna::schedule(L.Graph, Given,
                              For == Target::Cpu ? Device::Cpu : Device::Gpu,
                              Context);
  }
  if (!Result) {
    lacuna::Diagnostic Why = takeDiagnostic(Result.takeError());
    if (Opts.StrictFp && llvm::StringRef(Why.Message).contains("fp(strict)"))
      Why.Notes.push_back(msg::CompileLineAsksForStrict());
    if (S.InPlaceOf)
      WhyMissed = {{Loc, Why.Message, {}}, Why.Notes};
    else
      Report.refused(Text, Why);
    return std::nullopt;
  }
  if (Result->Versions.empty()) {
    if (For == Target::Gpu)
      Report.notOnGpu(Loc, Result->WhyNot);
    else if (For == Target::GpuIfItCan)
      Report.missedOnGpu(Loc, Result->WhyNot);
    else
      WhyMissed = {{Loc, Result->WhyNot, {}}, Result->Cures};
    return std::nullopt;
  }
  return std::move(*Result);
}

//===-- generating --------------------------------------------------------===//

std::string Driver::functionName(const Site &S) const {
  std::string Name;
  llvm::raw_string_ostream Stream(Name);
  S.Functions.front()->getNameForDiagnostic(
      Stream, CI.getASTContext().getPrintingPolicy(), /*Qualified=*/true);
  return Name;
}

/// An identifier for the nest, unique within the translation unit.
std::string Driver::nestName(const Site &S) {
  const IdentifierInfo *Name = S.Functions.front()->getIdentifier();
  std::string Stem = Name ? Name->getName().str() : "loop";
  unsigned Number = ++NestNames[Stem];
  return Number == 1 ? Stem : Stem + "_" + std::to_string(Number);
}

/// Whether code with `#pragma omp` lines links and means what it says.
static bool usesOpenMP(const LangOptions &Options, const LoopProgram &Program) {
  if (!Options.OpenMP)
    return false;
  if (!Options.OpenMPSimd)
    return true;
  // Only the simd lines will be kept; there is no runtime library to be asked
  // for a number of threads.
  std::string Text = emitCppFunction(Program, {/*OpenMP=*/true});
  return !llvm::StringRef(Text).contains("lacuna_has_team");
}

/// A GPU can always fuse operations of a statement, the host need not.
static bool mayDiffer(const Lifted &L, bool OnGpu) {
  return L.Graph.Facts.IsFpLoose ||
         (OnGpu && L.FP.getFPContractMode() != LangOptions::FPM_Off);
}

static bool hasOpenMP(const LangOptions &Options) {
  return Options.OpenMP && !Options.OpenMPSimd;
}

static bool wantsThreads(llvm::ArrayRef<Version> Versions) {
  return llvm::any_of(Versions,
                      [](const Version &V) { return hasThreads(V.Graph); });
}

Rewritten Driver::outcomeOf(const Lifted &L, const Choice &Chosen) const {
  const EntryNest *Over = Chosen.OverEntries.get();
  return {Chosen.Versions,
          reassociatedSums(Over ? Over->Graph : L.Graph, Chosen),
          !hasOpenMP(CI.getLangOpts()) && wantsThreads(Chosen.Versions),
          Chosen.HasLoopsInside && Chosen.Pays,
          Over ? Over->Searched : std::vector<std::string>(),
          varyingReads(Chosen.Versions)};
}

std::optional<LoopProgram> Driver::lowered(const Site &S, const Lifted &L,
                                           const DirectiveText &Text,
                                           const Directive &Given,
                                           const Choice &Chosen, Target For) {
  SourceLocation Loc = S.Begin;
  const bool IsMeasured = Opts.Profile && For == Target::Cpu;
  llvm::Expected<LoopProgram> Program = makeProgram(
      Chosen, {Opts.Check, &L.Graph, Opts.VerifyEvery != 0, IsMeasured,
               mayDiffer(L, For != Target::Cpu), Language.TypesAlias,
               Language.SignedIsReported, dumpsOf(S)});
  if (Program)
    return std::move(*Program);
  lacuna::Diagnostic Why = takeDiagnostic(Program.takeError());
  llvm::StringRef What = Why.Message;
  if (What.consume_front("internal: "))
    Report.internalError(Loc, What);
  else if (For == Target::GpuIfItCan)
    Report.missedOnGpu(Loc, What);
  else
    notGenerated(S, Text, Given, Why, For);
  return std::nullopt;
}

/// A bare directive is never an error.
void Driver::notGenerated(const Site &S, const DirectiveText &Text,
                          const Directive &Given, const lacuna::Diagnostic &Why,
                          Target For) {
  if (For == Target::Cpu && Given.isAuto())
    WhyMissed = {{S.Begin, Why.Message, {}}, Why.Notes};
  else
    Report.refused(Text, Why);
}

/// How many brackets of \p Code, as C++, are open at once at most.
static unsigned bracketDepth(llvm::StringRef Code) {
  unsigned Depth = 0, Most = 0;
  for (char C : Code) {
    if (llvm::StringRef("([{").contains(C))
      Most = std::max(Most, ++Depth);
    else if (llvm::StringRef(")]}").contains(C))
      --Depth;
  }
  return Most;
}

/// Why Clang would not parse \p Code, empty if it will.
static std::string tooDeep(const EmittedCpp &Code, const LangOptions &Options) {
  // Around it are the function's own and those that hold the choice.
  constexpr unsigned Around = 32;
  const unsigned Depth = Around + std::max(bracketDepth(Code.Guards.Text),
                                           bracketDepth(Code.Body.Text));
  if (Depth <= Options.BracketDepth)
    return "";
  return msg::GeneratedBracketsTooDeep(Depth, Options.BracketDepth);
}

/// Of how many calls one is verified; 0 if none is or can be.
unsigned Driver::verifyEvery(const Site &S, const Choice &Chosen,
                             const LoopProgram &Program) {
  const std::vector<std::string> Varying = varyingReads(Chosen.Versions);
  std::string WhyNot = Opts.VerifyEvery == 0   ? ""
                       : !S.Directives.empty() ? msg::OtherThreadsMayStore()
                       : !Varying.empty()
                           ? msg::VaryingNotCompared(quotedList(Varying))
                           : whyNotVerified(Program);
  if (WhyNot.empty())
    return Opts.VerifyEvery;
  Report.notVerified(S.Begin, WhyNot);
  return 0;
}

bool Driver::generate(const Site &S, const Lifted &L, const DirectiveText &Text,
                      const Directive &Given, const Choice &Chosen) {
  std::optional<LoopProgram> Program =
      lowered(S, L, Text, Given, Chosen, Target::Cpu);
  if (!Program || refuseNested(S))
    return false;
  bool OpenMP = usesOpenMP(CI.getLangOpts(), *Program);
  Dumps.write(describeLocation(CI.getSourceManager(), S.Begin), functionName(S),
              Chosen, *Program, OpenMP);
  Watcher.generated(Chosen.Versions, *Program, OpenMP);
  // After an error nothing will be compiled; go on for the messages only.
  if (CI.getDiagnostics().hasUncompilableErrorOccurred())
    return false;
  const EmittedCpp Code = emitCpp(
      *Program, {.OpenMP = OpenMP, .LaneHints = !Language.HindersLanes});
  if (std::string Why = tooDeep(Code, CI.getLangOpts()); !Why.empty()) {
    notGenerated(S, Text, Given, {{}, std::move(Why), {}, {}}, Target::Cpu);
    return false;
  }
  Rewritten As = outcomeOf(L, Chosen);
  As.OfWalks = saidOfWalks(*Program);
  if (Opts.ProfileAsWritten) {
    measure(S);
    As.OfTrials = msg::SuffixMeasuredAsWritten();
    Report.rewritten(S.Begin, As);
    return true;
  }
  std::string Fault = graft(P, S, L, Code, Helpers,
                            {Opts.Count, verifyEvery(S, Chosen, *Program),
                             CI.getCodeGenOpts().CoverageMapping != 0,
                             /*MayBeResident=*/false,
                             /*Try=*/!Emits, measured(S, Chosen, Target::Cpu),
                             tuned(S, Given, Chosen)});
  if (!Fault.empty())
    return Report.internalError(S.Begin, Fault), false;
  As.OfTrials = saidOfTrials(S, Given, Chosen, Target::Cpu);
  Report.rewritten(S.Begin, As);
  if (!Given.isAuto() && OpenMP)
    for (const Version &V : Chosen.Versions)
      for (const lacuna::Diagnostic &Why : slowAtomics(V.Graph, Given))
        Report.slow(Text, Why);
  return true;
}

/// What the loop does on the CPU is to see what others did on the GPU, and the
/// other way round.
void Driver::keepCopies(const Site &S, const Lifted &L,
                        const HostCopies &Copies) {
  if (CI.getDiagnostics().hasUncompilableErrorOccurred() || !Emits)
    return;
  std::string Fault = graftHostCopies(P, S, L, Copies, Helpers,
                                      CI.getCodeGenOpts().CoverageMapping != 0);
  if (!Fault.empty())
    Report.internalError(S.Begin, Fault);
}

/// Those that are not named are for data centres; where there is no `ptxas`, or
/// it does not know them, the driver compiles.
std::vector<KernelImage> Driver::imagesOf(SourceLocation Loc,
                                          const std::string &Ptx) {
  std::vector<KernelImage> Images = {{KernelImage::Ptx, LeastSm, Ptx}};
  const std::vector<unsigned> Sms =
      Opts.Cubins.value_or(std::vector<unsigned>{80, 90, 100});
  const bool Assembles = !Sms.empty() && Emits;
  const std::string Ptxas = Assembles ? findPtxas() : "";
  if (Ptxas.empty()) {
    if (Opts.Cubins && Assembles)
      Report.withoutCubin(Loc, msg::PtxasNotOnPath());
    return Images;
  }
  for (Cubin &C : assemble(Ptxas, Ptx, Sms)) {
    if (C.WhyNot.empty())
      Images.push_back({KernelImage::Cubin, C.Sm, std::move(C.Code)});
    else if (Opts.Cubins)
      Report.withoutCubin(Loc, C.WhyNot);
  }
  return Images;
}

/// Says that clang refused a kernel, or could not be asked.
void Driver::noKernel(SourceLocation Loc, llvm::Error E) {
  llvm::handleAllErrors(std::move(E), [&](const llvm::StringError &Why) {
    if (Why.convertToErrorCode() == llvm::inconvertibleErrorCode())
      Report.internalError(Loc, Why.getMessage());
    else
      Report.notOnGpu(Loc, Why.getMessage());
  });
}

bool Driver::generateKernel(const Site &S, const Lifted &L,
                            const Directive &Given, const Choice &Chosen,
                            const LoopProgram &Program) {
  if (refuseNested(S))
    return false;
  SourceLocation Loc = S.Begin;
  std::string Where = describeLocation(CI.getSourceManager(), Loc);
  Dumps.write(Where, functionName(S), Chosen, Program, /*OpenMP=*/false);
  if (CI.getDiagnostics().hasUncompilableErrorOccurred())
    return false;
  llvm::Expected<std::string> Ptx =
      compileToPtx(emitKernels(Program), Where, deviceOptions(CI, L.FP));
  if (!Ptx)
    return noKernel(Loc, Ptx.takeError()), false;
  EmittedCpp Host =
      emitKernelHost(Program, Helpers.kernelModule(Where, imagesOf(Loc, *Ptx)));
  std::string Fault = graft(P, S, L, Host, Helpers,
                            {Opts.Count, verifyEvery(S, Chosen, Program),
                             CI.getCodeGenOpts().CoverageMapping != 0,
                             /*MayBeResident=*/true,
                             /*Try=*/!Emits, measured(S, Chosen, Target::Gpu),
                             tuned(S, Given, Chosen)});
  if (!Fault.empty())
    return Report.internalError(Loc, Fault), false;
  Rewritten As = outcomeOf(L, Chosen);
  As.OfTrials = saidOfTrials(S, Given, Chosen, Target::Gpu);
  Report.rewritten(Loc, As);
  return true;
}

/// Whether \p Given says in which order steps run of which each turns to other
/// arrays: the commands on loops as they stand have no use for them.
static bool hasAffineOrder(const Directive &Given) {
  return (Given.find("tile") || Given.find("skew")) && !Given.find("target");
}

std::variant<Lifted, NotLifted> Driver::lift(const Site &S,
                                             const Directive &Given) {
  ASTContext &Context = CI.getASTContext();
  if (S.Owner)
    return plugin::liftBody(Context, Language, Bodies, S.nest(), nestName(S));
  return plugin::lift(Context, Language, Bodies, S.nest(), nestName(S),
                      namedIntegers(S, Given, Context),
                      hasAffineOrder(Given) || mayTile(S, Given));
}

/// Whether a bare directive may find tiles for steps of which each turns to
/// other arrays: nothing else can be made of these.
bool Driver::mayTile(const Site &S, const Directive &Given) {
  if (!Given.isAuto() || Given.find("target") || Opts.OnGpu)
    return false;
  auto Found = pointerTurns(S.nest(), Bodies);
  auto *Turns = std::get_if<PointerTurns>(&Found);
  return Turns && !Turns->isEmpty();
}

/// The loops of \p S that OpenMP shares out, as clauses would call them.
static llvm::StringSet<> ownedLoops(const Site &S) {
  llvm::StringSet<> Names;
  for (const clang::ForStmt *Loop : S.Owned) {
    auto Header = parseHeader(Loop);
    if (auto *H = std::get_if<LoopHeader>(&Header))
      Names.insert(H->Counter->getNameAsString());
  }
  return Names;
}

static std::optional<lacuna::Diagnostic>
commandOnOwned(const Directive &Given, const Site &S, const Nest &Inner) {
  llvm::StringSet<> Owned = ownedLoops(S);
  for (const Clause &C : Given.Clauses) {
    for (const ClauseArg &Arg : namedLoops(C))
      if (Owned.contains(Arg.Text) && !Inner.findIndexVar(Arg.Text))
        return lacuna::Diagnostic{
            Arg.Where,
            msg::SharedOutByOpenMP(Arg.Text, describe(*S.Owner)),
            {},
            {}};
  }
  return std::nullopt;
}

bool Driver::rewrite(const Site &S) {
  Report.takeSilence();
  const DirectiveText Text =
      Directives.find(*findDirective(S.Loop->getAttrs()));
  bool IsRewritten = false;
  if (std::optional<Directive> Given = directiveOf(Text))
    IsRewritten = attempt(S, Text, *Given).Rewritten != 0;
  if (!IsRewritten)
    measure(S);
  const bool WasSilent = Report.takeSilence();
  Loops.add(S.Begin, IsRewritten ? Tally::Outcome::Rewritten
                     : WasSilent ? Tally::Outcome::LeftInSilence
                                 : Tally::Outcome::LeftWithReason);
  return IsRewritten;
}

/// Nothing, and says why, if \p Text is no directive of today's.
std::optional<Directive> Driver::directiveOf(const DirectiveText &Text) {
  llvm::Expected<Directive> Given = parseDirective(Text.text());
  if (!Given) {
    // Built into a PCH or module by another version of the plugin.
    llvm::handleAllErrors(Given.takeError(), [&](const DiagnosticError &E) {
      Report.refused(Text, E.diagnostic());
    });
    return std::nullopt;
  }
  if (Opts.StrictFp && !Given->find("fp"))
    Given->Clauses.insert(Given->Clauses.begin(),
                          clauses::call("fp", {"strict"}));
  return std::move(*Given);
}

//===-- the loops inside --------------------------------------------------===//

/// One loop, or those inside that were tried in its place.
LoopsTried Driver::attempt(const Site &S, const DirectiveText &Text,
                           const Directive &Given) {
  clang::Stmt *Written = S.Loop->getSubStmt();
  Watcher.begin(S, Text.text(), functionName(S));
  const bool IsRewritten = process(S, Text, Given);
  if (IsRewritten && S.InPlaceOf)
    Bodies.replaced(S.InPlaceOf, S.Loop);
  std::vector<Remark> Said = Report.takeRemarks();
  LoopsTried Inside;
  if (std::optional<Missed> Left = std::exchange(WhyMissed, std::nullopt)) {
    if (!IsRewritten)
      Inside = descend(S, Written, Text, Given, Left->Others);
    if (!Left->IsSaid && !IsBesideTiles)
      Report.missed(S.InPlaceOf ? nullptr : &Text, Left->Why, Left->Cures,
                    Inside);
    llvm::append_range(Said, Report.takeRemarks());
  }
  Watcher.end(std::move(Said), IsRewritten);
  return Inside.All != 0 ? Inside : LoopsTried{1, IsRewritten ? 1U : 0U};
}

/// The loop of \p S stays as \p Written; \p Given is one directive for each of
/// those inside.
LoopsTried Driver::descend(const Site &S, clang::Stmt *Written,
                           const DirectiveText &Text, const Directive &Given,
                           LoopsInside Which) {
  // Others of the region's threads, or statements that a kernel does not see,
  // would be beside them.
  if (!S.Directives.empty() || Given.find("target"))
    Which = LoopsInside::Annotated;
  const Directive Facts = factsInside(Given, S, Written, Bodies);
  LoopsTried Sum;
  for (const Site &Inner : sitesInside(S, Written, Which)) {
    if (isGrafted(CI.getSourceManager(), Inner))
      continue;
    const LoopsTried Part = Inner.InPlaceOf
                                ? attempt(Inner, Text, Facts)
                                : LoopsTried{1, rewrite(Inner) ? 1U : 0U};
    Sum.All += Part.All;
    Sum.Rewritten += Part.Rewritten;
  }
  return Sum;
}

/// Whether the loop of \p S, which could be replaced, stays because a part of
/// it has a directive; says so.
bool Driver::refuseNested(const Site &S) {
  const std::vector<NestedDirective> Inside =
      directivesInside(S, S.Loop->getSubStmt());
  for (const NestedDirective &D : Inside)
    Report.nested(D);
  return !Inside.empty();
}

/// Says so if a loop around that of \p S is the one for threads.
void Driver::adviseOnPlace(const Site &S, const DirectiveText &Text) {
  for (const clang::Stmt *Around : S.Path) {
    auto *Loop = dyn_cast<clang::ForStmt>(Around);
    if (!Loop)
      continue;
    auto Header = parseHeader(Loop);
    auto *Counted = std::get_if<LoopHeader>(&Header);
    if (!Counted)
      continue;
    auto Result =
        plugin::lift(CI.getASTContext(), Language, Bodies, Loop, "around", {},
                     /*WithTurns=*/false);
    auto *L = std::get_if<Lifted>(&Result);
    std::string WhyNot;
    if (L &&
        !chooseSchedule(L->Graph, contextFor(S, Text), WhyNot).Clauses.empty())
      return Report.misplaced(Text, Counted->Counter->getName());
  }
}

/// Why the loop of \p S is none that the directive of a loop around it is
/// about; empty if it is, or has its own.
static std::string whyNotInside(const Site &S) {
  if (!S.InPlaceOf)
    return "";
  const clang::Stmt *Written = S.Loop->getSubStmt();
  if (!directivesInside(S, Written).empty())
    return msg::PartHasDirective();
  std::string Row = rowLoop(Written);
  return Row.empty() ? "" : msg::RunsOverOneRow(Row);
}

/// The loop of \p S is to run in tiles where that pays, those inside of it
/// otherwise. Whether it is: not if the user has scheduled a part of it.
bool Driver::rewriteBeside(const Site &S, const DirectiveText &Text,
                           const Directive &Given) {
  clang::Stmt *Written = S.Loop->getSubStmt();
  if (!directivesInside(S, Written).empty())
    return false;
  // What is verified is compared with the loops as they were written.
  if (Opts.VerifyEvery != 0 || Opts.ProfileAsWritten)
    return true;
  IsBesideTiles = true;
  descend(S, Written, Text, Given, LoopsInside::All);
  IsBesideTiles = false;
  return true;
}

bool Driver::process(const Site &S, const DirectiveText &Text,
                     Directive Given) {
  const bool AsksForKernel = llvm::any_of(Given.Clauses, [](const Clause &C) {
    return C.Name == "target" && C.Args[0].Text == wordFor(TargetKind::Cuda);
  });
  // What the loop around does between them no kernel would see.
  const bool HasKernel = !Opts.ProfileAsWritten && !S.InPlaceOf &&
                         (AsksForKernel || (Opts.OnGpu && Given.isAuto() &&
                                            !Given.find("target")));
  auto Leave = [&](const NotLifted &Why,
                   LoopsInside Others = LoopsInside::All) {
    if (!Given.isAuto())
      return Report.refused(Why), false;
    if (AsksForKernel)
      Report.notOnGpu(Why.Loc, Why.Message);
    WhyMissed = {Why, {}, Others, AsksForKernel};
    return false;
  };
  if (Given.isAuto() && Report.showsMissed() && S.Directives.empty() &&
      !S.InPlaceOf)
    adviseOnPlace(S, Text);
  if (std::optional<NotLifted> Why = findObstacle(CI.getASTContext(), S))
    return Leave(*Why, LoopsInside::Annotated);
  if (std::string Why = whyNotInside(S); !Why.empty())
    return Leave({S.Begin, std::move(Why), {}});
  std::variant<Lifted, NotLifted> Result = lift(S, Given);
  if (auto *Why = std::get_if<NotLifted>(&Result)) {
    std::vector<Note> Cures;
    if (shareOut(S, Given, *Why, Cures))
      return true;
    Leave(*Why);
    if (WhyMissed)
      WhyMissed->Cures = std::move(Cures);
    if (HasKernel && !findJumpAround(S.nest()))
      keepCopies(S, {}, copiesOfAll(CI.getASTContext(), S));
    return false;
  }
  auto &L = std::get<Lifted>(Result);
  Watcher.lifted(L.Graph);
  if (auto Why = commandOnOwned(Given, S, L.Graph))
    return Report.refused(Text, *Why), false;
  if (S.InPlaceOf)
    Given = factsAbout(L.Graph, Given, contextFor(S, Text));
  const Directive ForCpu =
      HasKernel ? Given.forTarget(wordFor(TargetKind::Cpu)) : Given;
  std::optional<Choice> OnCpu = schedule(S, L, Text, ForCpu, Target::Cpu);
  if (OnCpu && hasOpenMP(CI.getLangOpts()) && wantsThreads(OnCpu->Versions))
    if (auto Why = findThreadObstacle(S)) {
      Leave(*Why);
      OnCpu.reset();
    }
  if (OnCpu && OnCpu->HasLoopsInside && !rewriteBeside(S, Text, Given)) {
    WhyMissed = {{S.Begin, OnCpu->WhyNot, {}}, OnCpu->Cures};
    OnCpu.reset();
  }
  bool IsRewritten = OnCpu && generate(S, L, Text, ForCpu, *OnCpu);
  if (!HasKernel)
    return IsRewritten;
  // What runs on the CPU now is what the GPU's code falls back on.
  const Target For = AsksForKernel ? Target::Gpu : Target::GpuIfItCan;
  const Directive ForGpu = Given.forTarget(wordFor(TargetKind::Cuda));
  std::optional<Choice> OnGpu = schedule(S, L, Text, ForGpu, For);
  std::optional<LoopProgram> Program;
  if (OnGpu)
    Program = lowered(S, L, Text, Given, *OnGpu, For);
  const std::string Where = literal(placeFor(CI.getASTContext(), S.Begin));
  keepCopies(S, L,
             Program ? emitHostCopies(Program->Operands,
                                      Program->Transfers->Unguarded, Where)
                     : emitHostCopies(L.Graph.Operands, accessedRanges(L.Graph),
                                      Where));
  return (Program && generateKernel(S, L, ForGpu, *OnGpu, *Program)) ||
         IsRewritten;
}
