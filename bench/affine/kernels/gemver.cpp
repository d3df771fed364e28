//===- gemver.cpp - two updates of rank 1, two products with vectors ------===//
//
// sizes: n 4000
// schedule 2: tile(i, j; 1000, 0) order(i_tile, j, i) parallelize(i_tile,
// cpu_thread, no_races)
// schedule 4: tile(i, j; 8, 0) reorder(i, j) unroll(i) parallelize(i_tile,
// cpu_thread, no_races)

#include "Kernel.h"

static void apply(int n, double *a, const double *u1, const double *v1,
                  const double *u2, const double *v2, double *x,
                  const double *y, const double *z, double *w) {
  const double alpha = 1.5, beta = 0.75;
  KERNEL
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i * n + j] += u1[i] * v1[j] + u2[i] * v2[j];
  KERNEL_2
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      x[i] += beta * a[j * n + i] * y[j];
  KERNEL_3
  PARALLEL
  for (int i = 0; i < n; ++i)
    x[i] += z[i];
  KERNEL_4
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      w[i] += alpha * a[i * n + j] * x[j];
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  Numbers a = numbers(1l * n * n, 1);
  Numbers u1 = numbers(n, 2);
  Numbers v1 = numbers(n, 3);
  Numbers u2 = numbers(n, 4);
  Numbers v2 = numbers(n, 5);
  Numbers x = numbers(n, 6);
  Numbers y = numbers(n, 7);
  Numbers z = numbers(n, 8);
  Numbers w = numbers(n, 9);
  return measure(
      [&] {
        apply(n, a.data(), u1.data(), v1.data(), u2.data(), v2.data(), x.data(),
              y.data(), z.data(), w.data());
      },
      {&a, &x, &w});
}
