// `min-work` says below how many innermost iterations the user's loop runs;
// with 0 generated code runs however little there is to do, and nothing is
// read where nothing is done.
// clang-format off
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --loops 3 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=4 --loops 2 --fallback 2 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=18446744073709551615 --loops 2 --fallback 3 %s -o %t
// RUN: %clangxx_sparse -fsyntax-only -Rpass-missed=sparse -fplugin-arg-sparse-min-work=4 %s 2>&1 | FileCheck %s
// RUN: %clangxx_sparse -fsyntax-only -Rpass-missed=sparse -fplugin-arg-sparse-min-work=3 %s 2>&1 | count 0
// CHECK: min-work.cpp:[[#@LINE+21]]:{{.*}} remark: loop left unchanged: there is too little work for threads
// clang-format on

#include "support/support.h"

void product(int m, const int *pos, const int *crd, const double *val,
             const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p] * x[crd[p]];
}

void copy(int n, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
}

void copyThree(const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < 3; ++i)
    y[i] = x[i];
}

int main() {
  const int pos[] = {0, 2, 2, 3}, crd[] = {0, 2, 1};
  const double val[] = {2, 1, 3}, x[] = {5, 7, 11, 13, 17};
  double y[5] = {};
  product(3, pos, crd, val, x, y);
  run::record("product", y, 5);
  copy(4, x, y);
  run::record("copy", y, 5);
  copyThree(x + 1, y);
  run::record("three", y, 5);
  product(0, nullptr, nullptr, nullptr, nullptr, nullptr);
  copy(0, nullptr, nullptr);
}
