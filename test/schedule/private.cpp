// What copies of an array would lose is refused: results that outlive the loop,
// and what iterations leave for each other. A workspace is an array of the
// function's own that nothing reads behind the loop, or one of which an iteration
// stores to what it reads first.
// RUN: %clangxx -std=c++20 -ferror-limit=0 -w %plugin -fsyntax-only \
// RUN:   -Xclang -verify %s

#include <algorithm>
#include <cstdlib>
#include <vector>

using Vector = std::vector<double>;

//===-- results

/// Level by level: `x` is the solution.
void level(int a, int b, const int *order, const int *pos, const int *crd, const double *val, const double *r, Vector &x) {
#pragma sparse private(x) assume(injective(order)) parallelize(q, cpu_thread, no_races) // expected-error {{each store to 'x' goes on from what it held, so that iterations need what others left; 'private' is about workspaces that iterations begin anew}}
  for (int q = a; q < b; ++q) {
    const int i = order[q];
    double s = r[i];
    for (int k = pos[i]; k < pos[i + 1]; ++k)
      if (crd[k] < i)
        s -= val[k] * x[crd[k]];
    x[i] = s;
  }
}

/// The same without a note that leads there.
void levelWithoutCopies(int a, int b, const int *order, const int *pos, const int *crd, const double *val, const double *r, Vector &x) {
#pragma sparse assume(injective(order)) parallelize(q, cpu_thread, no_races) // expected-error {{iterations of 'q' depend on each other: one reads 'x' where another may have written it}} // expected-note {{'wavefront' runs them in the order that the data allow, with the same results}}
  for (int q = a; q < b; ++q) {
    const int i = order[q];
    double s = r[i];
    for (int k = pos[i]; k < pos[i + 1]; ++k)
      if (crd[k] < i)
        s -= val[k] * x[crd[k]];
    x[i] = s;
  }
}

/// Transposition: rows take the places that others left.
void transposed(int m, int n, const int *pos, const int *crd, const double *val, std::vector<int> next, double *out) {
#pragma sparse private(next) parallelize(i, cpu_thread, ignore_races) // expected-error {{each store to 'next' goes on from what it held, so that iterations need what others left; 'private' is about workspaces that iterations begin anew}}
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      out[next[crd[p]]++] = val[p];
}

/// Histograms as well, however the update is written.
void histogram(int m, const int *key, std::vector<int> count, int *out) {
#pragma sparse private(count) parallelize(i, cpu_thread, no_races) // expected-error {{each store to 'count' goes on from what it held}}
  for (int i = 0; i < m; ++i) {
    const int c = count[key[i]];
    count[key[i]] = c + 1;
    out[i] = c;
  }
}

//===-- arrays of others

/// Nothing but a result.
void onlyStored(int m, const int *a, const double *x, Vector &w) {
#pragma sparse private(w) parallelize(i, cpu_thread, no_races) // expected-error {{'w' outlives the loop, which only stores to it; all of that would be lost with the copies}}
  for (int i = 0; i < m; ++i)
    w[a[i]] = x[i];
}

/// Values that the caller may look for behind the call.
void ofCaller(int m, int n, const int *pos, const int *crd, const double *val, Vector &w, double *y) {
#pragma sparse private(w) parallelize(i, cpu_thread, no_races) // expected-error {{'w' outlives the loop, which reads elements that the same iteration need not have stored; accepted is a local array that nothing reads behind the loop}}
  for (int i = 0; i < m; ++i) {
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      w[crd[p]] = val[p];
    double s = 0;
    for (int k = 0; k < n; ++k)
      s += w[k];
    y[i] = s;
  }
}

/// Another range than the one that is stored.
void otherRange(int m, const int *pos, const int *crd, const double *val, double *w, int n, double *y) {
#pragma sparse private(w) assume(extent(w, n)) parallelize(i, cpu_thread, no_races) // expected-error {{'w' outlives the loop}}
  for (int i = 0; i < m; ++i) {
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      w[crd[p]] = val[p];
    double s = 0;
    for (int p = pos[i]; p < pos[i + 2]; ++p)
      s += w[crd[p]];
    y[i] = s;
  }
}

/// Only some elements of the range.
void underACondition(int m, const int *pos, const int *crd, const double *val, Vector &w, double *y) {
#pragma sparse private(w) parallelize(i, cpu_thread, no_races) // expected-error {{'w' outlives the loop}}
  for (int i = 0; i < m; ++i) {
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (val[p] > 0)
        w[crd[p]] = val[p];
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += w[crd[p]];
    y[i] = s;
  }
}

/// Read in front of the store.
void readFirst(int m, const int *a, Vector &w, double *y) {
#pragma sparse private(w) parallelize(i, cpu_thread, no_races) // expected-error {{'w' outlives the loop}}
  for (int i = 0; i < m; ++i) {
    y[i] = w[a[i]];
    w[a[i]] = i;
  }
}

struct Solver {
  Vector work;
  void run(int m, const int *a, const double *x, double *y) {
#pragma sparse private(work) parallelize(i, cpu_thread, no_races) // expected-error {{'work' outlives the loop}}
    for (int i = 0; i < m; ++i) {
      if (work[a[i]] != i)
        work[a[i]] = i;
      y[i] = x[a[i]];
    }
  }
};

static Vector Global;
void global(int m, const int *a, double *y) {
#pragma sparse private(Global) parallelize(i, cpu_thread, no_races) // expected-error {{'Global' outlives the loop}}
  for (int i = 0; i < m; ++i) {
    if (Global[a[i]] != i)
      Global[a[i]] = i;
    y[i] = a[i];
  }
}

