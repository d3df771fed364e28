// clang-format off: what is checked is long
// Loops over blocks of an outer one: their values tell which block it is, unless
// blocks overlap. Diagonals of matrices. Flags that a search in a row sets.
// RUN: %check-run %s -fplugin-arg-sparse-min-work=0 --fallback 8 -o %t
// RUN: %clangxx_sparse -fsyntax-only -Rpass=sparse -Rpass-missed=sparse %s 2>&1 | FileCheck %s
// RUN: env OMP_NUM_THREADS=3 %t.sparse 2>&1 >/dev/null | FileCheck %s --check-prefix=RAN

#include "support/support.h"

// RAN: generated 8, fallback 8 (8: different iterations of 'k' may store to one element of 'y')

using V = std::vector<double>;

// CHECK: :[[@LINE+3]]:{{.*}}parallelize(b, cpu_thread, no_races
static void constants(const V &x, V &y, int n) {
#pragma sparse
  for (int b = 0; b < n; b += 50)
    for (int i = b; i < std::min(b + 50, n); ++i)
      y[i] = 2 * x[i];
}

// CHECK: :[[@LINE+4]]:{{.*}}parallelize(b, cpu_thread, no_races
template <class Int>
static void lengths(const V &x, V &y, Int n, Int length) {
#pragma sparse
  for (Int b = 0; b < n; b += length)
    for (Int i = b; i < (b + length < n ? b + length : n); ++i)
      y[i] += 2 * x[i];
}
template void lengths<int>(const V &, V &, int, int);
template void lengths<size_t>(const V &, V &, size_t, size_t);

// CHECK: :[[@LINE+3]]:{{.*}}parallelize(ib, cpu_thread, no_races
static void tiles(const V &x, V &y, int n, int m, int t) {
#pragma sparse
  for (int ib = 0; ib < n; ib += t)
    for (int jb = 0; jb < m; jb += t)
      for (int i = ib; i < std::min(ib + t, n); ++i)
        for (int j = jb; j < std::min(jb + t, m); ++j)
          y[i * m + j] = x[i * m + j] - i;
}

// CHECK: :[[@LINE+3]]:{{.*}}parallelize(k, cpu_thread, no_races
static void numbered(const V &x, V &y, size_t blocks, size_t n) {
#pragma sparse
  for (size_t k = 0; k < blocks; ++k)
    for (size_t i = k * 16; i < std::min((k + 1) * 16, n); ++i)
      y[i] = x[i] + double(k);
}

// CHECK: :[[@LINE+4]]:{{.*}}loop itself runs as written: different iterations of 'b' may store to one element of 'y'
/// Blocks of 51 every 50.
static void overlap(const V &x, V &y, int n) {
#pragma sparse
  for (int b = 0; b < n; b += 50)
    for (int i = b; i < std::min(b + 51, n); ++i)
      y[i] = x[i] + b;
}

// CHECK: :[[@LINE+3]]:{{.*}}loop itself runs as written: different iterations of 'b' may store to one element of 'y'
static void otherLength(const V &x, V &y, int n, int step, int length) {
#pragma sparse
  for (int b = 0; b < n; b += step)
    for (int i = b; i < std::min(b + length, n); ++i)
      y[i] = x[i] + b;
}

// CHECK: :[[@LINE+4]]:{{.*}}loop itself runs as written: different iterations of 'k' may store to one element of 'y'
/// Each begins one element earlier than the last one ends.
static void halo(const V &x, V &y, int blocks, int n) {
#pragma sparse
  for (int k = 1; k < blocks; ++k)
    for (int i = k * 16 - 1; i < std::min((k + 1) * 16, n); ++i)
      y[i] = x[i] + k;
}

/// Products that wrap round run as written.
// CHECK: :[[@LINE+3]]:{{.*}}parallelize(k, cpu_thread, no_races
static void wraps(const V &x, V &y, size_t blocks, size_t length, size_t n) {
#pragma sparse
  for (size_t k = 0; k < blocks; ++k)
    for (size_t i = k * length; i < std::min(k * length + length, n); ++i)
      y[i] = x[i] + double(k);
}

