//===- WaveLegality.cpp - what may run as a wavefront ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveLegality.h"
#include "lacuna/analysis/ConflictFinder.h"
#include "lacuna/ir/Spellings.h"
#include "lacuna/schedule/Messages.def"
#include "lacuna/waves/TouchWalk.h"

using namespace llvm;

namespace lacuna {

/// Whether iterations of \p Var are the user's, or blocks of equally many.
static bool isCountedFromUsers(const Nest &N, StringRef Var) {
  const Relation *Made = N.producer(Var);
  return !Made || (Made->rules().HasConstantSize && Made->Children[0] == Var &&
                   !N.findIndexVar(Made->Parents[0])->isDerived());
}

/// Whether iterations' accesses can be found in front of the nest, as far as
/// that is seen of a nest with other loops than the user's.
static bool canBeWalked(const Nest &N, const LoopStmt &Loop,
                        ArrayRef<Conflict> Found) {
  // The walk is through the user's own loops, when the nest is lowered.
  if (!N.Relations.empty())
    return true;
  std::vector<std::string> Arrays;
  for (const Conflict &X : Found)
    Arrays.push_back(X.Name);
  return touchWalk(N, *N.findIndexVar(Loop.var()), 1, Arrays).has_value();
}

std::string whyNotOnUnit(const Nest &N, const LoopStmt &Loop) {
  const ParallelTag &Tag = *Loop.tags().Parallel;
  if (Tag.Unit == ParallelUnit::CpuThread)
    return "";
  if (Tag.Unit != ParallelUnit::GpuThread)
    return msg::WaveNeedsThreads(wordFor(Tag.Unit));
  if (Tag.Order == WaveOrder::List || Tag.Order == WaveOrder::Auto)
    return msg::WaveOrderOfCpu(wordFor(Tag.Order));
  for (const std::string &Array : N.Facts.Private)
    if (accesses(Loop.body(), Array) != 0)
      return msg::WaveWithoutCopies(Array);
  return "";
}

std::string whyNoWavefront(const Nest &N, const LoopStmt &Loop,
                           ArrayRef<Conflict> Found) {
  const std::string Var = Loop.var().str();
  if (pathTo(N.Body, Var).size() != 1)
    return msg::WaveNeedsOutermost(pathTo(N.Body, Var).front()->var(), Var);
  if (trackedIn(N, Loop) || Loop.merge() || !isCountedFromUsers(N, Var))
    return msg::WaveNeedsUsersLoop(Var);
  for (const Conflict &X : Found) {
    if (!X.IsArray)
      return msg::WaveCarriesVariable(X.Name);
    const Operand *Array = N.findOperand(X.Name);
    if (!Array || Array->Row)
      return msg::WaveOfArrayOfRows(X.Name);
  }
  for (const std::string &Array : N.Facts.LastPrivate)
    if (accesses(Loop.body(), Array) != 0)
      return msg::WaveLeavesNoCopy(Array);
  return canBeWalked(N, Loop, Found) ? "" : msg::WaveIsSteered(Var);
}

} // namespace lacuna
