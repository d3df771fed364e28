//===- Versions.cpp - a choice between programs at run time ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/Versions.h"
#include "lacuna/analysis/loops/KernelShape.h"
#include "lacuna/analysis/loops/LoopQueries.h"
#include "lacuna/analysis/loops/OutermostLoop.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "lacuna/auto/Messages.def"
#include "lacuna/cleanup/StreamedRows.h"
#include "lacuna/ir/text/Text.h"
#include "lacuna/layouts/Relaid.h"
#include "lacuna/lower/Lower.h"
#include "lacuna/lower/Messages.def"
#include "lacuna/lower/SharedTeams.h"
#include "lacuna/lower/checks/Guards.h"
#include "lacuna/lower/checks/KeptGuard.h"
#include "lacuna/lower/checks/PlanGuard.h"
#include "lacuna/lower/checks/Profile.h"
#include "lacuna/lower/checks/Reassociation.h"
#include "lacuna/lower/checks/Transfers.h"
#include "lacuna/lower/checks/Tuning.h"
#include "lacuna/lower/checks/VerifiedOutputs.h"
#include "lacuna/lower/checks/VersionConditions.h"
#include "lacuna/lower/checks/WalkGuard.h"
#include "lacuna/lower/parallel/Chunks.h"
#include "lacuna/lower/parallel/Workspaces.h"
#include "lacuna/waves/KeptValues.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

/// The nest of \p C whose ranges hold whatever version runs.
static const Nest &generalOf(const Choice &C) {
  return C.Versions.back().Graph;
}

namespace {

/// What a version runs: loops, or, where it has a layout, those over each that
/// there may be.
struct VersionBody {
  StmtRef Code;
  std::vector<StoredLoops> Stored;
};

/// Whether a version is chosen, which \p Tests find out if it is not known.
struct Question {
  ExprRef Known;
  std::vector<std::pair<Statements, ExprRef>> Tests;
};

/// Builds the choice between the bodies of versions: the first one whose
/// version asks for what there is.
class RunTimeChoice {
public:
  RunTimeChoice(const Choice &C, llvm::ArrayRef<VersionBody> Bodies)
      : General(generalOf(C)), Versions(C.Versions), Bodies(Bodies) {}
  StmtRef run();

private:
  Question ask(size_t Number) const;
  ExprRef flagOf(size_t Number, Question Q, Statements &Out) const;
  StmtRef from(size_t Number) const;
  StmtRef stored(size_t Number, StmtRef Others, ExprRef Reassociates) const;
  StmtRef overTried(StmtRef Others) const;
  bool reassociates(size_t Number) const;
  StmtRef behindFlags(size_t OfLayouts) const;

  const Nest &General;
  llvm::ArrayRef<Version> Versions;
  llvm::ArrayRef<VersionBody> Bodies;
};

} // namespace

static ExprRef both(const ExprRef &A, const ExprRef &B) {
  return A && B ? binary(BinaryOp::LogicalAnd, A, B) : A ? A : B;
}

Question RunTimeChoice::ask(size_t Number) const {
  // What takes no looking is asked first.
  Question Q;
  if (const unsigned Candidate = Versions[Number].Candidate)
    Q.Known = isAskedFor(Candidate);
  MadeNames Names(General);
  for (const LoopCondition &L : Versions[Number].When) {
    Statements Tests;
    ExprRef Holds = testOf(General, L, Names, Tests);
    if (Tests.empty())
      Q.Known = both(Q.Known, Holds);
    else
      Q.Tests.emplace_back(std::move(Tests), Holds);
  }
  return Q;
}

