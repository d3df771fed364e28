#include "sums.h"
#include <cstdio>
#include <vector>

void scale(int n, double a, double *y);

#define ALL(I, N) for (int I = 0; I < (N); ++I)

int main() {
  std::vector<double> x(100000, 1);
  for (int step = 0; step < 3; ++step) {
    std::printf("%g\n", total(int(x.size()), x.data()));
    scale(int(x.size()), 0.5, x.data());
    for (double &each : x)
      each += 1;
  }
  ALL(i, int(x.size())) x[i] -= 1;
  std::printf("%g\n", total(int(x.size()), x.data()));
}
