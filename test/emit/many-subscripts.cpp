// Ends of slices are largest of many: text and time grow with their number
// alone.
// RUN: %clangxx -O1 -Wno-unknown-pragmas %s -o %t.plain && %t.plain > %t.expected
// RUN: %clangxx_sparse -O1 -Wall -Wextra -Wshadow -Werror -fplugin-arg-sparse-count -fplugin-arg-sparse-dump=code:%t.txt %s -o %t
// RUN: %t 2> %t.counters | diff %t.expected -
// RUN: FileCheck %s < %t.counters
// RUN: wc -c < %t.txt | FileCheck %s --check-prefix=SIZE
// CHECK: generated 1, fallback 0
// SIZE: {{^ *[0-9]{1,6}$}}
#include <cstdio>
#include <vector>

static void strided(int w, const double *x, double *y, int a, int b, int c, int d, int e, int f, int g, int h, int k, int l, int m, int n, int o) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < w; ++i)
    for (int j = 0; j < w; ++j)
      y[i * w + j] = x[i * a + j] + x[i * b + j] + x[i * c + j] + x[i * d + j] +
                     x[i * e + j] + x[i * f + j] + x[i * g + j] + x[i * h + j] +
                     x[i * k + j] + x[i * l + j] + x[i * m + j] + x[i * n + j] +
                     x[i * o + j];
}

int main() {
  std::vector<double> x(1000), y(100);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = i % 17;
  strided(10, x.data(), y.data(), 7, 14, 21, 28, 35, 42, 49, 56, 63, 70, 77, 84, 91);
  for (double v : y)
    printf("%g\n", v);
}
