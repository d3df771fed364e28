// ADVICE: say 'assume(extent(next, n))'
#include "data.h"

void chained(int n, const int *next, double *x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < n; ++i)
    for (int p = i; p < n && next[p] != i; ++p)
      x[i] += x[next[p]];
}

int main() {
  Ints next = permutation();
  Values x(M, 1.0);
  chained(M, next.data(), x.data());
  for (double v : x)
    std::printf("%g\n", v);
}
