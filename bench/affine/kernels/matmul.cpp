//===- matmul.cpp - a product of matrices, summed in a variable -----------===//
//
// sizes: n 700, m 700, l 700

#include "Kernel.h"

static void multiply(int n, int m, int l, const double *a, const double *b,
                     double *c) {
  KERNEL
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double sum = 0;
      for (int k = 0; k < l; ++k)
        sum += a[i * l + k] * b[k * m + j];
      c[i * m + j] = sum;
    }
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1), m = size(argc, argv, 2);
  const int l = size(argc, argv, 3);
  Numbers a = numbers(1l * n * l, 1), b = numbers(1l * l * m, 2);
  Numbers c = numbers(1l * n * m, 3);
  return measure([&] { multiply(n, m, l, a.data(), b.data(), c.data()); },
                 {&c});
}
