//===- Candidates.cpp - schedules to choose from --------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/RowSegments.h"
#include "lacuna/schedule/commands/Command.h"

using namespace llvm;

namespace lacuna {

Directive factsOf(Directive D) {
  erase_if(D.Clauses,
           [](const Clause &C) { return kindOf(C) != ClauseKind::Fact; });
  return D;
}

std::string clauseName(const Nest &N, StringRef Name) {
  return N.findIndexVar((Name + "@2").str()) ? (Name + "@1").str() : Name.str();
}

std::string nameOfPart(const Nest &N, StringRef Name, StringRef Suffix) {
  const auto [Plain, Number] = Name.split('@');
  std::string Part = (Plain + Suffix).str();
  if (!Number.empty() && Number != "1")
    Part += ("_" + Number).str();
  return unusedName(N, Part);
}

Expected<Nest> scheduled(const Nest &N, const Directive &Commands) {
  return applySchedule(N, Commands, {});
}

std::optional<Nest> withModel(const Nest &N, AffineEffort Effort) {
  Expected<std::shared_ptr<const AffineModel>> Model =
      AffineModel::of(N, Effort);
  if (!Model) {
    consumeError(Model.takeError());
    return std::nullopt;
  }
  Nest Result = N;
  Result.Model = std::move(*Model);
  return Result;
}

std::optional<Version> versionOf(const Nest &N, Directive Commands) {
  Expected<Nest> Graph = scheduled(N, Commands);
  if (Graph)
    return Version{std::move(*Graph), std::move(Commands), {}};
  consumeError(Graph.takeError());
  return std::nullopt;
}

bool bringUnder(const Nest &N, ArrayRef<Guard> Guards, Version &V) {
  std::vector<Guard> Asked = Guards.vec();
  addGuards(N, Asked, V.Graph.Guards);
  V.Graph.Guards = Guards.vec();
  return Asked.size() == Guards.size();
}

std::vector<Guard> guardsOfAll(const Nest &N, ArrayRef<Version> Versions) {
  std::vector<Guard> Made, Result = N.Guards;
  for (const Version &V : Versions)
    addGuards(N, Made, V.Graph.Guards);
  append_range(Result, Made);
  return Result;
}

} // namespace lacuna
