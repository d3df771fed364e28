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
#include "Candidates.h"
#include "WorkEstimate.h"
#include "lacuna/affine/AffineModel.h"
#include "lacuna/directive/ClauseBuilders.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

/// Rows side by side: more need more registers than there are.
static constexpr int64_t Rows = 8;

/// Elements behind the row above at most. A row of a tile is idle for as many
/// elements times the rows above it.
static constexpr int64_t MostLag = 4;

/// Elements of a row, for each by which it lags, that make up for those that
/// run before and behind it.
static constexpr int64_t LeastElements = Rows * Rows;

static ExprRef atLeast(const Nest &N, StringRef Loop, int64_t Count) {
  const IndexVar *V = N.findIndexVar(Loop);
  const ExprRef Length = V ? lengthOf(N, *V) : nullptr;
  return Length ? binary(BinaryOp::Ge, Length, i64(Count)) : nullptr;
}

/// Whether there are enough of rows and elements.
static ExprRef pays(const Nest &N,
                    const std::pair<std::string, std::string> &Loops,
                    int64_t Lag) {
  ExprRef OfRows = atLeast(N, Loops.first, 2 * Rows);
  ExprRef OfElements =
      atLeast(N, Loops.second, LeastElements * std::max<int64_t>(1, Lag));
  return OfRows && OfElements ? binary(BinaryOp::LogicalAnd, OfRows, OfElements)
                              : nullptr;
}

/// The loops over rows and over elements, the innermost two of \p View.
static std::optional<std::pair<std::string, std::string>>
innermostLoops(const AffineView &View) {
  const AffineStatement &Deepest =
      *std::max_element(View.Statements.begin(), View.Statements.end(),
                        [](const AffineStatement &A, const AffineStatement &B) {
                          return A.Loops.size() < B.Loops.size();
                        });
  const size_t Depth = Deepest.Loops.size();
  if (Depth < 2)
    return std::nullopt;
  return std::pair(Deepest.Loops[Depth - 2], Deepest.Loops[Depth - 1]);
}

/// Whether \p Model writes numbers that take several steps of a processor to
/// compute. Chains of integers are as fast as anything beside them.
static bool areSlow(const Nest &N, const AffineModel &Model) {
  for (const AffineStatement &S : Model.view().Statements)
    for (const AffineAccess &A : S.Accesses)
      if (A.IsWrite && !N.findOperand(A.Array)->Ty.isFloat())
        return false;
  return true;
}

/// Whether the iterations of \p Order's innermost loop read what earlier ones
/// write.
static bool areChained(const AffineModel &Model, const AffineSchedule &Order) {
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
/// \p Skewed: the loops as they stand, the innermost one skewed by 1.
static std::optional<int64_t> leastLag(const AffineModel &Model,
                                       AffineSchedule Skewed) {
  AffineLoop &Row = *(Skewed.Loops.end() - 2), &Element = Skewed.Loops.back();
  auto Skew = [&](int64_t By) {
    for (const auto &[Value, Of] : zip_equal(Element.Values, Row.Values))
      Value = sum(std::move(Value), Of, By);
  };
  Skew(-1);
  if (!areChained(Model, Skewed))
    return std::nullopt;
  for (int64_t Lag = 0; Lag <= MostLag; ++Lag, Skew(1)) {
    AffineSchedule Turned = Skewed;
    std::swap(*(Turned.Loops.end() - 2), Turned.Loops.back());
    if (areSideBySide(Model, Turned))
      return Lag;
  }
  return std::nullopt;
}

std::optional<LaggedRows> rowsAtALag(const Nest &N) {
  Expected<AffineModel> Model = AffineModel::make(N);
  if (!Model) {
    consumeError(Model.takeError());
    return std::nullopt;
  }
  auto Loops = innermostLoops(Model->view());
  if (!Loops || !areSlow(N, *Model))
    return std::nullopt;
  const std::string Row = clauseName(N, Loops->first),
                    Element = clauseName(N, Loops->second);
  auto Skew = [&](int64_t Lag) {
    return clauses::call("skew", {Element, Row, std::to_string(Lag)});
  };
  Expected<Nest> Skewed = scheduled(N, {{Skew(1)}});
  if (!Skewed) {
    consumeError(Skewed.takeError());
    return std::nullopt;
  }
  std::optional<int64_t> Lag = leastLag(*Model, *Skewed->Affine);
  if (!Lag)
    return std::nullopt;
  Directive Commands;
  if (*Lag > 0)
    Commands.Clauses.push_back(Skew(*Lag));
  Commands = Commands.followedBy(
      {clauses::call("tile", {Row, Element + "; " + std::to_string(Rows), "0"}),
       clauses::reorder(Row, Element), clauses::call("unroll", {Row})});
  Expected<Nest> Graph = scheduled(N, Commands);
  if (!Graph) {
    consumeError(Graph.takeError());
    return std::nullopt;
  }
  const Clause Threads =
      clauses::parallelize(nameOfPart(N, Loops->first, "_tile"),
                           ParallelUnit::CpuThread, RaceStrategy::NoRaces);
  Expected<Nest> OnThreads = scheduled(N, Commands.followedBy(Threads));
  if (OnThreads) {
    Commands = Commands.followedBy(Threads);
    Graph = std::move(OnThreads);
  } else {
    consumeError(OnThreads.takeError());
  }
  return LaggedRows{std::move(Commands), std::move(*Graph),
                    pays(N, *Loops, *Lag)};
}

} // namespace lacuna
