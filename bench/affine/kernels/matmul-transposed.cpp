//===- matmul-transposed.cpp - C += A^T B, k outermost --------------------===//
//
// sizes: n 800, m 800, l 800

#include "Kernel.h"

static void multiply(int n, int m, int l, const double *a, const double *b,
                     double *c) {
  KERNEL
  for (int k = 0; k < l; ++k) {
    PARALLEL
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j)
        c[i * m + j] += a[k * n + i] * b[k * m + j];
  }
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  const int m = size(argc, argv, 2);
  const int l = size(argc, argv, 3);
  Numbers a = numbers(1l * l * n, 1);
  Numbers b = numbers(1l * l * m, 2);
  Numbers c = numbers(1l * n * m, 3);
  return measure([&] { multiply(n, m, l, a.data(), b.data(), c.data()); },
                 {&c});
}
