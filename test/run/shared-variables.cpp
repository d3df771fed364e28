// Loops inside one that stays share the variables of the function: counters,
// sums, and values that one of them leaves for another. What is known of them
// holds also once some of the loops are replaced.
// clang-format off
// RUN: %check-run -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-fp=strict --loops 7 %s -o %t
// clang-format on

#include "support/support.h"

using Vector = std::vector<double>;

/// A counter is asked about once a loop in front of it is replaced.
void counters(int m, int n, long *x, const long *y, long *z) {
  int i, j, k;
  long sum;
#pragma sparse
  for (k = 0; k < m; ++k) {
    sum = x[k];
    for (i = 0; i < n; ++i)
      sum += y[i];
    if (sum > 1000000000)
      break;
    for (j = 0; j < n; ++j) {
      sum = z[j];
      for (i = 0; i < n; ++i)
        sum += y[i];
      z[j] = sum % 1000;
    }
  }
}

/// Loops that are no statements of a block, and loops with attributes.
void places(int m, int n, double *x, const double *y) {
  int i, k;
  double scale = 1;
#pragma sparse
  for (k = 0; k < m; ++k) {
    if (k % 2)
      for (i = 0; i < n; ++i)
        x[i] += y[i];
    else
#pragma clang loop unroll_count(2)
      for (i = 0; i < n; ++i)
        x[i] -= scale * y[i];
    if (x[0] > 1e9)
      break;
    scale = 0.5;
    for (i = 0; i < n; ++i)
      x[i] *= scale;
  }
}

/// What a replaced loop leaves in `i` and `last` is read behind others.
int leaves(int m, int n, double *x, const double *y, int *count) {
  int i, k, last = 0;
  double most;
#pragma sparse
  for (k = 0; k < m; ++k) {
    for (i = 0; i < n; ++i)
      last = i + k;
    most = 0;
    for (int j = 0; j < n; ++j)
      most = std::max(most, y[j]);
    count[k] = i + last;
    if (most > 1e9)
      break;
    for (i = 0; i < n; ++i)
      x[i] += most * last;
    count[k] += i;
  }
  return i + last;
}

int main() {
  run::Random R(3);
  for (int n : {0, 1, 3, 40}) {
    Vector x = R.vector<double>(n + 5), y = R.vector<double>(n + 5);
    std::vector<long> a(n + 5, 3), b(n + 5, 5), c(n + 5, 7);
    counters(5, n, a.data(), b.data(), c.data());
    places(5, n, x.data(), y.data());
    std::vector<int> count(6);
    count[5] = leaves(5, n, x.data(), y.data(), count.data());
    run::record("x", x);
    run::record("c", c);
    run::record("count", count);
  }
}
