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
// keep results in a cache meanwhile. In `y[i] += A[i][j] * x[j]`, with i as the
// inner loop, sums would have to wait for each other in the other order: as
// many terms as there are elements in a line are added at a time. Where some
// arrays want the one order and some the other, as in transpositions, tiles
// serve both. Each element gets the same terms in the same order.
// docs/rationale.md has the figures.
//
//===----------------------------------------------------------------------===//

#include "RowWalks.h"
#include "Strides.h"
#include "WorkEstimate.h"
#include "lacuna/directive/ClauseBuilders.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

/// Results, and terms of each, at a time; results alone, where the number of
/// terms varies. Larger blocks are a little faster, and leave less for threads.
static constexpr int64_t Block = 256, BlockTerms = 4, BlockAlone = 128;

/// Results and terms where each term is for all results, and rows of results
/// that use a block's.
static constexpr int64_t SumBlock = 256, SumTerms = 8, SumRows = 16;

/// Rows and columns of a tile where both orders are wanted.
static constexpr int64_t TileRows = 64, TileColumns = 16;

/// Elements of a row, and rows, for which another order pays.
static constexpr int64_t LeastElements = 32, LeastRows = 16;

namespace {

/// What the two innermost loops do.
enum class Walk {
  Along,  ///< nothing to be mended
  Down,   ///< the inner one goes down columns, and the outer one along rows
  Sums,   ///< the same, and each iteration of the outer one adds to all results
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
    // A column that all iterations of the outer loop read is read once then.
    if (In == Stride::Other && Out == Stride::None && Index != All->back())
      continue;
    if ((In == Stride::Other && Out != Stride::One) ||
        (Out == Stride::Other && In != Stride::One))
      return Walk::Along;
    IsDown |= In == Stride::Other;
    IsAlong |= Out == Stride::Other;
  }
  if (!IsDown)
    return Walk::Along;
  if (IsAlong)
    return Walk::Crossed;
  return strideOf(Store->target().Index, Outer) == Stride::None ? Walk::Sums
                                                                : Walk::Down;
}

