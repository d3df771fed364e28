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
// of k and of columns keep what tiles load in caches. Results may have more
// dimensions, and sums go over several loops: contractions of tensors,
// convolutions. Each element of C gets the same terms in the same order.
// docs/rationale.md has the figures.
//
//===----------------------------------------------------------------------===//

#include "DenseProducts.h"
#include "Strides.h"
#include "UnevenRows.h"
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

/// Of several sums, the inner ones are short below so many iterations, by how
/// many of them there are: then so many terms of the outermost one are added to
/// a tile before the next one comes.
static constexpr int64_t ShortSums[] = {64, 8}, TermsOfShort = 8;

/// Iterations of a loop around all others that threads share.
static constexpr int64_t LeastShared = 4;

namespace {

/// The loops of a product, as the view calls them: results go along `Row`, the
/// others of `Rows` and, one beside the other, `Lane`, and are sums over
/// `Sums`. Outside in.
struct ProductLoops {
  std::string Row, Lane;
  std::vector<std::string> Rows, Sums;

  /// Whether it is a product of matrices, of which there is one.
  bool isOfMatrices() const { return Rows.empty() && Sums.size() == 1; }
};

/// How a contraction runs.
struct Blocks {
  bool HasShortSums; ///< some terms of the outermost sum for each tile
  bool SharesRows;   ///< threads take the outermost one of `Rows`
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
                  any_of(Of.Sums, [&](const std::string &Sum) {
                    return strideOf(Index, Sum) != Stride::None;
                  });
  }
  return IsOfRow && IsOfColumn;
}

/// The loops of \p S, if it is a product.
static std::optional<ProductLoops> productIn(const AffineStatement &S) {
  const std::shared_ptr<const AssignStmt> Update = updateIn(S);
  const auto Reads = Update ? subscriptsIn(Update->value()) : std::nullopt;
  if (!Reads)
    return std::nullopt;
  ProductLoops Of;
  for (const std::string &Loop : S.Loops) {
    const Stride Result = strideOf(Update->target().Index, Loop);
    if (Result == Stride::One && !Of.Lane.empty())
      return std::nullopt;
    if (Result == Stride::One)
      Of.Lane = Loop;
    else
      (Result == Stride::None ? Of.Sums : Of.Rows).push_back(Loop);
  }
  if (Of.Lane.empty() || Of.Sums.empty() ||
      Of.Sums.size() > std::size(ShortSums) + 1)
    return std::nullopt;
  // The innermost row that will do.
  for (size_t I = Of.Rows.size(); I-- > 0;) {
    Of.Row = Of.Rows[I];
    if (!areShared(*Reads, Of))
      continue;
    Of.Rows.erase(Of.Rows.begin() + ptrdiff_t(I));
    return Of;
  }
  return std::nullopt;
}

/// Tiles of \p Lanes lanes for the product \p Of in \p S, on vectors of
/// \p Width. Parts of iterations get loops of their own, for each block of
/// rows.
static Directive tilesFor(const Nest &N, const AffineStatement &S,
                          const ProductLoops &Of, int64_t Lanes,
                          int64_t Width) {
  const std::string Row = plainName(Of.Row), Sum = plainName(Of.Sums.front()),
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
       clauses::call("unroll", {Row}), tilesOnThreads(N, Of.Row, Row + "_tile"),
       clauses::parallelize(Lane, ParallelUnit::CpuVector,
                            RaceStrategy::NoRaces, Width)});
}

static std::vector<std::string> plainNames(ArrayRef<std::string> Loops) {
  std::vector<std::string> Names;
  for (const std::string &Loop : Loops)
    Names.push_back(plainName(Loop));
  return Names;
}

