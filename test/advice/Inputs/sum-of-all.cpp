// ADVICE: 'parallel_reduction' joins the updates
#include "data.h"

double sum(int m, const int *pos, const double *val) {
  double t = 0;
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      t += val[p];
  return t;
}

int main() {
  const Matrix A(3);
  std::printf("%g\n", sum(M, A.pos.data(), A.val.data()));
}
