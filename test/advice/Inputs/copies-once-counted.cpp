// ADVICE: 'assume(extent(y, n))', with as many elements as there are
#include "data.h"

/// Results decide which elements are updated, so that no walk finds how many.
void columns(int m, int n, const double *a, double *x, const int *c,
             double *y) {
  for (int j = 0; j < n; ++j)
    y[j] = j;
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      if (x[i] > 0) {
        x[i] = 1;
        y[c[j]] += a[i * n + j] * x[i];
      }
}

int main() {
  Values a = numbers(M * M), x = numbers(M), y(M);
  std::vector<int> c(M);
  for (int j = 0; j < M; ++j)
    c[j] = j * 7 % M;
  columns(M, M, a.data(), x.data(), c.data(), y.data());
  show(y);
}
