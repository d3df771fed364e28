// Arrays that every iteration fills before it reads them: a bare directive
// gives threads copies, if nothing behind the loop reads them.
// clang-format off
// RUN: %check-run -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-fp=strict --loops 10 --fallback 2 --threads 3 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-fp=strict --loops 10 --fallback 2 --threads 16 --reuse %s -o %t
// RUN: %clangxx_sparse -std=c++20 -O1 -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-fp=strict -fplugin-arg-sparse-verify %s -o %t.verified
// RUN: env OMP_NUM_THREADS=3 %t.verified 2>%t.log >%t.records
// RUN: count 0 < %t.log
// RUN: %clangxx_sparse -std=c++20 -O2 -fplugin-arg-sparse-min-work=0 -Rpass=sparse -Rpass-missed=sparse -fsyntax-only %s 2>&1 | FileCheck %s
// clang-format on

#include "support/support.h"

using Vector = std::vector<double>;

/// Element by element, at constant places, and in a loop that runs down.
void small(int n, const double *x, double *y) {
  double t[4];
  int m;
  // CHECK: [[#@LINE+2]]:{{.*}}runs as private(t) parallelize(i, cpu_thread, no_races)
#pragma sparse
  for (int i = 0; i < n; i++) {
    for (m = 0; m < 4; m++)
      t[m] = x[i] + m;
    y[i] = t[0] * t[3];
    for (m = 3; m >= 0; m--)
      y[i] -= t[m];
  }
}

/// Lines of records, between ends that are known when the program runs.
void lines(int n, int first, int last, int most, const double *x, double *y) {
  double flux[40][2];
  // CHECK: [[#@LINE+2]]:{{.*}}runs as private(flux) parallelize(i, cpu_thread, no_races)
#pragma sparse
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < most; k++) {
      flux[k][0] = x[i] * k;
      flux[k][1] = x[i] - k;
    }
    for (int k = first; k < last; k++)
      for (int m = 0; m < 2; m++)
        y[i] += flux[k + 1][m] - flux[k - 1][m];
  }
}

/// Each element from the one before.
void recurrence(int n, const double *x, double *y) {
  double p[30];
  // CHECK: [[#@LINE+2]]:{{.*}}runs as private(p) parallelize(i, cpu_thread, no_races)
#pragma sparse
  for (int i = 0; i < n; i++) {
    p[0] = x[i];
    p[1] = 1;
    for (int k = 2; k < 30; k++)
      p[k] = p[k - 1] * x[i] - p[k - 2] / k;
    for (size_t k = 0; k < 30; k++)
      y[i] += p[k];
  }
}

/// What data choose is one of the elements.
void chosen(int n, const int *at, const double *x, double *y) {
  double bins[8];
  // CHECK: [[#@LINE+2]]:{{.*}}runs as private(bins) parallelize(i, cpu_thread, no_races)
#pragma sparse
  for (int i = 0; i < n; i++) {
    for (auto &b : bins)
      b = 0;
    for (int k = 0; k < 20; k++)
      bins[at[(i + k) % n]] += x[k];
    for (int b = 0; b < 8; b++)
      y[i] = y[i] * 0.5 + bins[b];
  }
}

/// Of a vector whose size the loop that clears it need not know.
void chosenInVector(int n, int m, Vector bins, const int *at, const double *x,
                    double *y) {
  // CHECK: [[#@LINE+2]]:{{.*}}runs as private(bins) parallelize(i, cpu_thread, no_races)
#pragma sparse
  for (int i = 0; i < n; i++) {
    for (int b = 0; b < m; b++)
      bins[b] = 0;
    for (int k = 0; k < 20; k++)
      bins[at[(i + k) % n]] += x[k];
    for (int b = 0; b < m; b++)
      y[i] = y[i] * 0.5 + bins[b];
  }
}

