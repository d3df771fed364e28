// Arrays that reach into each other where ranges depend on outer loops, or
// constants limit subscripts: guards know values around all of them.
// RUN: %check-run --loops 3 --fallback 12 %s -o %t

#include "../run/support/support.h"

using Vector = std::vector<double>;

void triangle(int n, double *a, const double *b) {
#pragma sparse parallelize(j, cpu_vector, no_races)
  for (int i = 0; i < n; ++i)
    for (int j = i; j < 8; ++j)
      a[8 * i + j] = b[8 * i + j] * 2;
}

void below(int n, double *a, const double *b) {
#pragma sparse split(i, i0, i1, 3) parallelize(j, cpu_vector, no_races)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      a[8 * i + j] += b[8 * j + i] * 2;
}

void periodic(int n, double *a, const double *b) {
#pragma sparse parallelize(i, cpu_thread, no_races) num_threads(3)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 8; ++j)
      a[8 * i + j] += b[(5 * i) % 7 + ((i + j) & 7)];
}

int main() {
  for (auto *Kernel : {triangle, below, periodic})
    for (int Shift : {-9, -1, 1, 9, 64}) {
      Vector v(200, 1);
      for (int p = 0; p < 200; ++p)
        v[p] += p % 3;
      Kernel(8, v.data() + 20 + Shift, v.data() + 20);
      run::record("shift " + std::to_string(Shift), v);
    }
}
