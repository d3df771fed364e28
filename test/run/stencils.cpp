// Loops over time and space run tile by tile, with the bits of the loops as they
// stand, whatever the sizes are; where sizes or arrays forbid it, the user's
// loop runs.
// RUN: %check-run --lines 9 --fallback 154 %s -Wno-unknown-warning-option -Wno-vla-cxx-extension -o %t
// RUN: %check-run --lines 9 --fallback 154 --threads 2 %s -Wno-unknown-warning-option -Wno-vla-cxx-extension -o %t --reuse
// RUN: %check-run --lines 9 --fallback 154 %s -Wno-unknown-warning-option -Wno-vla-cxx-extension -O1 -fplugin-arg-sparse-verify -Wno-pass-failed -o %t.verify

#include "support/support.h"

constexpr int Size = 70;
using Grid = double[Size][Size];

// Two buffers in turns: parallelograms in waves.
static void jacobi(int T, int n, double (*A)[Size][Size]) {
#pragma sparse tile(t, i, j; 4, 8, 16; parallelogram) \
    parallelize(i_tile, cpu_thread, no_races) parallelize(j, cpu_vector, no_races)
  for (int t = 0; t < T; ++t)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        A[(t + 1) % 2][i][j] =
            0.2 * (A[t % 2][i][j] + A[t % 2][i - 1][j] + A[t % 2][i + 1][j] +
                   A[t % 2][i][j - 1] + A[t % 2][i][j + 1]);
}

// In place, with neighbours of this step and of the one before.
static void seidel(int T, int n, Grid &A) {
#pragma sparse tile(t, i, j; 4, 8, 16; parallelogram) \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] +
                   A[i][j - 1] + A[i][j] + A[i][j + 1] + A[i + 1][j - 1] +
                   A[i + 1][j] + A[i + 1][j + 1]) /
                  9;
}

// The same by hand: what is skewed has tiles that stand upright.
static void skewed(int T, int n, Grid &A) {
#pragma sparse skew(i, t, 1) skew(j, t, 1) skew(j, i, 1) tile(t, i, j; 4, 8, 16)
  for (int t = 0; t < T; ++t)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] +
                   A[i][j - 1] + A[i][j] + A[i][j + 1] + A[i + 1][j - 1] +
                   A[i + 1][j] + A[i + 1][j + 1]) /
                  9;
}

// Sums keep their order.
static void multiply(int n, const Grid &A, const Grid &B, Grid &C) {
#pragma sparse reorder(j, k) tile(i, k, j; 8, 8, 16) \
    parallelize(i_tile, cpu_thread, no_races) parallelize(j, cpu_vector, no_races)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        C[i][j] += A[i][k] * B[k][j];
}

// Ranges that depend on outer loops, backwards, under a condition.
static void triangle(int n, const Grid &A, Grid &B) {
#pragma sparse tile(i, j; 8, 8) parallelize(i_tile, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    for (int j = n - 1; j >= i; --j) {
      const double x = A[i][j];
      if (i + j > 5)
        B[i][j] += x > 0 ? x : -x;
    }
}

// Sizes without a sign, of which 0 wraps round.
static void unsignedSizes(unsigned T, unsigned n, double (*A)[Size][Size]) {
#pragma sparse tile(t, i, j; 3, 5, 7; parallelogram)
  for (unsigned t = 0; t < T; ++t)
    for (unsigned i = 1; i < n - 1; ++i)
      for (unsigned j = 1; j < n - 1; ++j)
        A[(t + 1) & 1][i][j] = A[t & 1][i - 1][j + 1] - A[t & 1][i + 1][j];
}

// Rows of a length that only the run tells.
static void variableRows(int T, int n, double *data) {
  auto A = reinterpret_cast<double(*)[n]>(data);
#pragma sparse tile(t, i; 3, 8; parallelogram) \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t)
    for (int i = 1; i < n - 1; ++i)
      A[i][t] = A[i - 1][t] + A[i + 1][t] + 1;
}

// Another array may be this one, or lie in it.
static void shifted(int T, int n, const double *from, double *to) {
#pragma sparse tile(t, i; 2, 16) parallelize(i_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t)
    for (int i = 0; i < n; ++i)
      to[i] += from[i] * t;
}

// A subscript that leaves its row is one of the next row.
static void wrapped(int n, int m, Grid &A) {
#pragma sparse tile(i, j; 8, 8)
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < m; ++j)
      A[i][j] = A[i - 1][j] + 1;
}

static std::vector<double> values(int Count) {
  std::vector<double> V(Count);
  for (int K = 0; K < Count; ++K)
    V[K] = (K * 37 % 101) / 7.0 - 5;
  return V;
}

int main() {
  for (int n : {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 18, 33, Size}) {
    for (int T : {0, 1, 2, 3, 4, 5, 9}) {
      std::vector<double> A = values(2 * Size * Size);
      auto Two = reinterpret_cast<double(*)[Size][Size]>(A.data());
      jacobi(T, n, Two);
      run::record("A", A);
      seidel(T, n, Two[0]);
      skewed(T, n, Two[1]);
      run::record("A", A);
      if (n > 0)
        unsignedSizes(T, n, Two);
      run::record("A", A);
      std::vector<double> B = values(4 * Size);
      shifted(T, n, B.data(), B.data() + Size);
      shifted(T, n, B.data(), B.data() + n / 2);
      shifted(T, n, B.data(), B.data());
      run::record("B", B);
      std::vector<double> V = values(Size * Size);
      variableRows(std::min(T, n), n, V.data());
      run::record("V", V);
    }
    std::vector<double> A = values(Size * Size), B = values(Size * Size),
                        C = values(Size * Size);
    auto Rows = [](std::vector<double> &V) -> Grid & {
      return *reinterpret_cast<Grid *>(V.data());
    };
    multiply(n, Rows(A), Rows(B), Rows(C));
    run::record("C", C);
    triangle(n, Rows(A), Rows(B));
    run::record("B", B);
    wrapped(n, Size, Rows(A));
    wrapped(n - 1, Size + 2, Rows(A));
    run::record("A", A);
  }
}
