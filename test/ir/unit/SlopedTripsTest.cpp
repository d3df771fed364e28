//===- SlopedTripsTest.cpp - loops that grow from row to row --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/bounds/SlopedTrips.h"
#include "LoopMachine.h"
#include "Samples.h"

using namespace lacuna;

/// A nest whose rows i have a loop over j in \p Range.
static Nest nestOf(llvm::StringRef Range, llvm::StringRef Rows = "0 .. n") {
  return take(
      parseNest(("nest @n { operand n : i32 operand m : i32 operand b : i32[] "
                 "operand y : f64[] written index i : i32 in " +
                 Rows + " index j : i32 in " + Range +
                 " body { loop i { loop j { y[i] = 1.0 } } } }")
                    .str()));
}

/// Compares what lies in front of each row with what was counted, up to half a
/// trip a row and step.
static void expectTrips(llvm::StringRef Range, int64_t Slope, int64_t N,
                        int64_t M, llvm::StringRef Rows = "0 .. n") {
  const Nest Of = nestOf(Range, Rows);
  const IndexVar &Row = *Of.findIndexVar("i"), &Inner = *Of.findIndexVar("j");
  const std::optional<SlopedTrips> Trips = slopedTrips(Of, Row, Inner);
  ASSERT_TRUE(Trips) << Range.str();
  EXPECT_EQ(Trips->Slope, Slope) << Range.str();
  LoopMachine Machine(1);
  Machine.Scalars = {{"n", N}, {"m", M}};
  const int64_t Begin = Machine.evaluate(Row.Lo),
                End = Machine.evaluate(Row.Hi);
  int64_t Counted = 0;
  for (int64_t I = Begin; I <= End; ++I) {
    const int64_t Half = Machine.evaluate(Trips->halfBefore(i64(I - Begin)));
    EXPECT_LE(std::abs(Counted - 2 * Half),
              std::abs(Slope) * (I - Begin + 1) + 2)
        << Range.str() << " in front of " << I;
    Machine.Scalars["i"] = I;
    Counted += std::max<int64_t>(0, Machine.evaluate(Inner.Hi) -
                                        Machine.evaluate(Inner.Lo));
  }
  EXPECT_EQ(Machine.Fault, "") << Range.str();
}

TEST(SlopedTrips, CountThoseInFrontOfRows) {
  for (const auto &[N, M] : {std::pair(0, 0), {1, 5}, {40, 40}, {300, 20}}) {
    expectTrips("i + 1 .. n", -1, N, M);
    expectTrips("0 .. i", 1, N, M);
    expectTrips("i + 2 .. m", -1, N, M);
    expectTrips("2 * i .. m + n", -2, N, M);
    expectTrips("m - i .. i", 2, N, M);
    expectTrips("i .. n", -1, N, M, "m .. n + m");
  }
}

TEST(SlopedTrips, AreNoneOfOtherLoops) {
  for (llvm::StringRef Range :
       {"0 .. n", "i .. i + m", "b[i] .. b[i + 1]", "i .. b[0]", "0 .. i * m",
        "0 .. i * i", "0 .. i / 2", "0 .. 100000 * i"}) {
    const Nest N = nestOf(Range);
    EXPECT_FALSE(slopedTrips(N, *N.findIndexVar("i"), *N.findIndexVar("j")))
        << Range.str();
  }
}
