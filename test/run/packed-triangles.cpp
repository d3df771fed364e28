// clang-format off: what is checked is long
// Triangles whose rows are packed: places tell row and column, so that threads
// share out rows. Rows that are longer than their places are not taken for it.
// RUN: %check-run %s -fplugin-arg-sparse-min-work=0 -o %t
// RUN: %clangxx_sparse -fsyntax-only -Rpass=sparse -Rpass-missed=sparse %s 2>&1 | FileCheck %s
// RUN: env OMP_NUM_THREADS=3 %t.sparse 2>&1 >/dev/null | FileCheck %s --check-prefix=RAN
// RUN: %clangxx_sparse -fsyntax-only -fplugin-arg-sparse-dump=code %s 2>&1 | FileCheck %s --check-prefix=GUARD

// As many rows as there is memory for are counted without wrapping.
// GUARD-LABEL: // {{.*}} in outer<unsigned long>
// GUARD: n <= 2147483648
// GUARD-LABEL: // {{.*}} in distances

#include "support/support.h"

#include <cstdint>

// RAN: generated 4, fallback 0
// RAN: generated 4, fallback 0
// RAN: generated 4, fallback 0
// RAN: generated 4, fallback 0

// CHECK: :[[@LINE+4]]:{{.*}}parallelize(i, cpu_thread, no_races
template <class Int>
static void outer(Int n, const std::vector<double> &x, std::vector<double> &t) {
#pragma sparse
  for (Int i = 0; i < n; ++i)
    for (Int j = 0; j <= i; ++j)
      t[i * (i + 1) / 2 + j] += x[i] * x[j];
}
template void outer<int>(int, const std::vector<double> &, std::vector<double> &);
template void outer<size_t>(size_t, const std::vector<double> &, std::vector<double> &);

// CHECK: :[[@LINE+3]]:{{.*}}parallelize(i, cpu_thread, no_races
static void distances(int n, const std::vector<double> &x, std::vector<double> &d) {
#pragma sparse
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < i; ++j)
      d[j + (i - 1) * i / 2] = x[i] - x[j];
}

// CHECK: :[[@LINE+3]]:{{.*}}parallelize(i, cpu_thread, no_races
static void below(long n, const std::vector<double> &x, std::vector<double> &t) {
#pragma sparse
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < i; ++j)
      t[(i + 1) * i / 2 + j] = x[j] - 2 * x[i];
}

// CHECK: :[[@LINE+3]]:{{.*}}different iterations of 'i' may store to one element of 't'
static void tooLong(int n, const std::vector<double> &x, std::vector<double> &t) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i + 1; ++j)
      t[i * (i + 1) / 2 + j] = x[i] - j;
}

// CHECK: :[[@LINE+3]]:{{.*}}different iterations of 'i' may store to one element of 't'
static void tooShort(int n, const std::vector<double> &x, std::vector<double> &t) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      t[i * (i - 1) / 2 + j] = x[i] - j;
}

// CHECK: :[[@LINE+4]]:{{.*}}different iterations of 'i' may store to one element of 't'
/// Rows in front of the first one lie over those behind it.
static void negative(int n, const std::vector<double> &x, double *t) {
#pragma sparse
  for (int i = -3; i < n; ++i)
    for (int j = 0; j <= i + 4; ++j)
      t[i * (i + 1) / 2 + j] = x[i + 3] - j;
}

// CHECK: :[[@LINE+4]]:{{.*}}different iterations of 'i' may store to one element of 't'
/// In row 0 the bound wraps round.
void wraps(unsigned n, const int *x, std::vector<double> &t) {
#pragma sparse
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j < i - 1; ++j)
      if (j < t.size())
        t[size_t(i) * (i - 1) / 2 + j] = x[i] + j;
}

// CHECK: :[[@LINE+3]]:{{.*}}parallelize(i, cpu_thread, no_races
static void upper(int n, const std::vector<double> &x, std::vector<double> &t) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j)
      t[i * n - i * (i - 1) / 2 + (j - i)] = x[i] * x[j];
}

// CHECK: :[[@LINE+4]]:{{.*}}parallelize(i, cpu_thread, no_races
/// Below zero the bound would wrap round: there is no such row.
static void fromOne(size_t n, const std::vector<double> &x, std::vector<double> &t) {
#pragma sparse
  for (size_t i = 1; i < n; ++i)
    for (size_t j = 0; j < i - 1; ++j)
      t[i * (i - 1) / 2 + j] = x[i] - x[j];
}

