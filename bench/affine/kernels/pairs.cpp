//===- pairs.cpp - forces of pairs of particles that are near -------------===//
//
// sizes: n 16000
// order: any

#include "Kernel.h"

/// Of n particles; each pair is seen once, and moves both.
static double forces(int n, const Numbers &x, const Numbers &y,
                     const Numbers &z, Numbers &fx, Numbers &fy, Numbers &fz) {
  double energy = 0;
  KERNEL
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      const double dx = x[i] - x[j], dy = y[i] - y[j], dz = z[i] - z[j];
      const double r2 = dx * dx + dy * dy + dz * dz + 0.1;
      if (r2 < 0.5) {
        const double s = 1 / r2, f = s * s * (s - 0.5);
        energy += s * (s - 1);
        fx[i] += f * dx;
        fy[i] += f * dy;
        fz[i] += f * dz;
        fx[j] -= f * dx;
        fy[j] -= f * dy;
        fz[j] -= f * dz;
      }
    }
  return energy;
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1);
  const Numbers x = numbers(n, 1), y = numbers(n, 2), z = numbers(n, 3);
  Numbers fx(n), fy(n), fz(n), energy(1);
  return measure([&] { energy[0] += forces(n, x, y, z, fx, fy, fz); },
                 {&fx, &fy, &fz, &energy});
}
