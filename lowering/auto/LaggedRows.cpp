//===- LaggedRows.cpp - sweeps in place, rows side by side ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In `A[i][j] = f(A[i][j - 1], A[i - 1][j + 1], …)` a processor waits for each
// element before it begins the next one. Of eight rows, each two elements
// behind the one above it, it computes eight elements at the same time.
//
//===----------------------------------------------------------------------===//

#include "LaggedRows.h"
#include "TimeTiles.h"
#include "WorkEstimate.h"
#include "lacuna/affine/AffineModel.h"
#include "lacuna/analysis/Accesses.h"
#include "lacuna/directive/ClauseBuilders.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

namespace {

/// Rows side by side, more than which need more registers, or lines of a cache,
/// than there are; tiles for a thread, in steps of the loop around rows and in
/// rows; which rows must not take each other's place in a cache.
/// docs/rationale.md has the figures.
struct LagShape {
  int64_t Rows, TileSteps, TileRows;
  std::vector<int64_t> RowsApart = {};
};

} // namespace

/// The shape for a sweep over \p Arrays arrays, perhaps of planes of rows;
/// nothing for more arrays than a processor fetches ahead. With \p IsLong, an
/// element takes so long that it does not matter where rows lie.
static std::optional<LagShape> shapeFor(size_t Arrays, bool HasPlanes,
                                        bool IsLong) {
  if (Arrays > 3)
    return std::nullopt;
  if (HasPlanes)
    return LagShape{4, 8, 32, {1, 2, 4}};
  if (Arrays > 2)
    return LagShape{4, 4, 64, {1, 2}};
  return Arrays > 1 || !IsLong ? LagShape{8, 4, 64, {1}} : LagShape{8, 4, 64};
}

/// Rows that lie a multiple of as many bytes apart, or nearly, take the places
/// of each other in a cache of eight ways and 32 KB.
static constexpr int64_t CacheWay = 4096, CacheLine = 64;

/// Elements behind the row above at most. A row of a tile is idle for as many
/// elements times the rows above it.
static constexpr int64_t MostLag = 4;

/// Operations of an element that take longer than fetching it.
static constexpr size_t LongChain = 4;

/// Elements of a row, for each by which it lags, that make up for those that
/// run before and behind it.
static constexpr int64_t LeastElements = 64;

static ExprRef atLeast(const Nest &N, StringRef Loop, int64_t Count) {
  const IndexVar *V = N.findIndexVar(Loop);
  const ExprRef Length = V ? lengthOf(N, *V) : nullptr;
  return Length ? binary(BinaryOp::Ge, Length, i64(Count)) : nullptr;
}

/// Whether \p View always writes numbers that take several steps of a
/// processor to compute. Chains of integers and copies are as fast as anything
/// beside them.
static bool areSlow(const Nest &N, const AffineView &View) {
  for (const AffineStatement &S : View.Statements)
    for (const AffineAccess &A : S.Accesses)
      if (A.IsWrite && (!A.IsCertain || !N.findOperand(A.Array)->Ty.isFloat()))
        return false;
  return !anyOf(N.Body, [](const Stmt &S) {
    auto *Assign = dyn_cast<AssignStmt>(&S);
    return Assign && Assign->op() == ReduceOp::None &&
           isa<LoadExpr>(withoutCasts(Assign->value()).get());
  });
}

/// Whether elements of \p N are computed by many operations.
static bool isLong(const Nest &N) {
  size_t Operations = 0;
  walk(N.Body, [&](const Stmt &S) {
    for (const ExprRef &Root : expressions(S))
      walk(Root, [&](const Expr &E) {
        Operations += isa<BinaryExpr>(&E) && E.type().isFloat();
      });
    return true;
  });
  return Operations >= LongChain;
}

/// How many arrays are gone through along \p Element.
static size_t arraysAlong(const Nest &N, StringRef Element) {
  StringSet<> Arrays;
  for (const Access &A : accessesIn(N, N.Body))
    if (freeVars(A.Index).contains(Element))
      Arrays.insert(A.Name);
  return Arrays.size();
}

/// \p E, over parameters of \p View, but for multiples of CacheWay: a number
/// that is small whatever the parameters are.
static ExprRef restOf(const AffineExpr &E, const AffineView &View) {
  ExprRef Rest = i64(E.Constant % CacheWay);
  for (const AffineExpr::Term &T : E.Terms) {
    auto Param = find_if(View.Params, [&](auto &P) { return P.Name == T.Var; });
    Rest = binary(BinaryOp::Add, Rest,
                  binary(BinaryOp::Mul, i64(T.Factor % CacheWay),
                         binary(BinaryOp::Rem, Param->Value, i64(CacheWay))));
  }
  return Rest;
}

