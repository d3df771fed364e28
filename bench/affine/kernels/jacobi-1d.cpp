//===- jacobi-1d.cpp - three points, there and back -----------------------===//
//
// sizes: steps 64, n 2000000
// schedule: tile(t, i; 64, 2048; hexagonal) parallelize(i_tile, cpu_thread,
// no_races)

#include "Kernel.h"

static void smooth(int steps, int n, double *a, double *b) {
  KERNEL
  for (int t = 0; t < steps; ++t) {
    PARALLEL
    for (int i = 1; i < n - 1; ++i)
      b[i] = 0.3333 * (a[i - 1] + a[i] + a[i + 1]);
    PARALLEL
    for (int i = 1; i < n - 1; ++i)
      a[i] = 0.3333 * (b[i - 1] + b[i] + b[i + 1]);
  }
}

int main(int argc, char **argv) {
  const int steps = size(argc, argv, 1), n = size(argc, argv, 2);
  Numbers a = numbers(n, 1), b = a;
  return measure([&] { smooth(steps, n, a.data(), b.data()); }, {&a, &b});
}
