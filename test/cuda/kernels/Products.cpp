//===- Products.cpp - runs of the kernels of kernels.cu -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Products.h"
#include <functional>
#include <map>
#include <random>

using namespace lacuna::ptx;

namespace {

// All numbers are small integers, so that sums are exact in each order.

struct Csr {
  int Rows = 0, Columns = 0;
  std::vector<int> Pos, Crd;
  std::vector<double> Val;
};

std::vector<double> randomVector(size_t Size, std::uint64_t Seed) {
  std::mt19937_64 Rng(Seed);
  std::vector<double> V(Size);
  for (double &X : V)
    X = double(Rng() % 19) - 9;
  return V;
}

/// A matrix with empty rows, runs of them, and some rows much longer than
/// others.
Csr randomMatrix(int Rows, int Columns, std::uint64_t Seed) {
  std::mt19937_64 Rng(Seed);
  Csr A{Rows, Columns, {0}, {}, {}};
  for (int I = 0; I < Rows; ++I) {
    unsigned Density = Rng() % 8;
    for (int J = 0; J < Columns; ++J)
      if (Density > 4 ? Rng() % 8 < Density : Rng() % 64 < Density / 2)
        A.Crd.push_back(J);
    A.Pos.push_back(int(A.Crd.size()));
  }
  A.Val = randomVector(A.Crd.size(), Seed + 1);
  return A;
}

/// A times the dense matrix \p D of \p Width columns.
std::vector<double> product(const Csr &A, const std::vector<double> &D,
                            int Width) {
  std::vector<double> Y(size_t(A.Rows) * Width);
  for (int I = 0; I < A.Rows; ++I)
    for (int P = A.Pos[I]; P < A.Pos[I + 1]; ++P)
      for (int K = 0; K < Width; ++K)
        Y[size_t(I) * Width + K] += A.Val[P] * D[size_t(A.Crd[P]) * Width + K];
  return Y;
}

/// A sparse matrix, a dense one, and their product, here and on the device.
struct Run {
  Run(Launcher &L, std::uint64_t Seed, int Width)
      : L(L), A(randomMatrix(70, 150, Seed)), Width(Width),
        D(randomVector(size_t(A.Columns) * Width, Seed)), Pos(L.copy(A.Pos)),
        Crd(L.copy(A.Crd)), Val(L.copy(A.Val)), Dense(L.copy(D)) {}

  std::string checked(const std::string &Error) const {
    if (!Error.empty())
      return Error;
    size_t Size = size_t(A.Rows) * Width;
    if (!L.Device.written(Out, Size * sizeof(double)))
      return "the result is not complete";
    return L.fetch<double>(Out, Size) == product(A, D, Width)
               ? ""
               : "the result differs";
  }
  void allocateOut() { Out = L.allocate<double>(size_t(A.Rows) * Width); }
  void clearOut() { Out = L.copy(std::vector<double>(size_t(A.Rows) * Width)); }

  Launcher &L;
  Csr A;
  int Width;
  std::vector<double> D;
  std::uint64_t Pos, Crd, Val, Dense, Out = 0;
};

std::string rowPerThread(Launcher &L, std::uint64_t Seed) {
  Run R(L, Seed, 1);
  R.allocateOut();
  return R.checked(L.run("row_per_thread", {2}, {32}, R.Pos, R.Crd, R.Val,
                         R.Dense, R.Out, R.A.Rows));
}

std::string warpPerRow(Launcher &L, std::uint64_t Seed) {
  Run R(L, Seed, 1);
  R.allocateOut();
  return R.checked(L.run("warp_per_row", {3}, {64}, R.Pos, R.Crd, R.Val,
                         R.Dense, R.Out, R.A.Rows));
}

std::string blockPerRow(Launcher &L, std::uint64_t Seed) {
  Run R(L, Seed, 1);
  R.allocateOut();
  return R.checked(L.run("block_per_row", {unsigned(R.A.Rows)}, {128}, R.Pos,
                         R.Crd, R.Val, R.Dense, R.Out));
}

std::string positionSplit(Launcher &L, std::uint64_t Seed) {
  Run R(L, Seed, 1);
  R.clearOut();
  int Count = int(R.A.Crd.size());
  int Blocks = (Count + 255) / 256;
  auto Starts = L.allocate<int>(size_t(Blocks) + 1);
  std::string Error = L.run("block_starts", {1}, {32}, R.Pos, Starts, R.A.Rows,
                            Count, 256, Blocks);
  if (!Error.empty())
    return Error;
  return R.checked(L.run("position_split", {unsigned(Blocks)}, {64}, R.Pos,
                         R.Crd, R.Val, R.Dense, R.Out, Starts, R.A.Rows,
                         Count));
}

std::string denseColumns(Launcher &L, std::uint64_t Seed) {
  Run R(L, Seed, 40);
  R.allocateOut();
  return R.checked(L.run("dense_columns", {5}, {128}, R.Pos, R.Crd, R.Val,
                         R.Dense, R.Out, R.A.Rows, R.Width));
}

std::string denseTile(Launcher &L, std::uint64_t Seed) {
  const int N = 32;
  std::vector<double> A = randomVector(N * N, Seed);
  std::vector<double> B = randomVector(N * N, Seed + 1);
  std::vector<double> Expected(N * N);
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J)
      for (int K = 0; K < N; ++K)
        Expected[I * N + J] += A[I * N + K] * B[K * N + J];
  auto C = L.allocate<double>(N * N);
  std::string Error =
      L.run("dense_tile", {2, 2}, {16, 16}, L.copy(A), L.copy(B), C, N);
  if (!Error.empty())
    return Error;
  return L.fetch<double>(C, N * N) == Expected ? "" : "the result differs";
}

std::string histogram(Launcher &L, std::uint64_t Seed) {
  Csr A = randomMatrix(70, 50, Seed);
  std::vector<int> Expected(A.Columns);
  for (int C : A.Crd)
    ++Expected[C];
  auto Counts = L.copy(std::vector<int>(A.Columns));
  std::string Error = L.run("histogram", {4}, {64}, L.copy(A.Crd), Counts,
                            int(A.Crd.size()), A.Columns);
  if (!Error.empty())
    return Error;
  return L.fetch<int>(Counts, A.Columns) == Expected ? ""
                                                     : "the result differs";
}

} // namespace

using Runner = std::string (*)(Launcher &, std::uint64_t);
static const std::map<std::string, Runner> Runners = {
    {"row_per_thread", rowPerThread}, {"warp_per_row", warpPerRow},
    {"block_per_row", blockPerRow},   {"position_split", positionSplit},
    {"dense_columns", denseColumns},  {"dense_tile", denseTile},
    {"histogram", histogram},
};

const std::vector<std::string> KernelNames = [] {
  std::vector<std::string> Names;
  for (const auto &[Name, Run] : Runners)
    Names.push_back(Name);
  return Names;
}();

std::string runKernel(Launcher &L, const std::string &Name,
                      std::uint64_t Seed) {
  L.Opts.Seed = Seed;
  return Runners.at(Name)(L, Seed);
}
