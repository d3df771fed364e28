// ADVICE: 'data' has no clause 'copyout_'; did you mean 'copyout'?
#include "data.h"

void twice(int n, const double *x, double *y) {
#pragma sparse data copyin(x[0:n]) copyout_(y[0:n])
  {
#pragma sparse parallelize(i, cpu_thread, no_races)
    for (int i = 0; i < n; ++i)
      y[i] = 2 * x[i];
  }
}

int main() {
  Values x = numbers(M), y(M);
  twice(M, x.data(), y.data());
  show(y);
}
