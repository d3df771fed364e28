//===- main.cpp - checks and times the four loops -------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Paired.h"
#include "spmv.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <omp.h>

namespace {
struct Variant {
  const char *Name;
  const char *Schedule;
  void (*Run)(const Csr &, const Vector &, Vector &);
};

void printStatistics(const char *Path, const Csr &A) {
  int Shortest = A.Rows ? std::numeric_limits<int>::max() : 0;
  int Longest = 0, Empty = 0;
  for (int i = 0; i < A.Rows; ++i) {
    int Length = A.pos[i + 1] - A.pos[i];
    Shortest = std::min(Shortest, Length);
    Longest = std::max(Longest, Length);
    Empty += Length == 0;
  }
  int Entries = A.pos.back();
  printf("matrix      %s\n", Path);
  printf("size        %d x %d, %d entries\n", A.Rows, A.Cols, Entries);
  printf("row length  %d to %d, mean %.1f; %d empty rows\n\n", Shortest,
         Longest, A.Rows ? double(Entries) / A.Rows : 0.0, Empty);
}

/// The largest |y - Reference| as a multiple of what n additions in another
/// order may cause, 2 n u / (1 - n u) * sum |val * x|; infinite where NaN or
/// infinities stand at different places.
double errorOverBound(const Csr &A, const Vector &x, const Vector &Reference,
                      const Vector &y) {
  const double U = std::numeric_limits<double>::epsilon() / 2;
  double Worst = 0;
  for (int i = 0; i < A.Rows; ++i) {
    if (y[i] == Reference[i] || (std::isnan(y[i]) && std::isnan(Reference[i])))
      continue;
    double Magnitude = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      Magnitude += std::fabs(A.val[p] * x[A.crd[p]]);
    double N = A.pos[i + 1] - A.pos[i] + 1;
    double Bound = 2 * N * U / (1 - N * U) * Magnitude;
    double Error = std::fabs(y[i] - Reference[i]) / Bound;
    Worst = std::max(Worst, std::isnan(Error)
                                ? std::numeric_limits<double>::infinity()
                                : Error);
  }
  return Worst;
}

void printSpeedup(const char *Over, const std::vector<double> &Ratios) {
  printf("  %5.2f x %s (%.2f to %.2f)", quantile(Ratios, 0.5), Over,
         quantile(Ratios, 0.25), quantile(Ratios, 0.75));
}

bool checkAll(const std::vector<Variant> &Variants, const Csr &A,
              const Vector &x, Vector &y) {
  Vector Reference(A.Rows, 0.0);
  Variants[0].Run(A, x, Reference);
  bool Agree = true;
  for (size_t I = 1; I < Variants.size(); ++I) {
    std::fill(y.begin(), y.end(), -1.0);
    Variants[I].Run(A, x, y);
    double Error = errorOverBound(A, x, Reference, y);
    const char *Verdict = Error == 0   ? "agrees, bit for bit"
                          : Error <= 1 ? "agrees within rounding"
                                       : "DIFFERS";
    printf("%-10s  %s\n", Variants[I].Name, Verdict);
    Agree &= Error <= 1;
  }
  printf("\n");
  return Agree;
}
} // namespace

int main(int Argc, char **Argv) {
  if (Argc != 2) {
    fprintf(stderr, "usage: %s MATRIX.mtx\n", Argv[0]);
    return 1;
  }
  Csr A;
  if (std::string Error = readMatrixMarket(Argv[1], A); !Error.empty()) {
    fprintf(stderr, "%s: %s\n", Argv[1], Error.c_str());
    return 1;
  }
  printStatistics(Argv[1], A);

  Vector x(A.Cols), y(A.Rows);
  for (int j = 0; j < A.Cols; ++j)
    x[j] = 1.0 / (1 + j % 97);
  std::vector<Variant> Variants = {
      {"plain", "none", spmvPlain},
      {"openmp", "#pragma omp parallel for", spmvOpenMP},
      {"rows",
       "#pragma sparse split(i, i0, i1, 32) "
       "parallelize(i0, cpu_thread, no_races)",
       spmvRows},
      {"rows+simd",
       "the same, parallelize(p, cpu_vector, parallel_reduction, width(4))",
       spmvRowsVector},
  };
  for (const Variant &V : Variants)
    printf("%-10s  %s\n", V.Name, V.Schedule);
  printf("\n");
  if (!checkAll(Variants, A, x, y))
    return 1;

  PairedTiming Timing(Variants.size(), 4.0,
                      [&](size_t I) { Variants[I].Run(A, x, y); });
  printf("%d threads, medians of %zu interleaved runs (quartiles)\n",
         omp_get_max_threads(), Timing.rounds());
  for (size_t I = 0; I < Variants.size(); ++I) {
    printf("%-10s  %8.1f us", Variants[I].Name, 1e6 * Timing.median(I));
    if (I > 0)
      printSpeedup("plain", Timing.speedups(I, 0));
    if (I > 1)
      printSpeedup("openmp", Timing.speedups(I, 1));
    printf("\n");
  }
  return 0;
}
