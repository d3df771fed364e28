//===- KernelTest.cpp - kernels of many kinds, run as PTX -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launcher.h"
#include "Matrix.h"

using namespace lacuna::ptx;

namespace {

/// Numbers whose sums and products are exact, so that their order is no matter.
class Kernels : public testing::TestWithParam<std::uint64_t> {
protected:
  static Launcher &launcher() {
    static Launcher L(textOf("kernels.cu"));
    return L;
  }

  void SetUp() override {
    launcher().Opts.Seed = GetParam();
    A = randomMatrix(70, 50, GetParam());
    X = randomVector(50, GetParam());
    Pos = launcher().copy(A.Pos);
    Crd = launcher().copy(A.Crd);
    Val = launcher().copy(A.Val);
    Vec = launcher().copy(X);
    Out = launcher().copy(std::vector<double>(size_t(A.Rows) * 40));
  }

  std::vector<double> result(size_t Count) {
    return launcher().fetch<double>(Out, Count);
  }

  Csr A;
  std::vector<double> X;
  std::uint64_t Pos = 0, Crd = 0, Val = 0, Vec = 0, Out = 0;
};

TEST_P(Kernels, RowPerThread) {
  EXPECT_EQ(launcher().run("row_per_thread", {3}, {32}, Pos, Crd, Val, Vec, Out,
                           A.Rows),
            "");
  EXPECT_EQ(result(A.Rows), product(A, X));
}

TEST_P(Kernels, WarpPerRow) {
  EXPECT_EQ(launcher().run("warp_per_row", {3}, {64}, Pos, Crd, Val, Vec, Out,
                           A.Rows),
            "");
  EXPECT_EQ(result(A.Rows), product(A, X));
}

TEST_P(Kernels, BlockPerRow) {
  EXPECT_EQ(launcher().run("block_per_row", {unsigned(A.Rows)}, {128}, Pos, Crd,
                           Val, Vec, Out),
            "");
  EXPECT_EQ(result(A.Rows), product(A, X));
  EXPECT_EQ(launcher().Last.Counts.Barriers, unsigned(A.Rows));
}

TEST_P(Kernels, PositionSplit) {
  int Count = int(A.Crd.size());
  int Blocks = (Count + 255) / 256;
  auto Starts = launcher().allocate<int>(size_t(Blocks) + 1);
  EXPECT_EQ(launcher().run("block_starts", {1}, {32}, Pos, Starts, A.Rows,
                           Count, 256, Blocks),
            "");
  EXPECT_EQ(launcher().run("position_split", {unsigned(Blocks)}, {64}, Pos, Crd,
                           Val, Vec, Out, Starts, A.Rows, Count),
            "");
  EXPECT_EQ(result(A.Rows), product(A, X));
}

TEST_P(Kernels, DenseColumns) {
  const int Columns = 40;
  std::vector<double> D = randomVector(size_t(A.Columns) * Columns, GetParam());
  std::uint64_t Dense = launcher().copy(D);
  EXPECT_EQ(launcher().run("dense_columns", {5}, {128}, Pos, Crd, Val, Dense,
                           Out, A.Rows, Columns),
            "");
  EXPECT_EQ(result(size_t(A.Rows) * Columns), product(A, D, Columns));
}

TEST_P(Kernels, DenseTile) {
  const int N = 48;
  std::vector<double> L = randomVector(N * N, GetParam());
  std::vector<double> R = randomVector(N * N, GetParam() + 1);
  std::vector<double> Expected(N * N);
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J)
      for (int K = 0; K < N; ++K)
        Expected[I * N + J] += L[I * N + K] * R[K * N + J];
  EXPECT_EQ(launcher().run("dense_tile", {3, 3}, {16, 16}, launcher().copy(L),
                           launcher().copy(R), Out, N),
            "");
  EXPECT_EQ(result(N * N), Expected);
}

TEST_P(Kernels, Histogram) {
  std::vector<int> Expected(A.Columns);
  for (int C : A.Crd)
    ++Expected[C];
  auto Counts = launcher().copy(std::vector<int>(A.Columns));
  EXPECT_EQ(launcher().run("histogram", {4}, {64}, Crd, Counts,
                           int(A.Crd.size()), A.Columns),
            "");
  EXPECT_EQ(launcher().fetch<int>(Counts, A.Columns), Expected);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Kernels, testing::Range<std::uint64_t>(0, 6));

} // namespace
