// Pairs i < j whose forces go into arrays: pieces of triangles with as much
// work each, copies for threads, lanes beside the row's own element, which no j
// is at. Integers are as written, bit for bit, and so are sums of small
// integers in floating point, which are exact in any order.
// clang-format off
// RUN: %check-run --lines 15 --fallback 0 %s -fplugin-arg-sparse-min-work=0 -o %t
// RUN: %check-run --lines 15 --fallback 0 --threads 3 %s -fplugin-arg-sparse-min-work=0 -o %t --reuse
// RUN: %check-run --lines 15 --fallback 0 --threads 2 %s -O1 -Wno-pass-failed -fsanitize=address,undefined -fno-sanitize-recover=all -fplugin-arg-sparse-min-work=0 -o %t.san
// RUN: %check-run --lines 15 --fallback 0 --threads 2 %s -O1 -Wno-pass-failed -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-verify -o %t.verify
// clang-format on

#include "support/support.h"
#include <algorithm>
#include <cmath>

struct Point {
  double x, y, z;
};

/// Forces along lines, of pairs that are near.
static double forces(int n, const std::vector<double> &x,
                     std::vector<double> &f) {
  double energy = 0;
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      const double d = x[i] - x[j];
      if (d * d < 40) {
        f[i] += d;
        f[j] -= d;
        energy += d * d;
      }
    }
  return energy;
}

static void points(std::vector<Point> &f, const std::vector<Point> &p) {
#pragma sparse
  for (size_t i = 0; i < p.size(); ++i)
    for (size_t j = i + 1; j < p.size(); ++j) {
      const double s = p[i].x * p[j].y - p[i].z;
      f[i].x += s;
      f[i].y += s * p[j].z;
      f[j].x -= s;
      f[j].y += 2 * s;
      f[j].z += 1;
    }
}

/// Behind a pointer, three numbers a point; the larger index is outside.
static void flat(int n, const double *p, double *f) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      const double d = p[3 * i] - p[3 * j + 1] + p[3 * j + 2];
      f[3 * i] += d;
      f[3 * i + 1] += 2 * d;
      f[3 * j] -= d;
      f[3 * j + 2] -= 3 * d;
    }
}

static void ofArrays(unsigned n, const double (*p)[3], double (*f)[3]) {
#pragma sparse
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = i + 1; j < n; ++j) {
      const double d = p[j][0] - p[i][1];
      f[i][0] += d;
      f[j][0] -= d;
      f[i][2] += p[j][2];
    }
}

/// j begins at i itself, whose element has two updates then.
static void fromSelf(int n, const std::vector<int> &x, std::vector<int> &f) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) {
      f[i] += x[j];
      f[j] -= 2 * x[i];
    }
}

/// j ends at i itself.
static void upToSelf(int n, const std::vector<int> &x, std::vector<int> &f) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      f[i] += x[j];
      f[j] += 3 * x[i] + 1;
    }
}

/// The element of i is that of the second j.
static void beside(int n, const std::vector<int> &x, std::vector<int> &f) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      f[i + 2] += x[j];
      f[j] += x[i] * x[j];
    }
}

/// Neighbours of j, of which the first is i + 1.
static void neighbours(int n, const std::vector<unsigned> &x,
                       std::vector<unsigned> &f) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = i + 2; j < n; ++j) {
      f[i] += x[j];
      f[j - 1] += x[i] + x[j];
    }
}

static void everySecond(int n, const std::vector<int> &x, std::vector<int> &f) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; j += 2) {
      f[i] += x[j];
      f[j] += x[i];
    }
}

/// Solves with rows and with columns of a triangle.
static void solveByRows(int n, const std::vector<int> &l, std::vector<int> &x) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      x[i] -= l[i * n + j] * x[j];
}

static void solveByColumns(int n, const std::vector<int> &l,
                           std::vector<int> &x) {
#pragma sparse
  for (int j = 0; j < n; ++j)
    for (int i = j + 1; i < n; ++i)
      x[i] -= l[i * n + j] * x[j];
}

