// How many entries each thread gets, counted in the generated code at 2, 64 and
// 256 threads on the repository's matrices and on all in LACUNA_DATA: position
// splits give none more than 1.05 times the mean (or the mean and one tile, where
// there are few entries); balanced rows none more than the mean and one row.
// REQUIRES: cholmod
// RUN: rm -rf %t.d && mkdir -p %t.d
// RUN: %clangxx_sparse -std=c++20 -O2 -fno-math-errno %s %S/Inputs/counting.cpp \
// RUN:   %examples/spmv/Csr.cpp -I %examples/spmv -lcholmod -o %t.d/test
// RUN: for f in %examples/data/*.mtx.xz ${LACUNA_DATA:+"$LACUNA_DATA"/matrices/*.mtx.xz}; do \
// RUN:   xz -dc "$f" > %t.d/matrix.mtx && \
// RUN:   OMP_WAIT_POLICY=passive %t.d/test %t.d/matrix.mtx || { echo "on $f"; exit 1; }; \
// RUN: done

#include "Csr.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <omp.h>

extern long Calls[256][8];

using Vector = std::vector<double>;

#define SPARSE(...) _Pragma(#__VA_ARGS__)
#define KERNEL(NAME, ...)                                                      \
  void NAME(const Csr &A, Vector &y) {                                         \
    SPARSE(sparse __VA_ARGS__)                                                 \
    for (int i = 0; i < A.Rows; ++i) {                                         \
      double sum = 0;                                                          \
      for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)                            \
        sum += erf(A.val[p]);                                                  \
      y[i] = sum;                                                              \
    }                                                                          \
  }
KERNEL(positions, fuse(i, p, fp) split(fp, c, q, 16)
                      parallelize(c, cpu_thread, temporary))
KERNEL(rows, divide(i, t, ir, threads, balance(p))
                 parallelize(t, cpu_thread, no_races))

/// The largest number of entries that one of \p Threads threads got.
template <class Kernel>
static long largestShare(Kernel K, const Csr &A, Vector &y, int Threads) {
  memset(Calls, 0, sizeof Calls);
  omp_set_num_threads(Threads);
  K(A, y);
  long Largest = 0, Sum = 0;
  for (const auto &Thread : Calls) {
    Largest = std::max(Largest, Thread[0]);
    Sum += Thread[0];
  }
  if (Sum == A.pos[A.Rows])
    return Largest;
  fprintf(stderr, "%ld entries were visited, not %d\n", Sum, A.pos[A.Rows]);
  exit(1);
}

static bool check(const char *What, int Threads, double Largest, double Limit) {
  if (Largest <= Limit)
    return true;
  fprintf(stderr, "%s, %d threads: one got %g entries, at most %g allowed\n",
          What, Threads, Largest, Limit);
  return false;
}

int main(int, char **Argv) {
  Csr A;
  if (std::string Error = readMatrixMarket(Argv[1], A); !Error.empty()) {
    fprintf(stderr, "%s: %s\n", Argv[1], Error.c_str());
    return 1;
  }
  int Entries = A.pos[A.Rows], LongestRow = 0;
  for (int i = 0; i < A.Rows; ++i)
    LongestRow = std::max(LongestRow, A.pos[i + 1] - A.pos[i]);

  Vector y(A.Rows);
  bool Good = true;
  for (int Threads : {2, 64, 256}) {
    double Mean = double(Entries) / Threads;
    Good &= check("positions", Threads, largestShare(positions, A, y, Threads),
                  std::max(1.05 * Mean, Mean + 16));
    // A row counts as a few entries, so that pieces of empty rows are no gift.
    const double RowWork = 4;
    double MeanWork = (Entries + RowWork * A.Rows) / Threads;
    Good &= check("rows", Threads, largestShare(rows, A, y, Threads),
                  MeanWork + RowWork + LongestRow);
  }
  return !Good;
}
