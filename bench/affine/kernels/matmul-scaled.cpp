//===- matmul-scaled.cpp - a product of matrices added to a scaled one ----===//
//
// sizes: n 800, m 800, l 800

#include "Kernel.h"

static void multiply(int n, int m, int l, double alpha, double beta, Numbers &A,
                     Numbers &B, Numbers &C) {
  using RowOfA = double[l];
  using RowOfB = double[m];
  RowOfA *a = reinterpret_cast<RowOfA *>(A.data());
  RowOfB *b = reinterpret_cast<RowOfB *>(B.data());
  RowOfB *c = reinterpret_cast<RowOfB *>(C.data());
  KERNEL
  PARALLEL
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j)
      c[i][j] *= beta;
    for (int k = 0; k < l; ++k)
      for (int j = 0; j < m; ++j)
        c[i][j] += alpha * a[i][k] * b[k][j];
  }
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1), m = size(argc, argv, 2);
  const int l = size(argc, argv, 3);
  Numbers a = numbers(1l * n * l, 1), b = numbers(1l * l * m, 2);
  Numbers c = numbers(1l * n * m, 3);
  return measure([&] { multiply(n, m, l, 1.5, 0.75, a, b, c); }, {&c});
}
