//===- Workspaces.cpp - arrays that threads need copies of ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workspaces.h"
#include "Candidates.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/PrivateCopies.h"

using namespace llvm;

namespace lacuna {

/// Copies up to this size stay in a core's first cache beside other data, and
/// take less time than starting a thread does.
static constexpr int64_t MostCopied = 16 * 1024;

/// Copies of that much memory are made where nothing has to be copied.
static constexpr int64_t MostBytes = 16 * 1024 * 1024;

static bool hasAtMost(const Operand &Array, int64_t Bytes) {
  std::optional<int64_t> Elements =
      Array.Extent ? constantValue(Array.Extent) : std::nullopt;
  return Elements && *Elements <= Bytes / std::max(1u, Array.Ty.bits() / 8);
}

/// Makes \p Array private to threads if each iteration of the outermost loop,
/// \p Rows, finds what it has stored itself, and what the array holds behind
/// the nest does not depend on who ran it.
static bool makePrivate(Nest &N, const LoopStmt &Rows, const Operand &Array) {
  const std::string Name = Array.Name;
  // Of records the clause would make all members private.
  if (Array.Row || !Array.Records.empty() || !hasAtMost(Array, MostBytes) ||
      arraysInBounds(N).contains(Name) ||
      !whyNotCopiedIn(N, Rows, Name).empty())
    return false;
  std::optional<std::vector<Guard>> Needed = storesFirst(N, Array);
  if (!Needed)
    return false;
  const bool IsCopied = Array.Scratch && hasAtMost(Array, MostCopied);
  if (!IsCopied) {
    std::optional<std::vector<Guard>> Alike = storesAlike(N, Array);
    if (!Alike)
      return false;
    append_range(N.Guards, *Alike);
    N.Facts.LastPrivate.push_back(Name);
  }
  append_range(N.Guards, *Needed);
  N.Facts.Private.push_back(Name);
  return true;
}

std::vector<std::string> addWorkspaces(Nest &N) {
  const LoopStmt *Rows = outermostLoop(N);
  if (!Rows)
    return {};
  std::vector<std::string> Copied;
  std::vector<Guard> Conditions;
  for (const Conflict &X : threadConflicts(N, Rows->var(), &Conditions)) {
    const Operand *Array = X.IsArray ? N.findOperand(X.Name) : nullptr;
    if (Array && !is_contained(Copied, X.Name) && makePrivate(N, *Rows, *Array))
      Copied.push_back(X.Name);
  }
  return Copied;
}

} // namespace lacuna
