// A bare directive in front of loops over time: tiles where arrays are large, with
// the bits of the loops as they stand; else the loops inside, as each would run
// alone.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 5 --fallback 0 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 5 --fallback 0 --threads 3 %s -o %t --reuse
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 5 --fallback 0 %s -O1 -fplugin-arg-sparse-verify -Wno-pass-failed -o %t.verify
// Of these each runs once with large arrays. With small ones the loops inside of
// 'pair' run on threads, those of 'turns' as they are.
// RUN: env LACUNA_TEST_LARGE=1 %check-run --lines 5 --fallback-each 1 --threads 2 %s -o %t.large
// RUN: env LACUNA_TEST_LARGE=1 LACUNA_LOG=1 %t.large.sparse 2>&1 >%t.records | FileCheck %s --check-prefix=LOG
// LOG: auto-tiles.cpp:[[@LINE+18]]: the user's loop runs: its arrays stay in the caches, or its steps are few

// RUN: %clangxx_sparse -O2 -Rpass=sparse -Rpass-missed=sparse -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=SAID --implicit-check-not="left unchanged"
// SAID: [[@LINE+15]]:{{[0-9]+}}: remark: loop runs as tile(t, i, j; 32, 17, 512; hexagonal) parallelize(i_tile, cpu_thread, no_races), where its loops are long enough
// SAID: [[@LINE+25]]:{{[0-9]+}}: remark: loop runs as parallelize(i, cpu_thread, no_races)
// SAID: [[@LINE+27]]:{{[0-9]+}}: remark: loop runs as parallelize(i, cpu_thread, no_races)
// SAID: [[@LINE+22]]:{{[0-9]+}}: remark: loop runs as tile(t, i, j; 16, 17, 512; hexagonal) parallelize(i_tile, cpu_thread, no_races), where its loops are long enough

// Neither where code is to be small or quick to make.
// RUN: %clangxx_sparse -O0 -Rpass=sparse -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=INSIDE --implicit-check-not=hexagonal
// RUN: %clangxx_sparse -Os -Rpass=sparse -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=INSIDE --implicit-check-not=hexagonal
// INSIDE: remark: loop runs as parallelize(i, cpu_thread, no_races)

#include "support/support.h"

// One array, whose planes take turns: no loop inside could run alone.
static void turns(double *a, int n, int T) {
#pragma sparse
  for (int t = 0; t < T; ++t)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        a[(t + 1) % 2 * n * n + i * n + j] =
            a[t % 2 * n * n + (i - 1) * n + j] / 3 -
            a[t % 2 * n * n + i * n + j + 1];
}

static void pair(double *a, double *b, int n, int T) {
#pragma sparse
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        b[i * n + j] = (a[(i - 1) * n + j] - a[i * n + j + 1]) / 3;
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        a[i * n + j] = (b[(i + 1) * n + j] - b[i * n + j - 1]) / 3;
  }
}

using Grid = double[70][70];
static void fields(Grid &x, Grid &y, Grid &z, const double *f, int n, int T) {
#pragma sparse
  for (int t = 0; t < T; ++t) {
    for (int j = 0; j < n; ++j)
      y[0][j] = f[t];
    for (int i = 1; i < n; ++i)
      for (int j = 0; j < n; ++j)
        y[i][j] -= 0.5 * (z[i][j] - z[i - 1][j]);
    for (int i = 0; i < n; ++i)
      for (int j = 1; j < n; ++j)
        x[i][j] -= 0.5 * (z[i][j] - z[i][j - 1]);
    for (int i = 0; i < n - 1; ++i)
      for (int j = 0; j < n - 1; ++j)
        z[i][j] -= 0.7 * (x[i][j + 1] - x[i][j] + y[i + 1][j] - y[i][j]);
  }
}

static void line(std::vector<float> &a, std::vector<float> &b, size_t n,
                 int T) {
#pragma sparse
  for (int t = 0; t < T; ++t) {
    for (size_t i = 2; i + 2 < n; ++i)
      b[i] = a[i - 2] / 3 - a[i + 1];
    for (size_t i = 2; i + 2 < n; ++i)
      a[i] = b[i];
  }
}

static void box(double *a, double *b, const float *c, int n, int T) {
#pragma sparse
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        for (int k = 1; k < n - 1; ++k)
          b[(i * n + j) * n + k] = c[(i * n + j) * n + k] *
                                   (a[((i - 1) * n + j) * n + k] -
                                    a[(i * n + j + 1) * n + k] / 3);
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        for (int k = 1; k < n - 1; ++k)
          a[(i * n + j) * n + k] += b[(i * n + j) * n + k];
  }
}

template <class T> static std::vector<T> values(size_t Count) {
  std::vector<T> V(Count);
  for (size_t K = 0; K < Count; ++K)
    V[K] = T(K * 37 % 101) / 7 - 5;
  return V;
}

static void large(int n) {
  std::vector<double> All = values<double>(4 * n * n);
  double *A = All.data(), *B = A + 2 * n * n + 7;
  turns(A, n, 40);
  pair(A, B, n, 20);
  run::record("All", All);
}

static void small() {
  for (int n : {0, 1, 2, 3, 5, 8, 20, 70})
    for (int T : {0, 1, 2, 5, 17, 40}) {
      std::vector<double> All = values<double>(4 * 70 * 70);
      double *A = All.data(), *B = A + 2 * 70 * 70;
      turns(A, n, T);
      pair(A, B, n, T);
      const std::vector<double> F = values<double>(T + 1);
      auto *G = reinterpret_cast<Grid *>(A);
      fields(G[0], G[1], G[2], F.data(), n, T);
      run::record("All", All);
      std::vector<float> U = values<float>(50 * n), V = values<float>(50 * n);
      line(U, V, U.size(), T);
      run::record("U", U);
      if (n > 25)
        continue;
      std::vector<double> D = values<double>(2 * n * n * n);
      const std::vector<float> C = values<float>(n * n * n);
      box(D.data(), D.data() + n * n * n, C.data(), n, T);
      run::record("D", D);
    }
}

int main() {
  const bool IsLarge = std::getenv("LACUNA_TEST_LARGE") != nullptr;
  if (!IsLarge)
    return small(), 0;
  for (int n : {1100, 200})
    large(n);
}
