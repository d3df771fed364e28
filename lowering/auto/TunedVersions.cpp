//===- TunedVersions.cpp - schedules that trials choose among -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a bare directive stands for is a guess about all data. These are the
// guesses that come second: rows in pieces of equal work, of equal length, or
// as threads get on; lanes everywhere, nowhere, or more of them; what is
// gathered fetched ahead; one thread; entries in other formats. None asks for a
// guard that the others do not ask for, so that nothing changes about where
// generated code runs.
//
//===----------------------------------------------------------------------===//

#include "TunedVersions.h"
#include "GatheredRows.h"
#include "TriedFormats.h"
#include "TriedTiles.h"
#include "VectorChoice.h"
#include "WorkEstimate.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/directive/ClauseBuilders.h"
#include "lacuna/directive/ClauseWords.h"

using namespace llvm;

namespace lacuna {

/// Beside what the bare directive runs as: the runtime has room for so many
/// (runtime/tune), and few runs are to be spent on trials.
static constexpr size_t MostSchedules = 7;

/// Of these, tiles where rows may run otherwise.
static constexpr size_t MostTiles = 6;

/// Iterations that a thread takes at a time, and most rows.
static constexpr double WorkAtATime = 4096;
static constexpr int64_t MostRowsAtATime = 256;

/// Twice as many lanes as a bare directive has for rows of scattered loads.
static constexpr int64_t ManyLanes = 8;

/// Copies of a loop that is in no lanes.
static constexpr int64_t FewCopies = 4;

/// Positions ahead of the one that gathers a row.
static constexpr int64_t PositionsAhead = 8;

namespace {

/// Collects the candidates of one nest.
class Candidates {
public:
  /// If there is a winner, of what prints as others nothing is made.
  Candidates(const Nest &N, const Choice &Best, const ScheduleContext &Context)
      : N(N), Winner(Context.Winner),
        LanesCanBeMasked(Context.LanesCanBeMasked),
        Row(outermostLoop(N)->var().str()), Name(clauseName(N, Row)),
        Guards(Best.Versions.back().Graph.Guards) {
    // What each version runs as is a candidate already only where it is alone.
    if (Best.Versions.size() == 1)
      Texts.push_back(directiveText(Best.Versions.front().Clauses));
  }

  /// Tiles, up to \p Most, if \p Best has some.
  void addTiles(const Choice &Best, size_t Most);
  /// Schedules of rows in any order.
  void addRows();
  /// Formats for rows on threads, behind all schedules.
  void addFormats();
  std::vector<Version> take() { return std::move(All); }

private:
  bool accepts(const Directive &Commands) const {
    return versionOf(N, Commands).has_value();
  }
  void add(const Directive &Commands) { add(N, Commands); }
  void add(const Nest &Of, const Directive &Commands);
  void addRows(RaceStrategy Races);
  std::optional<RaceStrategy> races() const;
  std::vector<Clause> balanced(RaceStrategy Races) const;
  Clause handedOut() const;
  Directive withLanes(Directive D) const;
  std::vector<Clause> inManyLanes() const;
  std::vector<Clause> inCopies() const;
  std::vector<Clause> fetchedAhead() const;

