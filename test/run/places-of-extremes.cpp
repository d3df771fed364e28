// Where the least or greatest element is, by the place alone: `if (x[i] < x[at])
// at = i;`. On threads the first or the last of equal ones as the loop has it.
// RUN: %check-run --lines 22 --fallback 0 -fplugin-arg-sparse-min-work=0 %s -o %t
// RUN: %check-run --lines 22 --fallback 0 -fplugin-arg-sparse-min-work=0 --threads 3 %s -o %t --reuse
// RUN: %check-run --lines 22 --fallback 0 -O1 -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-verify %s -o %t.verify
// RUN: not %clangxx_sparse -std=c++20 -fsyntax-only -DREFUSED %s 2>&1 | FileCheck %s

#include "support/support.h"
#include <limits>

using Values = std::vector<double>;

#ifdef REFUSED
#define WRITTEN                                                                \
  _Pragma("sparse parallelize(i, cpu_thread, parallel_reduction)")

/// Others than the place decide, or what is compared changes.
static int changes(int n, double *x) {
  int at = 0;
  WRITTEN // CHECK: error: iterations of 'i' depend on each other
      for (int i = 1; i < n; ++i) {
    if (x[i] < x[at])
      at = i;
    x[i] = 0;
  }
  return at;
}

static int elsewhere(int n, const double *x, const double *z) {
  int at = 0;
  WRITTEN // CHECK: error: iterations of 'i' depend on each other
      for (int i = 1; i < n; ++i) if (x[i] < z[at]) at = i;
  return at;
}

static int beside(int n, const double *x) {
  int at = 0;
  WRITTEN // CHECK: error: iterations of 'i' depend on each other
      for (int i = 1; i < n; ++i) if (x[i] < x[at]) at = i - 1;
  return at;
}

/// Another element for each iteration.
static int moving(int n, const double *x) {
  int at = 0;
  WRITTEN // CHECK: error: iterations of 'i' depend on each other
      for (int i = 1; i < n; ++i) if (x[i + i] < x[i + at]) at = i;
  return at;
}

/// A narrow place need not be the one that was compared.
static short narrow(int n, const double *x) {
  short at = 0;
  WRITTEN // CHECK: error: iterations of 'i' depend on each other
      for (int i = 1; i < n; ++i) if (x[i] < x[at]) at = i;
  return at;
}

/// What is selected may look as if nothing were.
static int again(int n, const double *x) {
  int at = -1;
  WRITTEN // CHECK: error: iterations of 'i' depend on each other
      for (int i = -3; i < n; ++i) if (at < 0 || x[i + 3] < x[at + 3]) at = i;
  return at;
}

static int used(int n, const double *x, int *y) {
  int at = 0;
  WRITTEN // CHECK: error: iterations of 'i' depend on each other
      for (int i = 1; i < n; ++i) {
    if (x[i] < x[at])
      at = i;
    y[i] = at;
  }
  return at;
}

int main() {
  double x[4] = {};
  int y[4];
  return changes(4, x) + elsewhere(2, x, x) + beside(2, x) + moving(2, x) +
         narrow(2, x) + again(2, x) + used(2, x, y);
}
#else

static int least(int n, const double *x) {
  int at = 0;
#pragma sparse
  for (int i = 1; i < n; ++i)
    if (x[i] < x[at])
      at = i;
  return at;
}

static int lastLeast(int n, const double *x) {
  int at = 0;
#pragma sparse
  for (int i = 1; i < n; ++i)
    if (x[i] <= x[at])
      at = i;
  return at;
}

static size_t greatest(const std::vector<float> &x) {
  size_t at = 0;
#pragma sparse
  for (size_t i = 1; i < x.size(); ++i)
    if (x[at] < x[i])
      at = i;
  return at;
}

/// Pivots of one column, below the diagonal.
static int pivot(int n, const double *a, int k) {
  int p = k;
#pragma sparse
  for (int i = k + 1; i < n; ++i)
    if (std::fabs(a[i * n + k]) > std::fabs(a[p * n + k]))
      p = i;
  return p;
}

