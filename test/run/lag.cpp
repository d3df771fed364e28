// clang-format off: what is checked is long
// Sweeps in place run several rows side by side, each behind the one above it, with
// the bits of the loops as they stand, whatever the sizes are.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 15 --fallback-each 30 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 15 --fallback-each 30 --threads 2 %s -o %t --reuse
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 15 --fallback-each 30 %s -O1 -fplugin-arg-sparse-verify -Wno-pass-failed -o %t.verify

// Which order they have, and where none would gain.
// RUN: %clangxx_sparse -O2 -Rpass=sparse -Rpass-missed=sparse -fsyntax-only %s 2>&1 | FileCheck %s

#include "support/support.h"
#include <algorithm>

constexpr int Size = 45;
using Grid = double[Size][Size];

static void seidel(int T, int n, Grid &A) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as skew(i, t, 1) tile(t, i; 4, 64; parallelogram) parallelize(i_tile, cpu_thread, no_races) skew(j, i, 2) tile(i, j; 8, 0) reorder(i, j) unroll(i) where 't' has at least 8 iterations and 'i' has at least 256 iterations, and elsewhere as skew(j, i, 2) tile(i, j; 8, 0) reorder(i, j) unroll(i) [
#pragma sparse
  for (int t = 0; t < T; ++t)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] +
                   A[i][j - 1] + A[i][j] + A[i][j + 1] + A[i + 1][j - 1] +
                   A[i + 1][j] + A[i + 1][j + 1]) /
                  9;
}

// Flat, over-relaxed, with a right side of its own.
static void relaxed(int T, int n, double *u, const double *f) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as skew(i, t, 1) tile(t, i; 4, 64; parallelogram) parallelize(i_tile, cpu_thread, no_races) skew(j, i, 1) tile(i, j; 8, 0) reorder(i, j) unroll(i) where 't' has at least 8 iterations and 'i' has at least 256 iterations, and elsewhere as skew(j, i, 1) tile(i, j; 8, 0) reorder(i, j) unroll(i) [
#pragma sparse
  for (int t = 0; t < T; ++t)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j) {
        const double r = u[(i - 1) * n + j] + u[(i + 1) * n + j] +
                         u[i * n + j - 1] + u[i * n + j + 1] - f[i * n + j];
        u[i * n + j] = -0.2 * u[i * n + j] + 0.3 * r;
      }
}

// One sweep, downwards.
static void backwards(int n, double *u) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as skew(j, i, 2) tile(i, j; 8, 0) reorder(i, j) unroll(i) [
#pragma sparse
  for (int i = n - 2; i > 0; --i)
    for (int j = n - 2; j > 0; --j)
      u[i * n + j] -= 0.25 * (u[i * n + j + 1] + u[(i + 1) * n + j - 1]);
}

// Planes of rows.
static void cube(int n, double *u) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as tile(k, i; 8, 32; parallelogram) parallelize(i_tile, cpu_thread, no_races) skew(j, i, 1) tile(i, j; 4, 0) reorder(i, j) unroll(i) where 'k' has at least 16 iterations and 'i' has at least 128 iterations, and elsewhere as skew(j, i, 1) tile(i, j; 4, 0) reorder(i, j) unroll(i) [
#pragma sparse
  for (int k = 1; k < n - 1; ++k)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        u[(k * n + i) * n + j] =
            (u[((k - 1) * n + i) * n + j] + u[((k + 1) * n + i) * n + j] +
             u[(k * n + i - 1) * n + j] + u[(k * n + i + 1) * n + j] +
             u[(k * n + i) * n + j - 1] + u[(k * n + i) * n + j + 1]) *
            (1.0 / 6);
}

// Numbers without a sign, and float.
static void cheapest(size_t n, size_t m, const float *a, const float *b,
                     float *D) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as skew(j, i, 1) tile(i, j; 8, 0) reorder(i, j) unroll(i) [
#pragma sparse
  for (size_t i = 1; i < n; ++i)
    for (size_t j = 1; j < m; ++j) {
      const float Cost = (a[i] - b[j]) * (a[i] - b[j]);
      D[i * m + j] = Cost + std::min({D[(i - 1) * m + j], D[i * m + j - 1],
                                      D[(i - 1) * m + j - 1]});
    }
}

// Ranges that depend on rows, under a condition on both: only where it is asked for.
static void triangle(int n, double *u) {
#pragma sparse skew(j, i, 1) tile(i, j; 8, 0) reorder(i, j) unroll(i)
  for (int i = 1; i < n; ++i)
    for (int j = i; j < n; ++j)
      if (i + j > 4)
        u[i * n + j] += 0.5 * u[i * n + j - 1] - u[(i - 1) * n + j];
}

// Elements further away, both ways.
static void far(int n, double *u) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as skew(j, i, 4) tile(i, j; 8, 0) reorder(i, j) unroll(i) [
#pragma sparse
  for (int i = 2; i < n - 2; ++i)
    for (int j = 3; j < n - 3; ++j)
      u[i * n + j] = 0.5 * u[i * n + j - 1] + 0.25 * u[(i - 1) * n + j + 3] -
                     u[(i + 2) * n + j + 2];
}

