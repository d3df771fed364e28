//===- KernelChoice.cpp - what a bare target(cuda) means ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Columns of a dense loop go across lanes. Otherwise rows are looked at: the
// longer they are, the more threads go through one together, and where some are
// so long that few warps would have most of the work, entries are dealt out in
// equal shares. docs/rationale.md has the times behind the numbers.
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"
#include "TriedKernels.h"
#include "TunedVersions.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/RowSegments.h"
#include "lacuna/auto/Messages.def"
#include "lacuna/directive/ClauseBuilders.h"
#include "lacuna/schedule/commands/Command.h"

using namespace llvm;

namespace lacuna {

/// Entries that a device goes through while a thread goes through one entry
/// after the other of a row: measured on an H200, without and with columns.
static constexpr int64_t EntriesAtOnce = 131072, EntriesOfColumnsAtOnce = 8192;
/// Threads that go through a row together where some have so many entries.
static constexpr struct {
  int64_t Lanes, Entries;
} LanesOfRows[] = {{32, 80}, {8, 32}, {4, 8}};
/// Of a block in which each row has several.
static constexpr int64_t BlockThreads = 256;
/// Columns that are worth a warp.
static constexpr int64_t ColumnsOfWarp = 16;
/// Columns of which each thread has several in registers.
static constexpr int64_t ColumnsOfTile = 96;

using Unit = ParallelUnit;
using Races = RaceStrategy;

namespace {

/// Builds the versions of one nest, whose facts are applied.
class KernelChoice {
public:
  KernelChoice(const Nest &N, const LoopStmt &Rows)
      : N(N), Rows(Rows), I(clauseName(N, Rows.var())) {}

  Choice run();

private:
  const IndexVar *findPositions() const;
  const IndexVar *findColumns() const;
  std::string partOf(const IndexVar &Var, StringRef Suffix) const {
    return nameOfPart(N, Var.Name, Suffix);
  }
  std::string partOfRows(StringRef Suffix) const {
    return nameOfPart(N, Rows.var(), Suffix);
  }
  std::string fusedName(const IndexVar &P) const {
    return partOfRows(("_" + StringRef(P.Name).split('@').first).str());
  }
  LoopCondition someRowsHave(const IndexVar &P, int64_t Count) const {
    return {P.Name, Rows.var().str(), Count, LoopCondition::Kind::SomeAtLeast};
  }
  LoopCondition areUneven(const IndexVar &P, int64_t AtOnce,
                          int64_t Lanes) const {
    return {P.Name,  Rows.var().str(),
            AtOnce,  LoopCondition::Kind::Uneven,
            nullptr, Lanes};
  }
  bool add(llvm::ArrayRef<Clause> Commands, std::vector<LoopCondition> When,
           Choice &Result) const;
  void addColumns(const IndexVar &P, const IndexVar &K, Choice &Result) const;
  void addRows(const IndexVar &P, Choice &Result) const;
  void addThreads(Choice &Result) const;

