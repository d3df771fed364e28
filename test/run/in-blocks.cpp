// Iterations that go through a block of an array in several loops, each with
// bounds of its own: rows by their first element, without their ends, and small
// dense matrices one behind the other.
// RUN: %check-run --lines 6 --fallback 0 -fno-math-errno %s -o %t
// RUN: %check-run --lines 6 --fallback 0 --threads 3 -fno-math-errno %s -o %t --reuse
// Blocks that overlap are left.
// RUN: %check-run --lines 6 --fallback 12 --threads 3 -DOVERLAP -fno-math-errno %s -o %t.overlap

#include "support/support.h"
#include <algorithm>
#include <cmath>

using std::size_t;
using Values = std::vector<double>;

static void softmax(int m, int n, int stride, double *a) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double most = a[i * stride];
    for (int j = 1; j < n; ++j)
      most = std::max(most, a[i * stride + j]);
    double sum = 0;
    for (int j = 0; j < n; ++j) {
      a[i * stride + j] = 1 / (1 + most - a[i * stride + j]);
      sum += a[i * stride + j];
    }
    for (int j = 0; j < n; ++j)
      a[i * stride + j] /= sum;
  }
}

static void withoutEnds(size_t m, size_t n, size_t stride, Values &a) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (size_t i = 0; i < m; ++i) {
    a[i * stride] = 0;
    for (size_t j = 1; j < n; ++j)
      a[i * stride + j] += a[i * stride + j - 1] / 2;
  }
}

static void ends(int m, int n, int stride, double *a) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    a[i * stride] += 1;
    a[i * stride + n - 1] -= a[i * stride];
  }
}

/// Factors \p count matrices of 4 x 4 that lie \p apart elements apart.
static void factors(int count, int apart, double *all) {
#pragma sparse parallelize(b, cpu_thread, no_races)
  for (int b = 0; b < count; ++b) {
    double *a = all + b * apart;
    for (int k = 0; k < 4; ++k)
      for (int i = k + 1; i < 4; ++i) {
        double f = a[i * 4 + k] / (4 + a[k * 4 + k] * a[k * 4 + k]);
        a[i * 4 + k] = f;
        for (int j = k + 1; j < 4; ++j)
          a[i * 4 + j] -= f * a[k * 4 + j];
      }
  }
}

/// The same of n x n.
static void anyFactors(int count, int n, int apart, double *all) {
#pragma sparse parallelize(b, cpu_thread, no_races)
  for (int b = 0; b < count; ++b) {
    double *a = all + b * apart * n;
    for (int k = 0; k < n; ++k)
      for (int i = k + 1; i < n; ++i) {
        double f = a[i * n + k] / (4 + a[k * n + k] * a[k * n + k]);
        a[i * n + k] = f;
        for (int j = k + 1; j < n; ++j)
          a[i * n + j] -= f * a[k * n + j];
      }
  }
}

static void planes(int m, int n, int l, double *a) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j)
      a[(i * n + j) * l] = 1;
    for (int j = 0; j < n; ++j)
      for (int k = 1; k < l; ++k)
        a[(i * n + j) * l + k] += a[i * n * l + k - 1];
  }
}

int main() {
  auto fresh = [](size_t n) {
    Values a(n);
    for (size_t i = 0; i < n; ++i)
      a[i] = double(i * 7 % 11) - 4;
    return a;
  };
#ifdef OVERLAP
  const int less = 1;
#else
  const int less = 0;
#endif
  for (int n : {1, 2, 3, 8, 33}) {
    if (less && n < 3)
      continue;
    Values a = fresh(size_t(40 * n)), b = a, c = a, d = a;
    softmax(40, n, n - less, a.data());
    run::record("softmax", a);
    withoutEnds(40, size_t(n), size_t(n - less), b);
    run::record("withoutEnds", b);
    ends(40, n, n - less, c.data());
    run::record("ends", c);
    if (n > 8)
      continue;
    Values e = fresh(size_t(20 * n * n));
    anyFactors(20, n, n - less, e.data());
    run::record("anyFactors", e);
  }
  Values f = fresh(20 * 16);
  factors(20, 16 - less, f.data());
  run::record("factors", f);
  Values p = fresh(5 * 6 * 7);
  planes(5, 6, 7, p.data());
  run::record("planes", p);
  softmax(0, 5, 5, p.data());
  run::record("no rows", p);
}