/// A variable that says whether version \p Number is chosen.
ExprRef RunTimeChoice::flagOf(size_t Number, Question Q,
                              Statements &Out) const {
  const Type Bool = Type::boolean();
  const Place Flag{MadeNames(General).get(
                       "is_chosen_" + llvm::Twine(Versions.size() - Number)),
                   Bool, nullptr};
  const ExprRef IsChosen = var(Bool, Flag.Name);
  Out.push_back(std::make_shared<VarStmt>(
      Flag.Name, Bool, Q.Known ? Q.Known : constant(Bool, 1)));
  for (auto &[Tests, Holds] : Q.Tests) {
    Tests.push_back(assign(Flag, Holds));
    Out.push_back(std::make_shared<IfStmt>(IsChosen, block(std::move(Tests))));
  }
  return IsChosen;
}

/// Version \p Number, which has layouts, else \p Others.
StmtRef RunTimeChoice::stored(size_t Number, StmtRef Others,
                              ExprRef Reassociates) const {
  const Nest &Graph = Versions[Number].Graph;
  const bool AreMeasured = Graph.Layout->Rule != LayoutRule::Always;
  const bool AreShared = anyOf(Graph.Body, [](const Stmt &S) {
    auto *Loop = llvm::dyn_cast<LoopStmt>(&S);
    return Loop && Loop->tags().Parallel;
  });
  MeasuredRuns Runs;
  if (AreMeasured && AreShared)
    Runs.Threads = teamSize(General.Facts.NumThreads);
  Runs.Reassociates = std::move(Reassociates);
  return std::make_shared<StoredStmt>(Bodies[Number].Stored, std::move(Others),
                                      std::move(Runs));
}

/// Formats that are candidates, else \p Others: what a schedule takes is
/// compared with others over the same arrays, and formats with the fastest.
StmtRef RunTimeChoice::overTried(StmtRef Others) const {
  std::vector<StoredLoops> All;
  for (const auto &[V, Body] : llvm::zip(Versions, Bodies))
    if (isTriedFormat(V))
      llvm::append_range(All, Body.Stored);
  if (All.empty())
    return Others;
  const MeasuredRuns Runs{var(Type::i64(), TuningNames::Formats), nullptr};
  return std::make_shared<StoredStmt>(std::move(All), std::move(Others), Runs);
}

/// The choice between version \p Number and those behind it.
StmtRef RunTimeChoice::from(size_t Number) const {
  const VersionBody &Body = Bodies[Number];
  if (isTriedFormat(Versions[Number]))
    return from(Number + 1);
  if (!Body.Stored.empty())
    return stored(Number, from(Number + 1), nullptr);
  if (Versions[Number].When.empty() && Versions[Number].Candidate == 0)
    return Body.Code;
  Question Q = ask(Number);
  StmtRef Others = from(Number + 1);
  if (Q.Tests.empty())
    return std::make_shared<IfStmt>(Q.Known, Body.Code, Others);
  Statements Out;
  const ExprRef IsChosen = flagOf(Number, std::move(Q), Out);
  Out.push_back(std::make_shared<IfStmt>(IsChosen, Body.Code, Others));
  return block(std::move(Out));
}

bool RunTimeChoice::reassociates(size_t Number) const {
  Choice One;
  One.Versions.push_back(Versions[Number]);
  return !reassociatedSums(General, One).empty();
}

/// The choice where versions stand in front of that which has layouts: these
/// are measured beside whichever of those is chosen, if it has the same
/// results.
StmtRef RunTimeChoice::behindFlags(size_t OfLayouts) const {
  const std::vector<StoredLoops> &Stored = Bodies[OfLayouts].Stored;
  const ExprRef Asked = var(Type::boolean(), Stored.front().Use.asked());
  Statements Out;
  ExprRef IsNone, Reassociates;
  std::vector<ExprRef> Holds;
  for (size_t N = 0; N < OfLayouts; ++N) {
    Question Q = ask(N);
    Q.Known = both(IsNone, Q.Known);
    const ExprRef Flag = flagOf(N, std::move(Q), Out);
    const ExprRef IsNot = unary(UnaryOp::LogicalNot, Flag);
    IsNone = both(IsNone, IsNot);
    Holds.push_back(Flag);
    if (!reassociates(N))
      continue;
    Holds.back() = both(Flag, unary(UnaryOp::LogicalNot, Asked));
    Reassociates =
        Reassociates ? binary(BinaryOp::LogicalOr, Reassociates, Flag) : Flag;
  }
  StmtRef Others = from(OfLayouts + 1);
  for (size_t N = OfLayouts; N-- > 0;)
    Others = std::make_shared<IfStmt>(Holds[N], Bodies[N].Code, Others);
  Out.push_back(stored(OfLayouts, Others, Reassociates));
  return block(std::move(Out));
}

