// Loops over time in two phases of hexagons, with the bits of the loops as they
// stand, whatever the sizes are.
// RUN: %check-run --lines 6 --fallback 0 %s -o %t
// RUN: %check-run --lines 6 --fallback 0 --threads 2 %s -o %t --reuse
// RUN: %check-run --lines 6 --fallback 0 %s -O1 -fplugin-arg-sparse-verify -Wno-pass-failed -o %t.verify

#include "support/support.h"

constexpr int Size = 40;
constexpr int Steps = 14;
using Grid = double[Size][Size];

static void jacobi(int T, int n, Grid *A) {
#pragma sparse tile(t, i, j; 8, 3, 16; hexagonal)                              \
    parallelize(i_tile, cpu_thread, no_races)                                  \
        parallelize(j, cpu_vector, no_races)
  for (int t = 0; t < T; ++t)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        A[(t + 1) % 2][i][j] =
            0.2 * (A[t % 2][i][j] + A[t % 2][i - 1][j] + A[t % 2][i + 1][j] +
                   A[t % 2][i][j - 1] + A[t % 2][i][j + 1]);
}

// The least hexagons: two steps, of which the first is as wide as the second.
static void least(int T, int n, Grid *A) {
#pragma sparse tile(t, i; 2, 1; hexagonal) unroll(j, 2)                        \
    parallelize(i_tile, cpu_thread, no_races, schedule(dynamic, 1))
  for (int t = 0; t < T; ++t)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 0; j < n; ++j)
        A[(t + 1) % 2][i][j] = A[t % 2][i - 1][j] - A[t % 2][i + 1][j] / 3;
}

// Sides that lean by one and by two; all steps are kept.
static void leaning(int T, int n, Grid &A) {
#pragma sparse tile(t, i; 6, 2; hexagonal)                                     \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 2; t < T; ++t)
    for (int i = 2; i < n - 2; ++i)
      A[t][i] = A[t - 2][i - 2] + A[t - 1][i + 2] / 2;
}

// One side does not lean, the other one by a half.
static void half(int T, int n, Grid &A) {
#pragma sparse tile(t, i; 10, 3; hexagonal)                                    \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 2; t < T; ++t)
    for (int i = 1; i < n; ++i)
      A[t][i] = A[t - 2][i - 1] + A[t - 1][i] / 2;
}

// Borders under conditions, and a loop that counts down.
static void borders(int T, int n, Grid *A) {
#pragma sparse tile(t, i, j; 4, 4, 8; hexagonal)                               \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t)
    for (int i = n - 1; i >= 0; --i)
      for (int j = 0; j < n; ++j)
        if (i >= 1 && j >= 1 && i + 1 < n)
          A[(t + 1) % 2][i][j] = A[t % 2][i - 1][j] - A[t % 2][i + 1][j - 1];
}

// Three dimensions.
static void heat(int T, int n, double (*A)[11][11][11]) {
#pragma sparse tile(t, i, j, k; 6, 2, 4, 8; hexagonal)                         \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        for (int k = 1; k < n - 1; ++k)
          A[(t + 1) % 2][i][j][k] =
              A[t % 2][i][j][k] +
              0.1 * (A[t % 2][i - 1][j][k] + A[t % 2][i + 1][j][k] +
                     A[t % 2][i][j - 1][k] - A[t % 2][i][j + 1][k] +
                     A[t % 2][i][j][k - 1] - A[t % 2][i][j][k + 1]);
}

static std::vector<double> values(int Count) {
  std::vector<double> V(Count);
  for (int K = 0; K < Count; ++K)
    V[K] = (K * 37 % 101) / 7.0 - 5;
  return V;
}

int main() {
  for (int n : {0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 33, Size})
    for (int T : {0, 1, 2, 3, 4, 5, 7, 8, 9, Steps}) {
      std::vector<double> A = values(2 * Size * Size);
      auto Two = reinterpret_cast<Grid *>(A.data());
      jacobi(T, n, Two);
      run::record("A", A);
      least(T, n, Two);
      run::record("A", A);
      leaning(T, n, Two[0]);
      half(T, n, Two[1]);
      run::record("A", A);
      borders(T, n, Two);
      run::record("A", A);
      std::vector<double> B = values(2 * 11 * 11 * 11);
      heat(T, std::min(n, 11),
           reinterpret_cast<double(*)[11][11][11]>(B.data()));
      run::record("B", B);
    }
}
