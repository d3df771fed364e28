//===- first.cpp - the loop of docs/tutorial.md ---------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cstdio>

void spmv(int m, const int *pos, const int *crd, const double *val,
          const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

int main() {
  // [ 2 . 1 ]
  // [ . . . ]
  // [ . 3 4 ]
  const int pos[] = {0, 2, 2, 4};
  const int crd[] = {0, 2, 1, 2};
  const double val[] = {2, 1, 3, 4};
  const double x[] = {1, 10, 100};
  double y[3];
  spmv(3, pos, crd, val, x, y);
  printf("%g %g %g\n", y[0], y[1], y[2]);
}
