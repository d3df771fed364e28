//===- AffineRaces.cpp - iterations that isl tells apart ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineRaces.h"
#include "commands/AffineNest.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

/// Accesses of a nest that isl is asked about: it would give up on more.
static constexpr size_t MostAccesses = 24;

static bool isShort(const Nest &N) {
  const std::optional<AffineView> View = affineViewOf(N);
  if (!View)
    return false;
  size_t Accesses = 0;
  for (const AffineStatement &S : View->Statements)
    Accesses += S.Accesses.size();
  return Accesses <= MostAccesses;
}

/// \p N with loops that run one iteration after the other. A model that it has,
/// of the nest as it was lifted, may be one of other loops.
static Nest withoutTags(Nest N) {
  N.Model = nullptr;
  N.Body = rewrite(
      N.Body,
      [](const StmtRef &S) -> StmtRef {
        auto *Loop = dyn_cast<LoopStmt>(S.get());
        if (!Loop || Loop->tags() == LoopTags())
          return nullptr;
        return std::make_shared<LoopStmt>(Loop->var().str(), Loop->body(),
                                          LoopTags(), Loop->tag(),
                                          Loop->merge());
      },
      nullptr);
  return N;
}

bool areIndependent(const Nest &Given, StringRef Var, Nest &Guarded) {
  const Nest N = withoutTags(Given);
  if (!isShort(N))
    return false;
  Expected<std::shared_ptr<const AffineModel>> Model =
      AffineModel::of(N, AffineEffort::Glanced);
  if (!Model) {
    consumeError(Model.takeError());
    return false;
  }
  const std::vector<std::string> &Loops = deepestOf((*Model)->view()).Loops;
  auto At = find(Loops, Var);
  if (At == Loops.end())
    return false;
  // Parts of an iteration, which have numbers of their own, run in order.
  AffineSchedule Order = asWritten((*Model)->view());
  const size_t Number = At - Loops.begin();
  AffineLoop &Of = Order.Loops[Number];
  const int64_t Parts = AffineNest::stepsOf(Of);
  for (AffineExpr &Value : Of.Values)
    Value = quotient(Value, Parts);
  auto Race = (*Model)->carriedBy(Order, Number);
  if (!Race) {
    consumeError(Race.takeError());
    return false;
  }
  if (*Race)
    return false;
  Nest WithGuards = Guarded;
  if (Error E = addAssumptions(WithGuards, **Model)) {
    consumeError(std::move(E));
    return false;
  }
  Guarded = std::move(WithGuards);
  return true;
}

} // namespace lacuna
