//===- two-products.cpp - D = A B C scaled, one product after the other ---===//
//
// sizes: n 500, m 550, l 600, p 500

#include "Kernel.h"

static void multiply(int n, int m, int l, int p, const double *a,
                     const double *b, const double *c, double *ab, double *d) {
  const double alpha = 1.25, beta = 0.5;
  KERNEL
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      ab[i * m + j] = 0;
      for (int k = 0; k < l; ++k)
        ab[i * m + j] += alpha * a[i * l + k] * b[k * m + j];
    }
  KERNEL_2
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < p; ++j) {
      d[i * p + j] *= beta;
      for (int k = 0; k < m; ++k)
        d[i * p + j] += ab[i * m + k] * c[k * p + j];
    }
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  const int m = size(argc, argv, 2);
  const int l = size(argc, argv, 3);
  const int p = size(argc, argv, 4);
  Numbers a = numbers(1l * n * l, 1);
  Numbers b = numbers(1l * l * m, 2);
  Numbers c = numbers(1l * m * p, 3);
  Numbers ab = numbers(1l * n * m, 4);
  Numbers d = numbers(1l * n * p, 5);
  return measure(
      [&] {
        multiply(n, m, l, p, a.data(), b.data(), c.data(), ab.data(), d.data());
      },
      {&ab, &d});
}
