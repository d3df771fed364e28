//===- contraction.cpp - two tensors contracted over two indices ----------===//
//
// sizes: n 400, m 400, k 48, l 40
// schedule: order(i, p, q, j) tile(i, p, q, j; 64, 8, 0, 16) tile(i, p, q, j;
// 4, 0, 0, 0) order(i_tile, p_tile, j_tile, i_tile2, p, q, i, j) unroll(i)
// parallelize(i_tile, cpu_thread, no_races) parallelize(j, cpu_vector,
// no_races)

#include "Kernel.h"

static void contract(int n, int m, int k, int l, const double *a,
                     const double *b, double *c) {
  KERNEL
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int p = 0; p < k; ++p)
        for (int q = 0; q < l; ++q)
          c[i * m + j] += a[(i * k + p) * l + q] * b[(p * l + q) * m + j];
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  const int m = size(argc, argv, 2);
  const int k = size(argc, argv, 3);
  const int l = size(argc, argv, 4);
  Numbers a = numbers(1l * n * k * l, 1);
  Numbers b = numbers(1l * k * l * m, 2);
  Numbers c = numbers(1l * n * m, 3);
  return measure([&] { contract(n, m, k, l, a.data(), b.data(), c.data()); },
                 {&c});
}
