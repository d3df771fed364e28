//===- gesummv.cpp - a sum of two products with a vector ------------------===//
//
// sizes: n 4000

#include "Kernel.h"

static void apply(int n, double alpha, double beta, const double *a,
                  const double *b, const double *x, double *y) {
  KERNEL
  PARALLEL
  for (int i = 0; i < n; ++i) {
    double first = 0, second = 0;
    for (int j = 0; j < n; ++j) {
      first += a[i * n + j] * x[j];
      second += b[i * n + j] * x[j];
    }
    y[i] = alpha * first + beta * second;
  }
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  Numbers a = numbers(1l * n * n, 1);
  Numbers b = numbers(1l * n * n, 2);
  Numbers x = numbers(n, 3);
  Numbers y = numbers(n, 4);
  return measure(
      [&] { apply(n, 1.5, 0.75, a.data(), b.data(), x.data(), y.data()); },
      {&y});
}
