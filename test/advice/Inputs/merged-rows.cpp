// ADVICE: say 'assume(sorted(crdA), sorted(crdB))' if so
#include "data.h"

void dots(int m, const int *posA, const int *crdA, const double *valA, const int *posB, const int *crdB, const double *valB, double *y) {
#pragma sparse split(j, j0, j1, 16) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    int p = posA[i], q = posB[i];
    double s = 0;
    while (p < posA[i + 1] && q < posB[i + 1]) {
      const int a = crdA[p], b = crdB[q], j = a < b ? a : b;
      if (a == j && b == j)
        s += valA[p] * valB[q];
      p += a == j;
      q += b == j;
    }
    y[i] = s;
  }
}

int main() {
  const Matrix A(1), B(5);
  Values y(M);
  dots(M, A.pos.data(), A.crd.data(), A.val.data(), B.pos.data(), B.crd.data(), B.val.data(), y.data());
  show(y);
}
