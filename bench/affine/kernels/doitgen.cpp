//===- doitgen.cpp - the last index of a tensor through a matrix ----------===//
//
// sizes: r 120, q 120, p 160
// schedule: distribute(k) reorder(k, s)

#include "Kernel.h"

static void transform(int r, int q, int p, const double *matrix, double *a,
                      double *row) {
  KERNEL
  for (int i = 0; i < r; ++i)
    for (int j = 0; j < q; ++j) {
      for (int k = 0; k < p; ++k) {
        row[k] = 0;
        for (int s = 0; s < p; ++s)
          row[k] += a[(i * q + j) * p + s] * matrix[s * p + k];
      }
      for (int k = 0; k < p; ++k)
        a[(i * q + j) * p + k] = row[k];
    }
}

int main(int argc, char **argv) {
  const int r = size(argc, argv, 1);
  const int q = size(argc, argv, 2);
  const int p = size(argc, argv, 3);
  Numbers matrix = numbers(1l * p * p, 1);
  Numbers a = numbers(1l * r * q * p, 2);
  Numbers row = numbers(p, 3);
  return measure(
      [&] { transform(r, q, p, matrix.data(), a.data(), row.data()); },
      {&a, &row});
}
