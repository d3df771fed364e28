// A function that steps a variable of its own, called twice in one nest: each
// call steps it.
// RUN: %check-run --loops 1 %s -o %t

#include "../run/support/support.h"

inline void putThree(double *y, double a, double b, double c) {
  const double w[3] = {a, b, c};
  int at = 0;
  y[0] += w[at++];
  y[1] += w[at++];
  y[2] += w[at++];
}

void twice(int m, const double *x, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i) {
    putThree(y + 3 * i, x[i], 2, 3);
    putThree(y + 3 * i, 4, 5, x[i]);
  }
}

int main() {
  std::vector<double> x = run::Random(1).vector<double>(20);
  // In the order in which they lie.
  std::vector<double> memory(60 + 20);
  std::copy(x.begin(), x.end(), memory.begin() + 60);
  twice(20, memory.data() + 60, memory.data());
  run::record("twice", memory);
}
