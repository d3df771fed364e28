//===- correlation.cpp - the correlation of columns -----------------------===//
//
// sizes: n 700, m 600
// schedule 3: parallelize(i, cpu_thread, ignore_races, schedule(dynamic, 8))

#include "Kernel.h"

static void relate(int n, int m, double *data, double *mean, double *deviation,
                   double *correlation) {
  KERNEL
  PARALLEL
  for (int j = 0; j < m; ++j) {
    double sum = 0;
    for (int i = 0; i < n; ++i)
      sum += data[i * m + j];
    mean[j] = sum / n;
    double squares = 0;
    for (int i = 0; i < n; ++i)
      squares += (data[i * m + j] - mean[j]) * (data[i * m + j] - mean[j]);
    const double root = std::sqrt(squares / n);
    deviation[j] = root < 1e-9 ? 1 : root;
  }
  const double scale = std::sqrt(static_cast<double>(n));
  KERNEL_2
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      data[i * m + j] = (data[i * m + j] - mean[j]) / (scale * deviation[j]);
  KERNEL_3
  PARALLEL
  for (int i = 0; i < m; ++i) {
    correlation[i * m + i] = 1;
    for (int j = i + 1; j < m; ++j) {
      double sum = 0;
      for (int k = 0; k < n; ++k)
        sum += data[k * m + i] * data[k * m + j];
      correlation[i * m + j] = sum;
      correlation[j * m + i] = sum;
    }
  }
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  const int m = size(argc, argv, 2);
  Numbers data = numbers(1l * n * m, 1);
  Numbers mean = numbers(m, 2);
  Numbers deviation = numbers(m, 3);
  Numbers correlation = numbers(1l * m * m, 4);
  return measure(
      [&] {
        relate(n, m, data.data(), mean.data(), deviation.data(),
               correlation.data());
      },
      {&data, &mean, &deviation, &correlation});
}
