// A bare pragma asked for vectors that the compiler then warned it did not make.
// RUN: %clangxx_sparse -O2 -Wall -Werror -c %s -o %t
// RUN: %clangxx_sparse -O2 -Wall -Werror -Rpass=sparse -c %s -o %t 2>&1 | FileCheck %s

void sums(int m, int n, const double *x, double *s, double *y) {
// CHECK: remark: loop runs as {{.*}}[-Rpass=sparse]
#pragma sparse
  for (int i = 0; i < m; ++i) {
    for (int k = 0; k < n; ++k)
      if (x[k] > 5)
        s[i] += x[k];
  }
#pragma sparse
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int k = 0; k < n; ++k)
      if (x[k] > 5)
        sum += x[k];
    y[i] = sum;
  }
}
