//===- gravity.cpp - each of n bodies pulls the others --------------------===//
//
// sizes: n 16000
// order: any

#include "Kernel.h"

/// Three numbers for each body; each pair is seen once, and pulls both.
static void pull(int n, const double *mass, const double (*at)[3],
                 double (*a)[3]) {
  KERNEL
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      const double dx = at[j][0] - at[i][0], dy = at[j][1] - at[i][1],
                   dz = at[j][2] - at[i][2];
      const double r2 = dx * dx + dy * dy + dz * dz + 1e-3;
      const double s = 1 / (r2 * std::sqrt(r2));
      a[i][0] += mass[j] * s * dx;
      a[i][1] += mass[j] * s * dy;
      a[i][2] += mass[j] * s * dz;
      a[j][0] -= mass[i] * s * dx;
      a[j][1] -= mass[i] * s * dy;
      a[j][2] -= mass[i] * s * dz;
    }
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  const Numbers mass = numbers(n, 1), at = numbers(3l * n, 2);
  Numbers a(3l * n);
  return measure(
      [&] {
        pull(n, mass.data(), reinterpret_cast<const double(*)[3]>(at.data()),
             reinterpret_cast<double(*)[3]>(a.data()));
      },
      {&a});
}
