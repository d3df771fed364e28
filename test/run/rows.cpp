// Results that lie in the rows that are read: the user's loop runs. Rows that
// are not read need not exist, and may lie over each other.
// clang-format off
// RUN: %check-run --loops 4 --fallback 2 %s -o %t
// RUN: env LACUNA_LOG=1 %t.sparse 2>%t.log >%t.records
// RUN: FileCheck %s --input-file=%t.log
// RUN: %clangxx_sparse -std=c++20 -O1 -w -fplugin-arg-sparse-verify -fplugin-arg-sparse-check=full -fplugin-arg-sparse-count %s -o %t.verified
// RUN: %t.verified 2>&1 >%t.actual | FileCheck %s --check-prefix=VERIFIED
// VERIFIED-NOT: differ
// VERIFIED:     generated 1, fallback 0

#include "support/support.h"

// CHECK: rows.cpp:[[@LINE+4]]: the user's loop runs: 'y' overlaps a row of 'A'
void smooth(int m, double **A, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
#pragma sparse unroll(k, 2)
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < 3; ++k)
      y[i] += A[i][k];
}

// CHECK-NEXT: rows.cpp:[[@LINE+3]]: the user's loop runs: 'y' overlaps a row of 'rows'
void ofVectors(const std::vector<std::vector<double>> &rows, const int *which, int m, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    if (which[i] >= 0)
      y[i] = rows[which[i]][0] + 1;
}

void vouched(int m, const double *const *A, double *y) {
#pragma sparse assume(noalias(y, A)) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    y[i] = A[i][0];
}

/// A bound and a subscript that are read from rows, and a product of them.
void steps(int m, int **begin, double **val, double *y) {
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = begin[i][0]; p < begin[i][1]; ++p)
      y[i] += val[i][p] * val[begin[i][1] % m][0];
}

int main() {
  std::vector<double> data(40);
  for (int i = 0; i < 40; ++i)
    data[i] = i;
  std::vector<double *> A(10, data.data() + 30);
  A[7] = &data[5];
  smooth(8, A.data(), &data[0]);
  run::record("smooth", data);
  std::vector<std::vector<double>> rows(6, std::vector<double>(8, 2));
  const int which[] = {5, -1, 3, 3, -7, 100000};
  ofVectors(rows, which, 5, rows[3].data());
  run::record("of vectors", rows[3]);
  std::vector<double> y(8, 1);
  vouched(8, A.data(), y.data());
  run::record("vouched", y);
  int ends[] = {1, 3, 3, 4};
  std::vector<int *> begin{ends, ends + 1, ends + 2, ends};
  std::vector<double *> val(4, data.data());
  steps(4, begin.data(), val.data(), y.data());
  run::record("steps", y);
}
