//===- order.cpp - loops of docs/tutorial.md whose iterations need others -===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <vector>

using Ints = std::vector<int>;
using Reals = std::vector<double>;

// Rows need rows before them.
void sweep(int n, const Ints &pos, const Ints &crd, const Reals &val,
           const Reals &d, const Reals &b, Reals &x) {
#pragma sparse parallelize(i, cpu_thread, wavefront)
  for (int i = 0; i < n; ++i) {
    double s = b[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s -= val[p] * x[crd[p]];
    x[i] = s / d[i];
  }
}

// Each entry goes where its column is.
void toColumns(int m, const Ints &pos, const Ints &crd, const Reals &val,
               Ints &next, Ints &row, Reals &out) {
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const int at = next[crd[p]]++;
      row[at] = i;
      out[at] = val[p];
    }
}

// Each step needs the one before.
constexpr int N = 200;
void heat(int steps, double (&a)[2][N][N]) {
#pragma sparse tile(t, i, j; 8, 16, 64; parallelogram)
  for (int t = 0; t < steps; ++t)
    for (int i = 1; i < N - 1; ++i)
      for (int j = 1; j < N - 1; ++j)
        a[(t + 1) % 2][i][j] =
            0.2 * (a[t % 2][i][j] + a[t % 2][i - 1][j] + a[t % 2][i + 1][j] +
                   a[t % 2][i][j - 1] + a[t % 2][i][j + 1]);
}

int main() {
  // Points of which each has neighbours in the rows of a grid around its own.
  const int n = 20000;
  Ints pos = {0}, crd;
  for (int i = 0; i < n; ++i) {
    for (int j : {i - 501, i - 500, i - 499, i + 499, i + 500, i + 501})
      if (j >= 0 && j < n)
        crd.push_back(j);
    pos.push_back(int(crd.size()));
  }
  Reals val(crd.size(), -1), d(n, 7), b(n, 1), x(n, 0);
  for (int k = 0; k < 3; ++k)
    sweep(n, pos, crd, val, d, b, x);
  printf("%.17g %.17g\n", x[0], x[n - 1]);

  Ints next(n, 0), row(crd.size());
  for (int j : crd)
    next[j]++;
  for (int j = 0, sum = 0; j < n; ++j) {
    const int count = next[j];
    next[j] = sum;
    sum += count;
  }
  Reals out(crd.size());
  toColumns(n, pos, crd, val, next, row, out);
  printf("%d %d\n", row[7], next[n - 1]);

  static double a[2][N][N];
  a[0][N / 2][N / 2] = a[1][N / 2][N / 2] = 1;
  heat(50, a);
  printf("%.17g\n", a[0][N / 2][N / 2]);
}