StmtRef RunTimeChoice::run() {
  // The layouts of what is tuned are candidates, all of them.
  if (Versions.front().Candidate != 0)
    return overTried(from(0));
  const auto *const OfLayouts = llvm::find_if(
      Bodies, [](const VersionBody &B) { return !B.Stored.empty(); });
  const auto Number = size_t(OfLayouts - Bodies.begin());
  return OfLayouts == Bodies.end() || Number == 0 ? from(0)
                                                  : behindFlags(Number);
}

/// Moves the arrays of run-time size from the top of \p Body to \p Allocations,
/// where those of other versions stand.
static StmtRef takeAllocations(const StmtRef &Body, Statements &Allocations) {
  Statements Rest = statementsOf(Body);
  while (!Rest.empty() && llvm::isa<LocalArrayStmt>(Rest.front().get())) {
    addAllocation(Rest.front(), Allocations);
    Rest.erase(Rest.begin());
  }
  return block(std::move(Rest));
}

/// Whether \p Pays may be asked in front of all that holds of variables: it is
/// arithmetic that nobody has to see overflow, and reads no memory.
static bool isAskedFirst(const ExprRef &Pays) {
  bool Result = true;
  walk(Pays, [&](const Expr &E) {
    if (auto *B = llvm::dyn_cast<BinaryExpr>(&E))
      Result &= B->type() == Type::f64() || B->op() == BinaryOp::Ge;
    else
      Result &= llvm::isa<ConstantExpr, VarExpr, CastExpr>(E);
  });
  return Result;
}

/// Where whether a nest pays is asked among \p Guards: as early as may be, for
/// where it does not, all others take longer than the loop may.
static size_t placeOfPays(const ExprRef &Pays,
                          llvm::ArrayRef<ProgramGuard> Guards) {
  if (isAskedFirst(Pays))
    return 0;
  size_t Behind = Guards.size();
  while (Behind > 0 &&
         (Guards[Behind - 1].Setup || !Guards[Behind - 1].Disjoint.empty()))
    --Behind;
  return Behind;
}

/// Whether there are no more than \p Most threads.
static ExprRef isTeamWithin(const Nest &N, const ExprRef &Most) {
  return binary(BinaryOp::Le, cast(Type::f64(), teamSize(N.Facts.NumThreads)),
                Most);
}

/// Where all has to pay, guards in front of walks; else none of theirs. Where
/// one thread gains nothing it walks along no rows either.
static void judgeWalks(const Choice &C, const Nest &N,
                       std::vector<ProgramGuard> &Guards) {
  if (!C.HasToPayForWalks)
    for (ProgramGuard &G : Guards)
      if (G.Kept)
        G.Kept->Pays = nullptr;
  if (!C.PaysForLooks)
    return;
  const bool IsForThreads = llvm::isa<ConstantExpr>(C.PaysForLooks.get());
  const auto First = llvm::find_if(Guards, [&](const ProgramGuard &G) {
    return G.Kept || (IsForThreads && G.Setup && holdsLoop(G.Setup));
  });
  if (First == Guards.end())
    return;
  const ExprRef IsTeam =
      binary(BinaryOp::Gt, teamSize(N.Facts.NumThreads), i64(1));
  Guards.insert(First, {msg::TooLittleWorkForThreads(), nullptr,
                        binary(BinaryOp::LogicalOr, IsTeam,
                               ifOutermostRuns(N, C.PaysForLooks))});
}