/// Rows of which some have nothing: the triangle lies in the first columns.
static void wide(int n, int m, const std::vector<int> &x, std::vector<int> &f) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < m; ++j) {
      f[i] += x[j];
      f[j] -= x[i];
    }
}

static void written(int n, const std::vector<int> &x, std::vector<int> &f) {
#pragma sparse divide(i, t, ir, 7, balance(j))                                 \
    parallelize(t, cpu_thread, parallel_reduction)
  for (int i = 3; i < n; ++i)
    for (int j = 2 * i + 1; j < 2 * n; ++j) {
      f[i] += x[j];
      f[j] -= x[i];
    }
}

/// The rows of the triangle are pieces as they stand; no array is shared.
static void pieces(int n, const std::vector<int> &x, std::vector<int> &y) {
#pragma sparse divide(i, t, ir, threads, balance(j))                           \
    parallelize(t, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    const int first = n - i;
    for (int j = first; j < n; ++j)
      y[i] += x[j] * i;
  }
}

/// Bounds that no row of the user's computes: there are no rows.
static void noRows(long n, long first, const std::vector<int> &x,
                   std::vector<int> &f) {
#pragma sparse
  for (long i = first; i < n; ++i)
    for (long j = i + 1; j < n; ++j) {
      f[i] += x[j];
      f[j] -= x[i];
    }
}

template <class T> static std::vector<T> values(int Count, int Seed) {
  std::vector<T> V(Count);
  for (int K = 0; K < Count; ++K)
    V[K] = T((K * 37 + Seed * 11) % 17) - T(5);
  return V;
}

template <class T, class F>
static void changed(const char *Name, std::vector<T> V, F Run) {
  Run(V);
  run::record(Name, V);
}

int main() {
  for (int n : {0, 1, 2, 3, 8, 33, 65, 300}) {
    const std::vector<double> x = values<double>(3 * n + 3, 1);
    const std::vector<int> k = values<int>(2 * n + 3, 2);
    changed("forces", values<double>(n, 3), [&](auto &f) {
      run::record("energy", std::vector<double>{forces(n, x, f)});
    });
    std::vector<Point> p(n), f(n);
    for (int K = 0; K < n; ++K)
      p[K] = {x[K], x[K + 1], x[K + 2]};
    points(f, p);
    std::vector<double> of;
    for (const Point &P : f)
      of.insert(of.end(), {P.x, P.y, P.z});
    run::record("points", of);
    changed("flat", values<double>(3 * n, 4),
            [&](auto &f) { flat(n, x.data(), f.data()); });
    changed("arrays", values<double>(3 * n, 5), [&](auto &f) {
      ofArrays(n, reinterpret_cast<const double(*)[3]>(x.data()),
               reinterpret_cast<double(*)[3]>(f.data()));
    });
    changed("self", values<int>(n, 6), [&](auto &f) { fromSelf(n, k, f); });
    changed("up to", values<int>(n, 7), [&](auto &f) { upToSelf(n, k, f); });
    changed("beside", values<int>(n + 2, 8), [&](auto &f) { beside(n, k, f); });
    changed("near", values<unsigned>(n, 9),
            [&](auto &f) { neighbours(n, values<unsigned>(n, 1), f); });
    changed("second", values<int>(n, 10),
            [&](auto &f) { everySecond(n, k, f); });
    std::vector<int> l = values<int>(n * n, 11);
    for (int &L : l)
      L = L == 3;
    changed("rows", values<int>(n, 12),
            [&](auto &x) { solveByRows(std::min(n, 30), l, x); });
    changed("columns", values<int>(n, 13),
            [&](auto &x) { solveByColumns(std::min(n, 30), l, x); });
    changed("wide", values<int>(n, 14), [&](auto &f) { wide(n, n / 3, k, f); });
    changed("written", values<int>(2 * n, 15),
            [&](auto &f) { written(n, k, f); });
    changed("pieces", values<int>(n, 16), [&](auto &y) { pieces(n, k, y); });
    changed("none", values<int>(n, 17),
            [&](auto &f) { noRows(n, n - 2 < 0 ? 0 : n - 2, k, f); });
  }
}