// CHECK: :[[@LINE+3]]:{{.*}}parallelize(i, cpu_thread, no_races
static void besideDiagonal(int n, const std::vector<double> &x, std::vector<double> &t) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 2; j <= i; ++j)
      t[i * (i + 1) / 2 + j] = x[i] - x[j];
}

// CHECK: :[[@LINE+3]]:{{.*}}parallelize(i, cpu_thread, no_races
static void condensed(long n, const std::vector<double> &x, std::vector<double> &d) {
#pragma sparse
  for (long i = 0; i < n - 1; ++i)
    for (long j = i + 1; j < n; ++j)
      d[n * i + j - (i + 2) * (i + 1) / 2] = x[i] - x[j];
}

// CHECK: :[[@LINE+3]]:{{.*}}parallelize(i, cpu_thread, no_races
static void spelled(int n, const std::vector<double> &x, std::vector<double> &t) {
#pragma sparse
  for (int i = 1; i < n; ++i) {
    const int row = (i * i - i) >> 1;
    for (int j = 0; j < i; ++j)
      t[row + j] += x[i] * j;
  }
}

// CHECK: :[[@LINE+3]]:{{.*}}parallelize(i, cpu_thread, no_races
static void gaps(int n, const std::vector<double> &x, std::vector<double> &t) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j)
      t[i * (2 * n - i + 5) / 2 + i + j] = x[i] + j;
}

// CHECK: :[[@LINE+4]]:{{.*}}different iterations of 'i' may store to one element of 't'
/// A row is one longer than its place.
static void upperTooLong(int n, const std::vector<double> &x, std::vector<double> &t) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n + 1; ++j)
      t[i * n - i * (i - 1) / 2 + (j - i)] = x[i] - j;
}

// CHECK: :[[@LINE+4]]:{{.*}}different iterations of 'i' may store to one element of 't'
/// Rows behind the n-th go backwards.
static void upperTooMany(int n, int m, const std::vector<double> &x, std::vector<double> &t) {
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (int j = i; j < n; ++j)
      t[i * n - i * (i - 1) / 2 + (j - i)] = x[i] - j;
}

// CHECK: :[[@LINE+4]]:{{.*}}different iterations of 'i' may store to one element of 't'
/// Halves of odd numbers are rounded.
static void rounded(int n, const std::vector<double> &x, std::vector<double> &t) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      t[i * (i + 2) / 2 + j] = x[i] - j;
}

// CHECK: :[[@LINE+4]]:{{.*}}different iterations of 'i' may store to one element of 't'
/// The same in 64 bits.
void wrapsWide(size_t n, const int *x, std::vector<double> &t) {
#pragma sparse
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < i - 1; ++j)
      if (j < t.size())
        t[i * (i - 1) / 2 + j] = x[i] + double(j);
}

int main() {
  for (int n : {0, 1, 2, 30}) {
    std::vector<double> x(n + 4), t(n * n + 2 * n + 8), d(t);
    for (int k = 0; k < n + 4; ++k)
      x[k] = k * 0.25 - 1;
    outer<int>(n, x, t), run::record("int", t);
    outer<size_t>(n, x, t), run::record("size_t", t);
    distances(n, x, d), run::record("distances", d);
    below(n, x, t), run::record("below", t);
    tooLong(n, x, t), run::record("too long", t);
    tooShort(n, x, t), run::record("too short", t);
    upper(n, x, t), run::record("upper", t);
    condensed(n, x, d), run::record("condensed", d);
    fromOne(n, x, t), run::record("from one", t);
    besideDiagonal(n, x, t), run::record("beside the diagonal", t);
    spelled(n, x, t), run::record("spelled", t);
    gaps(n, x, t), run::record("gaps", t);
    upperTooLong(n, x, t), run::record("upper, too long", t);
    upperTooMany(n, n, x, t), run::record("upper, as many", t);
    upperTooMany(n, n + 2, x, t), run::record("upper, too many", t);
    rounded(n, x, t), run::record("rounded", t);
    negative(n, x, t.data()), run::record("negative", t);
  }
}
