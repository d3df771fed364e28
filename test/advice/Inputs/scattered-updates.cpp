// Columns of a row are distinct.
// ADVICE: 'assume(unique(crd))' vouches that they do not: that no row has two equal elements of 'crd'
// ADVICE: 'atomics' makes each update atomic
#include "data.h"

void transposed(int m, const int *pos, const int *crd, const double *val,
                const double *x, double *y) {
#pragma sparse parallelize(p, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[crd[p]] += val[p] * x[i];
}

int main() {
  const Matrix A(2);
  Values x = numbers(M), y(M);
  transposed(M, A.pos.data(), A.crd.data(), A.val.data(), x.data(), y.data());
  show(y);
}