/// Whether \p G reads one of \p Names.
static bool reads(const ProgramGuard &G, const llvm::StringSet<> &Names) {
  std::vector<ExprRef> All = {G.Holds};
  for (const RangePair &Pair : G.Disjoint)
    All.insert(All.end(),
               {Pair.First.Lo, Pair.First.Hi, Pair.Second.Lo, Pair.Second.Hi});
  for (const StmtRef &S : {G.Setup, G.Kept ? G.Kept->Behind : nullptr})
    walk(S, [&](const Stmt &Part) {
      llvm::append_range(All, expressions(Part));
      return true;
    });
  return llvm::any_of(All,
                      [&](const ExprRef &E) { return E && reads(E, Names); });
}

/// Adds the guards that walk through the nest: in front of those that read what
/// these find, and where all has to pay behind one that asks for a team, for
/// nobody else has copies.
static llvm::Error addWalkGuards(const Choice &C, const Nest &N,
                                 const LowerOptions &Options,
                                 llvm::ArrayRef<ArrayPair> OfWalk,
                                 std::vector<ProgramGuard> &Guards) {
  auto Found = walkGuards(N, Options, OfWalk);
  if (!Found)
    return Found.takeError();
  llvm::StringSet<> Reaches;
  for (const Operand &O : N.Operands)
    if (!O.ReachOf.empty())
      Reaches.insert(O.Name);
  if (!Reaches.empty() && C.HasToPayForWalks)
    Found->insert(Found->begin(),
                  {msg::TooLittleWorkForCopies(), nullptr,
                   binary(BinaryOp::Gt, teamSize(N.Facts.NumThreads), i64(1))});
  auto At = llvm::find_if(
      Guards, [&](const ProgramGuard &G) { return reads(G, Reaches); });
  Guards.insert(At, Found->begin(), Found->end());
  return llvm::Error::success();
}

/// Whether the nest pays among its guards, then those that take long.
static llvm::Expected<std::vector<ProgramGuard>>
allGuards(const Choice &C, const LowerOptions &Options) {
  Nest N = generalOf(C);
  const LoopStmt *Wave = wavefrontOf(N);
  if (Wave)
    llvm::append_range(N.Guards, planConditions(N, *Wave, Options));
  const std::vector<ArrayPair> OfWalk = arraysForWalk(N, Options);
  llvm::Expected<std::vector<ProgramGuard>> Guards =
      guardsOf(N, Options, OfWalk);
  if (Guards && C.Pays)
    Guards->insert(Guards->begin() + placeOfPays(C.Pays, *Guards),
                   {C.HasLoopsInside ? msg::TooSmallForTiles()
                                     : msg::TooLittleWorkForThreads(),
                    nullptr, ifOutermostRuns(N, C.Pays)});
  if (Guards && C.AtLeastThreads > 1)
    Guards->push_back({C.AtLeastThreads == 2 ? msg::OneThreadGainsNothing()
                                             : msg::TooFewThreadsForScan(),
                       nullptr,
                       binary(BinaryOp::Ge, teamSize(N.Facts.NumThreads),
                              i64(C.AtLeastThreads))});
  if (Guards && C.AtMostThreads)
    Guards->push_back({msg::TooLittleWorkForCopies(), nullptr,
                       ifOutermostRuns(N, isTeamWithin(N, C.AtMostThreads))});
  if (!Guards)
    return Guards;
  auto Append = [&](llvm::Expected<ProgramGuard> More) -> llvm::Error {
    if (!More)
      return More.takeError();
    Guards->push_back(std::move(*More));
    return llvm::Error::success();
  };
  if (llvm::Error E = addWalkGuards(C, N, Options, OfWalk, *Guards))
    return std::move(E);
  judgeWalks(C, N, *Guards);
  for (const Operand &Kept : arraysOfValues(N))
    if (llvm::Error E = Append(keptGuard(N, Kept, Options)))
      return std::move(E);
  if (!Wave)
    return Guards;
  if (N.Kept.empty() && !gpuTag(*Wave))
    Guards->push_back(
        {msg::TooFewThreadsForWaves(), nullptr,
         binary(BinaryOp::Gt, teamSize(N.Facts.NumThreads), i64(1))});
  if (llvm::Error E = Append(planGuard(N, *Wave, Options)))
    return std::move(E);
  return Guards;
}

