// What the host finds out of resident arrays is remembered until they change:
// `x` is copied as far as the coordinates reach.
#include <cstdio>
#include <cstring>
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

static void shift(int n, int by, int *crd) {
#pragma sparse target(cuda)
  for (int p = 0; p < n; ++p)
    crd[p] += by;
}

enum { M = 50, N = 3 * M };
static int pos[M + 1], crd[N];
static double val[N], x[1000], y[M];

static void show(const char *What) {
#pragma sparse update host(y[0 : M])
  double Sum = 0;
  for (int i = 0; i < M; ++i)
    Sum += (i + 1) * y[i];
  std::printf("%s %.17g\n", What, Sum);
}

int main(int argc, char **argv) {
  auto IsCalled = [&](const char *Mode) {
    return argc > 1 && !std::strcmp(argv[1], Mode);
  };
  for (int i = 0; i <= M; ++i)
    pos[i] = 3 * i;
  for (int p = 0; p < N; ++p) {
    crd[p] = p * 7 % 100;
    val[p] = p % 5 - 2;
  }
  for (int j = 0; j < 1000; ++j)
    x[j] = j * j % 101;
#pragma sparse enter data copyin(pos[0 : M + 1], crd[0 : N], val[0 : N])       \
    create(y[0 : M])
  for (int k = 0; k < 10; ++k)
    multiply(M, pos, crd, val, x, y);
  show("again and again");
  if (!IsCalled("short")) {
    // The host changes coordinates, and says so.
    crd[N - 1] = 700;
#pragma sparse update device(crd[N - 1 : 1])
    multiply(M, pos, crd, val, x, y);
    show("changed by the host");
    // A kernel does.
    shift(N, 50, crd);
    multiply(M, pos, crd, val, x, y);
    show("changed on the device");
    // Fewer rows, and then others, with other matrices' numbers.
    multiply(M / 2, pos, crd, val, x, y);
    show("fewer rows");
    for (int i = 0; i <= M; ++i)
      pos[i] = i < 20 ? 0 : 5 * (i - 20);
#pragma sparse update device(pos[0 : M + 1])
    multiply(M, pos, crd, val, x, y);
    show("other rows");
  }
  // Rows that do not ascend are the CPU's.
  if (IsCalled("descending")) {
    pos[10] = 3;
#pragma sparse update device(pos[10 : 1])
    multiply(M, pos, crd, val, x, y);
    show("rows that do not ascend");
  }
#pragma sparse exit data delete (pos[0 : M + 1], crd[0 : N], val[0 : N],       \
                                 y[0 : M])
}
