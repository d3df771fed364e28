// Arrays by position that reach into each other: where guards see that `pos`
// ascends, the ranges of both are known.
// RUN: %check-run --loops 2 --fallback 12 %s -o %t

#include "../run/support/support.h"

using Vector = std::vector<double>;

void threads(int n, const int *pos, double *a, const double *b) {
#pragma sparse parallelize(i, cpu_thread, no_races) num_threads(3)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      a[p] = b[p] * 2;
}

void lanes(int n, const int *pos, double *a, const double *b) {
#pragma sparse parallelize(i, cpu_thread, no_races) num_threads(3)
#pragma sparse parallelize(p, cpu_vector, no_races)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      a[p] = b[p] * 2;
}

int main() {
  const int pos[] = {0, 3, 3, 5, 8};
  for (auto *Kernel : {threads, lanes})
    for (int Shift : {-1, 0, 1, 8}) {
      Vector v(20, 1);
      for (int p = 0; p < 20; ++p)
        v[p] += p % 3;
      Kernel(Shift == 8 ? 0 : 4, pos, v.data() + 1 + Shift, v.data() + 1);
      Kernel(4, pos, v.data() + 1 + Shift, v.data() + 1);
      run::record("shift " + std::to_string(Shift), v);
    }
}