/// \p Code, which is version \p Number of \p All, from 0 on.
static StmtRef numbered(size_t Number, size_t All, StmtRef Code,
                        const LowerOptions &Options) {
  if (!Options.Profile || All == 1)
    return Code;
  const Place Version{ProgramProfile::Version, Type::i64(), nullptr};
  return block({assign(Version, i64(int64_t(Number) + 1)), std::move(Code)});
}

static llvm::Error addVersions(const Choice &C, const LowerOptions &Options,
                               LoopProgram &P) {
  Statements Body;
  std::vector<VersionBody> Bodies;
  auto Lower = [&](const Nest &N) -> llvm::Expected<StmtRef> {
    llvm::Expected<StmtRef> Code = lowerBody(readingValues(N), Options);
    if (!Code)
      return Code;
    return numbered(Bodies.size() - 1, C.Versions.size(),
                    takeAllocations(*Code, Body), Options);
  };
  for (const Version &V : C.Versions) {
    VersionBody &New = Bodies.emplace_back();
    if (!V.Graph.Layout) {
      if (llvm::Error E = Lower(V.Graph).moveInto(New.Code))
        return E;
      continue;
    }
    llvm::Expected<std::vector<Relaid>> All = relaid(V.Graph);
    if (!All)
      return All.takeError();
    for (Relaid &Over : *All) {
      StoredLoops &Loops = New.Stored.emplace_back();
      Loops.Use = std::move(Over.Use);
      if (llvm::Error E = Lower(Over.Graph).moveInto(Loops.Made))
        return E;
    }
  }
  MadeNames Names(generalOf(C));
  Body.push_back(withSharedTeams(RunTimeChoice(C, Bodies).run(), Names));
  P.Body = block(std::move(Body));
  return llvm::Error::success();
}

static llvm::Error addGuards(const Choice &C, const LowerOptions &Options,
                             LoopProgram &P) {
  llvm::Expected<std::vector<ProgramGuard>> Guards = allGuards(C, Options);
  if (!Guards)
    return Guards.takeError();
  P.Guards = std::move(*Guards);
  return llvm::Error::success();
}

/// Fails if the hardware cannot run \p P.
static llvm::Error checkHardware(const Choice &C, const LowerOptions &,
                                 LoopProgram &P) {
  if (llvm::Error E = checkStreams(generalOf(C), P.Body))
    return E;
  return checkSharedMemory(P.Body);
}

static llvm::Error addTransfers(const Choice &C, const LowerOptions &Options,
                                LoopProgram &P) {
  if (!hasKernels(P))
    return llvm::Error::success();
  const Nest &N = generalOf(C);
  llvm::Expected<ProgramTransfers> Needed =
      transfersOf(N, Options.AsWritten ? *Options.AsWritten : N);
  if (!Needed)
    return Needed.takeError();
  P.Transfers = std::move(*Needed);
  // A kernel reads through caches that do not see what it stores.
  for (ProgramGuard &G : P.Guards)
    for (RangePair &Pair : G.Disjoint)
      Pair.OrOne = false;
  return llvm::Error::success();
}

