// clang-format off: what is checked is long
// Elements to which several iterations store one and the same value: threads
// store atomically, in any order.
// RUN: %check-run %s -fplugin-arg-sparse-min-work=0 --fallback 0 -o %t
// RUN: %clangxx_sparse -fsyntax-only -Rpass=sparse -Rpass-missed=sparse %s 2>&1 | FileCheck %s
// RUN: %clangxx_sparse -fsyntax-only -fplugin-arg-sparse-dump=code -fplugin-arg-sparse-min-work=0 %s 2>&1 | FileCheck %s --check-prefix=CODE

#include "support/support.h"

#include <cmath>
#include <cstdint>

enum class State : unsigned char { Unseen, Seen };

// CHECK: :[[@LINE+5]]:{{.*}}parallelize(e, cpu_thread, no_races
// CODE: __atomic_load_n(&{{.*}} != 1)
// CODE-NEXT: #pragma omp atomic write
static void ends(const std::vector<int> &l, const std::vector<int> &r, std::vector<int> &flag) {
#pragma sparse
  for (size_t e = 0; e < l.size(); ++e)
    flag[l[e]] = flag[r[e]] = 1;
}

// CHECK: :[[@LINE+3]]:{{.*}}parallelize(e, cpu_thread, no_races
static void bytes(int n, const double *x, const int *l, unsigned char *flag) {
#pragma sparse
  for (int e = 0; e < n; ++e)
    if (x[e] > 0.5)
      flag[l[e]] = 1;
}

// CHECK: :[[@LINE+3]]:{{.*}}parallelize(v, cpu_thread, no_races
static void neighbours(const std::vector<std::vector<int>> &adj, const std::vector<char> &in, bool *flag) {
#pragma sparse
  for (size_t v = 0; v < adj.size(); ++v)
    if (in[v])
      for (int w : adj[v])
        flag[w] = true;
}

/// Bits count: -0.0 over 0.0.
// CHECK: :[[@LINE+5]]:{{.*}}parallelize(e, cpu_thread, no_races
// CODE-NOT: __atomic_load_n(&y
// CODE: y[l[e]] = -0.0;
static void negativeZeros(int n, const int *l, double *y) {
#pragma sparse
  for (int e = 0; e < n; ++e)
    y[l[e]] = -0.0;
}

// CHECK: :[[@LINE+3]]:{{.*}}parallelize(e, cpu_thread, no_races
static void enumerators(int n, const int *l, std::vector<State> &s) {
#pragma sparse
  for (int e = 0; e < n; ++e)
    s[l[e]] = State::Seen;
}

/// A value that is the same in each iteration.
// CHECK: :[[@LINE+3]]:{{.*}}parallelize(e, cpu_thread, no_races
static void invariant(int n, const int *l, const std::vector<float> &x, std::vector<float> &y) {
#pragma sparse
  for (int e = 0; e < n; ++e)
    y[l[e] / 2] = 2 * x[3];
}

/// Beside a sum, and beside a sum into an array.
// CHECK: :[[@LINE+4]]:{{.*}}parallelize(e, cpu_thread, parallel_reduction
static int besideSums(const std::vector<int> &l, std::vector<short> &flag, std::vector<int> &count) {
  int s = 0;
#pragma sparse
  for (size_t e = 0; e < l.size(); ++e) {
    s += l[e];
    count[l[e]] += 3;
    flag[l[e]] = -7;
  }
  return s;
}

/// Beside elements that are kept, in order.
// CHECK: :[[@LINE+4]]:{{.*}}parallelize(e, cpu_thread, scan
static int besideScan(const std::vector<int> &l, std::vector<int> &flag, std::vector<int> &kept) {
  int k = 0;
#pragma sparse parallelize(e, cpu_thread, scan)
  for (size_t e = 0; e < l.size(); ++e)
    if (l[e] % 3 == 0) {
      kept[k++] = l[e];
      flag[l[e]] = 4;
    }
  return k;
}