/// The bytes from one row of what \p View writes to the next, i64, but for
/// multiples of CacheWay; null if they cannot be known.
static ExprRef bytesBetweenRows(const Nest &N, const AffineView &View) {
  for (const AffineStatement &S : View.Statements)
    for (const AffineAccess &A : S.Accesses) {
      const Operand &O = *N.findOperand(A.Array);
      if (!A.IsWrite || A.Place.size() < 2)
        continue;
      ExprRef Length;
      if (!A.RowLengths.empty())
        Length = restOf(A.RowLengths.front(), View);
      else if (!O.Inner.empty())
        Length = binary(BinaryOp::Rem, O.Inner.back(), i64(CacheWay));
      if (Length)
        return binary(BinaryOp::Mul, Length, i64(O.Ty.bits() / 8));
    }
  return nullptr;
}

/// Whether \p Rows times \p Bytes are no multiple of a way of the cache, nor
/// nearly so.
static ExprRef areApart(const ExprRef &Bytes, int64_t Rows) {
  const ExprRef Rest = binary(
      BinaryOp::Rem, binary(BinaryOp::Mul, Bytes, i64(Rows)), i64(CacheWay));
  return binary(BinaryOp::LogicalAnd,
                binary(BinaryOp::Ge, Rest, i64(CacheLine)),
                binary(BinaryOp::Le, Rest, i64(CacheWay - CacheLine)));
}

/// Whether there are enough of rows and elements, and rows lie well.
static ExprRef pays(const Nest &N, StringRef Row, StringRef Element,
                    const AffineView &View, const LagShape &Of, int64_t Lag) {
  const ExprRef Bytes = bytesBetweenRows(N, View);
  ExprRef OfRows = atLeast(N, Row, 2 * Of.Rows);
  ExprRef OfElements =
      atLeast(N, Element, LeastElements * std::max<int64_t>(1, Lag));
  if (!OfRows || !OfElements || (!Bytes && !Of.RowsApart.empty()))
    return nullptr;
  ExprRef All = binary(BinaryOp::LogicalAnd, OfRows, OfElements);
  for (int64_t Rows : Of.RowsApart)
    All = binary(BinaryOp::LogicalAnd, All, areApart(Bytes, Rows));
  return All;
}

bool areChained(const AffineModel &Model, const AffineSchedule &Order) {
  auto Carried = Model.carriedBy(Order, Order.Loops.size() - 1);
  if (!Carried) {
    consumeError(Carried.takeError());
    return false;
  }
  return *Carried && (*Carried)->IsRead;
}

/// Whether \p Order is right, and iterations of its innermost loop do not need
/// each other.
static bool areSideBySide(const AffineModel &Model,
                          const AffineSchedule &Order) {
  auto Wrong = Model.violationOf(Order);
  auto Carried = Model.carriedBy(Order, Order.Loops.size() - 1);
  if (!Wrong || !Carried) {
    consumeError(Wrong.takeError());
    consumeError(Carried.takeError());
    return false;
  }
  return !*Wrong && !*Carried;
}

/// By how many elements rows have to lag; nothing if that helps nobody.
static std::optional<int64_t> leastLag(const AffineModel &Model) {
  AffineSchedule Order = asWritten(Model.view());
  if (!areChained(Model, Order))
    return std::nullopt;
  AffineLoop &Outer = *(Order.Loops.end() - 2), &Inner = Order.Loops.back();
  std::swap(Outer, Inner);
  for (int64_t Lag = 0; Lag <= MostLag; ++Lag) {
    if (areSideBySide(Model, Order))
      return Lag;
    for (const auto &[Element, Row] : zip_equal(Outer.Values, Inner.Values))
      Element = sum(std::move(Element), Row);
  }
  return std::nullopt;
}

static Clause skew(const std::string &Loop, const std::string &By,
                   int64_t Factor) {
  return clauses::call("skew", {Loop, By, std::to_string(Factor)});
}

/// What runs \p Rows rows side by side, \p Lag elements apart.
static Directive sideBySide(const std::string &Row, const std::string &Element,
                            int64_t Rows, int64_t Lag) {
  Directive Commands;
  if (Lag > 0)
    Commands.Clauses.push_back(skew(Element, Row, Lag));
  return Commands.followedBy(
      {clauses::call("tile", {Row, Element + "; " + std::to_string(Rows), "0"}),
       clauses::reorder(Row, Element), clauses::call("unroll", {Row})});
}

