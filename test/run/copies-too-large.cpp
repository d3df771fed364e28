// Where there is no memory for copies of an array, your loop runs.
// RUN: %check-run --loops 2 --fallback 4 %s -o %t

#include "support/support.h"
#include <span>

void counts(std::span<double> y, int n, const int *at) {
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i)
    y[at[i]] += 1;
}

void countsOf(double *y, long size, int n, const int *at) {
#pragma sparse assume(extent(y, size), noalias(y, at))
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i)
    y[at[i]] += 1;
}

int main() {
  std::vector<int> at(100);
  for (int I = 0; I < 100; ++I)
    at[I] = I % 7;
  std::vector<double> y(7);
  // Twice these are products that wrap around.
  for (long Size : {7l, 1l << 50, 1l << 62}) {
    counts({y.data(), size_t(Size)}, 100, at.data());
    countsOf(y.data(), Size, 100, at.data());
  }
  run::record("counts", y);
}
