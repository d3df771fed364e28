//===- gram-schmidt.cpp - columns made orthonormal ------------------------===//
//
// sizes: n 500, m 400

#include "Kernel.h"

static void orthonormalise(int n, int m, double *a, double *q, double *r) {
  KERNEL
  for (int k = 0; k < m; ++k) {
    double norm = 0;
    for (int i = 0; i < n; ++i)
      norm += a[i * m + k] * a[i * m + k];
    r[k * m + k] = std::sqrt(norm);
    for (int i = 0; i < n; ++i)
      q[i * m + k] = a[i * m + k] / r[k * m + k];
    PARALLEL
    for (int j = k + 1; j < m; ++j) {
      r[k * m + j] = 0;
      for (int i = 0; i < n; ++i)
        r[k * m + j] += q[i * m + k] * a[i * m + j];
      for (int i = 0; i < n; ++i)
        a[i * m + j] -= q[i * m + k] * r[k * m + j];
    }
  }
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  const int m = size(argc, argv, 2);
  Numbers a = numbers(1l * n * m, 1);
  Numbers q = numbers(1l * n * m, 2);
  Numbers r = numbers(1l * m * m, 3);
  return measure([&] { orthonormalise(n, m, a.data(), q.data(), r.data()); },
                 {&a, &q, &r});
}
