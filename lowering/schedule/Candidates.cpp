//===- Candidates.cpp - schedules to choose from --------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"
#include "Command.h"
#include "Segments.h"

using namespace llvm;

namespace lacuna {

std::string factsOf(Directive D) {
  erase_if(D.Clauses, [](const Clause &C) {
    return findClause(C.Name)->Kind == ClauseKind::Command ||
           C.Name == "target";
  });
  std::string Text;
  raw_string_ostream OS(Text);
  print(OS, D);
  return Text.empty() ? "" : Text + " ";
}

std::string clauseName(const Nest &N, StringRef Name) {
  return N.findIndexVar((Name + "@2").str()) ? (Name + "@1").str() : Name.str();
}

const LoopStmt *outermostLoop(const Nest &N) {
  for (const StmtRef &S : statementsOf(N.Body))
    if (auto *Loop = dyn_cast<LoopStmt>(S.get()))
      return Loop;
  return nullptr;
}

Expected<Nest> tryClauses(const Nest &N, StringRef Clauses) {
  Expected<Directive> D = parseDirective(Clauses);
  if (!D)
    return D.takeError();
  return applySchedule(N, *D, {});
}

std::vector<Guard> guardsOfAll(const Nest &N, ArrayRef<Version> Versions) {
  std::vector<Guard> Made, Result = N.Guards;
  for (const Version &V : Versions)
    addGuards(N, Made, V.Graph.Guards);
  append_range(Result, Made);
  return Result;
}

} // namespace lacuna
