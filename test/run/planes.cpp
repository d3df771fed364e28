// Planes of one array, whose distance is a constant: iterations have elements of
// their own in each, as long as no plane reaches into the next one.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 3 --fallback 3 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 3 --fallback 3 --threads 3 %s -o %t --reuse

#include "support/support.h"

static constexpr int Plane = 307200;

static void fill(int n, int m, double *a) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      int k = 3 * (i * m + j);
      a[k] = i;
      a[k + 2 + Plane] = j;
    }
}

/// Not even at the borders anything else is read.
static void stream(int n, int m, double *f, const double *t) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      int k = i * m + j;
      if (i < n - 1 && j < m - 1)
        f[k + Plane] = t[k + Plane + m + 1];
      else
        f[k + Plane] = t[k];
      if (i > 0 && j > 0)
        f[k] = t[k - m - 1];
      else
        f[k] = t[k + Plane];
    }
}

/// Three planes; the shortest distance counts.
static void three(int n, int m, double *a, const double *x) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      a[i * m + j] += x[i];
      a[i * m + j + 70000] += x[j];
      a[i * m + j + 70000 + Plane] -= x[i];
    }
}

int main() {
  run::Random R(4);
  auto a = R.vector<double>(3 * Plane), t = R.vector<double>(3 * Plane), x = R.vector<double>(700);
  // Planes that are full, and too small by one row.
  for (int m : {320, 1, 2}) {
    fill(320, m, a.data());
    run::record("full", a);
  }
  fill(321, 320, a.data());
  run::record("too small", a);
  for (int n : {0, 1, 500}) {
    // Beside each other: what is read ends where what is written begins.
    stream(n, 600, a.data(), t.data());
    run::record("stream", a);
  }
  stream(513, 600, a.data(), t.data());
  run::record("streams meet", a);
  three(100, 700, a.data(), x.data());
  three(101, 700, a.data(), x.data());
  run::record("three", a);
}
