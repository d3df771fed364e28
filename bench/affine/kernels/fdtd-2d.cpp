//===- fdtd-2d.cpp - Maxwell's equations on a grid, three arrays ----------===//
//
// sizes: steps 20, nx 2000, ny 2000

#include "Kernel.h"

static void propagate(int steps, int nx, int ny, Numbers &Ex, Numbers &Ey,
                      Numbers &Hz, const double *pulse) {
  using Row = double[ny];
  Row *ex = reinterpret_cast<Row *>(Ex.data());
  Row *ey = reinterpret_cast<Row *>(Ey.data());
  Row *hz = reinterpret_cast<Row *>(Hz.data());
  KERNEL
  for (int t = 0; t < steps; ++t) {
    for (int j = 0; j < ny; ++j)
      ey[0][j] = pulse[t];
    PARALLEL
    for (int i = 1; i < nx; ++i)
      for (int j = 0; j < ny; ++j)
        ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
    PARALLEL
    for (int i = 0; i < nx; ++i)
      for (int j = 1; j < ny; ++j)
        ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
    PARALLEL
    for (int i = 0; i < nx - 1; ++i)
      for (int j = 0; j < ny - 1; ++j)
        hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}

int main(int argc, char **argv) {
  const int steps = size(argc, argv, 1);
  const int nx = size(argc, argv, 2), ny = size(argc, argv, 3);
  Numbers ex = numbers(1l * nx * ny, 1), ey = numbers(1l * nx * ny, 2);
  Numbers hz = numbers(1l * nx * ny, 3), pulse = numbers(steps, 4);
  return measure(
      [&] {
        if (nx > 0) // Else there is no row to set.
          propagate(steps, nx, ny, ex, ey, hz, pulse.data());
      },
      {&ex, &ey, &hz});
}
