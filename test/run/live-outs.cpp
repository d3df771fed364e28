// Variables declared before the loop have the values that the loop leaves.
// RUN: %check-run %s -o %t

#include "support/support.h"

using Matrix = run::Csr<>;
using Vector = std::vector<double>;

// The declarations that old code has at the top of a function.
#define LEGACY(KERNEL, ...)                                                    \
  void KERNEL(const Matrix &A, int m, const int *pos, const int *crd,          \
              const double *val, const double *x, double *y) {                 \
    int i = -3, j = -4, p = -5;                                                \
    double sum = -6;                                                           \
    PRAGMA(__VA_ARGS__)                                                        \
    for (i = 0; i < m; ++i) {                                                  \
      sum = 0;                                                                 \
      for (p = pos[i]; p < pos[i + 1]; ++p) {                                  \
        j = crd[p];                                                            \
        sum += val[p] * x[j];                                                  \
      }                                                                        \
      y[i] = sum;                                                              \
    }                                                                          \
    run::record(#KERNEL " i, " + A.Name, i);                                   \
    run::record(#KERNEL " j, " + A.Name, j);                                   \
    run::record(#KERNEL " p, " + A.Name, p);                                   \
    run::record(#KERNEL " sum, " + A.Name, sum);                               \
  }
#define PRAGMA(...) _Pragma(#__VA_ARGS__)
LEGACY(serial, sparse split(i, i0, i1, 8))
LEGACY(threads,
       sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races))
LEGACY(everyRow, sparse parallelize(i, cpu_thread, no_races))
LEGACY(swapped, sparse split(i, i0, i1, 7) reorder(i0, i1)
                    parallelize(i1, cpu_thread, no_races))
LEGACY(pieces, sparse divide(i, i0, i1, 3) split(p, p0, p1, 4))

int main() {
  for (const Matrix &A : run::shapes()) {
    Vector x = run::Random(7).vector<double>(A.Cols);
    for (auto Kernel : {serial, threads, everyRow, swapped, pieces}) {
      Vector y(A.Rows + 1, -7);
      Kernel(A, int(A.Rows), A.pos.data(), A.crd.data(), A.val.data(), x.data(),
             y.data());
      run::record("y, " + A.Name, y);
    }
  }
}
