// ADVICE: 'copy' would write 'x', whose elements are const; did you mean 'copyin'?
#include "data.h"

void twice(int n, const double *x, double *y) {
#pragma sparse data copy(x[0:n]) copyout(y[0:n])
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
