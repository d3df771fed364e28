//===- Workspaces.cpp - arrays that threads need copies of ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workspaces.h"
#include "Candidates.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/PrivateCopies.h"

using namespace llvm;

namespace lacuna {

/// Copies up to this size stay in a core's first cache beside other data, and
/// cost less than starting a thread does.
static constexpr int64_t MostBytes = 16 * 1024;

static bool isSmall(const Operand &Array) {
  std::optional<int64_t> Elements =
      Array.Extent ? constantValue(Array.Extent) : std::nullopt;
  return Elements && *Elements <= MostBytes * 8 / std::max(8u, Array.Ty.bits());
}

std::vector<std::string> addWorkspaces(Nest &N) {
  const LoopStmt *Rows = outermostLoop(N);
  if (!Rows)
    return {};
  std::vector<std::string> Copied;
  std::vector<Guard> Conditions;
  for (const Conflict &X : threadConflicts(N, Rows->var(), &Conditions)) {
    const Operand *Array = X.IsArray ? N.findOperand(X.Name) : nullptr;
    if (!Array || is_contained(Copied, X.Name) || !Array->Scratch ||
        Array->Row || !isSmall(*Array) || arraysInBounds(N).contains(X.Name) ||
        !whyNoWorkspace(N, *Array).empty() ||
        !whyNotCopiedIn(N, *Rows, X.Name).empty())
      continue;
    std::optional<std::vector<Guard>> Needed = storesFirst(N, *Array);
    if (!Needed)
      continue;
    Copied.push_back(X.Name);
    append_range(N.Guards, *Needed);
  }
  append_range(N.Facts.Private, Copied);
  return Copied;
}

} // namespace lacuna
