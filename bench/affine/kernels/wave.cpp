//===- wave.cpp - the wave equation, three buffers passed on in a circle --===//
//
// sizes: steps 36, n 2000
// schedule: tile(t, i, j; 32, 64, 512; parallelogram) parallelize(i_tile,
// cpu_thread, no_races)

#include "Kernel.h"

static void swing(int steps, int n, double *prev, double *cur, double *next) {
  KERNEL
  for (int t = 0; t < steps; ++t) {
    PARALLEL
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        next[i * n + j] = 2 * cur[i * n + j] - prev[i * n + j] +
                          0.1 * (cur[(i - 1) * n + j] + cur[(i + 1) * n + j] +
                                 cur[i * n + j - 1] + cur[i * n + j + 1] -
                                 4 * cur[i * n + j]);
    double *tmp = prev;
    prev = cur;
    cur = next;
    next = tmp;
  }
}

int main(int argc, char **argv) {
  const int steps = size(argc, argv, 1), n = size(argc, argv, 2);
  Numbers a = numbers(1l * n * n, 1), b = a, c = a;
  return measure([&] { swing(steps, n, a.data(), b.data(), c.data()); },
                 {&a, &b, &c});
}
