// A loop that calls functions with directives of their own is lifted with what
// the user wrote in these, wherever they are defined.
// clang-format off
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --loops 4 %s -o %t
// RUN: %clangxx_sparse -std=c++20 -O2 -fplugin-arg-sparse-min-work=0 -Rpass=sparse -Rpass-missed=sparse -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %clangxx_sparse -std=c++20 -O2 -fplugin-arg-sparse-min-work=0 -Rpass=sparse -Rpass-missed=sparse -c -o %t.o %s 2>&1 | FileCheck %s
// clang-format on

#include "support/support.h"

using Vector = std::vector<double>;

static double table[40];

static void clear(int n) {
#pragma sparse
  for (int k = 0; k < n; ++k)
    table[k] = 0;
}

static void shift(double *row, int n);

void rows(int m, int n, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    clear(n);
    for (int k = 0; k < n; ++k)
      table[k] += x[k] * i;
    shift(y + i * n, n);
  }
}

static void shift(double *row, int n) {
#pragma sparse
  for (int k = 0; k < n; ++k)
    row[k] += table[k];
}

/// It calls itself.
double powers(int n, const double *x) {
  double s = 0;
#pragma sparse
  for (int i = 0; i < n; ++i)
    s += x[i];
  return n > 1 ? s + powers(n - 1, x) : s;
}

// clang-format off
// CHECK-DAG: callees.cpp:25:{{.*}}runs as private(table) parallelize(i, cpu_thread, no_races)
// CHECK-DAG: callees.cpp:17:{{.*}}runs as
// CHECK-DAG: callees.cpp:35:{{.*}}runs as
// clang-format on

int main() {
  const int m = 7, n = 40;
  Vector x(n), y(m * n, 1);
  for (int k = 0; k < n; ++k)
    x[k] = k * 0.25;
  rows(m, n, x.data(), y.data());
  run::record("rows", y);
  run::record("table", Vector(table, table + n));
  clear(n / 2);
  shift(y.data(), n);
  run::record("apart", y);
  run::record("powers", Vector(1, powers(5, x.data())));
}
