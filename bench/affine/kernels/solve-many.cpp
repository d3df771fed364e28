//===- solve-many.cpp - a solve with a lower triangle, many right sides ---===//
//
// sizes: n 800, m 800

#include "Kernel.h"

static void solve(int n, int m, const double *l, double *x) {
  KERNEL
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i; ++k)
      for (int j = 0; j < m; ++j)
        x[i * m + j] -= l[i * n + k] * x[k * m + j];
    for (int j = 0; j < m; ++j)
      x[i * m + j] /= l[i * n + i];
  }
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  const int m = size(argc, argv, 2);
  Numbers l = numbers(1l * n * n, 1);
  Numbers x = numbers(1l * n * m, 2);
  for (int i = 0; i < n; ++i)
    l[i * n + i] += n;
  return measure([&] { solve(n, m, l.data(), x.data()); }, {&x});
}
