//===- heat-3d.cpp - seven points in space, there and back in two nests ---===//
//
// sizes: steps 8, n 200

#include "Kernel.h"

static void diffuse(int steps, int n, Numbers &from, Numbers &to) {
  using Plane = double[n][n];
  Plane *u = reinterpret_cast<Plane *>(from.data());
  Plane *v = reinterpret_cast<Plane *>(to.data());
  KERNEL
  for (int t = 0; t < steps; ++t) {
    PARALLEL
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        for (int k = 1; k < n - 1; ++k)
          v[i][j][k] =
              u[i][j][k] +
              0.125 * (u[i + 1][j][k] - 2 * u[i][j][k] + u[i - 1][j][k]) +
              0.125 * (u[i][j + 1][k] - 2 * u[i][j][k] + u[i][j - 1][k]) +
              0.125 * (u[i][j][k + 1] - 2 * u[i][j][k] + u[i][j][k - 1]);
    PARALLEL
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        for (int k = 1; k < n - 1; ++k)
          u[i][j][k] =
              v[i][j][k] +
              0.125 * (v[i + 1][j][k] - 2 * v[i][j][k] + v[i - 1][j][k]) +
              0.125 * (v[i][j + 1][k] - 2 * v[i][j][k] + v[i][j - 1][k]) +
              0.125 * (v[i][j][k + 1] - 2 * v[i][j][k] + v[i][j][k - 1]);
  }
}

int main(int argc, char **argv) {
  const int steps = size(argc, argv, 1), n = size(argc, argv, 2);
  Numbers u = numbers(1l * n * n * n, 1), v = u;
  return measure([&] { diffuse(steps, n, u, v); }, {&u, &v});
}
