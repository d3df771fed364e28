//===- seidel-2d.cpp - nine points in place -------------------------------===//
//
// sizes: steps 16, n 2000

#include "Kernel.h"

static void relax(int steps, int n, Numbers &grid) {
  using Row = double[n];
  Row *a = reinterpret_cast<Row *>(grid.data());
  KERNEL
  for (int t = 0; t < steps; ++t)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] +
                   a[i][j - 1] + a[i][j] + a[i][j + 1] + a[i + 1][j - 1] +
                   a[i + 1][j] + a[i + 1][j + 1]) /
                  9;
}

int main(int argc, char **argv) {
  const int steps = size(argc, argv, 1), n = size(argc, argv, 2);
  Numbers a = numbers(1l * n * n, 1);
  return measure([&] { relax(steps, n, a); }, {&a});
}
