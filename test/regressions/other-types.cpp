// With -fno-strict-aliasing rows are compared with arrays of other types, too.
// RUN: %check-run --loops 2 --fallback 2 -fno-strict-aliasing %s -o %t

#include "../run/support/support.h"

void fromArray(int n, double *const *y, const long *x) {
#pragma sparse reorder(i, k)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 8; ++k)
      y[i][k] += x[k + i];
}

void fromRows(int n, double *const *y, const long *const *x) {
#pragma sparse reorder(i, k)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 8; ++k)
      y[i][k] += x[k][i];
}

int main() {
  for (bool Same : {false, true}) {
    std::vector<double> v(80, 1), w(80, 2);
    double *y[9];
    long *x[9];
    for (int i = 0; i < 9; ++i) {
      y[i] = &v[8 * i];
      x[i] = reinterpret_cast<long *>(Same ? &v[8 * i + 1] : &w[8 * i]);
    }
    fromArray(9, y, x[1]);
    fromRows(8, y, x);
    run::record("same " + std::to_string(Same), v);
  }
}
