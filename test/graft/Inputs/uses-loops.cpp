#ifdef FROM_MODULE
import loops;
#else
#include "loops.h"
#endif
#include <cstdio>

static_assert(sum(4) == 6);

void own(int n, const double *x, double *y) {
#pragma sparse split(i, i0, i1, 8)
  for (int i = 0; i < n; ++i)
    y[i] += x[i];
}

int main() {
  const int n = 4, pos[] = {0, 2, 2, 3, 5}, crd[] = {0, 3, 1, 0, 2};
  const double val[] = {1, 2, 3, 4, 5}, x[] = {1, 2, 3, 4};
  const float floats[] = {1, 2, 3, 4, 5};
  double y[n] = {};
  float z[n] = {};
  inlined(n, pos, crd, val, x, y);
  doubles({n, pos, crd, val}, x, y);
  Matrix<float>{n, pos, crd, floats}.multiply(floats, z);
  own(n, x, y);
  std::printf("%g %g %g %g, %g %g, %d\n", y[0], y[1], y[2], y[3], z[0], z[3],
              sum(n));
}