  const Nest &N;
  const std::optional<std::string> &Winner;
  const bool LanesCanBeMasked;
  const std::string Row, Name;
  const std::vector<Guard> Guards; ///< of all versions
  std::vector<std::string> Texts;  ///< of those that there are
  std::vector<Version> All;
};

} // namespace

/// Adds \p Commands of \p Of, which is the nest, where they are legal under the
/// guards that there are, and new.
void Candidates::add(const Nest &Of, const Directive &Commands) {
  const std::string Text = directiveText(Commands);
  if (is_contained(Texts, Text) ||
      (Winner && !StringRef(*Winner).ends_with(Text)))
    return;
  std::optional<Version> V = versionOf(Of, Commands);
  if (!V || (!V->Graph.Layout && All.size() == MostSchedules))
    return;
  if (!bringUnder(N, Guards, *V))
    return;
  if (V->Graph.Layout)
    V->Graph.Layout->Rule = LayoutRule::AsTried;
  V->Candidate = unsigned(All.size()) + 1;
  All.push_back(std::move(*V));
  Texts.push_back(Text);
}

/// How iterations of the rows are kept apart on threads.
std::optional<RaceStrategy> Candidates::races() const {
  for (RaceStrategy Races :
       {RaceStrategy::NoRaces, RaceStrategy::ParallelReduction})
    if (accepts({{clauses::parallelize(Name, ParallelUnit::CpuThread, Races)}}))
      return Races;
  return std::nullopt;
}

/// Pieces of rows with as many positions each; none if rows have no positions.
std::vector<Clause> Candidates::balanced(RaceStrategy Races) const {
  const std::string Piece = unusedName(N, "t"), Inner = unusedName(N, "ir");
  for (const IndexVar &V : N.IndexVars) {
    std::vector<Clause> Commands = {
        clauses::divideBalanced(Name, Piece, Inner, clauseName(N, V.Name)),
        clauses::parallelize(Piece, ParallelUnit::CpuThread, Races)};
    if (V.Name != Row && N.Facts.LastPrivate.empty() && accepts({Commands}))
      return Commands;
  }
  return {};
}

/// Rows that threads take as they get on.
Clause Candidates::handedOut() const {
  const double Work = guessedWork(findLoop(N.Body, Row)->body());
  return clauses::handOut(
      Name, RaceStrategy::NoRaces,
      std::clamp<int64_t>(int64_t(WorkAtATime / Work), 1, MostRowsAtATime));
}

/// \p D with lanes for all innermost loops that can have some, however long
/// they are.
Directive Candidates::withLanes(Directive D) const {
  for (const LoopChoices &Loop : vectorChoices(N, LanesCanBeMasked))
    for (const VectorChoice &C : Loop.Choices) {
      Directive More = D.followedBy(C.Commands);
      if (!accepts(More))
        continue;
      D = std::move(More);
      break;
    }
  return D;
}

/// Commands that bring sums to more lanes than `withLanes` does.
std::vector<Clause> Candidates::inManyLanes() const {
  std::vector<Clause> Result;
  for (const LoopChoices &Loop : vectorChoices(N, LanesCanBeMasked))
    if (!Loop.Choices.empty() && Loop.Choices.front().IsSum)
      Result.push_back(
          clauses::parallelize(clauseName(N, Loop.Var), ParallelUnit::CpuVector,
                               RaceStrategy::ParallelReduction, ManyLanes));
  return Result;
}

/// Commands that copy the bodies of innermost loops; not where they are rows of
/// stored positions, which end soon.
std::vector<Clause> Candidates::inCopies() const {
  std::vector<Clause> Result;
  for (const LoopChoices &Loop : vectorChoices(N, LanesCanBeMasked))
    if (Loop.Var != Row)
      Result.push_back(clauses::unroll(clauseName(N, Loop.Var),
                                       segmentsOf(N, *N.findIndexVar(Loop.Var))
                                           ? LoopTags::NoUnroll
                                           : FewCopies));
  return Result;
}

/// Rows that positions gather, fetched ahead.
std::vector<Clause> Candidates::fetchedAhead() const {
  for (const LoopChoices &Loop : vectorChoices(N, LanesCanBeMasked))
    if (std::optional<Gather> G = gatherOf(N, Loop.Var))
      return {clauses::prefetch(clauseName(N, G->IsScattered.Var), G->Array,
                                PositionsAhead)};
  return {};
}

void Candidates::addFormats() {
  const Clause OnThreads = clauses::parallelize(Name, ParallelUnit::CpuThread,
                                                RaceStrategy::NoRaces);
  for (const Clause &Format : triedFormats(N))
    add({{Format, OnThreads}});
}

void Candidates::addRows(RaceStrategy Races) {
  const Directive Rows = {
      {clauses::parallelize(Name, ParallelUnit::CpuThread, Races)}};
  Directive Even = {balanced(Races)};
  if (Even.Clauses.empty())
    Even = Rows;
  add(withLanes(Even));
  add(Even);
  // As they get on, threads leave results at other places in each run.
  if (Races == RaceStrategy::NoRaces)
    add(withLanes({{handedOut()}}));
  add(withLanes(Rows));
  if (std::vector<Clause> More = inManyLanes(); !More.empty())
    add(Even.followedBy(More));
  if (std::vector<Clause> More = fetchedAhead(); !More.empty())
    add(withLanes(Even).followedBy(More));
  const std::vector<Clause> Copies = inCopies();
  Directive Alone = withLanes({});
  // What says nothing would be bare.
  if (Alone.Clauses.empty())
    Alone = {Copies};
  if (!Alone.Clauses.empty())
    add(Alone);
  if (!Copies.empty())
    add(Even.followedBy(Copies));
  add(Rows);
}

void Candidates::addRows() {
  if (const std::optional<RaceStrategy> Races = races())
    addRows(*Races);
}

void Candidates::addTiles(const Choice &Best, size_t Most) {
  for (const Version &V : Best.Versions) {
    const std::vector<Directive> Others = withOtherTiles(V.Clauses);
    if (Others.empty())
      continue;
    // What isl knows of the loops is about those in front of all commands.
    const std::optional<Nest> Modelled =
        V.Clauses.Clauses.front().Name == "order"
            ? std::nullopt
            : withModel(N, AffineEffort::Tried);
    for (const Directive &Other : Others)
      if (All.size() < Most)
        add(Modelled ? *Modelled : N, Other);
    return;
  }
}

/// Whether \p V has tiles in tiles, the inner ones of which stay in registers:
/// rows by themselves take ten times as long.
static bool hasTilesInTiles(const Version &V) {
  return count_if(V.Clauses.Clauses,
                  [](const Clause &C) { return C.Name == "tile"; }) > 1;
}

void addCandidates(const Nest &N, const ScheduleContext &Context, bool AreRows,
                   Choice &Best) {
  AreRows = AreRows && none_of(Best.Versions, hasTilesInTiles);
  Candidates Found(N, Best, Context);
  Found.addTiles(Best, AreRows ? MostTiles : MostSchedules);
  if (AreRows) {
    Found.addRows();
    if (Context.MayHaveLayouts)
      Found.addFormats();
  }
  std::vector<Version> All = Found.take();
  // What is tried is not measured once more.
  if (Context.Tunes && !All.empty())
    erase_if(Best.Versions, [](const Version &V) {
      return V.Graph.Layout && V.Graph.Layout->Rule == LayoutRule::WhereLinked;
    });
  const LoopStmt &Rows = *outermostLoop(N);
  Best.Versions.insert(Best.Versions.begin(),
                       std::make_move_iterator(All.begin()),
                       std::make_move_iterator(All.end()));
  Best.Trips = lengthOf(N, *N.findIndexVar(Rows.var()));
  Best.Work = workOf(N).expression();
}

void keepWinner(Choice &All, StringRef Winner) {
  const auto Found = find_if(All.Versions, [&](const Version &V) {
    return V.Candidate != 0 && directiveText(V.Clauses) == Winner;
  });
  if (Found != All.Versions.end()) {
    Version Alone = std::move(*Found);
    Alone.Candidate = 0;
    if (Alone.Graph.Layout)
      Alone.Graph.Layout->Rule = LayoutRule::Always;
    All.Versions = {std::move(Alone)};
  }
  erase_if(All.Versions, [](const Version &V) { return V.Candidate != 0; });
}

} // namespace lacuna