/// The same where results have more dimensions, or sums more loops.
static Directive contractionFor(const AffineStatement &S,
                                const ProductLoops &Of, const Blocks &In,
                                int64_t Lanes, int64_t Width) {
  const std::string Row = plainName(Of.Row), Lane = plainName(Of.Lane);
  const std::vector<std::string> Rows = plainNames(Of.Rows),
                                 Sums = plainNames(Of.Sums);
  // The sum of which blocks are made, and those that run as a whole outside of
  // tiles and inside.
  const size_t Blocked = In.HasShortSums ? 0 : Sums.size() - 1;
  const ArrayRef<std::string> Outside = ArrayRef(Sums).take_front(Blocked),
                              Inside = ArrayRef(Sums).drop_front(Blocked);
  Directive Commands;
  std::vector<std::string> Order, Tiles, Tiled = {Row};
  for (const std::string &Loop : loopsWithParts(S)) {
    Commands.Clauses.push_back(clauses::call("distribute", {Loop}));
    Tiles.push_back(Loop + "_part");
  }
  auto Append = [](std::vector<std::string> &To, ArrayRef<std::string> Loops) {
    To.insert(To.end(), Loops.begin(), Loops.end());
  };
  Order = Tiles;
  Append(Order, Rows);
  Append(Order, Outside);
  Append(Order, {Row});
  Append(Order, Inside);
  Append(Order, {Lane});
  Append(Tiled, Inside);
  auto Tile = [&](int64_t OfRows, int64_t Terms, int64_t Columns) {
    std::vector<std::string> Arguments = Tiled;
    Arguments.push_back(Lane + "; " + std::to_string(OfRows));
    Arguments.push_back(std::to_string(Terms));
    Arguments.resize(2 * Tiled.size(), "0");
    Arguments.push_back(std::to_string(Columns));
    return clauses::call("tile", Arguments);
  };
  std::vector<std::string> Final = Rows;
  Append(Final, {Row + "_tile"});
  Append(Final, Tiles);
  Append(Final, Outside);
  Append(Final, {Inside.front() + "_tile", Lane + "_tile", Row + "_tile2"});
  Append(Final, Inside);
  Append(Final, {Row, Lane});
  return Commands.followedBy(
      {clauses::order(Order),
       Tile(BlockRows, In.HasShortSums ? TermsOfShort : BlockTerms, Lanes),
       Tile(TileRows, 0, 0), clauses::order(Final),
       clauses::call("unroll", {Row}),
       clauses::parallelize(In.SharesRows ? Rows.front() : Row + "_tile",
                            ParallelUnit::CpuThread, RaceStrategy::NoRaces),
       clauses::parallelize(Lane, ParallelUnit::CpuVector,
                            RaceStrategy::NoRaces, Width)});
}

/// Adds to \p When that each of \p Loops has at least, or fewer than, \p Count
/// iterations, but for those whose number is known; false if one is known to
/// have others, or if their number is not the same everywhere.
static bool addLengths(const Nest &N, ArrayRef<std::string> Loops,
                       LoopCondition::Kind Asked, int64_t Count,
                       std::vector<LoopCondition> &When) {
  const bool IsFewer = Asked == LoopCondition::Kind::Fewer;
  for (const std::string &Loop : Loops) {
    const ExprRef Length = lengthOf(N, *N.findIndexVar(Loop));
    const std::optional<int64_t> Known =
        Length ? constantValue(Length) : std::nullopt;
    if (!Length || (Known && (*Known < Count) != IsFewer))
      return false;
    if (!Known)
      When.push_back({Loop, "", Count, Asked});
  }
  return true;
}

/// How many iterations those of \p Loops have together of which it is known.
static int64_t knownLength(const Nest &N, ArrayRef<std::string> Loops) {
  int64_t Product = 1;
  for (const std::string &Loop : Loops)
    if (const ExprRef Length = lengthOf(N, *N.findIndexVar(Loop)))
      Product *= std::max<int64_t>(1, constantValue(Length).value_or(1));
  return Product;
}

/// Adds to \p When that \p Loop has at least \p Count iterations. Of one whose
/// range others decide about, what is asked of the others says enough.
static void addLeast(const Nest &N, const std::string &Loop, int64_t Count,
                     std::vector<LoopCondition> &When) {
  if (lengthOf(N, *N.findIndexVar(Loop)))
    When.push_back({Loop, "", Count});
}

