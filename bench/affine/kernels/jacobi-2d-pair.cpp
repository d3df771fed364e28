//===- jacobi-2d-pair.cpp - five points, there and back in two nests ------===//
//
// sizes: steps 16, n 2000

#include "Kernel.h"

static void smooth(int steps, int n, Numbers &from, Numbers &to) {
  using Row = double[n];
  Row *a = reinterpret_cast<Row *>(from.data());
  Row *b = reinterpret_cast<Row *>(to.data());
  KERNEL
  for (int t = 0; t < steps; ++t) {
    PARALLEL
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i - 1][j] +
                         a[i + 1][j]);
    PARALLEL
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        a[i][j] = 0.2 * (b[i][j] + b[i][j - 1] + b[i][j + 1] + b[i - 1][j] +
                         b[i + 1][j]);
  }
}

int main(int argc, char **argv) {
  const int steps = size(argc, argv, 1), n = size(argc, argv, 2);
  Numbers a = numbers(1l * n * n, 1), b = a;
  return measure([&] { smooth(steps, n, a, b); }, {&a, &b});
}
