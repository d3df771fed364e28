//===- RowWalks.cpp - walks down columns, along rows instead --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In `y[i] += A[j][i] * x[j]`, with j as the inner loop, each element of A is
// from a line of its own, which is gone when its neighbour is asked for. With i
// as the inner loop they are used as they come, several at a time. Blocks of i
// keep results in a cache meanwhile. Where some arrays want the one order and
// some the other, as in transpositions, tiles serve both. Each element gets the
// same terms in the same order. docs/rationale.md has the figures.
//
//===----------------------------------------------------------------------===//

#include "RowWalks.h"
#include "Strides.h"
#include "WorkEstimate.h"
#include "lacuna/directive/ClauseBuilders.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

/// Elements of a row that are gone through at a time; rows and columns of a
/// tile where both orders are wanted.
static constexpr int64_t Block = 512, TileRows = 64, TileColumns = 16;

/// Elements of a row, and rows, for which another order pays.
static constexpr int64_t LeastElements = 32, LeastRows = 16;

namespace {

/// What the two innermost loops do.
enum class Walk {
  Along,  ///< nothing to be mended
  Down,   ///< the inner one goes down columns, and the outer one along rows
  Crossed ///< of some arrays; of others the inner one goes along rows
};

} // namespace

static Walk walkOf(const AffineStatement &S) {
  const std::shared_ptr<const AssignStmt> Store = onlyStore(S);
  auto All = Store ? subscriptsIn(Store->value()) : std::nullopt;
  if (!All)
    return Walk::Along;
  All->push_back(Store->target().Index);
  const std::string &Outer = *(S.Loops.end() - 2), &Inner = S.Loops.back();
  bool IsDown = false, IsAlong = false;
  for (const ExprRef &Index : *All) {
    const Stride In = strideOf(Index, Inner), Out = strideOf(Index, Outer);
    if ((In == Stride::Other && Out != Stride::One) ||
        (Out == Stride::Other && In != Stride::One))
      return Walk::Along;
    IsDown |= In == Stride::Other;
    IsAlong |= Out == Stride::Other;
  }
  return !IsDown ? Walk::Along : IsAlong ? Walk::Crossed : Walk::Down;
}

static Clause tile(const std::vector<std::string> &Loops,
                   ArrayRef<int64_t> Sizes) {
  std::vector<std::string> Arguments = Loops;
  Arguments.back() += "; " + std::to_string(Sizes.front());
  for (int64_t Size : Sizes.drop_front())
    Arguments.push_back(std::to_string(Size));
  return clauses::call("tile", Arguments);
}

static Clause onThreads(const std::string &Loop) {
  return clauses::parallelize(Loop, ParallelUnit::CpuThread,
                              RaceStrategy::NoRaces);
}

/// The two innermost of \p Loops, which the user calls so, exchanged in blocks;
/// parts of an iteration of the outer one get loops of their own. The loop
/// around all, or that over blocks, is on threads.
static std::optional<Version>
exchanged(const Nest &N, ArrayRef<std::string> Loops, bool HasParts) {
  const std::string &Outer = *(Loops.end() - 2), Blocks = Outer + "_tile";
  const ArrayRef<std::string> Around = Loops.drop_back(2);
  Directive Commands{{tile({Outer}, {Block})}};
  std::vector<std::string> Inside;
  if (HasParts) {
    Commands.Clauses.push_back(clauses::call("distribute", {Outer}));
    Inside.push_back(Outer + "_part");
  }
  Inside.insert(Inside.end(), {Loops.back(), Outer});
  auto In = [&](std::vector<std::string> Order) {
    const std::string Outermost = Order.front();
    append_range(Order, Inside);
    return versionOf(
        N, Commands.followedBy({clauses::order(Order), onThreads(Outermost)}));
  };
  std::vector<std::string> Order = Around.vec();
  Order.push_back(Blocks);
  if (std::optional<Version> Result = In(Order); Result || Around.empty())
    return Result;
  Order.insert(Order.begin(), Blocks);
  Order.pop_back();
  return In(Order);
}

static std::optional<Version> inTiles(const Nest &N,
                                      ArrayRef<std::string> Loops) {
  const std::vector<std::string> Both = Loops.take_back(2).vec();
  const std::string Outermost =
      Loops.size() == 2 ? Both.front() + "_tile" : Loops.front();
  return versionOf(
      N, {{tile(Both, {TileRows, TileColumns}), onThreads(Outermost)}});
}

std::optional<Version> alongRows(const Nest &N) {
  Expected<AffineView> View = exportAffine(N);
  if (!View) {
    consumeError(View.takeError());
    return std::nullopt;
  }
  const AffineStatement &Deepest = deepestOf(*View);
  const size_t Depth = Deepest.Loops.size();
  auto IsDeepest = [&](const AffineStatement &S) {
    return S.Loops.size() == Depth;
  };
  if (Depth < 2 || count_if(View->Statements, IsDeepest) != 1)
    return std::nullopt;
  std::vector<std::string> Loops;
  for (const std::string &Loop : Deepest.Loops)
    Loops.push_back(plainName(Loop));
  const std::vector<std::string> Parted = loopsWithParts(Deepest);
  std::optional<Version> Result;
  switch (walkOf(Deepest)) {
  case Walk::Along:
    return std::nullopt;
  case Walk::Down:
    if (Parted.empty() || (Parted.size() == 1 && Parted[0] == Loops[Depth - 2]))
      Result = exchanged(N, Loops, !Parted.empty());
    break;
  case Walk::Crossed:
    if (Parted.empty())
      Result = inTiles(N, Loops);
    break;
  }
  if (!Result)
    return std::nullopt;
  const std::pair<const std::string &, int64_t> Least[] = {
      {Deepest.Loops[Depth - 2], LeastElements},
      {Deepest.Loops[Depth - 1], LeastRows}};
  for (const auto &[Loop, Count] : Least)
    if (lengthOf(N, *N.findIndexVar(Loop)))
      Result->When.push_back({Loop, "", Count});
  if (Result->When.empty())
    return std::nullopt;
  return Result;
}

} // namespace lacuna
