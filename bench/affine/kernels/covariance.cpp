//===- covariance.cpp - the covariance of columns -------------------------===//
//
// sizes: n 700, m 600
// schedule 3: parallelize(i, cpu_thread, ignore_races, schedule(dynamic, 8))

#include "Kernel.h"

static void relate(int n, int m, double *data, double *mean, double *cov) {
  KERNEL
  PARALLEL
  for (int j = 0; j < m; ++j) {
    mean[j] = 0;
    for (int i = 0; i < n; ++i)
      mean[j] += data[i * m + j];
    mean[j] /= n;
  }
  KERNEL_2
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      data[i * m + j] -= mean[j];
  KERNEL_3
  PARALLEL
  for (int i = 0; i < m; ++i)
    for (int j = i; j < m; ++j) {
      double sum = 0;
      for (int k = 0; k < n; ++k)
        sum += data[k * m + i] * data[k * m + j];
      sum /= n - 1.0;
      cov[i * m + j] = sum;
      cov[j * m + i] = sum;
    }
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  const int m = size(argc, argv, 2);
  Numbers data = numbers(1l * n * m, 1);
  Numbers mean = numbers(m, 2);
  Numbers cov = numbers(1l * m * m, 3);
  return measure([&] { relate(n, m, data.data(), mean.data(), cov.data()); },
                 {&data, &mean, &cov});
}
