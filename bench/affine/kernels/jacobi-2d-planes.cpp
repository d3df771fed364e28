//===- jacobi-2d-planes.cpp - five points, two planes in turns ------------===//
//
// sizes: steps 32, n 2000

#include "Kernel.h"

static void smooth(int steps, int n, Numbers &planes) {
  using Plane = double[n][n];
  Plane *a = reinterpret_cast<Plane *>(planes.data());
  KERNEL
  for (int t = 0; t < steps; ++t) {
    PARALLEL
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        a[(t + 1) % 2][i][j] =
            0.2 * (a[t % 2][i][j] + a[t % 2][i - 1][j] + a[t % 2][i + 1][j] +
                   a[t % 2][i][j - 1] + a[t % 2][i][j + 1]);
  }
}

int main(int argc, char **argv) {
  const int steps = size(argc, argv, 1), n = size(argc, argv, 2);
  Numbers a = numbers(2l * n * n, 1);
  return measure([&] { smooth(steps, n, a); }, {&a});
}
