//===- RowsBeside.cpp - sums along rows, rows side by side ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In `y[i] += A[i][j] * x[j]` each sum waits for the one before it, and most of
// a processor is idle meanwhile. Of eight rows it makes eight sums at the same
// time, each with its terms in their order, and what the rows have in common is
// loaded once. Updates of `s[j]` beside or behind the sums stay in registers
// for eight terms. docs/rationale.md has the figures.
//
//===----------------------------------------------------------------------===//

#include "RowsBeside.h"
#include "Strides.h"
#include "UnevenRows.h"
#include "WorkEstimate.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/directive/ClauseBuilders.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

/// Rows side by side, and where each element needs several arrays' rows: more
/// of them at a time are more than a processor fetches ahead.
static constexpr int64_t Rows = 8, RowsOfSeveral = 4;

/// Arrays whose rows are gone through, at most.
static constexpr size_t MostArrays = 2;

/// Rows, for each of those side by side, and elements of a row that pay. Of
/// short rows a processor begins the next one while sums wait, unless they wait
/// in memory, other stores being between them.
static constexpr int64_t LeastTiles = 2, LeastElements = 96,
                         LeastBesideStores = 16;

namespace {

/// What innermost loops do.
struct Sums {
  StringSet<> Arrays;     ///< whose rows are gone through
  bool IsChain = false;   ///< whether a number waits for the one before it
  bool HasStores = false; ///< whether it does so beside other stores
};

} // namespace

static bool reads(const ExprRef &E, StringRef Array) {
  bool Found = false;
  walk(E, [&](const Expr &Part) {
    auto *Load = dyn_cast<LoadExpr>(&Part);
    Found |= Load && Load->array() == Array;
  });
  return Found;
}

/// Adds what \p S, a statement in innermost loops, does along \p Element of
/// each \p Row; false if it is something else than to store and to go along
/// rows.
static bool addSums(const AffineStatement &S, StringRef Row, StringRef Element,
                    Sums &All) {
  const StringMap<ExprRef> Lets = letsIn(S.Body);
  size_t Stores = 0;
  bool IsChain = false;
  auto AddPlace = [&](StringRef Array, const ExprRef &Index) {
    const Stride Along = strideOf(Index, Element);
    if (Along == Stride::One && strideOf(Index, Row) != Stride::None)
      All.Arrays.insert(Array);
    return Along != Stride::Other;
  };
  for (const StmtRef &Part : statementsOf(S.Body)) {
    if (isa<LetStmt>(Part.get()))
      continue;
    if (!isa<AssignStmt>(Part.get()))
      return false;
    const StmtRef Plain = substitute(Part, Lets);
    auto &Store = llvm::cast<AssignStmt>(*Plain);
    const Place &To = Store.target();
    if (!To.Index || !subscriptsIn(Store.value()) ||
        !AddPlace(To.Name, To.Index))
      return false;
    bool GoAlong = true;
    walk(Store.value(), [&](const Expr &E) {
      if (auto *Load = dyn_cast<LoadExpr>(&E))
        GoAlong &= AddPlace(Load->array(), Load->index());
    });
    if (!GoAlong)
      return false;
    ++Stores;
    IsChain |= To.Ty.isFloat() && strideOf(To.Index, Element) == Stride::None &&
               strideOf(To.Index, Row) != Stride::None &&
               (Store.op() != ReduceOp::None || reads(Store.value(), To.Name));
  }
  All.IsChain |= IsChain;
  All.HasStores |= IsChain && Stores > 1;
  return true;
}

/// What the innermost loops of \p View do; nothing if rows side by side help
/// nobody.
static std::optional<Sums> sumsIn(const AffineView &View) {
  const size_t Depth = deepestOf(View).Loops.size();
  if (Depth < 2)
    return std::nullopt;
  const std::string &Row = deepestOf(View).Loops[Depth - 2];
  Sums All;
  for (const AffineStatement &S : View.Statements)
    if (S.Loops.size() == Depth &&
        (S.Loops[Depth - 2] != Row || !addSums(S, Row, S.Loops.back(), All)))
      return std::nullopt;
  if (!All.IsChain || All.Arrays.size() > MostArrays)
    return std::nullopt;
  return All;
}

/// The commands that run \p Count rows of the innermost loops but one of \p S
/// side by side.
static Directive sideBySide(const AffineStatement &S, int64_t Count) {
  std::vector<std::string> Loops;
  for (const std::string &Loop : S.Loops)
    Loops.push_back(plainName(Loop));
  const std::string Element = Loops.back(), Row = *(Loops.end() - 2);
  const bool HasParts = is_contained(loopsWithParts(S), Row);
  std::vector<std::string> Order = Loops;
  Order.resize(Order.size() - 2);
  Order.push_back(Row + "_tile");
  Directive Result;
  if (HasParts) {
    Result.Clauses.push_back(clauses::call("distribute", {Row}));
    Order.push_back(Row + "_part");
  }
  Order.insert(Order.end(), {Element, Row});
  return Result.followedBy(
      {clauses::call("tile", {Row + "; " + std::to_string(Count)}),
       clauses::order(Order), clauses::call("unroll", {Row})});
}

std::optional<Version> rowsBeside(const Nest &N) {
  const std::optional<AffineView> View = affineViewOf(N);
  const std::optional<Sums> All = View ? sumsIn(*View) : std::nullopt;
  if (!All)
    return std::nullopt;
  const int64_t Count = All->Arrays.size() > 1 ? RowsOfSeveral : Rows;
  const AffineStatement &Deepest = deepestOf(*View);
  const size_t Depth = Deepest.Loops.size();
  const std::string &Row = Deepest.Loops[Depth - 2],
                    &Element = Deepest.Loops[Depth - 1];
  const ExprRef HowMany = lengthOf(N, *N.findIndexVar(Row));
  if (!HowMany)
    return std::nullopt;
  const std::optional<Nest> Modelled = withModel(N, AffineEffort::Tried);
  if (!Modelled)
    return std::nullopt;
  const Directive Commands = sideBySide(Deepest, Count);
  std::optional<Version> Result = versionOf(*Modelled, Commands);
  if (!Result)
    return std::nullopt;
  for (const auto &[Of, Loop] :
       {std::pair(Deepest.Loops.front(), plainName(Deepest.Loops.front())),
        std::pair(Row, plainName(Row) + "_tile")})
    if (Depth > 2 || Loop != plainName(Row)) {
      const Clause Threads = tilesOnThreads(N, Of, Loop);
      if (std::optional<Version> OnThreads =
              versionOf(*Modelled, Commands.followedBy(Threads))) {
        Result = std::move(OnThreads);
        break;
      }
    }
  const int64_t Elements = All->HasStores ? LeastBesideStores : LeastElements;
  // The rows of a triangle are half as long as there are rows, as a rule.
  const bool IsOneLength = lengthOf(N, *N.findIndexVar(Element)) != nullptr;
  Result->When.push_back(
      {Row, "", std::max(LeastTiles * Count, IsOneLength ? 0 : 2 * Elements)});
  if (IsOneLength)
    Result->When.push_back({Element, "", Elements});
  return Result;
}

} // namespace lacuna
