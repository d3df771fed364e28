// A bare directive adds into copies of an array where there are several updates
// for each of their elements; else your loop runs.
// RUN: %check-run --loops 2 --fallback 1 %s -o %t
// RUN: env OMP_NUM_THREADS=3 %t.sparse 2>&1 >/dev/null | FileCheck %s

#include "support/support.h"

// CHECK: copies-that-pay.cpp:[[@LINE+3]]: generated 1, fallback 0
void few(int n, const std::vector<int> &at, std::vector<double> &y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[at[i] % 10] += at[i];
}

// CHECK: copies-that-pay.cpp:[[@LINE+3]]: generated 0, fallback 1 (1: copies of arrays for threads would take longer than the loop)
void many(int n, const std::vector<int> &at, std::vector<double> &y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[at[i]] += at[i];
}

int main() {
  const int n = 200000;
  std::vector<int> at(n);
  std::vector<double> x(10), y(n);
  for (int I = 0; I < n; ++I)
    at[I] = int(I * 7919l % n);
  few(n, at, x);
  many(n, at, y);
  run::record("few", x);
  run::record("many", y);
}
