// ADVICE: did you mean 'D[l * 4 + j]'?
#include "data.h"

void product(int m, const int *pos, const int *crd, const double *val, const double *D, const double *C, double *A) {
#pragma sparse precompute(val[p] * D[l * 4 + i], j, j, w) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const int l = crd[p];
      for (int j = 0; j < 4; ++j)
        A[i * 4 + j] += val[p] * D[l * 4 + j] * C[i * 4 + j];
    }
}

int main() {
  const Matrix S(1);
  Values D = numbers(M * 4), C = numbers(M * 4), A(M * 4, 1);
  product(M, S.pos.data(), S.crd.data(), S.val.data(), D.data(), C.data(), A.data());
  show(A);
}
