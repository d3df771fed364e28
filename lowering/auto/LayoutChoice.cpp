//===- LayoutChoice.cpp - loops that run over layouts ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutChoice.h"
#include "Candidates.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/RowSegments.h"
#include "lacuna/directive/ClauseBuilders.h"
#include "lacuna/layouts/Relaid.h"

using namespace llvm;

namespace lacuna {

/// Whether \p Plain asks for all that \p All ask for.
static bool areAsked(const Nest &N, const Version &Plain,
                     ArrayRef<Relaid> All) {
  std::vector<Guard> Guards = Plain.Graph.Guards;
  for (const Relaid &Over : All)
    addGuards(N, Guards, Over.Conditions);
  return Guards.size() == Plain.Graph.Guards.size();
}

std::optional<Version> overLayouts(const Nest &N, const Version &Plain) {
  const LoopStmt *Rows = outermostLoop(N);
  const Clause OnThreads =
      clauses::parallelize(clauseName(N, Rows->var()), ParallelUnit::CpuThread,
                           RaceStrategy::NoRaces);
  Expected<Nest> Graph = scheduled(N, {{OnThreads}});
  if (!Graph) {
    consumeError(Graph.takeError());
    return std::nullopt;
  }
  for (const IndexVar &V : N.IndexVars) {
    const std::optional<Segments> Of =
        V.isDerived() ? std::nullopt : segmentsOf(N, V);
    if (!Of || Of->Row->Name != Rows->var())
      continue;
    Graph->Layout =
        Layout{LayoutKind::Auto, V.Name, 0, 0, LayoutRule::WhereLinked};
    Expected<std::vector<Relaid>> All = relaid(*Graph);
    if (!All) {
      consumeError(All.takeError());
      return std::nullopt;
    }
    if (!areAsked(N, Plain, *All))
      return std::nullopt;
    return Version{
        std::move(*Graph),
        {{clauses::call("format", {All->front().Use.shownName() + ": auto"}),
          OnThreads}},
        {}};
  }
  return std::nullopt;
}

} // namespace lacuna
