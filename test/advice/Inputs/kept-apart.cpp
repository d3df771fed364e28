// ADVICE: 'buffered_scan' has threads keep apart what they store until it is known where each begins
#include "data.h"

int filter(int n, const double *x, double *out) {
  int nz = 0;
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    if (x[i] * x[i] - 0.25 > x[i])
      out[nz++] = x[i];
  return nz;
}

int main() {
  Values x = numbers(M), out(M);
  std::printf("%d\n", filter(M, x.data(), out.data()));
  show(out);
}
