//===- adi.cpp - sweeps along columns and rows in turns -------------------===//
//
// sizes: steps 4, n 1500

#include "Kernel.h"

static void alternate(int steps, int n, Numbers &U, Numbers &V, Numbers &P,
                      Numbers &Q) {
  using Row = double[n];
  Row *u = reinterpret_cast<Row *>(U.data());
  Row *v = reinterpret_cast<Row *>(V.data());
  Row *p = reinterpret_cast<Row *>(P.data());
  Row *q = reinterpret_cast<Row *>(Q.data());
  KERNEL
  for (int t = 0; t < steps; ++t) {
    PARALLEL
    for (int i = 1; i < n - 1; ++i) {
      v[0][i] = 1;
      p[i][0] = 0;
      q[i][0] = v[0][i];
      for (int j = 1; j < n - 1; ++j) {
        p[i][j] = 0.4 / (1.8 - 0.4 * p[i][j - 1]);
        q[i][j] = (0.3 * u[j][i - 1] + 0.4 * u[j][i] + 0.3 * u[j][i + 1] +
                   0.4 * q[i][j - 1]) /
                  (1.8 - 0.4 * p[i][j - 1]);
      }
      v[n - 1][i] = 1;
      for (int j = n - 2; j >= 1; --j)
        v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
    }
    PARALLEL
    for (int i = 1; i < n - 1; ++i) {
      u[i][0] = 1;
      p[i][0] = 0;
      q[i][0] = u[i][0];
      for (int j = 1; j < n - 1; ++j) {
        p[i][j] = 0.3 / (1.6 - 0.3 * p[i][j - 1]);
        q[i][j] = (0.4 * v[i - 1][j] + 0.2 * v[i][j] + 0.4 * v[i + 1][j] +
                   0.3 * q[i][j - 1]) /
                  (1.6 - 0.3 * p[i][j - 1]);
      }
      u[i][n - 1] = 1;
      for (int j = n - 2; j >= 1; --j)
        u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
    }
  }
}

int main(int argc, char **argv) {
  const int steps = size(argc, argv, 1), n = size(argc, argv, 2);
  Numbers u = numbers(1l * n * n, 1), v = u, p = u, q = u;
  return measure([&] { alternate(steps, n, u, v, p, q); }, {&u, &v, &p, &q});
}