// CHECK: :[[@LINE+3]]:{{.*}}parallelize(i, cpu_thread, no_races
static void diagonal(double *a, const V &x, int n) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    a[i * n + i] += x[i];
}

// CHECK: :[[@LINE+3]]:{{.*}}parallelize(i, cpu_thread, no_races
static void besideDiagonal(V &a, const V &x, size_t n) {
#pragma sparse
  for (size_t i = 0; i + 1 < n; ++i)
    a[i * (n + 1) + 1] = x[i] * a[i * (n + 1) + 1];
}

// CHECK: :[[@LINE+4]]:{{.*}}different iterations of 'i' may store to one element of 'a'
/// One stride rises, the other one falls.
static void antidiagonal(V &a, const V &x, int n, int m) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    a[i * m - i] = x[i];
}

// CHECK: :[[@LINE+3]]:{{.*}}parallelize(i, cpu_thread, no_races
static void anyNegative(const std::vector<V> &a, std::vector<int> &o) {
#pragma sparse
  for (size_t i = 0; i < a.size(); ++i) {
    bool found = false;
    for (double x : a[i])
      if (x < 0) {
        found = true;
        break;
      }
    o[i] = found;
  }
}

static int firstAbove(const V &v, double t) {
  for (size_t k = 0; k < v.size(); ++k)
    if (v[k] > t)
      return int(k);
  return -1;
}

// CHECK: :[[@LINE+3]]:{{.*}}parallelize(i, cpu_thread, no_races
static void firsts(const std::vector<V> &a, const V &t, std::vector<int> &o) {
#pragma sparse
  for (size_t i = 0; i < a.size(); ++i)
    o[i] = firstAbove(a[i], t[i]);
}

// CHECK: :[[@LINE+7]]:{{.*}}which rows are read, or whether one is, depends on what the nest computes
/// Which row is read is found out row by row.
static void chains(const std::vector<std::vector<int>> &a, std::vector<int> &o) {
#pragma sparse
  for (size_t i = 0; i < o.size(); ++i) {
    size_t k = i;
    while (!a[k].empty() && k != 0)
      k = size_t(a[k][0]);
    o[i] = int(k);
  }
}

int main() {
  for (int n : {0, 1, 2, 49, 50, 51, 100, 1000}) {
    run::Random r(n + 5);
    V x = r.vector<double>(n + 1), y = r.vector<double>(n + 64), a = r.vector<double>(n * n + 2);
    constants(x, y, n), run::record("constants", y);
    for (int length : {1, 7, 50, 5000}) {
      lengths<int>(x, y, n, length), run::record("int", y);
      lengths<size_t>(x, y, n, length), run::record("size_t", y);
      otherLength(x, y, n, length, 7), run::record("other length", y);
    }
    tiles(a, y, n / 10, 10, 3), run::record("tiles", y);
    numbered(x, y, n / 16, n), run::record("numbered", y);
    overlap(x, y, n), run::record("overlap", y);
    halo(x, y, n / 16, n), run::record("halo", y);
    wraps(x, y, n / 16, 16, n), run::record("exact", y);
    wraps(x, y, n < 9 ? n : 9, size_t(1) << 62, n), run::record("wraps", y);
    diagonal(a.data(), x, n), run::record("diagonal", a);
    besideDiagonal(a, x, n), run::record("beside the diagonal", a);
    antidiagonal(a, x, n, 1), run::record("one element", a);
    antidiagonal(a, x, n, 2), run::record("antidiagonal", a);
    std::vector<V> rows(n);
    std::vector<std::vector<int>> next(n);
    std::vector<int> o(n);
    for (int i = 0; i < n; ++i) {
      rows[i] = r.vector<double>(i % 7);
      if (i % 3 != 0)
        next[i].push_back(i / 2);
    }
    anyNegative(rows, o), run::record("any negative", o);
    firsts(rows, x, o), run::record("first above", o);
    chains(next, o), run::record("chains", o);
  }
}
