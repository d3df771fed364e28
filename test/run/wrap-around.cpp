// clang-format off: what is checked is long
// Variables that keep what the iteration before has read: each iteration reads
// it again. What is left in the end is what the last iteration has set.
// RUN: %check-run --fallback 4 %s -fplugin-arg-sparse-min-work=0 -o %t
// RUN: %clangxx_sparse -fsyntax-only -Rpass=sparse -Rpass-missed=sparse %s 2>&1 | FileCheck %s
// RUN: env OMP_NUM_THREADS=3 %t.sparse 2>&1 >/dev/null | FileCheck %s --check-prefix=RAN

#include "support/support.h"

// CHECK: :[[@LINE+5]]:{{.*}}parallelize(i, cpu_thread, no_races)
// RAN: [[@LINE+4]]: generated {{[34]}}, fallback {{[01]}}
/// Differences; what comes first is given, what comes last is handed on.
static int delta(int n, const int *in, int *out, int last) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    out[i] = in[i] - last;
    last = in[i];
  }
  return last;
}

// CHECK: :[[@LINE+5]]:{{.*}}parallelize(i, cpu_thread, no_races)
static void threeBack(size_t n, const std::vector<long> &in,
                      std::vector<long> &out) {
  long a = -1, b = -2, c = -3;
#pragma sparse
  for (size_t i = 2; i < n; ++i) {
    const long x = in[i];
    out[i] = a + 10 * b + 100 * c + 1000 * x;
    c = b;
    b = a;
    a = x;
    out[i] += 10000 * a;
  }
  out[0] = a * 3 + b * 5 + c * 7;
}

// CHECK: :[[@LINE+3]]:{{.*}}divide(r, t, ir, threads, balance(k)) parallelize(t, cpu_thread, no_races)
static void runs(int m, const int *begin, const int *x, int *changes) {
#pragma sparse
  for (int r = 0; r < m; ++r) {
    int count = 0, before = -1;
    for (int k = begin[r]; k < begin[r + 1]; ++k) {
      if (x[k] != before)
        ++count;
      before = x[k];
    }
    changes[r] = count * 100 + before;
  }
}

// CHECK: :[[@LINE+4]]:{{.*}}parallelize(i, cpu_thread, parallel_reduction)
static bool isInside(int n, const double *vx, const double *vy, double x, double y) {
  bool inside = false;
#pragma sparse
  for (int i = 0, j = n - 1; i < n; j = i++)
    if ((vy[i] > y) != (vy[j] > y) &&
        x < (vx[j] - vx[i]) * (y - vy[i]) / (vy[j] - vy[i]) + vx[i])
      inside = !inside;
  return inside;
}

// CHECK: :[[@LINE+4]]:{{.*}}parallelize(i, cpu_thread, parallel_reduction)
static long area(unsigned n, const long *x, const long *y) {
  long twice = 0;
#pragma sparse
  for (unsigned i = 0, j = n - 1; i < n; j = i++) {
    if (x[i] == y[j])
      continue;
    twice += x[j] * y[i] - x[i] * y[j];
  }
  return twice;
}

// CHECK: :[[@LINE+6]]:{{.*}}parallelize(i, cpu_thread, parallel_reduction)
// RAN: generated 8, fallback 4 (4: 'c' is neither 0 nor 1
/// As in C: all variables in front of the loop.
static long inC(int n, const double *vx, const double *vy, double x, double y, int c) {
  int i, j;
#pragma sparse
  for (i = 0, j = n - 1; i < n; j = i++) {
    if ((vy[i] > y) != (vy[j] > y) &&
        x < (vx[j] - vx[i]) * (y - vy[i]) / (vy[j] - vy[i]) + vx[i])
      c = !c;
  }
  return c + 10L * i + 1000L * j;
}

// CHECK: :[[@LINE+3]]:{{.*}}parallelize(i, cpu_thread, parallel_reduction)
static bool odd(int n, const int *x, bool s) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    s ^= x[i] > 2;
    s = s != (x[i] < 0);
  }
  return s;
}

// CHECK: :[[@LINE+5]]:{{.*}}parallelize(p, cpu_thread, no_races)
static void points(int m, int n, const double *v, const double *at, short *in) {
  int i, j;
  unsigned char c;
#pragma sparse
  for (int p = 0; p < m; ++p) {
    c = 1;
    for (i = 0, j = n - 1; i < n; j = i++)
      if ((v[i] > at[p]) != (v[j] > at[p]))
        c = !c;
    in[p] = c;
  }
}

// CHECK: :[[@LINE+4]]:{{.*}}iterations of 'i' depend on each other through 'last'
/// What only some iterations set.
static void sometimes(int n, const int *in, int *out, int last) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    out[i] = in[i] - last;
    if (in[i] % 2)
      last = in[i];
  }
}

// CHECK: :[[@LINE+4]]:{{.*}}iterations of 'i' depend on each other through 'last'
/// What is read from what the loop writes.
static void written(int n, int *a, int last) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    a[i] -= last;
    last = a[i];
  }
}

// CHECK: :[[@LINE+5]]:{{.*}}iterations of 'i' depend on each other
/// Sums may be rounded otherwise where they are computed again.
static double rounded(int n, const double *x, const double *y, double last) {
  double s = 0;
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i) {
    s = s + last * x[i];
    last = x[i] * y[i];
  }
  return s + last;
}

int main() {
  run::Random R(3);
  for (int n : {0, 1, 2, 37}) {
    std::vector<int> in = R.vector<int>(n + 1), out(n + 1), w(in);
    std::vector<int> last(1, delta(n, in.data(), out.data(), 5));
    run::record("delta", out), run::record("last", last);
    std::vector<long> x = R.vector<long>(n + 3), y = R.vector<long>(n + 3), o(n + 3);
    threeBack(n, x, o), run::record("three back", o);
    std::vector<double> vx = R.vector<double>(n + 1), vy = R.vector<double>(n + 1);
    std::vector<int> in2;
    for (int k = 0; k < 9; ++k)
      in2.push_back(isInside(n, vx.data(), vy.data(), k * .1 - .4, .3 - k * .05));
    run::record("inside", in2);
    for (int c : {0, 1, -3})
      in2.push_back(inC(n, vx.data(), vy.data(), .1, -.1, c));
    in2.push_back(odd(n, in.data(), n == 2));
    std::vector<short> in3(n + 1);
    points(n, n, vx.data(), vy.data(), in3.data());
    run::record("in C", in2), run::record("points", in3);
    std::vector<long> areas(1, area(n, x.data(), y.data()));
    run::record("area", areas);
    sometimes(n, in.data(), out.data(), 3), run::record("sometimes", out);
    written(n, w.data(), 3), run::record("written", w);
    std::vector<double> s(1, rounded(n, vx.data(), vy.data(), 2));
    run::record("rounded", s);
  }
  std::vector<int> begin = {0, 0, 3, 4, 20, 20, 40}, values = R.vector<int>(40), changes(6);
  for (int &v : values)
    v = (v & 1) + 3;
  runs(6, begin.data(), values.data(), changes.data());
  run::record("changes", changes);
}
