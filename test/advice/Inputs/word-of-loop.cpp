// ADVICE: unknown loop 'roww'; did you mean 'row'?
#include "data.h"

void spmv(int m, const int *pos, const int *crd, const double *val,
          const double *x, double *y) {
#pragma sparse parallelize(roww, cpu_thread, no_races)
  for (int row = 0; row < m; ++row) {
    double s = 0;
    for (int p = pos[row]; p < pos[row + 1]; ++p)
      s += val[p] * x[crd[p]];
    y[row] = s;
  }
}

int main() {
  const Matrix A(1);
  Values x = numbers(M), y(M, 3);
  spmv(M, A.pos.data(), A.crd.data(), A.val.data(), x.data(), y.data());
  show(y);
}