  const Nest &N;
  const LoopStmt &Rows;
  const std::string I; ///< the rows in clauses
};

} // namespace

/// The loop directly inside the rows that runs over the positions of each.
const IndexVar *KernelChoice::findPositions() const {
  for (const StmtRef &S : statementsOf(Rows.body())) {
    auto *Loop = dyn_cast<LoopStmt>(S.get());
    const IndexVar *V = Loop ? N.findIndexVar(Loop->var()) : nullptr;
    std::optional<Segments> Of = V ? segmentsOf(N, *V) : std::nullopt;
    if (Of && Of->Row->Name == Rows.var() && readsAllBounds(N, *Of, Rows))
      return V;
  }
  return nullptr;
}

/// The innermost loop of the nest, if its range is over scalars.
const IndexVar *KernelChoice::findColumns() const {
  const IndexVar *Found = nullptr;
  walk(N.Body, [&](const Stmt &S) {
    if (auto *Loop = dyn_cast<LoopStmt>(&S))
      Found = N.findIndexVar(Loop->var());
    return true;
  });
  return Found && Found->Name != Rows.var() && isOverScalars(N, Found->Lo) &&
                 isOverScalars(N, Found->Hi)
             ? Found
             : nullptr;
}

/// Adds a version if the nest can have it.
bool KernelChoice::add(ArrayRef<Clause> Commands,
                       std::vector<LoopCondition> When, Choice &Result) const {
  const Directive ForCuda =
      Directive{{clauses::call("target", {"cuda"})}}.followedBy(Commands);
  Expected<Nest> Graph = scheduled(N, ForCuda);
  if (!Graph) {
    Result.WhyNot = takeDiagnostic(Graph.takeError()).Message;
    return false;
  }
  Result.Versions.push_back({std::move(*Graph), ForCuda, std::move(When)});
  return true;
}

/// A row for each warp with its columns across lanes, or a share of the entries
/// where some rows are long; else terms of sums across the lanes of an entry.
void KernelChoice::addColumns(const IndexVar &P, const IndexVar &K,
                              Choice &Result) const {
  std::optional<int64_t> Width = constantTripCount(N, K.Name);
  if (Width && *Width < ColumnsOfWarp)
    return;
  std::vector<LoopCondition> When;
  if (!Width)
    When.push_back({K.Name, "", ColumnsOfWarp});
  std::vector<LoopCondition> WhenLong = When;
  WhenLong.push_back(areUneven(P, EntriesOfColumnsAtOnce, 1));
  const std::string Block = partOfRows("_block"), Warp = partOfRows("_warp"),
                    Part = partOf(K, "_part"), Lane = partOf(K, "_lane"),
                    Share = partOf(P, "_share"),
                    InBlock = partOf(P, "_in_block"), Fused = fusedName(P),
                    Entries = clauseName(N, P.Name),
                    Columns = clauseName(N, K.Name);
  /// \p Lanes for \p Inner, which runs over columns, inside what \p Split
  /// leaves for each warp.
  auto Commands = [&](std::vector<Clause> Split, const std::string &Inner,
                      int64_t Lanes, std::vector<std::string> InWarp,
                      Races OfRows, Races OfLanes) {
    std::vector<std::string> Order = {Block, Warp};
    append_range(Order, InWarp);
    append_range(Split,
                 std::vector<Clause>{
                     clauses::split(Inner, Part, Lane, Lanes),
                     clauses::order(std::move(Order)),
                     clauses::parallelize(Block, Unit::GpuBlock, OfRows),
                     clauses::parallelize(Warp, Unit::GpuWarp, OfRows),
                     clauses::parallelize(Lane, Unit::GpuThread, OfLanes)});
    return Split;
  };
  auto Shares = [&](int64_t Warps, int64_t Each) {
    return std::vector<Clause>{
        clauses::fuse(I, Entries, Fused),
        clauses::split(Fused, Block, InBlock, Warps * Each),
        clauses::split(InBlock, Warp, Share, Each)};
  };
  const std::vector<Clause> WholeRows = {clauses::split(I, Block, Warp, 8)};
  const std::string Tile = partOf(K, "_tile"), InTile = partOf(K, "_in_tile");
  std::vector<Clause> Tiles = WholeRows;
  Tiles.push_back(clauses::split(Columns, Tile, InTile, 128));
  add(Commands(Shares(16, 16), Columns, 32, {Part, Lane, Share},
               Races::IgnoreRaces, Races::Atomics),
      WhenLong, Result);
  if (Width.value_or(ColumnsOfTile) >= ColumnsOfTile)
    add(Commands(std::move(Tiles), InTile, 32, {Tile, Lane, Entries, Part},
                 Races::NoRaces, Races::NoRaces),
        Width ? When : std::vector<LoopCondition>{{K.Name, "", ColumnsOfTile}},
        Result);
  if (!add(Commands(WholeRows, Columns, 32, {Part, Lane, Entries},
                    Races::NoRaces, Races::NoRaces),
           When, Result) &&
      !add(Commands(Shares(32, 4), Columns, 8, {Share, Lane, Part},
                    Races::NoRaces, Races::ParallelReduction),
           When, Result))
    add(Commands(WholeRows, Columns, 32, {Entries, Lane, Part}, Races::NoRaces,
                 Races::ParallelReduction),
        When, Result);
}

/// Equal shares of the entries for threads, or several threads for each row.
void KernelChoice::addRows(const IndexVar &P, Choice &Result) const {
  std::string Entries = clauseName(N, P.Name);
  std::string Fused = fusedName(P), Block = partOfRows("_block"),
              InBlock = partOf(P, "_in_block"), Warp = partOfRows("_warp"),
              InWarp = partOf(P, "_in_warp"), Thread = partOfRows("_thread"),
              Share = partOf(P, "_share");
  add({clauses::fuse(I, Entries, Fused),
       clauses::split(Fused, Block, InBlock, 512),
       clauses::split(InBlock, Warp, InWarp, 128),
       clauses::split(InWarp, Thread, Share, 4),
       clauses::parallelize(Block, Unit::GpuBlock, Races::IgnoreRaces),
       clauses::parallelize(Warp, Unit::GpuWarp, Races::IgnoreRaces),
       clauses::parallelize(Thread, Unit::GpuThread, Races::Atomics)},
      {areUneven(P, EntriesAtOnce, LanesOfRows[0].Lanes)}, Result);
  std::string Part = partOf(P, "_part"), Lane = partOf(P, "_lane");
  for (const auto &[Lanes, Least] : LanesOfRows)
    add({clauses::split(I, Block, Warp, BlockThreads / Lanes),
         clauses::split(Entries, Part, Lane, Lanes),
         clauses::order({Block, Warp, Lane, Part}),
         clauses::parallelize(Block, Unit::GpuBlock, Races::NoRaces),
         clauses::parallelize(Warp, Unit::GpuWarp, Races::NoRaces),
         clauses::parallelize(Lane, Unit::GpuThread, Races::ParallelReduction)},
        {someRowsHave(P, Least)}, Result);
}

/// A row for each thread. Where there is none, what speaks against the plainest
/// is the reason.
void KernelChoice::addThreads(Choice &Result) const {
  std::string Block = partOfRows("_block"), Thread = partOfRows("_thread"),
              WhyNot;
  for (Races R : {Races::NoRaces, Races::Atomics, Races::ParallelReduction}) {
    if (add({clauses::split(I, Block, Thread, 256),
             clauses::parallelize(Block, Unit::GpuBlock, R),
             clauses::parallelize(Thread, Unit::GpuThread, R)},
            {}, Result))
      return;
    if (WhyNot.empty())
      WhyNot = Result.WhyNot;
  }
  Result.WhyNot = WhyNot;
}

Choice KernelChoice::run() {
  Choice Result, Plain;
  addThreads(Plain);
  // Results that the host gets belong to one version.
  if (Plain.Versions.empty() || statementsOf(N.Body).size() != 1)
    return Plain;
  const IndexVar *P = findPositions(), *K = P ? findColumns() : nullptr;
  if (K)
    addColumns(*P, *K, Result);
  else if (P)
    addRows(*P, Result);
  Result.WhyNot.clear();
  if (Result.Versions.empty() || !Result.Versions.back().When.empty())
    Result.Versions.push_back(std::move(Plain.Versions.front()));
  std::vector<Guard> Guards = guardsOfAll(N, Result.Versions);
  for (Version &V : Result.Versions)
    V.Graph.Guards = Guards;
  return Result;
}

Expected<Choice> chooseKernel(const Nest &N, const Directive &D,
                              const ScheduleContext &Context) {
  Expected<Nest> WithFacts = applyFacts(N, D, Context);
  if (!WithFacts)
    return WithFacts.takeError();
  Choice Result;
  if (const LoopStmt *Outermost = outermostLoop(*WithFacts))
    Result = KernelChoice(*WithFacts, *Outermost).run();
  else
    Result.WhyNot = msg::AutoNoLoop();
  if ((Context.Tunes || Context.Winner) && !Result.Versions.empty())
    addTriedKernels(*WithFacts, Result);
  for (Version &V : Result.Versions)
    V.Clauses = factsOf(D).followedBy(V.Clauses.Clauses);
  if (Context.Winner)
    keepWinner(Result, *Context.Winner);
  return Result;
}

} // namespace lacuna
