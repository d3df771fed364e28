// ADVICE: 'wavefront' runs them in the order that the data allow
#include "data.h"

void sweep(const Matrix &A, Values &x) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < M; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      if (A.crd[p] != i)
        x[i] -= A.val[p] * x[A.crd[p]] / 64;
}

int main() {
  Values x(M, 1.0);
  sweep(Matrix(1), x);
  for (double v : x)
    std::printf("%a\n", v);
}
