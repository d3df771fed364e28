// clang-format off: what is checked is long
// Loops that go down columns inside of a loop whose threads have copies of arrays go along
// rows, with the bits of the loops as they stand.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 3 --fallback-each 30 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 3 --fallback-each 30 --threads 1 %s -o %t --reuse
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 3 --fallback-each 30 %s -fplugin-arg-sparse-verify -Wno-pass-failed -o %t.verify

// Which order they have.
// RUN: %clangxx_sparse -O2 -Rpass=sparse -Rpass-missed=sparse -fsyntax-only %s 2>&1 | FileCheck %s

#include "support/support.h"

static void throughMatrix(int r, int q, int p, double *A, const double *M, double *row) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) private(row) reorder(k@1, s) parallelize(i, cpu_thread, no_races) where 'k@1' has at least 32 iterations and 's' has at least 16 iterations, and elsewhere as fp(strict) private(row) parallelize(i, cpu_thread, no_races) [
#pragma sparse fp(strict)
  for (int i = 0; i < r; ++i)
    for (int j = 0; j < q; ++j) {
      for (int k = 0; k < p; ++k) {
        row[k] = 0;
        for (int s = 0; s < p; ++s)
          row[k] += A[(i * q + j) * p + s] * M[s * p + k];
      }
      for (int k = 0; k < p; ++k)
        A[(i * q + j) * p + k] = row[k];
    }
}

// Extrema, of numbers that wrap, and what is left of the row behind the sums.
static void largest(int r, int p, int *A, const int *M, int *row) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as private(row) reorder(k@1, s) parallelize(i, cpu_thread, no_races)
#pragma sparse
  for (int i = 0; i < r; ++i) {
    for (int k = 0; k < p; ++k) {
      row[k] = A[i * p + k];
      for (int s = 0; s < p; ++s)
        row[k] = std::max(row[k], M[s * p + k] ^ s);
      row[k] ^= i;
    }
    for (int k = 0; k < p; ++k)
      A[i * p + k] = row[p - 1 - k];
  }
}

// The sums need those before them: they keep their order.
static void needed(int r, int p, double *A, const double *M, double *row) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) private(row) parallelize(i, cpu_thread, no_races) [
#pragma sparse fp(strict)
  for (int i = 0; i < r; ++i) {
    row[0] = i;
    for (int k = 1; k < p; ++k) {
      row[k] = 0;
      for (int s = 0; s < p; ++s)
        row[k] += row[k - 1] * M[s * p + k];
    }
    for (int k = 0; k < p; ++k)
      A[i * p + k] = row[k] * 0x1p-40;
  }
}

int main() {
  run::Random Any(31);
  const auto X = Any.vector<double>(40000);
  for (int r : {0, 1, 2, 5})
    for (int p : {0, 1, 2, 15, 16, 31, 32, 33, 80}) {
      std::vector<double> A = X, row(200);
      throughMatrix(r, 3, p, A.data(), A.data() + 20000, row.data());
      run::record("A", A);
      run::record("row", row);
      needed(r, p, A.data(), A.data() + 20000, row.data());
      run::record("A", A);
      std::vector<int> I(X.size()), last(200);
      for (std::size_t K = 0; K < I.size(); ++K)
        I[K] = int(X[K] * 1e9);
      largest(r, p, I.data(), I.data() + 20000, last.data());
      run::record("I", I);
      run::record("last", last);
      // The row is one of the matrix.
      throughMatrix(r, 3, p, A.data(), A.data() + 20000, A.data() + 20000 + p);
      run::record("A", A);
    }
}