/// Whether the tiles of \p Row in \p Order have \p Rows rows as they are
/// counted.
static bool areUpright(const AffineSchedule &Order, const std::string &Row,
                       int64_t Rows) {
  const std::optional<size_t> Tile = Order.find(Row + "_tile"),
                              Points = Order.find(Row);
  return Tile && Points &&
         all_of(
             zip_equal(Order.Loops[*Tile].Values, Order.Loops[*Points].Values),
             [&](const auto &Of) {
               const auto &[InTiles, Value] = Of;
               return InTiles == quotient(Value, Rows);
             });
}

/// Several steps of \p Around, the loop around rows, for tiles of rows on
/// threads, which \p Inside runs side by side; nothing if there is no such
/// order.
static std::optional<Version> inTilesOf(const Nest &N, StringRef Around,
                                        StringRef Row, const LagShape &Shape,
                                        const Directive &Inside) {
  const std::string Steps = clauseName(N, Around), Of = clauseName(N, Row);
  for (int64_t Lean = 0; Lean <= MostLag; ++Lean) {
    Directive Tiles;
    if (Lean > 0)
      Tiles.Clauses.push_back(skew(Of, Steps, Lean));
    Tiles = Tiles.followedBy(
        {clauses::call("tile",
                       {Steps, Of + "; " + std::to_string(Shape.TileSteps),
                        std::to_string(Shape.TileRows) + "; parallelogram"}),
         clauses::parallelize(nameOfPart(N, Row, "_tile"),
                              ParallelUnit::CpuThread, RaceStrategy::NoRaces)});
    std::optional<Version> Outer = versionOf(N, Tiles);
    if (!Outer)
      return std::nullopt;
    if (!areUpright(*Outer->Graph.Affine, Of, Shape.TileRows))
      continue;
    std::optional<Version> Result =
        versionOf(N, Tiles.followedBy(Inside.Clauses));
    if (Result)
      Result->When = {{Around.str(), "", 2 * Shape.TileSteps},
                      {Row.str(), "", 4 * Shape.TileRows}};
    return Result;
  }
  return std::nullopt;
}

/// The shape for \p N if it looks like a sweep: asked before isl is, which
/// takes seconds for long bodies.
static std::optional<LagShape> shapeOf(const Nest &N) {
  const std::optional<AffineView> View = affineViewOf(N);
  if (!View)
    return std::nullopt;
  const std::vector<std::string> &Loops = deepestOf(*View).Loops;
  const size_t Depth = Loops.size();
  if (Depth < 2 || !areSlow(N, *View))
    return std::nullopt;
  const bool HasPlanes = Depth > 2 && !isLoopOverTime(*View, Loops[Depth - 3]);
  return shapeFor(arraysAlong(N, Loops.back()), HasPlanes, isLong(N));
}

std::optional<InOrder> rowsAtALag(const Nest &Given) {
  const std::optional<LagShape> Shape = shapeOf(Given);
  if (!Shape)
    return std::nullopt;
  const std::optional<Nest> Modelled = withModel(Given, AffineEffort::Glanced);
  if (!Modelled)
    return std::nullopt;
  const Nest &N = *Modelled;
  const AffineView &View = N.Model->view();
  const std::vector<std::string> &Loops = deepestOf(View).Loops;
  const size_t Depth = Loops.size();
  const std::string &Row = Loops[Depth - 2], &Element = Loops[Depth - 1];
  const std::optional<int64_t> Lag = leastLag(*N.Model);
  if (!Lag)
    return std::nullopt;
  const Directive Commands =
      sideBySide(clauseName(N, Row), clauseName(N, Element), Shape->Rows, *Lag);
  std::optional<Version> Lagged = versionOf(N, Commands), Tiled;
  if (!Lagged)
    return std::nullopt;
  InOrder Result{{}, pays(N, Row, Element, View, *Shape, *Lag)};
  const Clause Threads =
      clauses::parallelize(nameOfPart(N, Row, "_tile"), ParallelUnit::CpuThread,
                           RaceStrategy::NoRaces);
  if (std::optional<Version> OnThreads =
          versionOf(N, Commands.followedBy(Threads)))
    Lagged = std::move(OnThreads);
  else if (Depth > 2 && atLeast(N, Loops[Depth - 3], 1) && Result.Pays)
    Tiled = inTilesOf(N, Loops[Depth - 3], Row, *Shape, Commands);
  if (Tiled)
    Result.Versions.push_back(std::move(*Tiled));
  Result.Versions.push_back(std::move(*Lagged));
  const std::vector<Guard> Guards = guardsOfAll(N, Result.Versions);
  for (Version &V : Result.Versions)
    V.Graph.Guards = Guards;
  return Result;
}

} // namespace lacuna
