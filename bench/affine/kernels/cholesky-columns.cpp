//===- cholesky-columns.cpp - a Cholesky factorisation, column by column --===//
//
// sizes: n 900

#include "Kernel.h"

static void factorise(int n, double *a) {
  KERNEL
  for (int k = 0; k < n; ++k) {
    a[k * n + k] = std::sqrt(a[k * n + k]);
    PARALLEL
    for (int i = k + 1; i < n; ++i)
      a[i * n + k] /= a[k * n + k];
    PARALLEL
    for (int i = k + 1; i < n; ++i)
      for (int j = k + 1; j <= i; ++j)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
  }
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  Numbers a = numbers(1l * n * n, 1);
  for (int i = 0; i < n; ++i)
    a[i * n + i] += 2 * n;
  return measure([&] { factorise(n, a.data()); }, {&a});
}
