//===- Versions.cpp - a choice between programs at run time ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/Versions.h"
#include "lacuna/analysis/KernelShape.h"
#include "lacuna/analysis/LoopQueries.h"
#include "lacuna/analysis/OutermostLoop.h"
#include "lacuna/auto/Messages.def"
#include "lacuna/cleanup/StreamedRows.h"
#include "lacuna/ir/text/Text.h"
#include "lacuna/layouts/Relaid.h"
#include "lacuna/lower/Lower.h"
#include "lacuna/lower/Messages.def"
#include "lacuna/lower/checks/Guards.h"
#include "lacuna/lower/checks/PlanGuard.h"
#include "lacuna/lower/checks/Reassociation.h"
#include "lacuna/lower/checks/Transfers.h"
#include "lacuna/lower/checks/VerifiedOutputs.h"
#include "lacuna/lower/checks/VersionConditions.h"
#include "lacuna/lower/checks/WalkGuard.h"
#include "lacuna/lower/parallel/Chunks.h"
#include "lacuna/lower/parallel/Workspaces.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

/// The nest of \p C whose ranges hold whatever version runs.
static const Nest &generalOf(const Choice &C) {
  return C.Versions.back().Graph;
}

namespace {

/// What a version runs.
struct VersionBody {
  StmtRef Code;
  std::optional<LayoutUse> Use; ///< the layout that it runs over
};

} // namespace

/// Runs the first of \p Bodies whose version asks for what there is in
/// \p General.
static StmtRef chooseAtRunTime(const Nest &General,
                               llvm::ArrayRef<Version> Versions,
                               llvm::ArrayRef<VersionBody> Bodies) {
  const Version &First = Versions.front();
  if (Bodies.front().Use)
    return std::make_shared<StoredStmt>(
        *Bodies.front().Use, Bodies.front().Code,
        chooseAtRunTime(General, Versions.drop_front(), Bodies.drop_front()));
  if (First.When.empty())
    return Bodies.front().Code;
  MadeNames Names(General);
  // What takes no looking is asked first.
  ExprRef Known;
  std::vector<std::pair<Statements, ExprRef>> Samples;
  for (const LoopCondition &L : First.When) {
    Statements Tests;
    ExprRef Holds = testOf(General, L, Names, Tests);
    if (!Tests.empty())
      Samples.emplace_back(std::move(Tests), Holds);
    else
      Known = Known ? binary(BinaryOp::LogicalAnd, Known, Holds) : Holds;
  }
  StmtRef Others =
      chooseAtRunTime(General, Versions.drop_front(), Bodies.drop_front());
  if (Samples.empty())
    return std::make_shared<IfStmt>(Known, Bodies.front().Code, Others);
  Type Bool = Type::boolean();
  Place Flag{Names.get("is_chosen_" + llvm::Twine(Versions.size())), Bool,
             nullptr};
  ExprRef IsChosen = var(Bool, Flag.Name);
  Statements Out = {std::make_shared<VarStmt>(
      Flag.Name, Bool, Known ? Known : constant(Bool, 1))};
  for (auto &[Tests, Holds] : Samples) {
    Tests.push_back(assign(Flag, Holds));
    Out.push_back(std::make_shared<IfStmt>(IsChosen, block(std::move(Tests))));
  }
  Out.push_back(
      std::make_shared<IfStmt>(IsChosen, Bodies.front().Code, Others));
  return block(std::move(Out));
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

/// Whether there are several threads, and no more than \p Most.
static ExprRef isTeamWithin(const Nest &N, const ExprRef &Most) {
  ExprRef Team = teamSize(N.Facts.NumThreads);
  return binary(BinaryOp::LogicalAnd, binary(BinaryOp::Gt, Team, i64(1)),
                binary(BinaryOp::Le, cast(Type::f64(), Team), Most));
}

/// Where all has to pay, guards in front of walks; else none of theirs.
static void judgeWalks(const Choice &C, const Nest &N,
                       std::vector<ProgramGuard> &Guards) {
  if (!C.HasToPayForWalks)
    for (ProgramGuard &G : Guards)
      if (G.Kept)
        G.Kept->Pays = nullptr;
  const auto First = llvm::find_if(
      Guards, [](const ProgramGuard &G) { return G.Kept.has_value(); });
  if (First == Guards.end() || !C.PaysForLooks)
    return;
  const ExprRef IsTeam =
      binary(BinaryOp::Gt, teamSize(N.Facts.NumThreads), i64(1));
  Guards.insert(First, {msg::TooLittleWorkForThreads(), nullptr,
                        binary(BinaryOp::LogicalOr, IsTeam,
                               ifOutermostRuns(N, C.PaysForLooks))});
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
    Guards->insert(
        Guards->begin() + placeOfPays(C.Pays, *Guards),
        {msg::TooLittleWorkForThreads(), nullptr, ifOutermostRuns(N, C.Pays)});
  if (Guards && C.AtLeastThreads > 1)
    Guards->push_back({msg::TooFewThreadsForScan(), nullptr,
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
  if (!OfWalk.empty())
    if (llvm::Error E = Append(walkGuard(N, Options, OfWalk)))
      return std::move(E);
  judgeWalks(C, N, *Guards);
  if (!Wave)
    return Guards;
  Guards->push_back(
      {msg::TooFewThreadsForWaves(), nullptr,
       binary(BinaryOp::Gt, teamSize(N.Facts.NumThreads), i64(1))});
  if (llvm::Error E = Append(planGuard(N, *Wave, Options)))
    return std::move(E);
  return Guards;
}

static llvm::Error addVersions(const Choice &C, const LowerOptions &Options,
                               LoopProgram &P) {
  Statements Body;
  std::vector<VersionBody> Bodies;
  for (const Version &V : C.Versions) {
    std::optional<Relaid> Over;
    if (V.Graph.Layout)
      if (llvm::Error E = relaid(V.Graph).moveInto(Over))
        return E;
    llvm::Expected<StmtRef> Code =
        lowerBody(Over ? Over->Graph : V.Graph, Options);
    if (!Code)
      return Code.takeError();
    VersionBody &New = Bodies.emplace_back();
    New.Code = takeAllocations(*Code, Body);
    if (Over)
      New.Use = std::move(Over->Use);
  }
  Body.push_back(chooseAtRunTime(generalOf(C), C.Versions, Bodies));
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
      OS << "// where there are several threads, but no more than ";
      print(OS, C.AtMostThreads);
      OS << '\n';
    }
    if (C.Pays) {
      OS << "// where ";
      print(OS, C.Pays);
      OS << '\n';
    }
    if (!V.When.empty())
      OS << "// where " << describe(V.When) << '\n';
    print(OS, V.Graph);
  }
}
