// Arrays that every iteration fills before it reads them, and that outlive the
// loop: the last iteration leaves in them what it does in the plain program.
// clang-format off
// RUN: %check-run -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-fp=strict --loops 7 --fallback 1 --threads 1 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-fp=strict --loops 7 --fallback 1 --threads 3 --reuse %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-fp=strict --loops 7 --fallback 1 --threads 16 --reuse %s -o %t
// RUN: %clangxx_sparse -std=c++20 -O1 -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-fp=strict -fplugin-arg-sparse-verify %s -o %t.verified
// RUN: env OMP_NUM_THREADS=3 %t.verified 2>%t.log >%t.records
// RUN: count 0 < %t.log
// RUN: %clangxx_sparse -std=c++20 -O2 -fplugin-arg-sparse-min-work=0 -Rpass=sparse -Rpass-missed=sparse -fsyntax-only %s 2>&1 | FileCheck %s

#include "support/support.h"

using Vector = std::vector<double>;

constexpr int Planes = 9, Lines = 6, Points = 20;

static double flux[Points][3], line[Points], square[Lines][Points];
static double u[Planes][Lines][Points], r[Planes][Lines][Points][3];
static int nx = Points, first = 1, last = Points - 1;

/// Line by line, in a file's own arrays, between ends that other functions set.
void fluxes() {
  int i, j, k, m;
  // CHECK: [[#@LINE+2]]:{{.*}}runs as private(flux) parallelize(k, cpu_thread, no_races)
#pragma sparse
  for (k = 0; k < Planes; k++) {
    for (j = 1; j < Lines - 1; j++) {
      for (i = 0; i < nx; i++) {
        flux[i][0] = u[k][j][i];
        flux[i][1] = u[k][j][i] * 2;
        flux[i][2] = u[k][j][i] - 1;
      }
      for (i = first; i < last; i++)
        for (m = 0; m < 3; m++)
          r[k][j][i][m] = flux[i + 1][m] - flux[i - 1][m];
      for (i = first; i < nx; i++)
        flux[i][1] = u[k][j][i] - u[k][j][i - 1];
      for (i = first; i < last; i++)
        r[k][j][i][1] += flux[i + 1][1] - flux[i][1];
    }
  }
}

/// A plane, whose ends are set apart.
static inline void ends(int n) {
  for (int j = 0; j < Lines; ++j) {
    square[j][0] = 1;
    square[j][n] = 2;
  }
}
void planes(int n) {
  // CHECK: [[#@LINE+2]]:{{.*}}runs as private(square) parallelize(k, cpu_thread, no_races)
#pragma sparse
  for (int k = 0; k < Planes; ++k) {
    ends(n);
    for (int j = 0; j < Lines; ++j)
      for (int i = 1; i < n; ++i)
        square[j][i] = u[k][j][i] + 1;
    for (int j = 0; j < Lines; ++j)
      for (int i = 1; i < n; ++i)
        r[k][j][i][0] += square[j][i - 1] - square[j][i + 1];
  }
}

/// Results that nothing reads.
void onlyStored(int n, const double *x, double *tail) {
  double at[2];
  // CHECK: [[#@LINE+2]]:{{.*}}runs as private(tail) parallelize(i, cpu_thread, no_races)
#pragma sparse
  for (int i = 0; i < n; ++i)
    tail[0] = x[i];
  // CHECK: [[#@LINE+2]]:{{.*}}runs as private(at) parallelize(i, cpu_thread, no_races)
#pragma sparse
  for (int i = 0; i < n; ++i) {
    at[0] = x[i];
    at[1] = x[i] * at[0];
  }
  if (n > 0)
    tail[1] = at[1] - at[0];
}

/// A recurrence, the same for all rows.
void recurrences(int n, const double *x, double *y) {
  // CHECK: [[#@LINE+2]]:{{.*}}runs as private(line) parallelize(i, cpu_thread, no_races)
#pragma sparse
  for (int i = 0; i < n; ++i) {
    line[0] = x[i];
    for (int k = 1; k < Points; ++k)
      line[k] = line[k - 1] * x[i] + k;
    y[i] += line[Points - 1];
  }
}

/// The user says so.
void said(int n, const double *x, double *y) {
#pragma sparse private(line) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < Points; ++k)
      line[k] = x[i] + k;
    for (int k = 0; k < Points; ++k)
      y[i] += line[Points - 1 - k];
  }
}

//===-- not so

/// Rows leave as much as they are long: what longer ones have left stays.
void byLength(int n, const int *length, const double *x, double *y) {
  // CHECK: [[#@LINE+2]]:{{.*}}iterations of 'i' may depend on each other through 'line'
#pragma sparse
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < length[i]; ++k)
      line[k] = x[i];
    for (int k = 0; k < length[i]; ++k)
      y[i] += line[k];
  }
}

/// Some leave more than the last one.
void sometimes(int n, const double *x, double *y) {
  // CHECK: [[#@LINE+2]]:{{.*}}iterations of 'i' depend on each other through 'line'
#pragma sparse
  for (int i = 0; i < n; ++i) {
    line[0] = x[i];
    if (x[i] < 0.5)
      line[1] = x[i];
    y[i] += line[0];
  }
}

/// The last rows have no iterations of the loop inside.
void triangle(int n, const double *x, double *y) {
  // CHECK: [[#@LINE+2]]:{{.*}}iterations of 'i' depend on each other through 'line'
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int l = i; l < n / 2; ++l) {
      line[0] = x[i] + l;
      y[i] += line[0];
    }
}

int main() {
  const int n = 50;
  Vector x(n), y(n);
  std::vector<int> length(n);
  for (int i = 0; i < n; ++i) {
    x[i] = (i * 37 % 101) / 101.0;
    length[i] = i < n - 5 ? i % Points : 0;
  }
  for (int i = 0; i < Planes * Lines * Points; ++i)
    (&u[0][0][0])[i] = std::sin(i);
  auto Record = [&](const char *Name) {
    run::record(Name, y);
    run::record(Name, Vector(&flux[0][0], &flux[0][0] + 3 * Points));
    run::record(Name, Vector(line, line + Points));
    run::record(Name, Vector(&square[0][0], &square[0][0] + Lines * Points));
    run::record(Name, Vector(&r[0][0][0][0],
                             &r[0][0][0][0] + 3 * Planes * Lines * Points));
  };
  fluxes();
  Record("fluxes");
  nx = 7, first = 2, last = 5;
  fluxes();
  Record("short");
  // Reads and leaves elements that it does not store.
  nx = 5, first = 3, last = 9;
  fluxes();
  Record("long");
  for (int k : {Points - 1, 5, 1, 0}) {
    planes(k);
    Record("planes");
  }
  onlyStored(n, x.data(), y.data());
  Record("onlyStored");
  recurrences(n, x.data(), y.data());
  Record("recurrences");
  recurrences(0, x.data(), y.data());
  Record("none");
  said(n, x.data(), y.data());
  Record("said");
  byLength(n, length.data(), x.data(), y.data());
  Record("byLength");
  sometimes(n, x.data(), y.data());
  Record("sometimes");
  triangle(n, x.data(), y.data());
  Record("triangle");
}
