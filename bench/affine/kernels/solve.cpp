//===- solve.cpp - a solve with a lower triangle, one right side ----------===//
//
// sizes: n 6000

#include "Kernel.h"

static void solve(int n, const double *l, const double *b, double *x) {
  KERNEL
  for (int i = 0; i < n; ++i) {
    double rest = b[i];
    for (int j = 0; j < i; ++j)
      rest -= l[i * n + j] * x[j];
    x[i] = rest / l[i * n + i];
  }
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  Numbers l = numbers(1l * n * n, 1);
  Numbers b = numbers(n, 2);
  Numbers x = numbers(n, 3);
  for (int i = 0; i < n; ++i)
    l[i * n + i] += n;
  return measure([&] { solve(n, l.data(), b.data(), x.data()); }, {&x});
}
