//===- transposition.cpp - a matrix transposed ----------------------------===//
//
// sizes: n 6000, m 5000
// schedule: tile(i, j; 64, 16) parallelize(i_tile, cpu_thread, no_races)

#include "Kernel.h"

static void transpose(int n, int m, const double *a, double *b) {
  KERNEL
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      b[j * n + i] = a[i * m + j];
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  const int m = size(argc, argv, 2);
  Numbers a = numbers(1l * n * m, 1);
  Numbers b = numbers(1l * n * m, 2);
  return measure([&] { transpose(n, m, a.data(), b.data()); }, {&b});
}
