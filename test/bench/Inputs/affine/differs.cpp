//===- differs.cpp - a kernel whose results differ under OpenMP -----------===//
//
// sizes: n 1000

#include "Kernel.h"

#ifdef _OPENMP
static const double First = 1 + 0x1p-52;
#else
static const double First = 1;
#endif

static void fill(int n, double *a) {
  KERNEL
  PARALLEL
  for (int i = 0; i < n; ++i)
    a[i] = i ? 1 : First;
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  Numbers a(n);
  return measure([&] { fill(n, a.data()); }, {&a});
}
