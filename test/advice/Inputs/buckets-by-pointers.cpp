// ADVICE: say 'assume(extent(next, n))'
#include "data.h"

void place(int m, int n, const int *key, const double *x, int *next,
           double *out) {
  for (int j = 0; j < n; ++j)
    next[j] = 10 * j;
#pragma sparse assume(noalias(out, x)) parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i)
    out[next[key[i]]++] = x[i];
}

int main() {
  Ints key(M), next(6);
  for (int i = 0; i < M; ++i)
    key[i] = i * 7 % 6;
  Values x = numbers(M), out(M);
  place(M, 6, key.data(), x.data(), next.data(), out.data());
  show(out);
}
