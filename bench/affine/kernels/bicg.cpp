//===- bicg.cpp - A p, and A transposed times r, in one nest --------------===//
//
// sizes: n 4000, m 4200
// schedule: distribute(i) tile(i, j; 8, 0) reorder(i, j) unroll(i)

#include "Kernel.h"

static void apply(int n, int m, const double *a, const double *p,
                  const double *r, double *q, double *s) {
  KERNEL
  for (int i = 0; i < n; ++i) {
    q[i] = 0;
    for (int j = 0; j < m; ++j) {
      s[j] += r[i] * a[i * m + j];
      q[i] += a[i * m + j] * p[j];
    }
  }
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  const int m = size(argc, argv, 2);
  Numbers a = numbers(1l * n * m, 1);
  Numbers p = numbers(m, 2);
  Numbers r = numbers(n, 3);
  Numbers q = numbers(n, 4);
  Numbers s = numbers(m, 5);
  return measure(
      [&] { apply(n, m, a.data(), p.data(), r.data(), q.data(), s.data()); },
      {&q, &s});
}
