//===- atax.cpp - A transposed, times A x ---------------------------------===//
//
// sizes: n 4000, m 4200
// schedule: distribute(i) tile(i, j; 8, 0) reorder(i, j) unroll(i)

#include "Kernel.h"

static void apply(int n, int m, const double *a, const double *x, double *y,
                  double *ax) {
  for (int j = 0; j < m; ++j)
    y[j] = 0;
  KERNEL
  for (int i = 0; i < n; ++i) {
    ax[i] = 0;
    for (int j = 0; j < m; ++j)
      ax[i] += a[i * m + j] * x[j];
    for (int j = 0; j < m; ++j)
      y[j] += a[i * m + j] * ax[i];
  }
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  const int m = size(argc, argv, 2);
  Numbers a = numbers(1l * n * m, 1);
  Numbers x = numbers(m, 2);
  Numbers y = numbers(m, 3);
  Numbers ax = numbers(n, 4);
  return measure([&] { apply(n, m, a.data(), x.data(), y.data(), ax.data()); },
                 {&y, &ax});
}
