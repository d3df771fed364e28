//===- DenseProducts.cpp - products of matrices in registers --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In `C[i][j] += A[i][k] * B[k][j]` each element is loaded for one product of
// it. A tile of C, some rows of a few vectors, stays in registers while k goes
// on, and an element of B that is loaded serves all its rows. Blocks of rows,
// of k and of columns keep what tiles load in caches. Each element of C gets
// the same terms in the same order. docs/rationale.md has the figures.
//
//===----------------------------------------------------------------------===//

#include "DenseProducts.h"
#include "Strides.h"
#include "WorkEstimate.h"
#include "lacuna/affine/AffineView.h"
#include "lacuna/directive/ClauseBuilders.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

/// Rows of a tile in registers, and in a block that a thread takes; terms that
/// are added to a tile before the next one comes.
static constexpr int64_t TileRows = 4, BlockRows = 64, BlockTerms = 256;

/// A tile takes half of the registers.
static constexpr int64_t ShareOfTile = 2;

/// Rows, and terms, below which blocks are not worth their borders. Sums of
/// integers are fast as they stand, for compilers may take terms in any order.
static constexpr int64_t LeastRows = 2 * TileRows, LeastTerms = 8,
                         LeastIntegers = 32;

namespace {

/// The loops of a product: results go along `Row` and, one beside the other,
/// `Lane`, and are sums over `Sum`.
struct ProductLoops {
  std::string Row, Sum, Lane;
};

} // namespace

/// The update of an element of \p S; null if it is none, or more.
static std::shared_ptr<const AssignStmt> updateIn(const AffineStatement &S) {
  std::shared_ptr<const AssignStmt> Found = onlyStore(S);
  return Found && Found->op() != ReduceOp::None &&
                 Found->target().Ty.isArithmetic() &&
                 Found->target().Ty.bits() <= 64
             ? Found
             : nullptr;
}

/// Whether \p Reads gain from tiles of results in \p Of: one of them serves all
/// results of a row, and one, in which elements lie side by side, those of a
/// column.
static bool areShared(ArrayRef<ExprRef> Reads, const ProductLoops &Of) {
  bool IsOfRow = false, IsOfColumn = false;
  for (const ExprRef &Index : Reads) {
    const Stride Lane = strideOf(Index, Of.Lane), Row = strideOf(Index, Of.Row);
    if (Lane == Stride::Other || (Lane == Stride::One && Row != Stride::None))
      return false;
    IsOfRow |= Lane == Stride::None && Row != Stride::None;
    IsOfColumn |= Lane == Stride::One && Row == Stride::None &&
                  strideOf(Index, Of.Sum) != Stride::None;
  }
  return IsOfRow && IsOfColumn;
}

/// The loops of \p S, if it is a product.
static std::optional<ProductLoops> productIn(const AffineStatement &S) {
  const std::shared_ptr<const AssignStmt> Update = updateIn(S);
  const auto Reads = Update ? subscriptsIn(Update->value()) : std::nullopt;
  if (!Reads || S.Loops.size() != 3)
    return std::nullopt;
  ProductLoops Of;
  for (const std::string &Loop : S.Loops) {
    const Stride Result = strideOf(Update->target().Index, Loop);
    (Result == Stride::None  ? Of.Sum
     : Result == Stride::One ? Of.Lane
                             : Of.Row) = Loop;
  }
  if (Of.Row.empty() || Of.Sum.empty() || Of.Lane.empty() ||
      !areShared(*Reads, Of))
    return std::nullopt;
  return Of;
}

/// Tiles of \p Lanes lanes for the product \p Of in \p S, on vectors of
/// \p Width. Parts of iterations get loops of their own, for each block of
/// rows.
static Directive tilesFor(const AffineStatement &S, const ProductLoops &Of,
                          int64_t Lanes, int64_t Width) {
  const std::string Row = plainName(Of.Row), Sum = plainName(Of.Sum),
                    Lane = plainName(Of.Lane);
  auto Tile = [&](int64_t Rows, int64_t Terms, int64_t Columns) {
    return clauses::call("tile",
                         {Row, Sum, Lane + "; " + std::to_string(Rows),
                          std::to_string(Terms), std::to_string(Columns)});
  };
  const std::vector<std::string> Parted = loopsWithParts(S);
  Directive Commands;
  std::vector<std::string> Order;
  for (const std::string &Loop : Parted) {
    Commands.Clauses.push_back(clauses::call("distribute", {Loop}));
    Order.push_back(Loop + "_part");
  }
  Order.insert(Order.end(), {Row, Sum, Lane});
  Commands.Clauses.push_back(clauses::order(Order));
  Commands.Clauses.push_back(Tile(BlockRows, BlockTerms, Lanes));
  if (Parted.size() == 1)
    Commands.Clauses.push_back(
        clauses::reorder(Parted.front() + "_part", Row + "_tile"));
  return Commands.followedBy(
      {Tile(TileRows, 0, 0), clauses::reorder(Row, Sum),
       clauses::call("unroll", {Row}),
       clauses::parallelize(Row + "_tile", ParallelUnit::CpuThread,
                            RaceStrategy::NoRaces),
       clauses::parallelize(Lane, ParallelUnit::CpuVector,
                            RaceStrategy::NoRaces, Width)});
}

std::optional<Version> inRegisterTiles(const Nest &N,
                                       const ScheduleContext &Context) {
  const std::optional<AffineView> View = affineViewOf(N);
  if (!View)
    return std::nullopt;
  const AffineStatement &Deepest = deepestOf(*View);
  const std::optional<ProductLoops> Of = productIn(Deepest);
  if (!Of)
    return std::nullopt;
  // The commands ask about other loops; of factors that are results as well
  // isl would think for long.
  if (!withModel(N, AffineEffort::Glanced))
    return std::nullopt;
  const Type &Ty = N.findOperand(Deepest.Accesses.front().Array)->Ty;
  const int64_t Bytes = Ty.bits() / 8;
  const int64_t Lanes = Context.RegisterBytes / ShareOfTile / TileRows / Bytes;
  std::optional<Version> Result =
      versionOf(N, tilesFor(Deepest, *Of, Lanes, Context.VectorBytes / Bytes));
  if (!Result)
    return std::nullopt;
  const std::pair<const std::string &, int64_t> Least[] = {
      {Of->Row, LeastRows},
      {Of->Sum, Ty.isFloat() ? LeastTerms : LeastIntegers},
      {Of->Lane, Lanes}};
  // Of a loop whose range others decide about, these say enough.
  for (const auto &[Loop, Count] : Least)
    if (lengthOf(N, *N.findIndexVar(Loop)))
      Result->When.push_back({Loop, "", Count});
  if (Result->When.empty())
    return std::nullopt;
  return Result;
}

} // namespace lacuna