/// The same of all innermost loops of \p View, of which there are several only
/// if each goes down columns. It is for them to have the loop around in common.
static Walk walkOf(const AffineView &View) {
  const std::vector<std::string> &Loops = deepestOf(View).Loops;
  std::optional<Walk> Common;
  size_t Count = 0;
  for (const AffineStatement &S : View.Statements) {
    if (S.Loops.size() != Loops.size())
      continue;
    const Walk Kind = walkOf(S);
    if ((Common && *Common != Kind) ||
        !std::equal(S.Loops.begin(), S.Loops.end() - 1, Loops.begin()))
      return Walk::Along;
    Common = Kind;
    ++Count;
  }
  return Count == 1 || *Common == Walk::Down ? *Common : Walk::Along;
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

namespace {

/// Loops with parts of their iterations, which get loops of their own.
struct Parts {
  std::vector<std::string> Loops;

  Directive distributed() const {
    Directive Commands;
    for (const std::string &Loop : Loops)
      Commands.Clauses.push_back(clauses::call("distribute", {Loop}));
    return Commands;
  }
  /// Appends \p Of to \p Order, the loop over its parts first.
  void append(std::vector<std::string> &Order, const std::string &Of) const {
    if (is_contained(Loops, Of))
      Order.push_back(Of + "_part");
    Order.push_back(Of);
  }
};

} // namespace

/// The two innermost of \p Loops, which the user calls so, exchanged for a
/// block of results, and some terms of each if there are \p HasTerms as many of
/// all. The outermost loop is on threads, or else that over blocks is
/// outermost.
static std::optional<Version> exchanged(const Nest &N,
                                        ArrayRef<std::string> Loops,
                                        const Parts &Of, bool HasTerms) {
  const std::string &Outer = *(Loops.end() - 2), &Inner = Loops.back();
  const std::string Blocks = Outer + "_tile";
  Directive Commands = Of.distributed();
  std::vector<std::string> Around, Inside;
  for (const std::string &Loop : Loops.drop_back(2))
    Of.append(Around, Loop);
  Of.append(Inside, Outer);
  if (HasTerms) {
    Commands.Clauses.push_back(tile({Outer, Inner}, {Block, BlockTerms}));
    Inside.back() = Inner + "_tile";
    Inside.insert(Inside.end(), {Outer, Inner});
  } else {
    Commands.Clauses.push_back(tile({Outer}, {BlockAlone}));
    Inside.insert(Inside.end() - 1, Inner);
  }
  auto In = [&](std::vector<std::string> Order, const std::string &Threads) {
    append_range(Order, Inside);
    Directive All =
        Commands.followedBy({clauses::order(Order), onThreads(Threads)});
    if (HasTerms)
      All.Clauses.push_back(clauses::call("unroll", {Inner}));
    return versionOf(N, All);
  };
  std::vector<std::string> Order = Around;
  Order.push_back(Blocks);
  if (!Around.empty())
    if (std::optional<Version> Result = In(Order, Loops.front()))
      return Result;
  Order = Around;
  Order.insert(Order.begin(), Blocks);
  return In(Order, Blocks);
}

/// The two innermost of \p Loops exchanged for some terms of a block of sums,
/// which some rows of results have in common, if there are rows.
static std::optional<Version>
someTerms(const Nest &N, ArrayRef<std::string> Loops, const Parts &Of) {
  const std::string &Outer = *(Loops.end() - 2), &Inner = Loops.back();
  std::vector<std::string> Tiled = {Outer, Inner}, Order;
  SmallVector<int64_t, 3> Sizes = {SumTerms, SumBlock};
  const bool HasRows = Loops.size() > 2;
  const std::string Row = HasRows ? *(Loops.end() - 3) : "";
  if (HasRows) {
    Tiled.insert(Tiled.begin(), Row);
    Sizes.insert(Sizes.begin(), SumRows);
    for (const std::string &Loop : Loops.drop_back(3))
      Of.append(Order, Loop);
    Of.append(Order, Row);
    Order.back() += "_tile";
  }
  Order.insert(Order.end(), {Inner + "_tile", Outer + "_tile"});
  if (HasRows)
    Order.push_back(Row);
  Order.insert(Order.end(), {Inner, Outer});
  const std::string Threads = Loops.size() > 3 ? Loops.front()
                              : HasRows        ? Row + "_tile"
                                               : Inner + "_tile";
  return versionOf(N,
                   Of.distributed().followedBy(
                       {tile(Tiled, Sizes), clauses::order(Order),
                        onThreads(Threads), clauses::call("unroll", {Outer})}));
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
  const std::optional<AffineView> View = affineViewOf(N);
  if (!View)
    return std::nullopt;
  const AffineStatement &Deepest = deepestOf(*View);
  const size_t Depth = Deepest.Loops.size();
  if (Depth < 2)
    return std::nullopt;
  SmallVector<std::string, 4> Names;
  for (const std::string &Loop : Deepest.Loops)
    Names.push_back(plainName(Loop));
  const ArrayRef<std::string> Loops = Names;
  const Parts Of{loopsWithParts(Deepest)};
  const bool AreWhole = none_of(Loops.take_back(2), [&](const auto &Loop) {
    return is_contained(Of.Loops, Loop);
  });
  auto IsOneLength = [&](const std::string &Loop) {
    return lengthOf(N, *N.findIndexVar(Loop)) != nullptr;
  };
  const Walk Kind = walkOf(*View);
  if (Kind == Walk::Along)
    return std::nullopt;
  const std::optional<Nest> Modelled = withModel(N, AffineEffort::Tried);
  if (!Modelled)
    return std::nullopt;
  std::optional<Version> Result;
  switch (Kind) {
  case Walk::Along:
    break;
  case Walk::Down:
    if (!is_contained(Of.Loops, Loops.back()))
      Result =
          exchanged(*Modelled, Loops, Of, IsOneLength(Deepest.Loops.back()));
    break;
  case Walk::Sums:
    if (AreWhole)
      Result = someTerms(*Modelled, Loops, Of);
    break;
  case Walk::Crossed:
    if (Of.Loops.empty())
      Result = inTiles(*Modelled, Loops);
    break;
  }
  if (!Result)
    return std::nullopt;
  const std::pair<const std::string &, int64_t> Least[] = {
      {Deepest.Loops[Depth - 2], LeastElements},
      {Deepest.Loops[Depth - 1], LeastRows}};
  for (const auto &[Loop, Count] : Least)
    if (IsOneLength(Loop))
      Result->When.push_back({Loop, "", Count});
  if (Result->When.empty())
    return std::nullopt;
  return Result;
}

} // namespace lacuna
