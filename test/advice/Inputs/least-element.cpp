// ADVICE: 'parallel_reduction' selects in parts, in the order of iterations
#include "data.h"

void least(int n, const double *x, double &value, int &place) {
  double best = x[0];
  int at = 0;
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 1; i < n; ++i)
    if (x[i] < best) {
      best = x[i];
      at = i;
    }
  value = best;
  place = at;
}

int main() {
  Values x = numbers(M), y(2);
  int at = 0;
  least(M, x.data(), y[0], at);
  y[1] = at;
  show(y);
}
