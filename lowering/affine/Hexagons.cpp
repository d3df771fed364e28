//===- Hexagons.cpp - tiles of time that begin in parallel ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/affine/Hexagons.h"

using namespace llvm;

namespace lacuna {

/// Half of the height, less one: the steps in which a side leans one way.
static int64_t leaning(const Hexagon &H) { return H.Height / 2 - 1; }

/// floor(\p F * \p By).
static int64_t floorOf(const AffineFraction &F, int64_t By) {
  return F.Num * By / F.Den;
}

int64_t Hexagon::leastWidth() const {
  const int64_t Lean = leaning(*this);
  int64_t Least = 1;
  for (const AffineFraction &F : {Slope.Up, Slope.Down})
    Least = std::max(Least, (F.Num + F.Num * Lean % F.Den + F.Den - 1) / F.Den);
  return Least;
}

static AffineConstraint atLeast(AffineExpr E, int64_t Least) {
  E.Constant -= Least;
  return {std::move(E)};
}

static AffineConstraint atMost(const AffineExpr &E, int64_t Most) {
  return {sum(AffineExpr::of(Most), E, -1)};
}

std::array<HexagonPhase, 2> phasesOf(const Hexagon &H, const AffineExpr &Time,
                                     const AffineExpr &Space) {
  const auto &[Up, Down] = H.Slope;
  const int64_t Lean = leaning(H), Top = H.Width - 1;
  const int64_t Left = floorOf(Up, Lean), Right = floorOf(Down, Lean);
  const int64_t Period = 2 * H.Width + Left + Right;
  std::array<HexagonPhase, 2> Phases;
  for (const bool IsSecond : {false, true}) {
    HexagonPhase &P = Phases[IsSecond];
    const AffineExpr At =
        sum(Time, AffineExpr::of(IsSecond ? 0 : H.Height / 2));
    P.Row = quotient(At, H.Height);
    P.Step = sum(At, P.Row, -H.Height);
    // Sides that lean differently move each row along.
    AffineExpr Place = sum(Space, P.Row, Right - Left);
    Place.Constant += IsSecond ? 0 : H.Width + Left;
    P.Number = quotient(Place, Period);
    const AffineExpr Within = sum(Place, P.Number, -Period);
    const AffineExpr Falling =
        sum(sum(AffineExpr(), P.Step, Up.Num), Within, -Up.Den);
    const AffineExpr Rising =
        sum(sum(AffineExpr(), P.Step, Down.Num), Within, Down.Den);
    P.Where = {
        atMost(Falling, (2 * Lean + 1) * Up.Num - Up.Den * Left),
        atMost(Rising, (2 * Lean + 1) * Down.Num + Down.Den * (Left + Top)),
        atLeast(Rising, Lean * Down.Num - (Down.Den - 1)),
        atLeast(Falling,
                Lean * Up.Num - Up.Den * (Left + Top + Right) - (Up.Den - 1))};
  }
  return Phases;
}

} // namespace lacuna
