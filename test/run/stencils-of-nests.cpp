// Several nests inside of a loop over time run tile by tile, with the bits of the
// loops as they stand, whatever the sizes are.
// RUN: %check-run --lines 9 --fallback 140 %s -o %t
// RUN: %check-run --lines 9 --fallback 140 --threads 2 %s -o %t --reuse
// RUN: %check-run --lines 9 --fallback 140 %s -O1 -fplugin-arg-sparse-verify -Wno-pass-failed -o %t.verify

#include "support/support.h"

constexpr int Size = 40;
using Grid = double[Size][Size];

// There and back.
static void jacobi(int T, int n, Grid &A, Grid &B) {
#pragma sparse tile(t, i, j; 3, 8, 16; parallelogram)                          \
    parallelize(i_tile, cpu_thread, no_races)                                  \
        parallelize(j, cpu_vector, no_races)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        B[i][j] = 0.2 * (A[i][j] + A[i - 1][j] + A[i + 1][j] + A[i][j - 1] +
                         A[i][j + 1]);
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        A[i][j] = 0.2 * (B[i][j] + B[i - 1][j] + B[i + 1][j] + B[i][j - 1] +
                         B[i][j + 1]);
  }
}

// A result that is copied back.
static void copied(int T, unsigned n, Grid &A, Grid &B) {
#pragma sparse tile(t, x, y; 2, 8, 0; parallelogram)                           \
    parallelize(x_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t) {
    for (unsigned x = 2; x + 2 < n; ++x)
      for (unsigned y = 1; y + 1 < n; ++y)
        B[x][y] = A[x - 2][y] - A[x + 2][y] + A[x][y - 1] / 3;
    for (unsigned k = 2; k + 2 < n; ++k)
      for (unsigned l = 1; l + 1 < n; ++l)
        A[k][l] = B[k][l];
  }
}

// Three arrays, and a row that is set first.
static void fdtd(int T, int n, Grid &ex, Grid &ey, Grid &hz) {
#pragma sparse tile(t, i, j; 2, 8, 16; parallelogram)                          \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t) {
    for (int j = 0; j < n; ++j)
      ey[0][j] = t;
    for (int i = 1; i < n; ++i)
      for (int j = 0; j < n; ++j)
        ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
    for (int i = 0; i < n; ++i)
      for (int j = 1; j < n; ++j)
        ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
    for (int i = 0; i < n - 1; ++i)
      for (int j = 0; j < n - 1; ++j)
        hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}

// Statements in front of loops and behind them.
static void sums(int n, int m, const Grid &A, Grid &B, double *x) {
#pragma sparse tile(i, j; 4, 0)
  for (int i = 0; i < n; ++i) {
    x[i] = 1;
    const double a = A[i][0];
    for (int j = 0; j < m; ++j)
      x[i] += A[i][j] * a;
    for (int j = 0; j < m; ++j)
      B[i][j] = x[i] + j;
    x[i] /= 2;
  }
}

// One line in time, with nests of one loop each.
static void line(int T, int n, double *a, double *b) {
#pragma sparse tile(t, i; 3, 16; parallelogram)                                \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
    for (int i = 1; i < n - 1; ++i)
      a[i] = b[i];
  }
}

// The same in hexagons.
static void jacobiInPhases(int T, int n, Grid &A, Grid &B) {
#pragma sparse tile(t, i, j; 4, 3, 16; hexagonal)                              \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        B[i][j] = 0.2 * (A[i][j] + A[i - 1][j] + A[i + 1][j] + A[i][j - 1] +
                         A[i][j + 1]);
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        A[i][j] = 0.2 * (B[i][j] + B[i - 1][j] + B[i + 1][j] + B[i][j - 1] +
                         B[i][j + 1]);
  }
}

static void copiedInPhases(int T, unsigned n, Grid &A, Grid &B) {
#pragma sparse tile(t, x, y; 2, 4, 0; hexagonal)                               \
    parallelize(x_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t) {
    for (unsigned x = 2; x + 2 < n; ++x)
      for (unsigned y = 1; y + 1 < n; ++y)
        B[x][y] = A[x - 2][y] - A[x + 2][y] + A[x][y - 1] / 3;
    for (unsigned k = 2; k + 2 < n; ++k)
      for (unsigned l = 1; l + 1 < n; ++l)
        A[k][l] = B[k][l];
  }
}

static void fdtdInPhases(int T, int n, Grid &ex, Grid &ey, Grid &hz) {
#pragma sparse tile(t, i, j; 2, 5, 8; hexagonal)                               \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t) {
    for (int j = 0; j < n; ++j)
      ey[0][j] = t;
    for (int i = 1; i < n; ++i)
      for (int j = 0; j < n; ++j)
        ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
    for (int i = 0; i < n; ++i)
      for (int j = 1; j < n; ++j)
        ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
    for (int i = 0; i < n - 1; ++i)
      for (int j = 0; j < n - 1; ++j)
        hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}

static void lineInPhases(int T, int n, double *a, double *b) {
#pragma sparse tile(t, i; 6, 2; hexagonal)                                     \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
    for (int i = 1; i < n - 1; ++i)
      a[i] = b[i];
  }
}

static std::vector<double> values(int Count) {
  std::vector<double> V(Count);
  for (int K = 0; K < Count; ++K)
    V[K] = (K * 37 % 101) / 7.0 - 5;
  return V;
}

static Grid &grid(std::vector<double> &V) {
  return *reinterpret_cast<Grid *>(V.data());
}

int main() {
  for (int n : {0, 1, 2, 3, 4, 5, 8, 9, 16, 17, 18, 33, Size})
    for (int T : {0, 1, 2, 3, 4, 5, 7, 11}) {
      std::vector<double> A = values(Size * Size), B = values(Size * Size),
                          C = values(Size * Size);
      jacobi(T, n, grid(A), grid(B));
      run::record("A", A);
      run::record("B", B);
      copied(T, n, grid(A), grid(C));
      run::record("A", A);
      fdtd(T, n, grid(A), grid(B), grid(C));
      run::record("A", A);
      run::record("B", B);
      run::record("C", C);
      sums(std::min(n, T + 1), n, grid(A), grid(B), C.data());
      run::record("B", B);
      run::record("C", C);
      line(T, n, A.data(), B.data());
      line(T, n, C.data(), C.data() + n / 2);
      run::record("A", A);
      run::record("C", C);
      jacobiInPhases(T, n, grid(A), grid(B));
      run::record("A", A);
      run::record("B", B);
      copiedInPhases(T, n, grid(A), grid(C));
      run::record("A", A);
      fdtdInPhases(T, n, grid(A), grid(B), grid(C));
      run::record("A", A);
      run::record("B", B);
      run::record("C", C);
      lineInPhases(T, n, A.data(), B.data());
      lineInPhases(T, n, C.data(), C.data() + n / 2);
      run::record("A", A);
      run::record("C", C);
    }
}
