// What is handed on behind a loop, or in a later run of the block that declares
// it, is nothing that the loop's arrays could look at.
// RUN: %clangxx_sparse -std=c++20 -fsyntax-only -fplugin-arg-sparse-dump=graph %s 2>&1 | FileCheck %s

#include <vector>

void keep(const double &);

// CHECK-LABEL: nest @behind
// CHECK-NOT: _at
// CHECK: body
void behind(int m, int n, const double *x, std::vector<double> &all) {
  for (int i = 0; i < m; ++i) {
    double sum = i, scale = 2;
#pragma sparse
    for (int k = 0; k < n; ++k)
      sum += scale * x[k];
    all.push_back(sum);
    keep(scale);
  }
}

// CHECK-LABEL: nest @before
// CHECK: sum_at
void before(int m, int n, const double *x) {
  for (int i = 0; i < m; ++i) {
    double sum = i;
    keep(sum);
#pragma sparse
    for (int k = 0; k < n; ++k)
      sum += x[k];
  }
}

// CHECK-LABEL: nest @around
// CHECK: sum_at
void around(int m, int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < m; ++i) {
#pragma sparse
    for (int k = 0; k < n; ++k)
      sum += x[k];
    keep(sum);
  }
}

// CHECK-LABEL: nest @jumps
// CHECK: sum_at
void jumps(int n, const double *x) {
  double sum = 0;
again:
#pragma sparse
  for (int k = 0; k < n; ++k)
    sum += x[k];
  keep(sum);
  if (sum < 1)
    goto again;
}
