//===- elimination.cpp - inverse of a matrix, Gauss and Jordan ------------===//
//
// sizes: n 600

#include "Kernel.h"

/// Of n rows of 2 n numbers, the matrix and a unit matrix beside it.
static void eliminate(int n, double *a) {
  const int m = 2 * n;
  KERNEL
  for (int k = 0; k < n; ++k) {
    PARALLEL
    for (int i = 0; i < n; ++i)
      if (i != k) {
        const double factor = a[i * m + k] / a[k * m + k];
        for (int j = 0; j < m; ++j)
          a[i * m + j] -= factor * a[k * m + j];
      }
  }
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  Numbers a = numbers(2l * n * n, 1);
  for (int i = 0; i < n; ++i) {
    for (int j = n; j < 2 * n; ++j)
      a[2l * i * n + j] = j - n == i;
    a[(2l * n + 1) * i] += n;
  }
  return measure([&] { eliminate(n, a.data()); }, {&a});
}
