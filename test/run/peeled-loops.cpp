// Loops whose iterations all read one, which the loop around chooses, run on
// threads and in lanes in front of that one and behind it, with the bits of the
// loops as they stand.
// REQUIRES: affine
// clang-format off
// RUN: %check-run --lines 10 --fallback 0 %s -fplugin-arg-sparse-min-work=0 -o %t
// RUN: %check-run --lines 10 --fallback 0 --threads 3 %s -fplugin-arg-sparse-min-work=0 -o %t --reuse
// RUN: %check-run --lines 10 --fallback 0 --threads 2 %s -O3 -mavx2 -ffp-contract=off -fplugin-arg-sparse-min-work=0 -o %t.lanes
// RUN: %check-run --lines 10 --fallback 0 --threads 2 %s -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fplugin-arg-sparse-min-work=0 -o %t.san
// clang-format on

#include "support/support.h"
#include <algorithm>

using Lengths = std::vector<std::vector<double>>;
using Relation = std::vector<std::vector<int>>;

/// Shortest paths between all pairs.
static void paths(int n, double *d) {
#pragma sparse
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (d[i * n + k] + d[k * n + j] < d[i * n + j])
          d[i * n + j] = d[i * n + k] + d[k * n + j];
}

/// The diagonal is negative: row and column k change on the way.
static void withNegative(int n, Lengths &d) {
#pragma sparse
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        d[i][j] = std::min(d[i][j], d[i][k] + d[k][j]);
}

static void withNext(int n, Lengths &d, Relation &next) {
#pragma sparse
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (d[i][k] + d[k][j] < d[i][j]) {
          d[i][j] = d[i][k] + d[k][j];
          next[i][j] = next[i][k];
        }
}

static void closure(int n, Relation &r) {
#pragma sparse
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        r[i][j] |= r[i][k] & r[k][j];
}

static void bytes(int n, unsigned char *r) {
#pragma sparse
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        r[i * n + j] |= r[i * n + k] & r[k * n + j];
}

/// A row that does not reach k is left out: the condition is asked in front of
/// the row, and changes in it.
static void leavingOut(int n, Relation &d) {
#pragma sparse
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i) {
      if (d[i][k] > 90)
        continue;
      for (int j = 0; j < n; ++j)
        d[i][j] = std::min(d[i][j], d[i][k] + d[k][j]) - (j == k);
    }
}

/// What a row reads in front of its elements.
static void widest(int n, int m, double *d) {
#pragma sparse
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i) {
      const double first = d[i * m + k];
      for (int j = 0; j < m; ++j)
        d[i * m + j] = std::max(d[i * m + j], std::min(first, d[k * m + j]));
    }
}

/// Elimination by Gauss and Jordan.
static void eliminated(int n, int m, double *a) {
#pragma sparse
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i)
      if (i != k) {
        const double f = a[i * m + k] / a[k * m + k];
        for (int j = 0; j < m; ++j)
          a[i * m + j] -= f * a[k * m + j];
      }
}

/// From another row on, with several things in an iteration.
static void several(int n, int from, double *a, double *b) {
#pragma sparse
  for (int k = 0; k < n; ++k)
    for (int i = from; i < n; ++i) {
      const double f = a[i * n + k] * 0.25;
      if (f > 1) {
        b[i] += f;
        for (int j = 0; j < n; ++j)
          a[i * n + j] -= f * 0.5 * a[k * n + j];
      } else {
        for (int j = 0; j < n; ++j)
          a[i * n + j] += 0.125 * a[k * n + j];
      }
    }
}

/// A sum in a variable under a condition, whose scope ends there: the loops
/// around stay as they are.
static void sums(int n, double *a) {
#pragma sparse fp(strict)
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i)
      if (a[i * n + k] > 50) {
        double s = 0;
        for (int j = 0; j < n; ++j)
          s += a[k * n + j] / 64;
        a[i * n + k] = s;
      }
}

/// An array of the iteration's own begins anew in each.
static void anew(int n, const int *x, int *y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < 8; ++j) {
      int w[8] = {};
      w[j] = x[i * 8 + j];
      y[i * 8 + j] = j > 3 ? w[j] + w[j - 1] : w[j];
    }
}

template <class T> static std::vector<T> values(int Count, int Seed) {
  std::vector<T> V(Count);
  for (int K = 0; K < Count; ++K)
    V[K] = T((K * 37 + Seed * 11) % 97 + 1);
  return V;
}

template <class T>
static std::vector<std::vector<T>> rows(int n, int Seed, int Diagonal) {
  std::vector<std::vector<T>> Rows;
  for (int K = 0; K < n; ++K) {
    Rows.push_back(values<T>(n, Seed + K));
    Rows.back()[K] = T(Diagonal);
  }
  return Rows;
}

template <class T>
static void record(const char *Name, const std::vector<std::vector<T>> &Rows) {
  for (const std::vector<T> &Row : Rows)
    run::record(Name, Row);
}

int main() {
  for (int n : {0, 1, 2, 7, 33, 64, 210}) {
    std::vector<double> d = values<double>(n * n, 1);
    paths(n, d.data());
    run::record("paths", d);
    // Few rows, since numbers grow.
    if (n < 30) {
      Lengths r = rows<double>(n, 2, -1);
      withNegative(n, r);
      record("negative", r);
    }
    Lengths r = rows<double>(n, 3, 0);
    Relation next = rows<int>(n, 4, 5);
    withNext(n, r, next);
    record("next", r);
    record("next", next);
    Relation c = rows<int>(n, 5, 1);
    closure(n, c);
    record("closure", c);
    std::vector<unsigned char> b = values<unsigned char>(n * n, 6);
    bytes(n, b.data());
    run::record("bytes", b);
    Relation o = rows<int>(n, 7, 3);
    leavingOut(n, o);
    record("left", o);
    std::vector<double> w = values<double>(n * (n + 3), 8);
    widest(n, n + 3, w.data());
    run::record("widest", w);
    std::vector<double> a = values<double>(n * (n + 1), 9);
    for (int K = 0; K < n; ++K)
      a[K * (n + 2)] = 1000 + K;
    eliminated(n, n + 1, a.data());
    run::record("eliminated", a);
    std::vector<double> s = values<double>(n * n, 10), t(n);
    for (double &X : s)
      X /= 1000;
    several(n, n / 3, s.data(), t.data());
    run::record("several", s);
    run::record("several", t);
    std::vector<double> sum = values<double>(n * n, 11);
    sums(n, sum.data());
    run::record("sums", sum);
    std::vector<int> x = values<int>(n * 8, 12), y(n * 8);
    anew(n, x.data(), y.data());
    run::record("anew", y);
  }
}
