//===- jacobi-2d-swap.cpp - five points, flat, buffers that are swapped ---===//
//
// sizes: steps 32, n 2000

#include "Kernel.h"

static double *smooth(int steps, int n, double *a, double *b) {
  KERNEL
  for (int t = 0; t < steps; ++t) {
    PARALLEL
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        b[i * n + j] =
            0.2 * (a[i * n + j] + a[(i - 1) * n + j] + a[(i + 1) * n + j] +
                   a[i * n + j - 1] + a[i * n + j + 1]);
    std::swap(a, b);
  }
  return a;
}

int main(int argc, char **argv) {
  const int steps = size(argc, argv, 1), n = size(argc, argv, 2);
  Numbers a = numbers(1l * n * n, 1), b = a;
  Numbers last(1);
  return measure(
      [&] { last[0] = smooth(steps, n, a.data(), b.data()) == b.data(); },
      {&a, &b, &last});
}
