//===- main.cpp - checks and times the four loops on a real matrix -*- C++
//-*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "spmv.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <omp.h>

namespace {
struct Variant {
  const char *Name;
  const char *Schedule;
  void (*Run)(const Csr &, const Vector &, Vector &);
  Vector Seconds = {};
};

double median(Vector V) {
  std::nth_element(V.begin(), V.begin() + V.size() / 2, V.end());
  return V[V.size() / 2];
}

double quantile(Vector V, double Q) {
  std::sort(V.begin(), V.end());
  return V[size_t(Q * double(V.size() - 1) + 0.5)];
}

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

double secondsOf(const Variant &V, const Csr &A, const Vector &x, Vector &y,
                 int Repeats) {
  auto Start = std::chrono::steady_clock::now();
  for (int R = 0; R < Repeats; ++R)
    V.Run(A, x, y);
  std::chrono::duration<double> Time = std::chrono::steady_clock::now() - Start;
  return Time.count() / Repeats;
}

/// Times the variants in turn, round by round, so that a change of the
/// machine's speed meets all of them.
void timeAll(std::vector<Variant> &Variants, const Csr &A, const Vector &x,
             Vector &y) {
  const double Budget = 4.0, RoundTarget = 2e-3;
  const size_t MinRounds = 11;
  for (Variant &V : Variants)
    secondsOf(V, A, x, y, 2);
  double Slowest = 1e-9;
  for (Variant &V : Variants)
    Slowest = std::max(Slowest, secondsOf(V, A, x, y, 3));
  int Repeats = std::max(1, int(RoundTarget / Slowest));
  auto Start = std::chrono::steady_clock::now();
  for (size_t Round = 0;; ++Round) {
    std::chrono::duration<double> Used =
        std::chrono::steady_clock::now() - Start;
    if (Round >= MinRounds && Used.count() > Budget)
      return;
    for (size_t I = 0; I < Variants.size(); ++I) {
      Variant &V = Variants[(Round + I) % Variants.size()];
      V.Seconds.push_back(secondsOf(V, A, x, y, Repeats));
    }
  }
}

void printSpeedup(const char *Over, const Variant &Base, const Variant &V) {
  Vector Ratios;
  for (size_t R = 0; R < V.Seconds.size(); ++R)
    Ratios.push_back(Base.Seconds[R] / V.Seconds[R]);
  printf("  %5.2f x %s (%.2f to %.2f)", median(Ratios), Over,
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
      {"rows+simd", "the same, parallelize(p, cpu_vector, parallel_reduction)",
       spmvRowsVector},
  };
  for (const Variant &V : Variants)
    printf("%-10s  %s\n", V.Name, V.Schedule);
  printf("\n");
  if (!checkAll(Variants, A, x, y))
    return 1;

  timeAll(Variants, A, x, y);
  printf("%d threads, medians of %zu interleaved runs (quartiles)\n",
         omp_get_max_threads(), Variants[0].Seconds.size());
  for (const Variant &V : Variants) {
    printf("%-10s  %8.1f us", V.Name, 1e6 * median(V.Seconds));
    if (&V != &Variants[0])
      printSpeedup("plain", Variants[0], V);
    if (&V > &Variants[1])
      printSpeedup("openmp", Variants[1], V);
    printf("\n");
  }
  return 0;
}
