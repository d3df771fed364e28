// Variables that are given one value after the other, and counters of several
// loops that hold a value in between: all loops are counted, and each use finds
// the value that it finds in the plain program.
// clang-format off
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --loops 12 --fallback 1 %s -o %t
// RUN: %clangxx_sparse -std=c++20 -O1 -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-verify %s -o %t.verified
// RUN: %t.verified 2>%t.log >%t.records
// RUN: count 0 < %t.log
// RUN: %clangxx_sparse -std=c++20 -O2 -fplugin-arg-sparse-min-work=0 -Rpass=sparse -fsyntax-only %s 2>&1 | FileCheck %s
// clang-format on

#include "support/support.h"

using Vector = std::vector<double>;

constexpr int Planes = 7, Lines = 12, Points = 5;
using Grid = double[Planes][Lines][Points];

/// Ends of the lines are treated apart: `j` is a number there.
void ends(const Grid &u, Grid &r) {
  int i, j, m;
  // CHECK: [[#@LINE+2]]:{{.*}}runs as parallelize(i, cpu_thread, no_races)
#pragma sparse
  for (i = 1; i < Planes - 1; i++) {
    j = 1;
    for (m = 0; m < Points; m++)
      r[i][j][m] = 5 * u[i][j][m] - 4 * u[i][j + 1][m];
    j = 2;
    for (m = 0; m < Points; m++)
      r[i][j][m] = u[i][j - 1][m] - u[i][j + 1][m];
    for (j = 3; j < Lines - 3; j++)
      for (m = 0; m < Points; m++)
        r[i][j][m] = u[i][j - 2][m] + 6 * u[i][j][m] - u[i][j + 2][m];
    j = Lines - 3;
    for (m = 0; m < Points; m++)
      r[i][j][m] = u[i][j - 2][m] - u[i][j + 1][m];
    j = Lines - 2;
    for (m = 0; m < Points; m++)
      r[i][j][m] = 5 * u[i][j][m] - 4 * u[i][j - 1][m];
  }
}

/// One variable for all that is computed on the way.
void oneName(int n, const double *x, double *y) {
  double t;
  // CHECK: [[#@LINE+2]]:{{.*}}runs as parallelize(i, cpu_thread, no_races)
#pragma sparse
  for (int i = 0; i < n; ++i) {
    t = x[i] + 1;
    y[i] = t * t;
    t = x[i] - y[i];
    y[i] += t;
    t = 3;
    y[i] *= t;
  }
}

/// In an inner loop, and behind it again.
void inside(int n, int k, const double *x, double *y) {
  int j;
  double t;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    j = i / 2;
    t = x[j];
    y[i] = t;
    for (int l = 0; l < k; ++l) {
      t = x[l] * 2;
      for (j = l; j < k; ++j)
        y[i] += t * x[j];
      j = k - 1 - l;
      y[i] -= x[j];
    }
    j = i;
    y[i] -= x[j];
  }
}

/// The value of `t` in front reaches uses behind, past assignments that need
/// not happen.
void perhaps(int n, int k, const double *x, double *y) {
  double t;
  int j;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    t = x[i];
    j = i;
    if (x[i] > 0.5)
      t = 2;
    y[i] = t;
    for (int l = 0; l < k; ++l)
      j = l;
    y[i] += x[j];
    t = 4;
    for (int l = 0; l < k; ++l) {
      y[i] += t;
      t = x[l];
    }
    y[i] += t;
  }
}

/// What the loop leaves in its counter is used.
void leaves(int n, int k, const double *x, double *y) {
  int j;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    j = 1;
    y[i] = x[j];
    for (j = 2; j < k; ++j)
      y[i] += x[j];
    y[i] += j;
  }
}

/// The next round of the inner loop finds what the one before left.
void inRounds(int n, int k, const double *x, double *y) {
  int j;
  double t;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    j = 1;
    t = 0;
    for (int l = 0; l < k; ++l) {
      y[i] += x[j] + t;
      for (j = 0; j < l; ++j)
        y[i] += x[j];
      t = x[l];
    }
  }
}