/// The candidate whose cost is least, which a list names.
static int candidate(int n, const int *list, const double *cost, int first) {
  int best = first;
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (cost[list[i]] < cost[best])
      best = list[i];
  return best;
}

/// Held in a variable, with a mask, and the value beside it.
static Values masked(int n, const double *x, const char *ok) {
  int at = 0;
  double value = -1;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    if (!ok[i])
      continue;
    const double v = x[i];
    if (v > x[at]) {
      at = i;
      value = v;
    }
  }
  return {double(at), value};
}

/// Two coordinates: the point that is farthest from the origin.
struct Point {
  double x, y;
};

static long farthest(long n, const Point *p) {
  long at = 0;
#pragma sparse
  for (long i = 0; i < n; ++i)
    if (p[i].x * p[i].x + p[i].y * p[i].y > p[at].x * p[at].x + p[at].y * p[at].y)
      at = i;
  return at;
}

/// Narrow elements are compared as int.
static unsigned brightest(unsigned n, const unsigned char *pixel) {
  unsigned at = 0;
#pragma sparse
  for (unsigned i = 0; i < n; ++i)
    if (pixel[i] >= pixel[at])
      at = i;
  return at;
}

/// The lowest point, among equal ones the leftmost: two steps of a hull.
static int lowest(int n, const Point *p) {
  int at = 0;
#pragma sparse
  for (int i = 1; i < n; ++i)
    if (p[i].y < p[at].y)
      at = i;
  return at;
}

/// Over the rows of a matrix: the entry that is greatest, by its position.
static int entry(int m, const int *pos, const double *val, int first) {
  int at = first;
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (val[p] > val[at])
        at = p;
  return at;
}

/// Both ends at once.
static Values both(int n, const double *x) {
  int low = 0, high = 0;
#pragma sparse
  for (int i = 1; i < n; ++i) {
    if (x[i] < x[low])
      low = i;
    if (x[i] > x[high])
      high = i;
  }
  return {double(low), double(high)};
}

/// A conditional expression.
static int chosen(int n, const double *x) {
  int at = 0;
#pragma sparse
  for (int i = 1; i < n; ++i)
    at = x[i] < x[at] ? i : at;
  return at;
}

/// What is compared is not there if no iteration looks at it.
static int unlooked(int n, const double *x, const char *ok, int at) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (ok[i] && x[i] < x[at])
      at = i;
  return at;
}

/// Counting down.
static int fromTheEnd(int n, const double *x) {
  int at = n - 1;
#pragma sparse
  for (int i = n - 2; i >= 0; --i)
    if (x[i] > x[at])
      at = i;
  return at;
}

/// Nothing is selected in front: the next node of a shortest path.
static int nearest(int n, const double *dist, const char *done) {
  int next = -1;
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (!done[i] && (next == -1 || dist[i] < dist[next]))
      next = i;
  return next;
}

static int lastNearest(int n, const double *dist, const char *done) {
  int next = -1;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    if (done[i])
      continue;
    if (next < 0 || dist[i] <= dist[next])
      next = i;
  }
  return next;
}

static size_t largest(const std::vector<int> &x, const char *ok) {
  size_t at = size_t(-1);
#pragma sparse
  for (size_t i = 0; i < x.size(); ++i)
    if (ok[i] && (at == size_t(-1) || x[i] > x[at]))
      at = i;
  return at;
}

static int upToTheEnd(int n, const double *x, const char *ok) {
  int at = n;
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (ok[i] && (at == n || x[at] < x[i]))
      at = i;
  return at;
}

/// The value beside the place, which tells whether there is one.
static Values withValue(int n, const double *x, const char *ok) {
  int at = -1;
  double best = 0;
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (ok[i] && (at < 0 || x[i] < best)) {
      best = x[i];
      at = i;
    }
  return {double(at), best};
}

static Values withFlag(int n, const double *x, const char *ok) {
  bool found = false;
  double best = 0;
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (ok[i] && (!found || x[i] > best)) {
      best = x[i];
      found = true;
    }
  return {double(found), best};
}

