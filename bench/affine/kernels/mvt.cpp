//===- mvt.cpp - two products, one with the transposed matrix -------------===//
//
// sizes: n 4000
// schedule: tile(i, j; 8, 0) reorder(i, j) unroll(i) parallelize(i_tile,
// cpu_thread, no_races)
// schedule 2: tile(i, j; 1000, 0) order(i_tile, j, i) parallelize(i_tile,
// cpu_thread, no_races)

#include "Kernel.h"

static void apply(int n, const double *a, const double *y1, const double *y2,
                  double *x1, double *x2) {
  KERNEL
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      x1[i] += a[i * n + j] * y1[j];
  KERNEL_2
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      x2[i] += a[j * n + i] * y2[j];
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  Numbers a = numbers(1l * n * n, 1);
  Numbers y1 = numbers(n, 2);
  Numbers y2 = numbers(n, 3);
  Numbers x1 = numbers(n, 4);
  Numbers x2 = numbers(n, 5);
  return measure(
      [&] { apply(n, a.data(), y1.data(), y2.data(), x1.data(), x2.data()); },
      {&x1, &x2});
}