/// Two loops over unsigned bounds.
void unsignedBounds(int n, size_t k, const double *x, double *y) {
  double t[64];
  // CHECK: [[#@LINE+2]]:{{.*}}runs as private(t) parallelize(i, cpu_thread, no_races)
#pragma sparse
  for (int i = 0; i < n; i++) {
    for (size_t j = 0; j < k; j++)
      t[j] = x[j] + i;
    for (size_t j = 1; j < k; j++)
      y[i] += t[j] * t[j - 1];
  }
}

//===-- not so

/// One element is left from the iteration before.
void oneLeft(int n, const double *x, double *y) {
  double t[5] = {};
  // CHECK: [[#@LINE+2]]:{{.*}}iterations of 'i' depend on each other through 't'
#pragma sparse
  for (int i = 0; i < n; i++) {
    for (int m = 0; m < 4; m++)
      t[m] = x[i] + m;
    for (int m = 0; m < 5; m++)
      y[i] += t[m];
    t[4] = x[i];
  }
}

/// Not all need be stored.
void conditional(int n, const double *x, double *y) {
  double t[4] = {};
  // CHECK: [[#@LINE+2]]:{{.*}}iterations of 'i' depend on each other through 't'
#pragma sparse
  for (int i = 0; i < n; i++) {
    for (int m = 0; m < 4; m++)
      if (x[i] > m * 0.2)
        t[m] = x[i];
    for (int m = 0; m < 4; m++)
      y[i] += t[m];
  }
}

/// The loop that stores may be empty; the constant element is not stored then.
void perhapsNone(int n, int k, const double *x, double *y) {
  double t[4] = {7, 7, 7, 7};
  // CHECK: [[#@LINE+2]]:{{.*}}iterations of 'i' depend on each other through 't'
#pragma sparse
  for (int i = 0; i < n; i++) {
    for (int m = 0; m < k; m++)
      t[0] = x[i] + m;
    y[i] += t[0];
  }
}

/// Every second element.
void withGaps(int n, const double *x, double *y) {
  double t[8] = {};
  // CHECK: [[#@LINE+2]]:{{.*}}iterations of 'i' depend on each other through 't'
#pragma sparse
  for (int i = 0; i < n; i++) {
    for (int m = 0; m < 4; m++)
      t[2 * m] = x[i] + m;
    for (int m = 0; m < 7; m++)
      y[i] += t[m];
    t[3] = x[i];
  }
}

int main() {
  const int n = 150;
  Vector x(n), y(n);
  std::vector<int> at(n);
  for (int i = 0; i < n; ++i) {
    x[i] = (i * 37 % 101) / 101.0;
    at[i] = i * 5 % 8;
  }
  auto With = [&](const char *Name, auto Fn) {
    std::fill(y.begin(), y.end(), 0.5);
    Fn();
    run::record(Name, y);
  };
  With("small", [&] { small(n, x.data(), y.data()); });
  // The last one would read more than is stored.
  With("lines", [&] { lines(n, 1, 39, 40, x.data(), y.data()); });
  With("lines", [&] { lines(n, 3, 7, 9, x.data(), y.data()); });
  With("lines", [&] { lines(n, 3, 2, 0, x.data(), y.data()); });
  With("recurrence", [&] { recurrence(n, x.data(), y.data()); });
  With("chosen", [&] { chosen(n, at.data(), x.data(), y.data()); });
  // Elements behind the last one that is cleared may add up over the iterations.
  for (int size : {8, 9})
    With("chosenInVector", [&] {
      at[0] = size - 1;
      chosenInVector(n, 8, Vector(size), at.data(), x.data(), y.data());
    });
  for (size_t k : {0, 1, 64})
    With("unsigned", [&] { unsignedBounds(n, k, x.data(), y.data()); });
  With("oneLeft", [&] { oneLeft(n, x.data(), y.data()); });
  With("conditional", [&] { conditional(n, x.data(), y.data()); });
  With("perhapsNone", [&] { perhapsNone(n, 0, x.data(), y.data()); });
  With("withGaps", [&] { withGaps(n, x.data(), y.data()); });
}
