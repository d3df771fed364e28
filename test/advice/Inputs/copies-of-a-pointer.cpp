// ADVICE: say 'assume(extent(y, n))'
#include "data.h"

void transposed(int m, int n, const int *pos, const int *crd, const double *val,
                const double *x, double *y) {
  for (int j = 0; j < n; ++j)
    y[j] = j;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[crd[p]] += val[p] * x[i];
}

int main() {
  const Matrix A(2);
  Values x = numbers(M), y(M);
  transposed(M, M, A.pos.data(), A.crd.data(), A.val.data(), x.data(),
             y.data());
  show(y);
}
