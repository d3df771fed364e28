// Where one loop ends at another's variable, there is one order of the two: a
// choice between places by it is made. Others stay.
// RUN: %clangxx_sparse -std=c++20 -fsyntax-only -fplugin-arg-sparse-dump=graph %s 2>&1 | FileCheck %s

#include <algorithm>

#define PLACE(i, j)                                                            \
  ((i) > (j) ? (i) * ((i) + 1) / 2 + (j) : (j) * ((j) + 1) / 2 + (i))

// CHECK-LABEL: nest @below
// CHECK: t[i * (i + 1) / 2 + j] =
void below(int n, const double *x, double *t) {
#pragma sparse order(i, j)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      t[PLACE(i, j)] = x[i] * x[j];
}

// CHECK-LABEL: nest @above
// CHECK: t[j * (j + 1) / 2 + i] =
void above(int n, const double *x, double *t) {
#pragma sparse order(i, j)
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j)
      t[PLACE(i, j)] = x[i] * x[j];
}

// CHECK-LABEL: nest @extremes
// CHECK: let most = i
// CHECK-NEXT: let least = j
void extremes(int n, const double *x, double *t) {
#pragma sparse order(i, j)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      const int most = std::max(i, j), least = std::min(i, j);
      t[most * (most - 1) / 2 + least] = x[i] * x[j];
    }
}

// The two places differ where 'i' is 'j'.
// CHECK-LABEL: nest @differs
// CHECK: t[i > j ? i * n + j : j] =
void differs(int n, const double *x, double *t) {
#pragma sparse order(i, j)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      t[i > j ? i * n + j : j] = x[i] * x[j];
}

// CHECK-LABEL: nest @further
// CHECK: t[i > j ? i + j : j - i] =
void further(int n, const double *x, double *t) {
#pragma sparse order(i, j)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i + 2; ++j)
      t[i > j ? i + j : j - i] = x[i] * x[j];
}
