//===- trmm.cpp - B = A B in place, with a unit upper triangle A ----------===//
//
// sizes: n 800, m 800
// schedule: tile(j; 64) distribute(j) order(j_tile, i, j_part, k, j)
// parallelize(j_tile, cpu_thread, no_races)

#include "Kernel.h"

static void multiply(int n, int m, double alpha, const double *a, double *b) {
  KERNEL
  for (int i = 0; i < n; ++i) {
    PARALLEL
    for (int j = 0; j < m; ++j) {
      for (int k = i + 1; k < n; ++k)
        b[i * m + j] += a[i * n + k] * b[k * m + j];
      b[i * m + j] *= alpha;
    }
  }
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  const int m = size(argc, argv, 2);
  Numbers a = numbers(1l * n * n, 1);
  Numbers b = numbers(1l * n * m, 2);
  return measure([&] { multiply(n, m, 0.01, a.data(), b.data()); }, {&b});
}
