//===- TypeTest.cpp - the prelude's functions for each type ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launcher.h"
#include <algorithm>
#include <cmath>
#include <random>

using namespace lacuna::ptx;

namespace {

Launcher &launcher() {
  static Launcher L(textOf("types.cu"));
  return L;
}

Launcher &spaces() {
  static Launcher L(textOf("spaces.cu"));
  return L;
}

template <typename T> struct Named;
#define NAMED(T, NAME)                                                         \
  template <> struct Named<T> {                                                \
    static constexpr const char *Name = #NAME;                                 \
  };
NAMED(char, char)
NAMED(signed char, schar)
NAMED(unsigned char, uchar)
NAMED(short, short)
NAMED(unsigned short, ushort)
NAMED(int, int)
NAMED(unsigned, uint)
NAMED(long, long)
NAMED(unsigned long, ulong)
NAMED(long long, llong)
NAMED(unsigned long long, ullong)
NAMED(float, float)
NAMED(double, double)

template <typename T> std::string kernel(const char *Prefix) {
  return std::string(Prefix) + "_" + Named<T>::Name;
}

/// Small numbers for floating point, so that sums are exact.
template <typename T> std::vector<T> randomValues(size_t Count, int Seed) {
  std::mt19937_64 Rng(Seed);
  std::vector<T> V(Count);
  for (T &X : V)
    X = std::is_floating_point_v<T> ? T(int(Rng() % 64) - 32) : T(Rng());
  return V;
}

template <typename T> class Types : public testing::Test {};
template <typename T> class Integers : public testing::Test {};
template <typename T> class Floats : public testing::Test {};
using AllTypes =
    testing::Types<char, signed char, unsigned char, short, unsigned short, int,
                   unsigned, long, unsigned long, long long, unsigned long long,
                   float, double>;
using IntegerTypes =
    testing::Types<char, signed char, unsigned char, short, unsigned short, int,
                   unsigned, long, unsigned long, long long,
                   unsigned long long>;
TYPED_TEST_SUITE(Types, AllTypes);
TYPED_TEST_SUITE(Integers, IntegerTypes);
using FloatTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(Floats, FloatTypes);

TYPED_TEST(Types, AtomicSumsAndExtremes) {
  using T = TypeParam;
  constexpr size_t Count = 80;
  for (int Seed = 0; Seed < 4; ++Seed) {
    launcher().Opts.Seed = Seed;
    std::vector<T> Values = randomValues<T>(Count, Seed);
    std::vector<T> Factors = Values; // their product is finite and exact
    if constexpr (std::is_floating_point_v<T>)
      for (T &F : Values)
        F = F > 0 ? 2 : F < -16 ? -1 : T(0.5);
    // A multiple of 4 bytes, and one value in each word.
    const std::vector<T> Start = {1, 1, 3, 3, 1, 1, 1, 1};
    std::vector<T> Expected = Start;
    for (T V : Values) {
      using L = std::conditional_t<std::is_floating_point_v<T>, T,
                                   unsigned long long>;
      Expected[0] = T(L(Expected[0]) + L(V));
      Expected[1] = T(L(Expected[1]) * L(V));
      Expected[2] = std::min(Expected[2], V);
      Expected[3] = std::max(Expected[3], V);
    }
    auto P = launcher().copy(Start);
    auto Olds = launcher().allocate<T>(Count);
    EXPECT_EQ(launcher().run(kernel<T>("sums"), {2}, {40}, P,
                             launcher().copy(Values), Olds),
              "");
    EXPECT_EQ(launcher().template fetch<T>(P, 8), Expected);
    // In one of all orders each thread saw the sum of those before it.
    std::vector<T> Seen = launcher().template fetch<T>(Olds, Count);
    EXPECT_EQ(std::count(Seen.begin(), Seen.end(), T(1)) >= 1, true);
  }
}

TYPED_TEST(Integers, AtomicBits) {
  using T = TypeParam;
  constexpr size_t Count = 80;
  std::vector<T> Values = randomValues<T>(Count, 1);
  for (size_t I = 0; I < Count; ++I) // so that something is left
    Values[I] = T(Values[I] | (I % 8 ? 1 : 2) | 4);
  const std::vector<T> Start = {T(-1), 1, 1, 1, 1, 1, 1, 1};
  std::vector<T> Expected = Start;
  for (T V : Values) {
    Expected[0] &= V;
    Expected[1] |= V;
    Expected[2] ^= V;
  }
  auto P = launcher().copy(Start);
  EXPECT_EQ(
      launcher().run(kernel<T>("bits"), {2}, {40}, P, launcher().copy(Values)),
      "");
  EXPECT_EQ(launcher().template fetch<T>(P, 8), Expected);
}

TYPED_TEST(Types, Shuffles) {
  using T = TypeParam;
  std::vector<T> Values = randomValues<T>(64, 3);
  auto P = launcher().copy(Values);
  auto Q = launcher().allocate<T>(64 * 4);
  for (int Width : {32, 16, 8, 2, 1})
    for (int D : {0, 1, 2, 5, 7, 16, 31}) {
      if (D >= Width && Width > 1)
        continue;
      EXPECT_EQ(
          launcher().run(kernel<T>("shuffles"), {1}, {64}, P, Q, D, Width), "");
      std::vector<T> Got = launcher().template fetch<T>(Q, 64 * 4);
      for (int I = 0; I < 64; ++I) {
        int Segment = I / Width * Width, Lane = I - Segment;
        auto In = [&](int L) { return Values[Segment + L]; };
        // Across segments lanes take their own value, but for exchanges with
        // lower ones.
        int Exchanged = (I % 32) ^ D;
        T Xor = Exchanged < Segment % 32 + Width
                    ? Values[I / 32 * 32 + Exchanged]
                    : Values[I];
        EXPECT_EQ(Got[4 * I], In(D % Width));
        EXPECT_EQ(Got[4 * I + 1], In(Lane >= D ? Lane - D : Lane));
        EXPECT_EQ(Got[4 * I + 2], In(Lane + D < Width ? Lane + D : Lane));
        EXPECT_EQ(Got[4 * I + 3], Xor) << I << " " << D << " " << Width;
      }
    }
}

TYPED_TEST(Floats, Mathematics) {
  using T = TypeParam;
  std::vector<T> Values;
  using L = std::numeric_limits<T>;
  for (T X : {T(0), T(-0.0), T(0.5), T(-0.5), T(2.5), T(-3.5), T(1e-3), T(1e9),
              L::denorm_min(), L::max(), L::infinity()})
    for (T Y : {T(1), T(-2), T(3.25), L::min()})
      Values.insert(Values.end(), {X, Y, T(0.1)});
  const size_t Count = Values.size() / 3;
  auto Q = launcher().allocate<T>(13 * Count);
  EXPECT_EQ(launcher().run(kernel<T>("math"), {1}, {unsigned(Count)},
                           launcher().copy(Values), Q),
            "");
  std::vector<T> Got = launcher().template fetch<T>(Q, 13 * Count);
  for (size_t I = 0; I < Count; ++I) {
    T X = Values[3 * I], Y = Values[3 * I + 1], Z = Values[3 * I + 2];
    const T Expected[] = {std::sqrt(X),
                          std::fabs(X),
                          std::floor(X),
                          std::ceil(X),
                          std::trunc(X),
                          std::round(X),
                          std::rint(X),
                          std::nearbyint(X),
                          std::fmin(X, Y),
                          std::fmax(X, Y),
                          std::copysign(X, Y),
                          std::fma(X, Y, Z),
                          X / Y};
    for (int F = 0; F < 13; ++F) {
      T G = Got[13 * I + F], E = Expected[F];
      EXPECT_TRUE(std::isnan(E) ? std::isnan(G)
                                : G == E && std::signbit(G) == std::signbit(E))
          << "function " << F << " of " << X << ", " << Y << ": " << G
          << ", not " << E;
    }
  }
}

TEST(Prelude, ChoosesBetweenZeros) {
  Launcher L(R"(
extern "C" __global__ void zeros(const double *x, double *y, float *z) {
  int i = threadIdx.x;
  y[2 * i] = __lacuna::choose(x[i] < 0.0, x[i], 0.0);
  y[2 * i + 1] = __lacuna::choose(x[i] < 0.0, 0.0, x[i]);
  atomicMin(z + i, -0.0f);
})");
  auto Y = L.allocate<double>(4), Z = L.copy(std::vector<float>{0.0f, -0.0f});
  EXPECT_EQ(
      L.run("zeros", {1}, {2}, L.copy(std::vector<double>{0.0, -0.0}), Y, Z),
      "");
  std::vector<double> Got = L.fetch<double>(Y, 4);
  const bool Signs[] = {false, false, false, true};
  for (int I = 0; I < 4; ++I)
    EXPECT_EQ(std::signbit(Got[I]), Signs[I]) << I;
  EXPECT_FALSE(std::signbit(L.fetch<float>(Z, 2)[0]));
}

TEST(Prelude, Halves) {
  // nvcc does not know the type.
  Launcher L(R"(
extern "C" __global__ void halves(_Float16 *y, const _Float16 *x, _Float16 *s) {
  int i = threadIdx.x;
  y[i] = x[0] * y[i] + x[i];
  if (y[i] < x[i])
    y[i] = x[i] / y[i];
  atomicAdd(s, x[i]);
  atomicMax(s + 1, x[i]);
})");
  std::vector<_Float16> X, Y;
  for (int I = 0; I < 64; ++I) {
    X.push_back(_Float16(I % 7 - 2.25f));
    Y.push_back(_Float16(0.1f * float(I) - 3));
  }
  auto P = L.copy(Y), S = L.copy(std::vector<_Float16>{0, 0});
  EXPECT_EQ(L.run("halves", {1}, {64}, P, L.copy(X), S), "");
  std::vector<_Float16> Got = L.fetch<_Float16>(P, 64);
  float Sum = 0;
  for (int I = 0; I < 64; ++I) {
    _Float16 Product = X[0] * Y[I], E = Product + X[I];
    if (E < X[I])
      E = X[I] / E;
    EXPECT_EQ(float(Got[I]), float(E)) << I;
    Sum += float(X[I]);
  }
  EXPECT_EQ(float(L.fetch<_Float16>(S, 2)[0]), Sum);
  EXPECT_EQ(float(L.fetch<_Float16>(S, 2)[1]), 3.75f);
}

TEST(Prelude, Bools) {
  for (bool Other : {false, true}) {
    // Words of flags; threads agree but for one.
    std::unique_ptr<bool[]> Flags(new bool[8]{true, false, true, false});
    std::vector<char> Start = {1, 0, 1, 0}, Values(40, Other);
    Values[7] = !Other;
    auto P = launcher().copy(Start);
    EXPECT_EQ(launcher().run("bools", {1}, {40}, P, launcher().copy(Values)),
              "");
    EXPECT_EQ(launcher().fetch<char>(P, 4), (std::vector<char>{0, 1, 1, 0}));
  }
}

TEST(Prelude, Votes) {
  std::vector<int> Values(32);
  for (int I = 0; I < 32; ++I)
    Values[I] = I * 7 % 5;
  auto Q = launcher().allocate<unsigned>(5 * 32);
  EXPECT_EQ(launcher().run("votes", {1}, {32}, launcher().copy(Values), Q), "");
  std::vector<unsigned> Got = launcher().fetch<unsigned>(Q, 5 * 32);
  unsigned Odd = 0;
  for (int I = 0; I < 32; ++I)
    Odd |= unsigned(Values[I] & 1) << I;
  for (int I = 0; I < 32; ++I) {
    unsigned Equal = 0;
    for (int J = 0; J < 32; ++J)
      Equal |= unsigned(Values[I] == Values[J]) << J;
    EXPECT_EQ(std::vector<unsigned>(&Got[5 * I], &Got[5 * I] + 5),
              (std::vector<unsigned>{1, 1, Odd, Equal, Equal}));
  }
}

TEST(Prelude, Calls) {
  struct {
    int A;
    double B;
    float C;
  } T = {3, 1.25, 0.5f};
  const std::vector<double> P = {2, -1, 4};
  auto Q = launcher().allocate<double>(5 * 4);
  EXPECT_EQ(launcher().run("calls", {1}, {4}, launcher().copy(P), 3, T, Q), "");
  std::vector<double> Got = launcher().fetch<double>(Q, 5 * 4);
  for (int I = 0; I < 4; ++I) {
    double X = P[0] + I;
    EXPECT_EQ(
        std::vector<double>(&Got[5 * I], &Got[5 * I] + 5),
        (std::vector<double>{(4 * X - 1) * X + 2, 12, 5, 2, 2.0 * I + 3}));
  }
}

TEST(Prelude, LocalMemory) {
  std::vector<int> Values = randomValues<int>(8 * 33, 5);
  auto Q = launcher().allocate<int>(8 * 33);
  EXPECT_EQ(launcher().run("sorted", {1}, {33}, launcher().copy(Values), Q),
            "");
  for (int I = 0; I < 33; ++I)
    std::sort(&Values[8 * I], &Values[8 * I] + 8);
  EXPECT_EQ(launcher().fetch<int>(Q, 8 * 33), Values);
}

TEST(Prelude, Tables) {
  std::vector<int> Values = {0, 1, 2, 3, 4, 5, 6, -1};
  auto Q = launcher().allocate<int>(8);
  EXPECT_EQ(launcher().run("table", {1}, {8}, launcher().copy(Values), Q), "");
  EXPECT_EQ(launcher().fetch<int>(Q, 8),
            (std::vector<int>{17, 4, 99, -3, 1 << 20, 8, 0, 0}));
}

TEST(Prelude, Hashes) {
  std::vector<unsigned> Values = randomValues<unsigned>(64, 6);
  auto Q = launcher().allocate<unsigned>(6 * 64);
  EXPECT_EQ(launcher().run("hashes", {1}, {64}, launcher().copy(Values), Q),
            "");
  std::vector<unsigned> Got = launcher().fetch<unsigned>(Q, 6 * 64);
  for (size_t I = 0; I < 64; ++I) {
    unsigned V = Values[I];
    EXPECT_EQ(std::vector<unsigned>(&Got[6 * I], &Got[6 * I] + 6),
              (std::vector<unsigned>{
                  V << 7 | V >> 25,
                  unsigned(__builtin_popcount(V) + __builtin_clz(V | 1) * 100),
                  __builtin_bswap32(V), V >> 5 & 0x3ff, V / 7 + V % 1000,
                  unsigned(static_cast<unsigned long long>(V) * V >> 17)}));
  }
}

TEST(Prelude, Vectors) {
  EXPECT_NE(launcher().Ptx.find("ld.global.v4.f32"), std::string::npos);
  auto B = launcher().allocate<float>(4), D = launcher().allocate<short>(8);
  std::vector<short> C = {1, -2, 3, 32767, 5, 6, 7, -1};
  EXPECT_EQ(launcher().run("vectors", {1}, {1},
                           launcher().copy(std::vector<float>{1, 2, 3, 4}), B,
                           launcher().copy(C), D),
            "");
  EXPECT_EQ(launcher().fetch<float>(B, 4), (std::vector<float>{2, 4, 6, 8}));
  EXPECT_EQ(launcher().fetch<short>(D, 8),
            (std::vector<short>{2, -1, 4, -32768, 6, 7, 8, 0}));
}

TEST(Prelude, DynamicSharedMemory) {
  std::vector<double> Values = randomValues<double>(64, 7);
  auto Q = spaces().allocate<double>(64);
  spaces().DynamicShared = 64 * 8;
  EXPECT_EQ(spaces().run("reversed", {1}, {64}, spaces().copy(Values), Q), "");
  spaces().DynamicShared = 0;
  std::reverse(Values.begin(), Values.end());
  EXPECT_EQ(spaces().fetch<double>(Q, 64), Values);
}

TEST(Prelude, VariablesKeepTheirValues) {
  auto P = spaces().copy(std::vector<int>{0, 1, 2, 3});
  auto Q = spaces().allocate<int>(4);
  for (int Sum : {5 + 17, 5 + 34}) {
    EXPECT_EQ(spaces().run("variables", {1}, {4}, P, Q), "");
    EXPECT_EQ(spaces().fetch<int>(Q, 4), std::vector<int>(4, Sum));
  }
}

} // namespace
