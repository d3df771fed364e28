//===- Products.h - runs of the kernels of kernels.cu -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_CUDA_KERNELS_PRODUCTS_H
#define LACUNA_TEST_CUDA_KERNELS_PRODUCTS_H

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace products {

// All numbers are small integers, so that sums are exact in each order.

struct Csr {
  int Rows = 0, Columns = 0;
  std::vector<int> Pos, Crd;
  std::vector<double> Val;
};

inline std::vector<double> randomVector(size_t Size, std::uint64_t Seed) {
  std::mt19937_64 Rng(Seed);
  std::vector<double> V(Size);
  for (double &X : V)
    X = double(Rng() % 19) - 9;
  return V;
}

/// A matrix with empty rows, runs of them, and some rows much longer than
/// others.
inline Csr randomMatrix(int Rows, int Columns, std::uint64_t Seed) {
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
inline std::vector<double> product(const Csr &A, const std::vector<double> &D,
                                   int Width) {
  std::vector<double> Y(size_t(A.Rows) * Width);
  for (int I = 0; I < A.Rows; ++I)
    for (int P = A.Pos[I]; P < A.Pos[I + 1]; ++P)
      for (int K = 0; K < Width; ++K)
        Y[size_t(I) * Width + K] += A.Val[P] * D[size_t(A.Crd[P]) * Width + K];
  return Y;
}

/// A sparse matrix, a dense one, and their product, here and on the device.
template <typename Launcher> struct Run {
  Run(Launcher &L, std::uint64_t Seed, int Width)
      : L(L), A(randomMatrix(70, 150, Seed)), Width(Width),
        D(randomVector(size_t(A.Columns) * Width, Seed)), Pos(L.copy(A.Pos)),
        Crd(L.copy(A.Crd)), Val(L.copy(A.Val)), Dense(L.copy(D)) {}

  std::string checked(const std::string &Error) const {
    if (!Error.empty())
      return Error;
    size_t Size = size_t(A.Rows) * Width;
    if (!L.isWritten(Out, Size * sizeof(double)))
      return "the result is not complete";
    return L.template fetch<double>(Out, Size) == product(A, D, Width)
               ? ""
               : "the result differs";
  }
  void allocateOut() {
    Out = L.template allocate<double>(size_t(A.Rows) * Width);
  }
  void clearOut() { Out = L.copy(std::vector<double>(size_t(A.Rows) * Width)); }

  Launcher &L;
  Csr A;
  int Width;
  std::vector<double> D;
  std::uint64_t Pos, Crd, Val, Dense, Out = 0;
};

template <typename Launcher>
std::string rowPerThread(Launcher &L, std::uint64_t Seed) {
  Run R(L, Seed, 1);
  R.allocateOut();
  return R.checked(L.run("row_per_thread", {2}, {32}, R.Pos, R.Crd, R.Val,
                         R.Dense, R.Out, R.A.Rows));
}

template <typename Launcher>
std::string warpPerRow(Launcher &L, std::uint64_t Seed) {
  Run R(L, Seed, 1);
  R.allocateOut();
  return R.checked(L.run("warp_per_row", {3}, {64}, R.Pos, R.Crd, R.Val,
                         R.Dense, R.Out, R.A.Rows));
}

template <typename Launcher>
std::string blockPerRow(Launcher &L, std::uint64_t Seed) {
  Run R(L, Seed, 1);
  R.allocateOut();
  return R.checked(L.run("block_per_row", {unsigned(R.A.Rows)}, {128}, R.Pos,
                         R.Crd, R.Val, R.Dense, R.Out));
}

template <typename Launcher>
std::string positionSplit(Launcher &L, std::uint64_t Seed) {
  Run R(L, Seed, 1);
  R.clearOut();
  int Count = int(R.A.Crd.size());
  int Blocks = (Count + 255) / 256;
  auto Starts = L.template allocate<int>(size_t(Blocks) + 1);
  std::string Error = L.run("block_starts", {1}, {32}, R.Pos, Starts, R.A.Rows,
                            Count, 256, Blocks);
  if (!Error.empty())
    return Error;
  return R.checked(L.run("position_split", {unsigned(Blocks)}, {64}, R.Pos,
                         R.Crd, R.Val, R.Dense, R.Out, Starts, R.A.Rows,
                         Count));
}

template <typename Launcher>
std::string denseColumns(Launcher &L, std::uint64_t Seed) {
  Run R(L, Seed, 40);
  R.allocateOut();
  return R.checked(L.run("dense_columns", {5}, {128}, R.Pos, R.Crd, R.Val,
                         R.Dense, R.Out, R.A.Rows, R.Width));
}

template <typename Launcher>
std::string denseTile(Launcher &L, std::uint64_t Seed) {
  const int N = 32;
  std::vector<double> A = randomVector(N * N, Seed);
  std::vector<double> B = randomVector(N * N, Seed + 1);
  std::vector<double> Expected(N * N);
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J)
      for (int K = 0; K < N; ++K)
        Expected[I * N + J] += A[I * N + K] * B[K * N + J];
  auto C = L.template allocate<double>(N * N);
  std::string Error =
      L.run("dense_tile", {2, 2}, {16, 16}, L.copy(A), L.copy(B), C, N);
  if (!Error.empty())
    return Error;
  return L.template fetch<double>(C, N * N) == Expected ? ""
                                                        : "the result differs";
}

template <typename Launcher>
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
  return L.template fetch<int>(Counts, A.Columns) == Expected
             ? ""
             : "the result differs";
}

} // namespace products

/// The kernels of kernels.cu, but for those that others need.
inline const std::vector<std::string> KernelNames = {
    "row_per_thread", "warp_per_row", "block_per_row", "position_split",
    "dense_columns",  "dense_tile",   "histogram",
};

/// Runs kernel \p Name on random data and compares with a loop on the host.
/// Returns an error of the launch, or "the result differs", or nothing.
///
/// A Launcher has a memory for arrays, `copy`, `allocate`, `fetch` and
/// `isWritten`, whose addresses are std::uint64_t, and `run`, which calls a
/// kernel by its name with a grid, a block and arguments and returns an error.
template <typename Launcher>
std::string runKernel(Launcher &L, const std::string &Name,
                      std::uint64_t Seed) {
  using Runner = std::string (*)(Launcher &, std::uint64_t);
  constexpr Runner Runners[] = {
      products::rowPerThread,  products::warpPerRow,   products::blockPerRow,
      products::positionSplit, products::denseColumns, products::denseTile,
      products::histogram,
  };
  for (size_t I = 0; I < KernelNames.size(); ++I)
    if (KernelNames[I] == Name)
      return Runners[I](L, Seed);
  return "no such kernel";
}

#endif // LACUNA_TEST_CUDA_KERNELS_PRODUCTS_H
