//===- PlanGuard.cpp - the plan of a wavefront ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/checks/PlanGuard.h"
#include "ReadHulls.h"
#include "lacuna/analysis/AccessedRanges.h"
#include "lacuna/analysis/OutermostLoop.h"
#include "lacuna/ir/Trips.h"
#include "lacuna/lower/checks/Messages.def"
#include "lacuna/lower/loops/Lowering.h"
#include "lacuna/lower/parallel/Wavefront.h"
#include "lacuna/schedule/Messages.def"
#include "lacuna/support/Diagnostic.h"
#include "lacuna/waves/TouchWalk.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

const LoopStmt *lacuna::wavefrontOf(const Nest &N) {
  const LoopStmt *Found = nullptr;
  walk(N.Body, [&](const Stmt &S) {
    auto *Loop = llvm::dyn_cast<LoopStmt>(&S);
    if (Loop && Loop->tags().Parallel &&
        Loop->tags().Parallel->Races == RaceStrategy::Wavefront)
      Found = Loop;
    return !Found;
  });
  return Found;
}

namespace {

/// What a walk reads.
struct Inputs {
  std::vector<const Operand *> Scalars, Arrays;
};

} // namespace

static Inputs inputsOf(const Nest &N, const StmtRef &Walk) {
  llvm::StringSet<> Scalars, Arrays;
  walk(Walk, [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S)) {
      for (const auto &Name : freeVars(E))
        Scalars.insert(Name.first());
      walk(E, [&](const Expr &Part) {
        if (auto *Load = llvm::dyn_cast<LoadExpr>(&Part))
          Arrays.insert(Load->array());
      });
    }
    return true;
  });
  Inputs Found;
  for (const Operand &O : N.Operands) {
    if (O.Kind == OperandKind::Array && Arrays.contains(O.Name))
      Found.Arrays.push_back(&O);
    else if (O.Kind != OperandKind::Array && Scalars.contains(O.Name))
      Found.Scalars.push_back(&O);
  }
  return Found;
}

static ExprRef addressOf(const Operand &Array) {
  return cast(Type::i64(), std::make_shared<AddressExpr>(Array.Name, i64(0)));
}

/// Adds to \p P the walk \p Walk and what it reads, in \p Declared the
/// variables in which it notes what of that is not known in front.
static llvm::Error addWalk(WavePlan &P, const Nest &N, const Nest &AsWritten,
                           const StmtRef &Walk, MadeNames &Names,
                           Statements &Declared) {
  const Inputs Read = inputsOf(AsWritten, Walk);
  for (const Operand *O : Read.Scalars) {
    if (O->Kind != OperandKind::Scalar || !O->Ty.isInteger() ||
        O->Ty.bits() > 64)
      return makeError({}, msg::WaveReadsOther(O->Name));
    P.Values.push_back(cast(Type::i64(), var(O->Ty, O->Name)));
  }
  AccessedRanges Accessed(N, RangeUse::Copies);
  std::vector<const Operand *> Unknown;
  for (const Operand *O : Read.Arrays) {
    if (O->Row) {
      Unknown.push_back(O);
      continue;
    }
    P.Values.push_back(addressOf(*O));
    ArrayRange S = ifOutermostRuns(N, Accessed.of(*N.findOperand(O->Name)));
    if (!S.Hi) {
      Unknown.push_back(O);
      continue;
    }
    P.Values.insert(P.Values.end(), {S.Lo, S.Hi});
    P.Sources.push_back(std::move(S));
  }
  std::optional<ReadHulls> Noted = noteReads(Walk, Unknown, Names);
  if (!Noted)
    return makeError({}, msg::WaveReadsUnknown(Unknown.front()->Name),
                     {msg::NoteSayExtent(Unknown.front()->Name)});
  Declared = std::move(Noted->Declared);
  P.Walk = std::move(Noted->Walk);
  P.Found = std::move(Noted->Ranges);
  return llvm::Error::success();
}

/// The user's loop of which \p Loop is made.
static const IndexVar &userLoop(const Nest &N, const LoopStmt &Loop) {
  const Relation *Cut = N.producer(Loop.var());
  return *N.findIndexVar(Cut ? Cut->Parents[0] : Loop.var().str());
}

static std::optional<TouchWalk> walkOf(const Nest &N, const LoopStmt &Loop,
                                       const LowerOptions &Options) {
  const Relation *Cut = N.producer(Loop.var());
  Nest AsWritten = Options.AsWritten ? *Options.AsWritten : N;
  AsWritten.Facts.Private = N.Facts.Private;
  return touchWalk(AsWritten, userLoop(N, Loop), Cut ? Cut->Factor : 1,
                   Loop.tags().Parallel->Shared);
}

std::vector<Guard> lacuna::planConditions(const Nest &N, const LoopStmt &Loop,
                                          const LowerOptions &Options) {
  std::optional<TouchWalk> Touches = walkOf(N, Loop, Options);
  return Touches ? std::move(Touches->Guards) : std::vector<Guard>();
}

llvm::Expected<ProgramGuard> lacuna::planGuard(const Nest &N,
                                               const LoopStmt &Loop,
                                               const LowerOptions &Options) {
  const Nest &AsWritten = Options.AsWritten ? *Options.AsWritten : N;
  const ParallelTag &Tag = *Loop.tags().Parallel;
  const Relation *Cut = N.producer(Loop.var());
  const int64_t Block = Cut ? Cut->Factor : 1;
  const IndexVar &Outermost = userLoop(N, Loop);
  std::optional<TouchWalk> Touches = walkOf(N, Loop, Options);
  if (!Touches)
    return makeError({}, msg::WaveIsSteered(Outermost.Name));
  llvm::Expected<StmtRef> Walk = Lowering(Touches->Walk).run();
  if (!Walk)
    return Walk.takeError();
  MadeNames Names(N);
  WavePlan P;
  P.Name = planName(Names);
  P.Loop = Loop.var().str();
  P.Trips = tripsBetween(Outermost.Lo, Outermost.Hi);
  if (Block > 1)
    P.Trips = ceilDiv(P.Trips, i64(Block));
  P.Threads = teamSize(N.Facts.NumThreads);
  P.Unit = Cut ? 1 : 0;
  P.Order = Tag.Order;
  P.Traced = Tag.Shared;
  Statements Declared;
  if (llvm::Error E = addWalk(P, N, AsWritten, *Walk, Names, Declared))
    return std::move(E);
  ProgramGuard G{Tag.Order == WaveOrder::Auto
                     ? msg::GuardNoFasterPlan(Loop.var())
                     : msg::GuardNoPlan(Loop.var()),
                 nullptr, nullptr};
  if (!Declared.empty())
    G.Setup = block(std::move(Declared));
  G.Plan = std::move(P);
  return G;
}
