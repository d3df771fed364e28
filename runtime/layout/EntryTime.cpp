//===- EntryTime.cpp - what an entry takes at least -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryTime.h"
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <new>
#include <vector>

using namespace lacuna::rt;

static double measured() {
  using Clock = std::chrono::steady_clock;
  constexpr int32_t Rows = 64, Length = 48, Runs = 12;
  std::vector<int32_t> Coordinate(Rows * Length);
  std::vector<double> Value(Rows * Length, 1), X(1024, 1), Y(Rows);
  for (int32_t E = 0; E < Rows * Length; ++E)
    Coordinate[size_t(E)] = E * 37 % 1024;
  double Least = std::numeric_limits<double>::infinity();
  for (int32_t R = 0; R < Runs; ++R) {
    const Clock::time_point Begin = Clock::now();
    for (int32_t Row = 0; Row < Rows; ++Row) {
      double Sum = 0;
      for (int32_t E = Row * Length; E < (Row + 1) * Length; ++E)
        Sum += Value[size_t(E)] * X[size_t(Coordinate[size_t(E)])];
      Y[size_t(Row)] = Sum;
    }
    const std::chrono::duration<double, std::nano> Time = Clock::now() - Begin;
    // The compiler has to store the sums.
    volatile double Last = Y[Rows - 1];
    static_cast<void>(Last);
    Least = std::min(Least, Time.count() / (Rows * Length));
  }
  return Least;
}

double lacuna::rt::leastEntryTime() {
  static const double Value = [] {
    try {
      return measured();
    } catch (const std::bad_alloc &) {
      return std::numeric_limits<double>::infinity();
    }
  }();
  return Value;
}
