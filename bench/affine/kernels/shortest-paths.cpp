//===- shortest-paths.cpp - all shortest paths, Floyd and Warshall --------===//
//
// sizes: n 900

#include "Kernel.h"

static void relax(int n, double *d) {
  KERNEL
  for (int k = 0; k < n; ++k) {
    PARALLEL
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (d[i * n + k] + d[k * n + j] < d[i * n + j])
          d[i * n + j] = d[i * n + k] + d[k * n + j];
  }
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  Numbers d = numbers(1l * n * n, 1);
  for (int i = 0; i < n; ++i)
    d[i * n + i] = 0;
  return measure([&] { relax(n, d.data()); }, {&d});
}
