//===- symm.cpp - a product with a symmetric matrix, a half of it stored --===//
//
// sizes: n 600, m 600

#include "Kernel.h"

static void multiply(int n, int m, double alpha, double beta, const double *a,
                     const double *b, double *c) {
  KERNEL
  for (int i = 0; i < n; ++i) {
    PARALLEL
    for (int j = 0; j < m; ++j) {
      double sum = 0;
      for (int k = 0; k < i; ++k) {
        c[k * m + j] += alpha * b[i * m + j] * a[i * n + k];
        sum += b[k * m + j] * a[i * n + k];
      }
      c[i * m + j] = beta * c[i * m + j] + alpha * b[i * m + j] * a[i * n + i] +
                     alpha * sum;
    }
  }
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  const int m = size(argc, argv, 2);
  Numbers a = numbers(1l * n * n, 1);
  Numbers b = numbers(1l * n * m, 2);
  Numbers c = numbers(1l * n * m, 3);
  return measure(
      [&] { multiply(n, m, 1.5, 0.75, a.data(), b.data(), c.data()); }, {&c});
}
