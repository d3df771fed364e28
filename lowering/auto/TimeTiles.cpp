//===- TimeTiles.cpp - loops over time in tiles ---------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stencil that is run step after step fetches its arrays from memory in each
// step. Hexagons of several steps fetch them once, and all of a phase run at
// the same time. docs/rationale.md has the figures behind the sizes.
//
//===----------------------------------------------------------------------===//

#include "TimeTiles.h"
#include "WorkEstimate.h"
#include "lacuna/directive/ClauseBuilders.h"
#include "llvm/ADT/STLExtras.h"
#include <array>

using namespace llvm;

namespace lacuna {

namespace {

/// Of two arrays of f64 with one nest in each step: the steps in a tile, and
/// its widths, 0 for the whole length.
struct TileShape {
  int64_t Steps, Width;
  std::vector<int64_t> Inner;
};

} // namespace

/// By the number of loops in a step.
static const TileShape Shapes[] = {
    {64, 513, {}}, {32, 17, {512}}, {12, 5, {16, 0}}};

/// Arrays of fewer bytes stay in the caches from step to step.
static constexpr double LeastBytes = 16 << 20;

/// Tiles in the first dimension that keep several threads busy.
static constexpr int64_t LeastTiles = 8;

/// Whether \p E depends on \p Loop otherwise than on its remainder.
static bool goesWith(const AffineExpr &E, StringRef Loop) {
  int64_t Slope = 0, Rounded = 0;
  for (const AffineExpr::Term &T : E.Terms)
    if (T.Var == Loop)
      Slope += T.Factor;
  for (const AffineExpr::Quotient &Q : E.Quotients)
    for (const AffineExpr::Term &T : Q.Of->Terms)
      if (T.Var == Loop) {
        // floor((t + c) / By) goes up by 1 with each By steps.
        if (Q.Factor * T.Factor % Q.By != 0)
          return true;
        Rounded += Q.Factor * T.Factor / Q.By;
      }
  return Slope + Rounded != 0;
}

bool isLoopOverTime(const AffineView &View, StringRef Time) {
  for (const AffineStatement &S : View.Statements)
    for (const AffineAccess &A : S.Accesses)
      if (any_of(A.Place,
                 [&](const AffineExpr &E) { return goesWith(E, Time); }))
        return false;
  return true;
}

/// How many bytes \p N accesses for each point of the space in \p Loops behind
/// the first one: of each array that is written an element for each of its
/// planes, of others that are as large one.
static int64_t bytesOfPoint(const Nest &N, const AffineView &View,
                            ArrayRef<std::string> Loops) {
  StringMap<int64_t> Bytes;
  for (const AffineStatement &S : View.Statements)
    for (const AffineAccess &A : S.Accesses) {
      const size_t Planes =
          A.Place.size() - std::min(A.Place.size(), Loops.size() - 1);
      std::string Plane = A.Array;
      for (const AffineExpr &E : ArrayRef(A.Place).take_front(Planes))
        Plane += "[" + toString(E, [](StringRef V) { return V.str(); }) + "]";
      Bytes[Plane] = N.findOperand(A.Array)->Ty.bits() / 8;
    }
  auto AddRead = [&](const Expr &E) {
    auto *Load = dyn_cast<LoadExpr>(&E);
    if (Load && !assigns(N.Body, Load->array()) &&
        any_of(Loops.drop_front(), [&](const std::string &Loop) {
          return freeVars(Load->index()).contains(Loop);
        }))
      Bytes[Load->array()] = Load->type().bits() / 8;
  };
  walk(N.Body, [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      walk(E, AddRead);
    return true;
  });
  int64_t Sum = 0;
  for (const auto &Plane : Bytes)
    Sum += Plane.getValue();
  return Sum;
}

/// \p Value / \p By, to the nearest even number; at least 2.
static int64_t evenPart(int64_t Value, int64_t By) {
  return std::max<int64_t>(2, (Value + By) / (2 * By) * 2);
}

/// The shortest loops over time and over the first dimension of tiles of the
/// shape \p Of.
static std::array<int64_t, 2> shortest(const TileShape &Of) {
  return {Of.Steps, 2 * LeastTiles * Of.Width};
}

/// Whether one of \p Loops is never that long, as `for (k = 0; k < 3; ++k)`.
static bool areTooShort(const Nest &N, ArrayRef<std::string> Loops,
                        const TileShape &Of) {
  return any_of(zip(Loops, shortest(Of)), [&](const auto &Each) {
    const IndexVar *V = N.findIndexVar(std::get<0>(Each));
    const ExprRef Length = V ? lengthOf(N, *V) : nullptr;
    const auto Known = Length ? constantValue(Length) : std::nullopt;
    return Known && *Known < std::get<1>(Each);
  });
}

/// Whether arrays of \p Bytes a point are large, and there are enough of steps
/// and tiles of the shape \p Of.
static ExprRef pays(const Nest &N, ArrayRef<std::string> Loops, int64_t Bytes,
                    const TileShape &Of) {
  const std::array<int64_t, 2> Least = shortest(Of);
  ExprRef Points, Enough;
  auto Add = [&](const ExprRef &Condition) {
    Enough =
        Enough ? binary(BinaryOp::LogicalAnd, Enough, Condition) : Condition;
  };
  for (const auto &[D, Loop] : enumerate(Loops)) {
    const IndexVar *V = N.findIndexVar(Loop);
    const ExprRef Length = V ? lengthOf(N, *V) : nullptr;
    if (!Length)
      return nullptr;
    if (D < 2)
      Add(binary(BinaryOp::Ge, Length, i64(Least[D])));
    if (D == 0)
      continue;
    const ExprRef Wide = cast(Type::f64(), Length);
    Points = Points ? binary(BinaryOp::Mul, Points, Wide) : Wide;
  }
  Add(binary(BinaryOp::Ge, Points, real(LeastBytes / double(Bytes))));
  return Enough;
}

static Directive commands(ArrayRef<std::string> Names, const TileShape &Of) {
  std::vector<std::string> Args(Names.begin(), Names.end());
  Args.back() += "; " + std::to_string(Of.Steps);
  Args.push_back(std::to_string(Of.Width));
  for (int64_t Width : Of.Inner)
    Args.push_back(std::to_string(Width));
  Args.back() += "; hexagonal";
  return {{clauses::call("tile", std::move(Args)),
           clauses::parallelize(Names[1] + "_tile", ParallelUnit::CpuThread,
                                RaceStrategy::NoRaces)}};
}

std::optional<InOrder> tilesOfTime(const Nest &N) {
  const std::optional<AffineView> View = affineViewOf(N);
  if (!View)
    return std::nullopt;
  const AffineStatement &Deepest = deepestOf(*View);
  const std::vector<std::string> &Loops = Deepest.Loops;
  if (Loops.size() < 2 || Loops.size() - 2 >= std::size(Shapes) ||
      !isLoopOverTime(*View, Loops.front()))
    return std::nullopt;
  std::vector<std::string> Names;
  for (const std::string &Loop : Loops)
    Names.push_back(plainName(Loop));
  const int64_t Bytes = bytesOfPoint(N, *View, Loops);
  // Of records and complex numbers it is not known.
  if (Bytes == 0)
    return std::nullopt;
  const AffineExpr &First = Deepest.Order.front();
  const int64_t Nests = First.Terms.empty() ? 1 : First.Terms.front().Factor;
  TileShape Of = Shapes[Loops.size() - 2];
  Of.Steps = evenPart(Of.Steps * 16 / Bytes, Nests);
  Of.Width = 1 + (Of.Width - 1) * 16 / Bytes;
  if (areTooShort(N, Loops, Of))
    return std::nullopt;
  const std::optional<Nest> Modelled = withModel(N, AffineEffort::Tried);
  if (!Modelled)
    return std::nullopt;
  // Dependences may lean more than by one.
  for (int Try = 0; Try < 2; ++Try, Of.Width *= 2) {
    if (std::optional<Version> Tiled =
            versionOf(*Modelled, commands(Names, Of)))
      return InOrder{{std::move(*Tiled)},
                     pays(N, Loops, Bytes, Of),
                     /*HasLoopsInside=*/true};
  }
  return std::nullopt;
}

} // namespace lacuna
