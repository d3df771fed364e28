// ADVICE: 'parallel_reduction' joins copies of 'y'
// ADVICE: 'atomics' makes each update atomic
#include "data.h"

void transposed(const Matrix &A, const Values &x, Values &y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < M; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      y[A.crd[p]] += A.val[p] * x[i];
}

int main() {
  const Matrix A(2);
  Values x = numbers(M), y(M);
  transposed(A, x, y);
  show(y);
}
