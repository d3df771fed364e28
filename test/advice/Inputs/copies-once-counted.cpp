// ADVICE: 'assume(extent(y, n))', with as many elements as there are
#include "data.h"

/// Which elements are updated no data choose, so that no walk finds how many.
void columns(int m, int n, const double *a, const double *x, double *y) {
  for (int j = 0; j < n; ++j)
    y[j] = j;
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      y[j] += a[i * n + j] * x[i];
}

int main() {
  Values a = numbers(M * M), x = numbers(M), y(M);
  columns(M, M, a.data(), x.data(), y.data());
  show(y);
}