/// Jumps over assignments.
void jumps(int n, const double *x, double *y) {
  double t;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    t = x[i];
    y[i] = t;
    if (t > 0.8)
      continue;
    t = 1 - t;
    y[i] += t;
    if (t > 0.8) {
      t = 7;
      y[i] += t;
      continue;
    }
    t = 0.25;
    y[i] -= t;
  }
}

/// A lambda writes the variable in between.
void byLambda(int n, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    double t = x[i];
    auto set = [&] { t = 2; };
    y[i] = t;
    t = 1;
    set();
    y[i] += t;
    t = 3;
    y[i] += t;
  }
}

/// One that was made in front of the nest, or before the variable has a value.
void byLambdas(int n, const double *x, double *y) {
  double t;
  auto set = [&] { t = 2; };
#pragma sparse
  for (int i = 0; i < n; ++i) {
    double s;
    auto setInside = [&](int k) {
      for (int l = 0; l < k; ++l)
        s += x[l];
    };
    t = 1;
    set();
    y[i] += t;
    t = x[i];
    y[i] += t;
    s = 1;
    setInside(3);
    y[i] += s;
    s = t;
    setInside(2);
    y[i] -= s;
  }
}

inline void setTo(double &t, double v) { t = v; }

/// A function does.
void byReference(int n, const double *x, double *y) {
  double t;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    t = x[i];
    y[i] = t;
    setTo(t, 2 * x[i]);
    y[i] += t;
    t = 3;
    setTo(t, t + 1);
    y[i] += t;
  }
}

/// Behind the nest as well.
double livesOn(int n, const double *x, double *y) {
  double t = -1;
  int j = -1;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    t = x[i] + 1;
    y[i] = t;
    t = x[i] - 1;
    y[i] += t;
    j = i + 2;
    y[i] += j;
    j = i + 3;
  }
  return t * 100 + j;
}

/// Inner loops set what is read behind them: if they have no iterations, an
/// iteration finds what the one before has left.
void byInnerLoops(int n, int k, const double *x, double *y) {
  double last = 0.25;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int a = -k; a < k; ++a)
      for (int b = 0; b < k + 1; ++b) {
        last = x[(i + a + b + 20) % n];
        sum += last;
      }
    last = sum > 3 ? last : sum / (k + 1) + last;
    y[i] = last;
  }
}

int main() {
  const int n = 200;
  Vector x(n), y(n);
  for (int i = 0; i < n; ++i)
    x[i] = (i * 37 % 101) / 101.0;
  static Grid u, r;
  for (int i = 0; i < Planes * Lines * Points; ++i)
    (&u[0][0][0])[i] = std::sin(i);
  ends(u, r);
  run::record("ends",
              Vector(&r[0][0][0], &r[0][0][0] + Planes * Lines * Points));
  auto With = [&](const char *Name, auto Fn) {
    std::fill(y.begin(), y.end(), 0.5);
    Fn();
    run::record(Name, y);
  };
  With("oneName", [&] { oneName(n, x.data(), y.data()); });
  for (int k : {0, 1, 9}) {
    With("inside", [&] { inside(n, k, x.data(), y.data()); });
    With("perhaps", [&] { perhaps(n, k, x.data(), y.data()); });
    With("leaves", [&] { leaves(n, k, x.data(), y.data()); });
    With("inRounds", [&] { inRounds(n, k, x.data(), y.data()); });
    With("byInnerLoops", [&] { byInnerLoops(n, k, x.data(), y.data()); });
  }
  With("jumps", [&] { jumps(n, x.data(), y.data()); });
  With("byLambda", [&] { byLambda(n, x.data(), y.data()); });
  With("byLambdas", [&] { byLambdas(n, x.data(), y.data()); });
  With("byReference", [&] { byReference(n, x.data(), y.data()); });
  for (int k : {0, 1, n - 3})
    With("livesOn", [&] { y[n - 1] = livesOn(k, x.data(), y.data()); });
}
