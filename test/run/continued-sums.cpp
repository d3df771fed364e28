// clang-format off: what is checked is long
// Sums that go on in a variable of an iteration's own, as in std::accumulate:
// reductions of the variable that they come from and go back to.
// RUN: %check-run %s -fplugin-arg-sparse-min-work=0 -o %t
// RUN: %clangxx_sparse -fsyntax-only -Rpass=sparse -Rpass-missed=sparse %s 2>&1 | FileCheck %s

#include "support/support.h"

#include <numeric>

using Rows = std::vector<std::vector<double>>;

// CHECK: :[[@LINE+4]]:{{.*}}loop runs as parallelize(i, cpu_thread, parallel_reduction
static double accumulated(const Rows &r) {
  double m = 0.5;
#pragma sparse
  for (size_t i = 0; i < r.size(); ++i)
    m = std::accumulate(r[i].begin(), r[i].end(), m);
  return m;
}

// CHECK: :[[@LINE+4]]:{{.*}}loop runs as parallelize(i, cpu_thread, parallel_reduction
static long byHand(const std::vector<int> &x, int n, int m) {
  long s = 3;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    long t = s;
    for (int k = 0; k < m; ++k)
      t += x[i * m + k];
    if (x[i] > 2)
      t += 7;
    s = t;
  }
  return s;
}

// CHECK: :[[@LINE+5]]:{{.*}}iterations of 'i' depend on each other through 's'
/// What goes back is what came.
static long stale(const std::vector<int> &x, int n) {
  long s = 3;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    long t = s;
    const long a = t + x[i] % 2;
    t += x[i];
    s = a + t % 2;
  }
  return s;
}

// CHECK: :[[@LINE+5]]:{{.*}}iterations of 'i' depend on each other through 's'
/// The sum so far is looked at in between.
static long read(const std::vector<int> &x, int n) {
  long s = 3;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    long t = s;
    t += x[i];
    if (s % 3 == 0)
      t += 5;
    s = t;
  }
  return s;
}

// CHECK: :[[@LINE+5]]:{{.*}}iterations of 'i' depend on each other through 's'
/// Sums so far are kept.
static long kept(const std::vector<int> &x, std::vector<long> &y, int n) {
  long s = 3;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    long t = s;
    t += x[i];
    s = t;
    y[i] = t;
  }
  return s;
}

static long copied(const std::vector<int> &x, int n) {
  long s = 3;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    long t = s;
    const long a = t;
    t += x[i];
    s = a;
  }
  return s;
}

/// The sum decides how far a loop goes.
static int bounds(const std::vector<int> &x, int n) {
  int s = 3;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    int t = s;
    for (int k = 0; k < t % 5; ++k)
      t += x[k];
    s = t;
  }
  return s;
}

int main() {
  for (int n : {0, 1, 7, 1000}) {
    run::Random r(n + 1);
    Rows rows(n);
    for (int i = 0; i < n; ++i)
      rows[i].assign(i % 5, i * 0.25 - 3);
    std::vector<int> x = r.vector<int>(n * 4 + 5);
    std::vector<long> y(n);
    run::record("accumulated", accumulated(rows));
    run::record("by hand", byHand(x, n, 4));
    run::record("stale", stale(x, n));
    run::record("read", read(x, n));
    run::record("kept", kept(x, y, n));
    run::record("kept, each", y);
    run::record("copied", copied(x, n));
    run::record("bounds", bounds(x, n));
  }
}