static llvm::Error addOutputs(const Choice &C, const LowerOptions &Options,
                              LoopProgram &P) {
  if (!Options.Verify)
    return llvm::Error::success();
  const Nest &N = generalOf(C);
  bool IsLoose =
      Options.IsFpLoose || !reassociatedSums(*Options.AsWritten, C).empty();
  OutputScan Scan(*Options.AsWritten, IsLoose);
  llvm::Expected<StmtRef> Code = lowerBody(Scan.nest(), LowerOptions());
  if (!Code)
    return Code.takeError();
  P.Outputs = Scan.outputs(std::move(*Code));
  // What nobody reads is nothing that counts.
  llvm::erase_if(P.Outputs->Ranges, [&](const ArrayRange &S) {
    return llvm::is_contained(N.Facts.Private, S.Array) &&
           N.findOperand(S.Array)->Scratch;
  });
  return llvm::Error::success();
}

namespace {

struct ProgramPass {
  llvm::StringRef Name;
  llvm::Error (*Run)(const Choice &C, const LowerOptions &Options,
                     LoopProgram &P);
};

} // namespace

static const ProgramPass ProgramPasses[] = {
    {"versions", addVersions},   {"guards", addGuards},
    {"hardware", checkHardware}, {"transfers", addTransfers},
    {"outputs", addOutputs},
};

/// \p C, and what runs where there is no layout.
static Choice withGeneral(Choice C) {
  if (generalOf(C).Layout) {
    C.Versions.push_back(C.Versions.back());
    C.Versions.back().Graph = withoutLayout(C.Versions.back().Graph);
  }
  return C;
}

llvm::Expected<LoopProgram> lacuna::lower(const Choice &Chosen,
                                          const LowerOptions &Options) {
  const Choice C = withGeneral(Chosen);
  const Nest &N = generalOf(C);
  LoopProgram P;
  P.Name = N.Name;
  P.Operands = N.Operands;
  llvm::append_range(P.Operands, arraysOfValues(N));
  if (Options.Profile || isTuned(C)) {
    declareProfile(P);
    P.Profile = profileOf(N, Options.AsWritten ? *Options.AsWritten : N);
  }
  if (isTuned(C)) {
    declareTuning(P);
    // What would have to be looked at may be on a device alone.
    const StmtRef Bytes = isOnGpu(N) ? nullptr : P.Profile->Traffic;
    P.Profile->Traffic = block({tunedSizes(C), Bytes});
  }
  for (const ProgramPass &Pass : ProgramPasses) {
    if (llvm::Error E = Pass.Run(C, Options, P))
      return std::move(E);
    if (Options.After)
      Options.After(Pass.Name, [&](llvm::raw_ostream &OS) { print(OS, P); });
  }
  return P;
}

llvm::Expected<LoopProgram> lacuna::lower(const Nest &N,
                                          const LowerOptions &Options) {
  return lower(Choice{{{N, {}, {}}}, nullptr, ""}, Options);
}

std::vector<llvm::StringRef> lacuna::programPassNames() {
  std::vector<llvm::StringRef> Names;
  for (const ProgramPass &Pass : ProgramPasses)
    Names.push_back(Pass.Name);
  return Names;
}

void lacuna::print(llvm::raw_ostream &OS, const Choice &C) {
  for (const Version &V : C.Versions) {
    if (C.AtLeastThreads > 1)
      OS << "// where there are " << C.AtLeastThreads << " threads\n";
    if (C.AtMostThreads) {
      OS << "// where threads are no more than ";
      print(OS, C.AtMostThreads);
      OS << '\n';
    }
    if (C.Pays) {
      OS << "// where ";
      print(OS, C.Pays);
      OS << '\n';
    }
    if (V.Candidate != 0)
      OS << "// where trials choose candidate " << V.Candidate << '\n';
    if (!V.When.empty())
      OS << "// where " << describe(V.When) << '\n';
    if (V.Graph.Layout && V.Graph.Layout->Rule == LayoutRule::WhereLinked)
      OS << "// where the runtime is linked, and runs show that it is faster\n";
    print(OS, V.Graph);
  }
}
