// Of loops that are written as tiles there is as much work as in their rows, not
// in their tiles alone; no more than there is where one tile is larger than all.
// RUN: %check-run --loops 3 --fallback-each 1 %s -o %t

#include "support/support.h"
#include <algorithm>

static constexpr int Large = 160, Small = 16;

static void tiles(int n, const double *x, double *y) {
#pragma sparse assume(independent(I))
  for (int I = 0; I < n; I += 32)
    for (int J = 0; J < n; J += 32)
      for (int i = I; i < std::min(I + 32, n); ++i)
        for (int j = J; j < (J + 32 < n ? J + 32 : n); ++j)
          y[i * n + j] = x[i * n + j] / 2;
}

static void lastIncluded(int n, const double *x, double *y) {
#pragma sparse assume(independent(I))
  for (int I = 1; I <= n - 2; I += 16)
    for (int i = I; i <= std::min(I + 15, n - 2); ++i)
      for (int J = 1; J <= n - 2; J += 64)
        for (int j = J; j <= std::min(n - 2, J + 63); ++j)
          y[i * n + j] = x[i * n + j] / 2;
}

static void atRunTime(int n, int size, const double *x, double *y) {
#pragma sparse assume(independent(I))
  for (int I = 0; I < n; I += size)
    for (int J = 0; J < n; J += size)
      for (int i = I; i < std::min(I + size, n); ++i)
        for (int j = J; j < std::min(J + size, n); ++j)
          y[i * n + j] = x[i * n + j] / 2;
}

int main() {
  std::vector<double> x(Large * Large), y(Large * Large);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = double(i % 11) - 5;
  for (int n : {Large, Small}) {
    tiles(n, x.data(), y.data());
    run::record("tiles", y);
    lastIncluded(n, x.data(), y.data());
    run::record("last included", y);
    atRunTime(n, 40, x.data(), y.data());
    run::record("at run time", y);
  }
}
