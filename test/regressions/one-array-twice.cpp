// One array under two names, of which one is accessed behind its beginning and
// the other no guard knows how far: they are taken for one.
// RUN: %check-run --loops 4 --fallback 4 %s -o %t

#include "../run/support/support.h"

using Vector = std::vector<double>;

void gathered(int n, const int *at, double *y, const double *x) {
#pragma sparse parallelize(i, cpu_thread, no_races) num_threads(3)
  for (int i = 0; i < n; ++i)
    y[i + 2] += x[at[i]];
}

void fromVariable(int n, int first, const int *at, double *y, const double *x) {
#pragma sparse parallelize(i, cpu_thread, no_races) num_threads(3)
  for (int i = 0; i < n; ++i)
    y[i + first] += x[at[i]];
}

void rows(int n, const int *at, double *const *y, const double *const *x) {
#pragma sparse reorder(i, k)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 2; ++k)
      y[i][k + 2] += x[i][at[k]];
}

void row(int n, const int *at, double *const *y, const double *x) {
#pragma sparse reorder(i, k)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 2; ++k)
      y[i][k + 2] += x[at[i + k]];
}

int main() {
  const int at[] = {0, 2, 3, 2, 5, 4, 7, 3, 2, 6};
  for (bool Same : {false, true}) {
    Vector v(80, 1), w(80, 2);
    for (int p = 0; p < 80; ++p)
      v[p] += p % 3;
    double *y[9], *x[9];
    for (int i = 0; i < 9; ++i) {
      y[i] = &v[8 * i];
      x[i] = &w[8 * i];
    }
    gathered(9, at, v.data(), Same ? v.data() : w.data());
    fromVariable(9, 1, at, v.data(), Same ? v.data() : w.data());
    rows(9, at, y, Same ? y : x);
    row(9, at, y, Same ? y[4] : w.data());
    run::record("same " + std::to_string(Same), v);
  }
}
