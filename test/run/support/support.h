//===- support.h - data and records of the run tests -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run test is one program, built once as it is and once with the plugin. Both
// write records of what their loops computed to standard output;
// compare-records (compare.cpp) says whether they agree.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_RUN_SUPPORT_H
#define LACUNA_TEST_RUN_SUPPORT_H

#include "records.h"
#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>

// What tests only stand on is compiled quickly, not to run quickly.
#pragma clang optimize off

namespace run {

/// splitmix64: the same numbers with every library and machine.
class Random {
public:
  explicit Random(uint64_t Seed) : State(Seed) {}

  uint64_t bits() {
    uint64_t Z = (State += 0x9e3779b97f4a7c15u);
    Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9u;
    Z = (Z ^ (Z >> 27)) * 0x94d049bb133111ebu;
    return Z ^ (Z >> 31);
  }

  /// In [0, Below).
  long below(long Below) { return long(bits() % uint64_t(Below)); }

  template <class T> T value() {
    if constexpr (std::is_floating_point_v<T>) {
      return T(double(int64_t(bits()) >> 11) * 0x1p-52);
    } else if constexpr (std::is_integral_v<T>) {
      return T(below(13) - (std::is_signed_v<T> ? 6 : 0));
    } else {
      using Part = typename T::value_type;
      Part Re = value<Part>();
      return T(Re, value<Part>());
    }
  }

  template <class T> std::vector<T> vector(size_t Size) {
    std::vector<T> V(Size);
    for (T &E : V)
      E = value<T>();
    return V;
  }

private:
  uint64_t State;
};

template <class Val = double, class Pos = int, class Crd = int> struct Csr {
  std::string Name;
  long Rows, Cols;
  std::vector<Pos> pos;
  std::vector<Crd> crd;
  std::vector<Val> val;

  long length(long I) const { return long(pos[I + 1]) - long(pos[I]); }
};

/// Where entries lie: what matrices of all types are made of.
struct Pattern {
  std::string Name;
  long Rows, Cols;
  std::vector<long> pos = {0}, crd = {};
};

/// A pattern whose row I has Length(I) entries at ascending random columns.
inline Pattern makePattern(std::string Name, long Rows, long Cols, Random &R,
                           const std::function<long(long)> &Length) {
  Pattern A{std::move(Name), Rows, Cols};
  for (long I = 0; I < Rows; ++I) {
    long Left = std::min<long>(Length(I), Cols);
    for (long J = 0; J < Cols && Left > 0; ++J)
      if (R.below(Cols - J) < Left) {
        A.crd.push_back(J);
        --Left;
      }
    A.pos.push_back(long(A.crd.size()));
  }
  return A;
}

/// A matrix of random values at the places of \p Places.
template <class Val, class Pos, class Crd>
Csr<Val, Pos, Crd> makeCsr(const Pattern &Places, Random &R) {
  return {Places.Name,
          Places.Rows,
          Places.Cols,
          std::vector<Pos>(Places.pos.begin(), Places.pos.end()),
          std::vector<Crd>(Places.crd.begin(), Places.crd.end()),
          R.vector<Val>(Places.crd.size())};
}

/// A matrix whose row I has Length(I) entries at ascending random columns.
template <class Val, class Pos, class Crd>
Csr<Val, Pos, Crd> makeCsr(std::string Name, long Rows, long Cols, Random &R,
                           const std::function<long(long)> &Length) {
  return makeCsr<Val, Pos, Crd>(
      makePattern(std::move(Name), Rows, Cols, R, Length), R);
}

/// Shapes that schedules trip over: nothing in them, too little to split,
/// multiples of a factor and their neighbours, rows that are all alike, rows
/// that are not. All sizes fit into short.
inline std::vector<Pattern> patterns(Random &R) {
  std::vector<Pattern> All;
  auto Add = [&](std::string Name, long Rows, long Cols,
                 const std::function<long(long)> &Length) {
    All.push_back(makePattern(std::move(Name), Rows, Cols, R, Length));
  };
  auto Any = [&](long Most) {
    return [&R, Most](long) { return R.below(Most + 1); };
  };
  Add("no rows", 0, 5, Any(3));
  Add("no rows, no columns", 0, 0, Any(0));
  Add("no entries", 9, 5, Any(0));
  Add("one entry", 1, 1, [](long) { return 1; });
  Add("one long row", 1, 1000, [](long) { return 777; });
  Add("one dense row of many", 70, 300,
      [](long I) { return I == 41 ? 300 : 0; });
  Add("first row dense", 40, 90, [](long I) { return I == 0 ? 90 : 2; });
  Add("last row dense", 40, 90, [](long I) { return I == 39 ? 90 : 0; });
  Add("empty rows at both ends", 50, 30,
      [&](long I) { return I < 11 || I > 33 ? 0 : R.below(6); });
  Add("every other row empty", 64, 64, [](long I) { return I % 2 ? 5 : 0; });
  Add("less than a block", 7, 11, Any(5));
  Add("exactly one block", 32, 40, Any(9));
  Add("one more than a block", 33, 40, Any(9));
  Add("one less than two blocks", 63, 40, Any(9));
  Add("alike", 128, 128, [](long) { return 8; });
  Add("no factor divides", 101, 67, Any(20));
  Add("growing", 97, 120, [](long I) { return I; });
  Add("power law", 257, 257,
      [&](long) { return long(1.0 / (0.004 + std::fabs(R.value<double>()))); });
  return All;
}

/// Matrices of these shapes.
template <class Val = double, class Pos = int, class Crd = int>
std::vector<Csr<Val, Pos, Crd>> shapes(uint64_t Seed = 1) {
  Random R(Seed);
  std::vector<Csr<Val, Pos, Crd>> All;
  for (const Pattern &Places : patterns(R))
    All.push_back(makeCsr<Val, Pos, Crd>(Places, R));
  return All;
}

// Records -------------------------------------------------------------------

namespace detail {
template <class T> struct ScalarOf<std::complex<T>> {
  using Type = T;
  static constexpr uint64_t Parts = 2;
};
} // namespace detail

/// How far apart two sums of \p Terms products may lie that add up to
/// \p Magnitude in absolute value: each is within gamma of the exact sum.
template <class T> double sumBound(long Terms, double Magnitude) {
  if constexpr (std::is_integral_v<T>) {
    return 0;
  } else {
    using Part = typename detail::ScalarOf<T>::Type;
    // A complex product is two real ones and an addition.
    double N = double(Terms + 2) * (detail::ScalarOf<T>::Parts == 2 ? 4 : 1);
    double U = double(std::numeric_limits<Part>::epsilon()) / 2;
    return 2 * N * U / (1 - N * U) * Magnitude;
  }
}

/// sumBound of each row of A x.
template <class Val, class Pos, class Crd>
std::vector<double> productBound(const Csr<Val, Pos, Crd> &A,
                                 const std::vector<Val> &x) {
  std::vector<double> Bound;
  for (long I = 0; I < A.Rows; ++I) {
    double Magnitude = 0;
    for (Pos P = A.pos[I]; P < A.pos[I + 1]; ++P)
      Magnitude += double(std::abs(std::complex<double>(A.val[P]))) *
                   double(std::abs(std::complex<double>(x[A.crd[P]])));
    Bound.push_back(sumBound<Val>(A.length(I), Magnitude));
  }
  return Bound;
}

} // namespace run

#pragma clang optimize on

#endif // LACUNA_TEST_RUN_SUPPORT_H
