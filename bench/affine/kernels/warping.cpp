//===- warping.cpp - dynamic time warping of two series -------------------===//
//
// sizes: n 3000, m 3000

#include "Kernel.h"

static void warp(int n, int m, const double *a, const double *b, double *d) {
  KERNEL
  for (int i = 1; i < n; ++i)
    for (int j = 1; j < m; ++j) {
      const double cost = std::fabs(a[i] - b[j]);
      d[i * m + j] = cost + std::min({d[(i - 1) * m + j], d[i * m + j - 1],
                                      d[(i - 1) * m + j - 1]});
    }
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1), m = size(argc, argv, 2);
  Numbers a = numbers(n, 1), b = numbers(m, 2), d = numbers(1l * n * m, 3);
  return measure([&] { warp(n, m, a.data(), b.data(), d.data()); }, {&d});
}