/// Only one element is to be selected: it is not read.
static int only(int n, const double *const nowhere, const char *ok) {
  int at = -1;
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (ok[i] && (at < 0 || nowhere[i] < nowhere[at]))
      at = i;
  return at;
}

/// Set out from one that is selected.
static int goesOn(int n, const double *x, const char *ok, int at) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (ok[i] && (at < 0 || x[i] < x[at]))
      at = i;
  return at;
}

int main() {
  const double NaN = std::numeric_limits<double>::quiet_NaN();
  for (int n : {0, 1, 2, 3, 50, 1000, 5000})
    for (int kind = 0; kind < 4; ++kind) {
      run::Random R(n + kind);
      // Many equal ones; ascending; with numbers that are none; zeros of both
      // signs.
      Values x(n + 1);
      std::vector<float> f(n);
      std::vector<unsigned char> pixel(n + 1);
      std::vector<char> ok(n + 1), none(n + 1);
      std::vector<Point> p(n + 1);
      std::vector<int> list(n + 1), pos(n + 1);
      for (int i = 0; i < n; ++i) {
        const int part = int(R.below(7));
        x[i] = kind == 0   ? part
               : kind == 1 ? i / 3
               : kind == 2 ? (part == 0 ? NaN : part * 0.5)
                           : (part % 2 ? 0.0 : -0.0);
        f[i] = float(x[i]);
        pixel[i] = (unsigned char)(R.below(9) * 30);
        ok[i] = R.below(3) != 0;
        p[i] = {x[i] - 3, double(R.below(5)) - 2};
        list[i] = int(R.below(n));
        pos[i] = i;
      }
      pos[n] = n;
      Values out{double(least(n, x.data())),
                 double(lastLeast(n, x.data())),
                 double(greatest(f)),
                 double(farthest(n, p.data())),
                 double(brightest(n, pixel.data())),
                 double(lowest(n, p.data())),
                 double(candidate(n, list.data(), x.data(), n / 2)),
                 double(entry(n, pos.data(), x.data(), n / 3)),
                 double(chosen(n, x.data())),
                 double(unlooked(n, x.data(), none.data(), 1 << 30)),
                 double(unlooked(n, x.data(), ok.data(), n / 2)),
                 double(fromTheEnd(n, x.data()))};
      for (double v : masked(n, x.data(), ok.data()))
        out.push_back(v);
      for (double v : both(n, x.data()))
        out.push_back(v);
      std::vector<char> single(n + 1), done(n + 1);
      if (n > 3)
        single[n / 3 * 2] = 1;
      for (int i = 0; i < n; ++i)
        done[i] = !ok[i] || i < n / 3;
      std::vector<int> k(f.size());
      for (int i = 0; i < n; ++i)
        k[i] = int(pixel[i]);
      for (double v :
           {double(nearest(n, x.data(), ok.data())),
            double(nearest(n, x.data(), none.data())),
            double(nearest(n, x.data(), done.data())),
            double(lastNearest(n, x.data(), done.data())),
            double(lastNearest(n, x.data(), ok.data())),
            double(largest(k, ok.data())), double(largest(k, done.data())),
            double(upToTheEnd(n, x.data(), ok.data())),
            double(upToTheEnd(n, x.data(), none.data())),
            double(only(n, nullptr, single.data())),
            double(only(n, nullptr, none.data())),
            double(goesOn(n, x.data(), ok.data(), n / 2)),
            double(goesOn(n, x.data(), done.data(), -1))})
        out.push_back(v);
      for (auto *mask : {&ok, &none, &single, &done}) {
        for (double v : withValue(n, x.data(), mask->data()))
          out.push_back(v);
        for (double v : withFlag(n, x.data(), mask->data()))
          out.push_back(v);
      }
      const int rows = n < 60 ? n : 60;
      Values a(rows * rows);
      for (double &v : a)
        v = R.value<double>();
      for (int k = 0; k < rows; k += 7)
        out.push_back(pivot(rows, a.data(), k));
      run::record("places", out);
    }
}
#endif
