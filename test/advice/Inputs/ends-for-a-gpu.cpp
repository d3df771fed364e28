// ADVICE: 'assume(noalias(y, x))' vouches that they lie apart
// ADVICE: say 'assume(extent(x, n))'
#include "data.h"

void spmv(int m, int n, const int *pos, const int *crd, const double *val,
          const double *x, double *y) {
#pragma sparse target(cuda) parallelize(i, gpu_block, no_races)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += val[p] * x[y[i] > 0 ? crd[p] : 0];
    y[i] = s;
  }
}

int main() {
  const Matrix A(1);
  Values x = numbers(M), y(M, 3);
  spmv(M, M, A.pos.data(), A.crd.data(), A.val.data(), x.data(), y.data());
  show(y);
}