//===-- arrays of the function's own that something reads

#define MARKS                                                                  \
  for (int i = 0; i < m; ++i) {                                                \
    if (w[a[i]] != i)                                                          \
      w[a[i]] = i;                                                             \
    y[i] = a[i];                                                               \
  }

double readBehind(int m, int n, const int *a, double *y) {
  Vector w(n, -1);
#pragma sparse private(w) parallelize(i, cpu_thread, no_races) // expected-error {{'w' outlives the loop}}
  MARKS
  return w[0];
}

void givenAway(int m, int n, const int *a, double *y, Vector &out) {
  Vector w(n, -1);
#pragma sparse private(w) parallelize(i, cpu_thread, no_races) // expected-error {{'w' outlives the loop}}
  MARKS
  out.swap(w);
}

double throughAPointer(int m, int n, const int *a, double *y) {
  Vector w(n, -1);
  const double *p = w.data();
#pragma sparse private(w) parallelize(i, cpu_thread, no_races) // expected-error {{'w' outlives the loop}}
  MARKS
  return p[0];
}

double throughAReference(int m, const int *a, double *y) {
  double w[100] = {};
  double &first = w[0];
#pragma sparse private(w) parallelize(i, cpu_thread, no_races) // expected-error {{'w' outlives the loop}}
  MARKS
  return first;
}

/// The next round finds the marks of the one before.
void inRounds(int m, int n, const int *a, double *y) {
  Vector w(n, -1);
  for (int round = 0; round < 3; ++round) {
#pragma sparse private(w) parallelize(i, cpu_thread, no_races) // expected-error {{'w' outlives the loop}}
    MARKS
  }
}

void inALambda(int m, int n, const int *a, double *y) {
  Vector w(n, -1);
  auto f = [&] {
#pragma sparse private(w) parallelize(i, cpu_thread, no_races) // expected-error {{'w' outlives the loop}}
    MARKS
  };
  f();
  f();
}

double *pool(int n);
void fromSomewhere(int m, int n, const int *a, double *y) {
  double *w = pool(n);
#pragma sparse private(w) assume(extent(w, n)) parallelize(i, cpu_thread, no_races) // expected-error {{'w' outlives the loop}}
  MARKS
}

//===-- a part of the nest

/// Rounds inside the directive.
void roundsInside(int m, int n, const int *a, double *y) {
  Vector w(n, -1);
#pragma sparse private(w) parallelize(i, cpu_thread, no_races) // expected-error {{the loop over 'i' runs several times, and may read what it left in 'w' the time before, which is lost with the copies}}
  for (int round = 0; round < 3; ++round)
    MARKS
}

/// One loop stores, the other one reads.
void twoLoops(int m, int n, const int *a, double *y) {
  Vector w(n, -1);
#pragma sparse private(w) parallelize(k, cpu_thread, ignore_races) // expected-error {{'w' is accessed outside of the loop over 'k' as well, whose threads have copies of it}}
  for (int i = 0; i < m; ++i) {
    for (int k = 0; k < n; ++k)
      w[a[k]] = i;
    double s = 0;
    for (int l = 0; l < n; ++l)
      s += w[l];
    y[i] = s;
  }
}

//===-- workspaces

void marks(int m, int n, const int *a, double *y) {
  Vector w(n, -1);
#pragma sparse private(w) parallelize(i, cpu_thread, no_races)
  MARKS
}

/// Replaced in each round.
void freshInRounds(int m, int n, const int *a, double *y) {
  Vector w(n), v(n);
  for (int round = 0; round < 3; ++round) {
    std::fill(w.begin(), w.end(), -1);
#pragma sparse private(w) parallelize(i, cpu_thread, no_races)
    MARKS
    v.assign(n, -1);
#pragma sparse private(v) parallelize(i, cpu_thread, no_races)
    for (int i = 0; i < m; ++i) {
      if (v[a[i]] != i)
        v[a[i]] = i;
      y[i] = a[i];
    }
  }
}

void ofAnArray(int m, const int *a, double *y) {
  double w[100];
  for (int k = 0; k < 100; ++k)
    w[k] = -1;
#pragma sparse private(w) parallelize(i, cpu_thread, no_races)
  MARKS
}

void allocated(int m, int n, const int *a, double *y) {
  double *w = static_cast<double *>(std::malloc(n * sizeof(double)));
  for (int k = 0; k < n; ++k)
    w[k] = -1;
#pragma sparse private(w) assume(extent(w, n)) parallelize(i, cpu_thread, no_races)
  MARKS
  std::free(w);
}

void byValue(int m, const int *a, double *y, Vector w) {
#pragma sparse private(w) parallelize(i, cpu_thread, no_races)
  MARKS
}

/// The caller's, but an iteration finds only what it stored itself: element by
/// element, in the same range, or in all of the array.
void storesFirst(int m, const int *pos, const int *crd, const double *val, Vector &u, Vector &v, double *w, int n, double *y) {
#pragma sparse private(u, v, w) assume(extent(w, n)) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    for (int k = 0; k < n; ++k)
      w[k] = 0;
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      u[crd[p]] = val[p];
      v[crd[p]] = u[crd[p]] * 2;
      w[crd[p]] += val[p];
    }
    for (int r = pos[i]; r < pos[i + 1]; ++r)
      s += v[crd[r]];
    for (int k = 0; k < n; ++k)
      s += w[n - 1 - k];
    y[i] = s;
  }
}
