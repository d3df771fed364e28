// Conditions that compare the loop variable plus a constant, where bounds are
// at the ends of their types: sums wrap round there, and differences overflow.
// RUN: %check-run --loops 3 --fallback 3 %s -o %t

#include "support/support.h"

#include <climits>

void behind(unsigned lo, unsigned n, int *y) {
#pragma sparse split(i, i0, i1, 3)
  for (unsigned i = lo; i + 1 < n; ++i)
    y[i % 8] += 1;
}

void below(int lo, int n, int *y) {
#pragma sparse split(i, i0, i1, 3)
  for (int i = lo; i + 3 < n; ++i)
    y[i & 7] += 1;
}

void above(size_t lo, int n, int *y) {
#pragma sparse split(i, i0, i1, 3)
  for (size_t i = lo; i - 2 <= size_t(n); ++i)
    y[i % 8] += 1;
}

int main() {
  std::vector<int> y(8);
  for (unsigned n : {0u, 1u, 2u, 7u})
    behind(0, n, y.data());
  behind(UINT_MAX, 3, y.data()); // UINT_MAX + 1 is 0, and 0 is less than 3
  run::record("behind", y);
  for (int n : {-2, 0, 3, 4, 9, INT_MIN + 3})
    below(-4, n, y.data());
  below(INT_MIN, INT_MIN + 2, y.data());
  run::record("below", y);
  for (int n : {0, 1, 5})
    above(2, n, y.data());
  above(0, 4, y.data()); // 0 - 2 is no small number
  run::record("above", y);
}
