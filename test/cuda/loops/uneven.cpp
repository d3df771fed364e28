// Whether one row is far longer than the others is looked for among all rows,
// once for each state of resident arrays.
#include <cstdio>
#include <vector>

static void multiply(int m, const int *pos, const int *crd, const double *val,
                     const double *x, double *y) {
#pragma sparse target(cuda)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

enum { M = 20000, N = M + 99, Columns = 64 };
static int pos[M + 1], crd[N];
static double val[N], x[Columns], y[M];

/// An entry for each row, and 99 more for \p Longest.
static void fill(int Longest) {
  for (int i = 0; i <= M; ++i)
    pos[i] = i + (i > Longest ? 99 : 0);
#pragma sparse update device(pos[0 : M + 1])
}

static void run(const char *What) {
  for (int k = 0; k < 2; ++k)
    multiply(M, pos, crd, val, x, y);
#pragma sparse update host(y[0 : M])
  double Sum = 0;
  for (int i = 0; i < M; ++i)
    Sum += (i % 7 + 1) * y[i];
  std::printf("%s %.17g\n", What, Sum);
}

int main() {
  for (int p = 0; p < N; ++p) {
    crd[p] = p * 7 % Columns;
    val[p] = p % 5 - 2;
  }
  for (int j = 0; j < Columns; ++j)
    x[j] = j % 11;
#pragma sparse enter data copyin(pos[0 : M + 1], crd[0 : N], val[0 : N])       \
    create(y[0 : M])
  fill(M);
  run("even");
  fill(777);
  run("one long row");
  fill(M);
  run("even again");
#pragma sparse exit data delete (pos[0 : M + 1], crd[0 : N], val[0 : N],       \
                                 y[0 : M])
}
