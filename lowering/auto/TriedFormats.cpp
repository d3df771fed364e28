//===- TriedFormats.cpp - formats that trials choose among ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sizes are those that most matrices have use for. Each costs code, and a
// layout where the runtime finds that it may pay (runtime/layout/Selection).
//
//===----------------------------------------------------------------------===//

#include "TriedFormats.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/RowSegments.h"
#include "lacuna/directive/ClauseBuilders.h"
#include "lacuna/layouts/Relaid.h"

using namespace llvm;

namespace lacuna {

/// Of rows, the ones that few matrices suit first; of two of a kind the one
/// that is the better guess.
static constexpr const char *OfRows[] = {"dia", "bsr(3, 3)", "bsr(2, 2)",
                                         "sell(8, 4096)", "sell(16, 256)"};

/// What clauses call the entries at positions \p Position of \p N, if they may
/// be in a format of \p Kind.
static std::optional<std::string> entriesIn(Nest N, LayoutKind Kind,
                                            const std::string &Position) {
  N.Layout = Layout{Kind, Position};
  Expected<std::vector<Relaid>> All = relaid(N);
  if (All)
    return All->front().Use.shownName();
  consumeError(All.takeError());
  return std::nullopt;
}

std::vector<Clause> triedFormats(const Nest &N) {
  const LoopStmt *Rows = outermostLoop(N);
  for (const IndexVar &V : N.IndexVars) {
    const std::optional<Segments> Of =
        V.isDerived() ? std::nullopt : segmentsOf(N, V);
    if (!Of || Of->Row->Name != Rows->var())
      continue;
    if (auto Entries = entriesIn(N, LayoutKind::Csc, V.Name))
      return {clauses::call("format", {*Entries + ": csc"})};
    std::vector<Clause> Result;
    if (auto Entries = entriesIn(N, LayoutKind::Auto, V.Name))
      for (const char *Format : OfRows)
        Result.push_back(clauses::call("format", {*Entries + ": " + Format}));
    return Result;
  }
  return {};
}

} // namespace lacuna
