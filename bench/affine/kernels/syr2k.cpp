//===- syr2k.cpp - a symmetric update by two matrices ---------------------===//
//
// sizes: n 700, l 700
// schedule: distribute(i) tile(i, k, j; 8, 8, 0) reorder(k, j) unroll(k)
// parallelize(i_tile, cpu_thread, no_races)

#include "Kernel.h"

static void update(int n, int l, double alpha, double beta, const double *a,
                   const double *b, double *c) {
  KERNEL
  PARALLEL
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j)
      c[i * n + j] *= beta;
    for (int k = 0; k < l; ++k)
      for (int j = 0; j <= i; ++j)
        c[i * n + j] += a[j * l + k] * alpha * b[i * l + k] +
                        b[j * l + k] * alpha * a[i * l + k];
  }
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  const int l = size(argc, argv, 2);
  Numbers a = numbers(1l * n * l, 1);
  Numbers b = numbers(1l * n * l, 2);
  Numbers c = numbers(1l * n * n, 3);
  return measure([&] { update(n, l, 1.5, 0.75, a.data(), b.data(), c.data()); },
                 {&c});
}
