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
#include "lacuna/analysis/copies/AccessedExtent.h"
#include "lacuna/analysis/copies/PrivateCopies.h"
#include "lacuna/auto/Messages.def"

using namespace llvm;

namespace lacuna {

/// Copies up to this size stay in a core's first cache beside other data, and
/// take less time than starting a thread does.
static constexpr int64_t MostCopied = 16 * 1024;

/// Copies of that much memory are made where nothing has to be copied.
static constexpr int64_t MostBytes = 16 * 1024 * 1024;

static int64_t elementsIn(int64_t Bytes, const Operand &Array) {
  return Bytes / std::max(1u, Array.Ty.bits() / 8);
}

static bool hasAtMost(const Operand &Array, int64_t Bytes) {
  std::optional<int64_t> Elements = constantValue(Array.Extent);
  return Elements && *Elements <= elementsIn(Bytes, Array);
}

/// Under which condition copies of \p Array are small enough, if it takes one;
/// false if they are not.
static bool limitCopies(const Operand &Array, std::vector<Guard> &Conditions) {
  if (constantValue(Array.Extent))
    return hasAtMost(Array, MostBytes);
  ExprRef Most = i64(elementsIn(MostBytes, Array));
  Conditions.push_back(
      {msg::GuardCopiesAreLarge(Array.Name, std::to_string(MostBytes)),
       binary(BinaryOp::Le, cast(Type::i64(), Array.Extent), Most),
       "",
       {},
       {}});
  return true;
}

/// Makes \p Array private to threads if each iteration of the outermost loop,
/// \p Rows, finds what it has stored itself, and what the array holds behind
/// the nest does not depend on who ran it.
static bool makePrivate(Nest &N, const LoopStmt &Rows, const Operand &Array) {
  const std::string Name = Array.Name;
  std::vector<Guard> Conditions;
  // Of records the clause would make all members private.
  if (Array.Row || !Array.Records.empty() || arraysInBounds(N).contains(Name) ||
      !whyNotCopiedIn(N, Rows, Name).empty())
    return false;
  const std::optional<Operand> Sized = withAccessedExtent(N, Array, Conditions);
  if (!Sized || !limitCopies(*Sized, Conditions))
    return false;
  std::optional<std::vector<Guard>> Needed = storesFirst(N, *Sized);
  if (!Needed)
    return false;
  const bool IsCopied = Array.Scratch && hasAtMost(*Sized, MostCopied);
  if (!IsCopied) {
    std::optional<std::vector<Guard>> Alike = storesAlike(N, *Sized);
    if (!Alike)
      return false;
    append_range(Conditions, *Alike);
    N.Facts.LastPrivate.push_back(Name);
  }
  append_range(Conditions, *Needed);
  append_range(N.Guards, Conditions);
  setExtent(N, *Sized);
  N.Facts.Private.push_back(Name);
  return true;
}

std::vector<std::string> addWorkspaces(Nest &N) {
  const LoopStmt *Rows = outermostLoop(N);
  if (!Rows)
    return {};
  std::vector<std::string> Copied;
  std::vector<Guard> Conditions;
  // Who vouches that iterations share nothing may not think of arrays that all
  // of them work in.
  Nest Judged = N;
  Judged.Facts.Independent.clear();
  const bool IsVouched = !N.Facts.Independent.empty();
  for (const Conflict &X : threadConflicts(Judged, Rows->var(), &Conditions)) {
    const Operand *Array = X.IsArray ? N.findOperand(X.Name) : nullptr;
    if (IsVouched && !usesSameElements(N, Rows->var(), X.Name))
      continue;
    if (Array && !is_contained(Copied, X.Name) && makePrivate(N, *Rows, *Array))
      Copied.push_back(X.Name);
  }
  return Copied;
}

} // namespace lacuna
