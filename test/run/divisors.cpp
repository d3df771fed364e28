// Divisions by 0 that the loops do not come to, in bounds, steps, subscripts and
// conditions: nothing in front of the loops evaluates them either.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 9 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 9 --threads 3 %s -o %t --reuse

#include "support/support.h"
#include <climits>

static void bounds(int n, int m, double *y, const double *x) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int k = 6 % m; k < 12 / m; ++k)
      y[i] += x[k];
}

static void steps(int n, int m, bool on, double *y, const double *x) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (on)
      for (int k = 0; k < 12; k += 6 / m)
        y[i] += x[k];
}

static void subscripts(int n, int m, bool on, double *y, const double *x) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (on)
      y[i] += x[12 / m] + x[i % m];
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] += on && x[(n + 5) / m] > 0 ? x[(i + m) % m] : 1;
}

static void unsignedOnes(unsigned n, unsigned m, size_t w, double *y, const double *x) {
#pragma sparse
  for (unsigned i = 0; i < n; ++i)
    if (m != 0)
      y[i] += x[24 / m] + x[i % m];
#pragma sparse
  for (size_t i = 0; i < n; ++i)
    for (size_t k = 0; k < (w != 0 ? 12 / w : 3); ++k)
      y[i] += x[(i + k) % (w + 1)];
}

/// The least number has no quotient by -1.
static void least(int n, int a, int m, double *y, const double *x) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (a > INT_MIN)
      y[i] += x[a / m + 30];
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (a > INT_MIN)
      for (int k = 0; k < a / m; ++k)
        y[i] += x[k % 7];
}

/// Rows, whose number is found by a division.
static void rows(int n, int m, const int *pos, double *y, const double *x) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int p = pos[i / m]; p < pos[i / m + 1]; ++p)
      y[i] += x[p];
}

int main() {
  run::Random R(2);
  auto x = R.vector<double>(80), y = R.vector<double>(60);
  for (int m : {0, 1, 2, 3, -1, -2})
    for (int n : {0, 1, 30}) {
      if (m > 0 || n == 0)
        bounds(n, m, y.data(), x.data());
      run::record("bounds", y);
      steps(n, m, m > 0, y.data(), x.data());
      subscripts(n, m, m > 0, y.data(), x.data());
      run::record("subscripts", y);
      unsignedOnes(n, m > 0 ? m : 0, m > 0 ? m : 0, y.data(), x.data());
      run::record("unsigned", y);
      least(n, m != 0 ? 9 : INT_MIN, m, y.data(), x.data());
      least(n, INT_MIN, m, y.data(), x.data());
      run::record("least", y);
      const int pos[] = {0, 3, 3, 5, 9, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36};
      if (m > 0 || n == 0)
        rows(n, m, pos, y.data(), x.data());
      run::record("rows", y);
    }
}
