//===- cholesky-rows.cpp - a Cholesky factorisation, row by row -----------===//
//
// sizes: n 1200

#include "Kernel.h"

static void factorise(int n, double *a) {
  KERNEL
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) {
      for (int k = 0; k < j; ++k)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
      a[i * n + j] /= a[j * n + j];
    }
    for (int k = 0; k < i; ++k)
      a[i * n + i] -= a[i * n + k] * a[i * n + k];
    a[i * n + i] = std::sqrt(a[i * n + i]);
  }
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  Numbers a = numbers(1l * n * n, 1);
  for (int i = 0; i < n; ++i)
    a[i * n + i] += 2 * n;
  return measure([&] { factorise(n, a.data()); }, {&a});
}
