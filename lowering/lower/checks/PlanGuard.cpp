//===- PlanGuard.cpp - the plan of a wavefront ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/checks/PlanGuard.h"
#include "ReadNotes.h"
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

/// By how much \p Index, of whatever type, lies behind variable \p Var, if it
/// is that plus a constant.
static std::optional<int64_t> distanceFrom(llvm::StringRef Var, ExprRef Index) {
  int64_t Distance = 0;
  while (auto *Binary = llvm::dyn_cast<BinaryExpr>(Index.get())) {
    const std::optional<int64_t> By = constantValue(Binary->rhs());
    if (!By || (Binary->op() != BinaryOp::Add && Binary->op() != BinaryOp::Sub))
      return std::nullopt;
    Distance += Binary->op() == BinaryOp::Add ? *By : -*By;
    Index = Binary->lhs();
  }
  auto *Of = llvm::dyn_cast<VarExpr>(Index.get());
  return Of && Of->name() == Var ? std::optional(Distance) : std::nullopt;
}

/// Calls \p Do with what \p E evaluates in any case.
static void inAnyCase(const ExprRef &E,
                      llvm::function_ref<void(const ExprRef &)> Do) {
  if (!E)
    return;
  Do(E);
  for (const ExprRef &Part : E->operands()) {
    inAnyCase(Part, Do);
    if (isConditional(*E))
      break;
  }
}

/// Whether each iteration of the outermost loop of \p Walk reads elements of
/// \p Array around its own, and the walk reads no others: then it reads all
/// pages from the first one to the last.
static bool readsInEachIteration(const StmtRef &Walk, const Operand &Array) {
  constexpr int64_t Near = 64; // elements, less than the smallest page
  unsigned All = 0, InEach = 0;
  walk(Walk, [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      walk(E, [&](const Expr &Part) {
        auto *Load = llvm::dyn_cast<LoadExpr>(&Part);
        All += Load && Load->array() == Array.Name;
      });
    return true;
  });
  for (const StmtRef &S : statementsOf(Walk)) {
    auto *Outermost = llvm::dyn_cast<ForStmt>(S.get());
    for (const StmtRef &Part :
         Outermost ? statementsOf(Outermost->body()) : std::vector<StmtRef>())
      for (const ExprRef &E : expressions(*Part))
        inAnyCase(E, [&](const ExprRef &Sub) {
          auto *Load = llvm::dyn_cast<LoadExpr>(Sub.get());
          if (!Load || Load->array() != Array.Name)
            return;
          const std::optional<int64_t> By =
              distanceFrom(Outermost->var(), Load->index());
          InEach += By && std::abs(*By) <= Near;
        });
  }
  return All == InEach;
}

/// Adds to \p P the walk \p Walk and what it reads.
static llvm::Error addWalk(WavePlan &P, const Nest &N, const Nest &AsWritten,
                           const StmtRef &Walk) {
  const Inputs Read = inputsOf(AsWritten, Walk);
  for (const Operand *O : Read.Scalars) {
    const bool IsNumber = O->Ty.isInteger() || O->Ty.isBool();
    if (O->Kind != OperandKind::Scalar || !IsNumber || O->Ty.bits() > 64)
      return makeError({}, msg::WaveReadsOther(O->Name));
    P.Values.push_back(cast(Type::i64(), var(O->Ty, O->Name)));
  }
  AccessedRanges Accessed(N, RangeUse::Copies);
  auto AddSource = [&](ArrayRange S) {
    P.Values.insert(P.Values.end(), {S.Lo, S.Hi});
    P.Sources.push_back(std::move(S));
  };
  std::vector<const Operand *> Noted, Others;
  for (const Operand *O : Read.Arrays) {
    if (O->Row) {
      Noted.push_back(O);
      continue;
    }
    P.Values.push_back(addressOf(*O));
    ArrayRange S = ifOutermostRuns(N, Accessed.of(*N.findOperand(O->Name)));
    if (S.Hi && readsInEachIteration(Walk, *O))
      AddSource(std::move(S));
    else
      Noted.push_back(O);
  }
  std::string Deciding;
  if ((P.Walk = noteReads(Walk, Noted, Deciding)))
    return llvm::Error::success();
  // What decides about itself is there as a whole, if that is known.
  for (const Operand *O : Noted) {
    if (const ExprRef &Extent = N.findOperand(O->Name)->Extent)
      AddSource({O->Name, i64(0), Extent});
    else
      Others.push_back(O);
  }
  if ((P.Walk = noteReads(Walk, Others, Deciding)))
    return llvm::Error::success();
  if (Deciding.empty())
    Deciding = Others.front()->Name;
  return makeError({}, msg::WaveReadsUnknown(Deciding),
                   {msg::NoteSayExtent(Deciding)});
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
  if (llvm::Error E = addWalk(P, N, AsWritten, *Walk))
    return std::move(E);
  ProgramGuard G{Tag.Order == WaveOrder::Auto
                     ? msg::GuardNoFasterPlan(Loop.var())
                     : msg::GuardNoPlan(Loop.var()),
                 nullptr, nullptr};
  G.Plan = std::move(P);
  return G;
}
