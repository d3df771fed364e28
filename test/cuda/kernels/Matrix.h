//===- Matrix.h - sparse matrices of tests ----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All numbers are small integers, so that sums are exact in each order.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_CUDA_KERNELS_MATRIX_H
#define LACUNA_TEST_CUDA_KERNELS_MATRIX_H

#include <cstdint>
#include <random>
#include <vector>

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
                                   int Width = 1) {
  std::vector<double> Y(size_t(A.Rows) * Width);
  for (int I = 0; I < A.Rows; ++I)
    for (int P = A.Pos[I]; P < A.Pos[I + 1]; ++P)
      for (int K = 0; K < Width; ++K)
        Y[size_t(I) * Width + K] += A.Val[P] * D[size_t(A.Crd[P]) * Width + K];
  return Y;
}

#endif // LACUNA_TEST_CUDA_KERNELS_MATRIX_H
