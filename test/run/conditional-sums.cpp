// Sums under conditions in lanes, by a bare directive and as written: what is
// not chosen adds nothing, bit by bit. All sums are exact.
// RUN: %check-run --lines 7 --fallback 0 -fplugin-arg-sparse-min-work=0 %s -o %t
// RUN: %check-run --lines 7 --fallback 0 -fplugin-arg-sparse-min-work=0 --threads 3 %s -o %t --reuse
// RUN: %check-run --lines 7 --fallback 0 -O1 -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-verify -Wno-pass-failed %s -o %t.verify
// RUN: %clangxx_sparse -std=c++20 -O2 -fsyntax-only -fplugin-arg-sparse-dump=code %s 2>&1 | FileCheck %s
//
// CHECK:     s += x[i] > t ? x[i] : -0.0;
// CHECK-NOT: s += x[i] > t && y[i] > t ?

#include "support/support.h"
#include <limits>

using Values = std::vector<double>;

static double above(int n, const double *x, double t, double s) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (x[i] > t)
      s += x[i];
  return s;
}

static double written(int n, const double *x, double t) {
  double s = -0.0;
#pragma sparse parallelize(i, cpu_vector, parallel_reduction)
  for (int i = 0; i < n; ++i)
    if (x[i] != t)
      s += x[i];
  return s;
}

/// A mean and its count, of two kinds of numbers.
static Values mean(int n, const float *x, float low, float high) {
  double sum = 0;
  int count = 0;
  long outside = 0;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    const double v = x[i];
    if (v >= low) {
      sum += v;
      ++count;
    }
    if (v > high)
      outside += 2;
  }
  return {sum, double(count), double(outside)};
}

static Values bothSides(int n, const double *x, double t) {
  double up = 0, down = -0.0;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    if (x[i] > t)
      up += x[i] - t;
    else
      down -= t - x[i];
  }
  return {up, down};
}

/// Elements that are there only where the condition holds.
static double partly(int n, const double *x, const double *y, double t) {
  double s = 0;
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (x[i] > t)
      s += y[i];
  return s;
}

static double twice(int n, const double *x, const double *y, double t) {
  double s = 0;
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (x[i] > t && y[i] > t)
      s += x[i];
  return s;
}

/// In rows.
static void rows(int m, int n, const double *x, double t, double *y) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int j = 0; j < n; ++j)
      if (x[i * n + j] < t)
        s += x[i * n + j] * 0.5;
    y[i] = s;
  }
}

int main() {
  const double Inf = std::numeric_limits<double>::infinity(), NaN = Inf - Inf;
  for (int n : {0, 1, 3, 31, 3000})
    for (int kind = 0; kind < 4; ++kind) {
      run::Random R(n + kind);
      Values x(n);
      std::vector<float> f(n);
      for (int i = 0; i < n; ++i) {
        x[i] = double(R.below(64)) - 32;
        f[i] = float(x[i]);
        if (kind == 1 && R.below(5) == 0)
          x[i] = NaN;
        if (kind == 2)
          x[i] = -0.0;
        if (kind == 3 && i == n / 2)
          x[i] = -Inf;
      }
      Values out{above(n, x.data(), 3, 0),    above(n, x.data(), 3, -0.0),
                 above(n, x.data(), -1, -0.0), above(n, x.data(), NaN, -0.0),
                 written(n, x.data(), 100),    written(n, x.data(), 0),
                 partly(n, x.data(), n > 0 ? x.data() : nullptr, 2),
                 partly(n, x.data(), nullptr, Inf),
                 twice(n, x.data(), x.data(), 5)};
      for (double v : mean(n, f.data(), -7, 11))
        out.push_back(v);
      for (double v : bothSides(n, x.data(), 4))
        out.push_back(v);
      run::record("sums", out);
      Values y(n / 10);
      rows(n / 10, 10, x.data(), 2, y.data());
      run::record("rows", y);
    }
}
