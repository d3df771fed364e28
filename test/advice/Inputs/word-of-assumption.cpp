// ADVICE: unknown assumption 'injectiv'; did you mean 'injective'?
#include "data.h"

void spmv(int m, const int *pos, const int *crd, const double *val,
          const double *x, double *y) {
#pragma sparse assume(injectiv(pos)) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += val[p] * x[crd[p]];
    y[i] = s;
  }
}

int main() {
  const Matrix A(1);
  Values x = numbers(M), y(M, 3);
  spmv(M, A.pos.data(), A.crd.data(), A.val.data(), x.data(), y.data());
  show(y);
}