// CHECK: :[[@LINE+3]]:{{.*}}different iterations of 'e' may store to one element of 'flag'
static void twoValues(int n, const int *l, std::vector<int> &flag) {
#pragma sparse
  for (int e = 0; e < n; ++e) {
    flag[l[e]] = 1;
    if (e % 3 == 0)
      flag[l[n - 1 - e]] = 2;
  }
}

// CHECK: :[[@LINE+4]]:{{.*}}different iterations of 'e' may store to one element of 'y'
/// Nothing stores so many bits at once.
static void wide(int n, const int *l, std::vector<long double> &y) {
#pragma sparse
  for (int e = 0; e < n; ++e)
    y[l[e]] = 1;
}

// CHECK: :[[@LINE+3]]:{{.*}}different iterations of 'e' may store to one element of 'flag'
static void ownValues(int n, const int *l, std::vector<int> &flag) {
#pragma sparse
  for (int e = 0; e < n; ++e)
    flag[l[e]] = e;
}

// CHECK: :[[@LINE+4]]:{{.*}}different iterations of 'e' may store to one element of 'flag'
static int firstOnes(int n, const int *l, std::vector<int> &flag) {
  int k = 0;
#pragma sparse
  for (int e = 0; e < n; ++e) {
    if (flag[l[e]] != 1)
      k += e;
    flag[l[e]] = 1;
  }
  return k;
}

/// What is stored changes with what is marked.
// CHECK: :[[@LINE+3]]:{{.*}}iterations of 'e' {{.*}}depend
static void itself(int n, const int *l, std::vector<int> &flag) {
#pragma sparse
  for (int e = 0; e < n; ++e)
    flag[l[e]] = flag[2];
}

int main() {
  for (int n : {0, 1, 7, 1000, 30011}) {
    std::vector<int> l(n), r(n), flag(n + 1), count(n + 1), kept(n + 1);
    std::vector<double> x(n + 1), y(n + 1);
    std::vector<float> f(n + 4, 0.25f), g(n + 1);
    std::vector<State> s(n + 1);
    std::vector<unsigned char> b(n + 1);
    std::vector<short> marks(n + 1);
    bool *seen = new bool[n + 1]();
    std::vector<std::vector<int>> adj(n);
    std::vector<char> in(n);
    for (int i = 0; i < n; ++i) {
      l[i] = int(i * 7919ll % n) / 3;
      r[i] = int(i * 104729ll % n);
      x[i] = i % 5 / 4.0;
      in[i] = i % 3 == 0;
      for (int k = 0; k < i % 4; ++k)
        adj[i].push_back((i * 31 + k) % n / 2);
    }
    ends(l, r, flag);
    run::record("ends", flag);
    bytes(n, x.data(), l.data(), b.data());
    run::record("bytes", b);
    neighbours(adj, in, seen);
    run::record("neighbours", std::vector<int>(seen, seen + n));
    delete[] seen;
    negativeZeros(n, l.data(), y.data());
    for (double &v : y)
      v = std::signbit(v) ? 1 : 2;
    run::record("negative zeros", y);
    enumerators(n, l.data(), s);
    run::record("enumerators", std::vector<int>(n, n ? int(s[size_t(n) / 4]) : 0));
    invariant(n, l.data(), f, g);
    run::record("invariant", g);
    run::record("sum", besideSums(l, marks, count));
    run::record("marks beside sums", marks);
    run::record("counts", count);
    run::record("kept", besideScan(l, flag, kept));
    run::record("elements kept", kept);
    run::record("marks beside a scan", flag);
    twoValues(n, l.data(), flag);
    run::record("two values", flag);
    std::vector<long double> w(n + 1);
    wide(n, l.data(), w);
    run::record("wide", std::vector<double>(w.begin(), w.end()));
    ownValues(n, l.data(), flag);
    run::record("own values", flag);
    run::record("first ones", firstOnes(n, l.data(), flag));
    if (n > 2)
      itself(n, l.data(), flag);
    run::record("marks behind first ones", flag);
  }
}