/// The versions of \p N, a contraction \p Of in \p S with at least \p Terms
/// terms of the sum of which blocks are made.
static std::vector<Version> contractions(const Nest &N,
                                         const AffineStatement &S,
                                         const ProductLoops &Of, int64_t Terms,
                                         int64_t Lanes, int64_t Width) {
  using Kind = LoopCondition::Kind;
  const ArrayRef<std::string> Inner = ArrayRef(Of.Sums).drop_front();
  std::vector<Version> Result;
  for (bool HasShortSums : {true, false}) {
    std::vector<LoopCondition> Sums;
    if (HasShortSums &&
        (Inner.empty() ||
         !addLengths(N, Inner, Kind::Fewer, ShortSums[Inner.size() - 1], Sums)))
      continue;
    for (bool SharesRows : {true, false}) {
      // Four versions take too long to make.
      if (!HasShortSums && !SharesRows && Result.size() > 2)
        break;
      std::vector<LoopCondition> When = Sums;
      if (SharesRows &&
          (Of.Rows.empty() ||
           !addLengths(N, {Of.Rows.front()}, Kind::AtLeast, LeastShared, When)))
        continue;
      const Blocks In{HasShortSums, SharesRows};
      std::optional<Version> V =
          versionOf(N, contractionFor(S, Of, In, Lanes, Width));
      if (!V)
        continue;
      // It may be known that there are rows to be shared.
      const bool IsLast = SharesRows && When.size() == Sums.size();
      addLeast(N, HasShortSums ? Of.Sums.front() : Of.Sums.back(),
               HasShortSums ? (Terms - 1) / knownLength(N, Inner) + 1 : Terms,
               When);
      V->When = std::move(When);
      Result.push_back(std::move(*V));
      if (IsLast)
        break;
    }
    // And so may be that sums are short.
    if (HasShortSums && Sums.empty() && !Result.empty())
      break;
  }
  return Result;
}

std::vector<Version> inRegisterTiles(const Nest &N,
                                     const ScheduleContext &Context) {
  const std::optional<AffineView> View = affineViewOf(N);
  if (!View)
    return {};
  const AffineStatement &Deepest = deepestOf(*View);
  const std::optional<ProductLoops> Of = productIn(Deepest);
  if (!Of)
    return {};
  // The commands ask about other loops; of factors that are results as well
  // isl would think for long.
  const std::optional<Nest> Modelled = withModel(N, AffineEffort::Glanced);
  if (!Modelled)
    return {};
  const Type &Ty = N.findOperand(Deepest.Accesses.front().Array)->Ty;
  const int64_t Bytes = Ty.bits() / 8;
  const int64_t Lanes = Context.RegisterBytes / ShareOfTile / TileRows / Bytes;
  const int64_t Width = Context.VectorBytes / Bytes;
  const int64_t Terms = Ty.isFloat() ? LeastTerms : LeastIntegers;
  std::vector<Version> Result;
  if (!Of->isOfMatrices()) {
    // A model is of the loops as they are before `order`, which stands first
    // where there is nothing to distribute.
    const bool HasParts = !loopsWithParts(Deepest).empty();
    Result = contractions(HasParts ? *Modelled : N, Deepest, *Of, Terms, Lanes,
                          Width);
  } else if (auto V = versionOf(N, tilesFor(N, Deepest, *Of, Lanes, Width))) {
    addLeast(N, Of->Row, LeastRows, V->When);
    addLeast(N, Of->Sums.front(), Terms, V->When);
    Result.push_back(std::move(*V));
  }
  for (Version &V : Result) {
    if (!Of->isOfMatrices())
      addLeast(N, Of->Row, LeastRows, V.When);
    addLeast(N, Of->Lane, Lanes, V.When);
  }
  erase_if(Result, [](const Version &V) { return V.When.empty(); });
  return Result;
}

} // namespace lacuna