// Rows apart run on threads, too.
static void apart(int n, double *u) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as tile(i, j; 8, 0) reorder(i, j) unroll(i) parallelize(i_tile, cpu_thread, no_races) [
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < n; ++j)
      u[i * n + j] = u[i * n + j] - 0.25 * u[i * n + j - 1];
}

// Two arrays that wait for each other.
static void two(int n, Grid &A, Grid &B) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as skew(j, i, 1) tile(i, j; 8, 0) reorder(i, j) unroll(i) [
#pragma sparse
  for (int i = 1; i < n; ++i)
    for (int j = 1; j < n; ++j) {
      A[i][j] = B[i][j - 1] + A[i - 1][j];
      B[i][j] = A[i][j] * 0.5 - B[i - 1][j - 1];
    }
}

// Rows that depend on steps, too: a lag of the user's.
static void skewed(int T, int n, Grid &A) {
#pragma sparse skew(i, t, 1) tile(t, i; 2, 8; parallelogram) skew(j, i, 2)     \
    parallelize(i_tile, cpu_thread, no_races) tile(i, j; 4, 0) reorder(i, j)   \
        unroll(i)
  for (int t = 0; t < T; ++t)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        A[i][j] = 0.2 * (A[i][j] + A[i - 1][j + 1] + A[i][j - 1] + A[i][j + 1] +
                         A[i + 1][j]);
}

// Whole tiles in two directions.
static void both(int n, int m, double *u) {
#pragma sparse tile(i, j; 3, 4) unroll(i) unroll(j)
  for (int i = 1; i < n; ++i)
    for (int j = 1; j < m; ++j)
      u[i * m + j] += 0.5 * u[(i - 1) * m + j] - 0.25 * u[i * m + j - 1];
}

// Elements of a row that do not wait, whose sums are short or none, or that are not
// always computed, gain nothing; some have tiles for threads.
static void left(int n, double *u, int *v) {
// CHECK: :[[@LINE+4]]:{{.*}} loop runs as parallelize(j, cpu_thread, no_races) [
// CHECK: :[[@LINE+2]]:{{.*}} loop itself runs as written
#pragma sparse
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < n; ++j)
      u[i * n + j] += 0.5 * u[(i - 1) * n + j];
// CHECK: :[[@LINE+2]]:{{.*}} loop runs as tile(i, j; 64, 256; parallelogram) parallelize(j_tile, cpu_thread, no_races), where
#pragma sparse
  for (int i = 1; i < n; ++i)
    for (int j = 1; j < n; ++j)
      v[i * n + j] = std::max(v[(i - 1) * n + j], v[i * n + j - 1]);
// CHECK: :[[@LINE+2]]:{{.*}} loop runs as parallelize(i, cpu_thread, no_races) [
#pragma sparse
  for (int i = 1; i < n; ++i)
    for (int j = 1; j < n; ++j)
      u[i * n + j] = u[i * n + j - 1];
// CHECK: :[[@LINE+2]]:{{.*}} loop runs as tile(i, j; 64, 256; parallelogram) parallelize(j_tile, cpu_thread, no_races), where
#pragma sparse
  for (int i = 1; i < n; ++i)
    for (int j = 1; j < n; ++j)
      if (v[i * n + j] > 2)
        u[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[i * n + j - 1]) + 1;
}

int main() {
  run::Random Any(7);
  // Enough for threads.
  std::vector<double> Large = Any.vector<double>(2 * 301 * 301),
                      Planes = Any.vector<double>(140 * 140 * 140);
  for (int T : {8, 9})
    relaxed(T, 301, Large.data(), Large.data() + 301 * 301);
  run::record("large", Large);
  cube(140, Planes.data());
  run::record("planes", Planes);
  for (int n : {0, 1, 2, 3, 7, 8, 9, 10, 16, 17, 18, 19, 33, Size}) {
    std::vector<double> A = Any.vector<double>(3 * Size * Size);
    auto Grids = reinterpret_cast<Grid *>(A.data());
    for (int T : {0, 1, 2, 5}) {
      seidel(T, n, Grids[0]);
      relaxed(T, n, A.data(), A.data() + Size * Size);
      skewed(T, n, Grids[1]);
      run::record("A", A);
    }
    backwards(n, A.data());
    triangle(n, A.data());
    far(n, A.data());
    apart(n, A.data());
    two(n, Grids[1], Grids[2]);
    both(n, Size, A.data());
    run::record("A", A);
    std::vector<double> Cube = Any.vector<double>(Size * Size * Size);
    cube(n, Cube.data());
    run::record("cube", Cube);
    std::vector<float> F(A.begin(), A.end());
    if (n > 0)
      cheapest(n, Size, F.data(), F.data() + Size, F.data() + 2 * Size);
    run::record("F", F);
    // Arrays that overlap.
    relaxed(3, n, A.data(), A.data() + 3);
    cheapest(n, n, F.data() + 5, F.data(), F.data());
    run::record("F", F);
    std::vector<int> V(Size * Size, 3);
    left(n, A.data(), V.data());
    run::record("V", V);
  }
}
