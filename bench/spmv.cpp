//===- spmv.cpp - schedules of y = A x against OpenMP's loop --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints one line of tab-separated values for each loop: its name, the median
// time in seconds, and the quartiles of the speed-up over `omp parallel for`,
// paired round by round.
//
//===----------------------------------------------------------------------===//

#include "Csr.h"
#include "Paired.h"
#include <cmath>
#include <cstdio>

using Vector = std::vector<double>;

#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define SPMV(NAME, ...)                                                        \
  static void NAME(const Csr &A, const Vector &x, Vector &y) {                 \
    PRAGMA(__VA_ARGS__)                                                        \
    for (int i = 0; i < A.Rows; ++i) {                                         \
      double sum = 0;                                                          \
      for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)                            \
        sum += A.val[p] * x[A.crd[p]];                                         \
      y[i] = sum;                                                              \
    }                                                                          \
  }

// clang-format off
#define LOOPS(X)                                                               \
  X(openmp, omp parallel for)                                                  \
  X(openmp_dynamic, omp parallel for schedule(dynamic, 64))                    \
  X(rows, sparse split(i, i0, i1, 32) parallelize(i0, cpu_thread, no_races))   \
  X(rows_simd, sparse split(i, i0, i1, 32) parallelize(i0, cpu_thread, no_races) parallelize(p, cpu_vector, parallel_reduction))
// clang-format on
LOOPS(SPMV)

struct Loop {
  const char *Name;
  void (*Run)(const Csr &, const Vector &, Vector &);
};

int main(int Argc, char **Argv) {
  if (Argc != 3) {
    fprintf(stderr, "usage: %s MATRIX.mtx SECONDS\n", Argv[0]);
    return 1;
  }
  Csr A;
  if (std::string Error = readMatrixMarket(Argv[1], A); !Error.empty()) {
    fprintf(stderr, "%s: %s\n", Argv[1], Error.c_str());
    return 1;
  }
#define ENTRY(NAME, ...) {#NAME, NAME},
  const std::vector<Loop> Loops = {LOOPS(ENTRY)};
  Vector x(A.Cols, 1.0), y(A.Rows), Reference(A.Rows);
  Loops[0].Run(A, x, Reference);
  for (const Loop &L : Loops) {
    L.Run(A, x, y);
    for (int i = 0; i < A.Rows; ++i)
      if (std::fabs(y[i] - Reference[i]) > 1e-6 * (1 + std::fabs(y[i]))) {
        fprintf(stderr, "%s: row %d differs\n", L.Name, i);
        return 1;
      }
  }
  PairedTiming Timing(Loops.size(), atof(Argv[2]),
                      [&](size_t I) { Loops[I].Run(A, x, y); });
  for (size_t I = 0; I < Loops.size(); ++I) {
    std::vector<double> Over = Timing.speedups(I, 0);
    printf("%s\t%.3g\t%.3f\t%.3f\t%.3f\n", Loops[I].Name, Timing.median(I),
           quantile(Over, 0.25), quantile(Over, 0.5), quantile(Over, 0.75));
  }
  return 0;
}
