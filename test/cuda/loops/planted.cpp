// One kernel of each kind, in whose text test/cuda/planted.test plants faults. The
// argument names the loop that runs; results are whole numbers.

#include <cstdio>
#include <cstring>
#include <vector>

using Indices = std::vector<int>;
using Values = std::vector<double>;

/// A row for each thread.
static void rows(int m, const int *pos, const int *crd, const double *val, const Values &x, double *y) {
#pragma sparse target(cuda) split(i, block, thread, 64) parallelize(block, gpu_block, no_races) parallelize(thread, gpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += val[p] * x[crd[p]];
    y[i] = s;
  }
}

/// A row for each warp, whose lanes read what one of them then stores.
static void warps(int m, const int *pos, const int *crd, const double *val, const Values &x, double *y) {
#pragma sparse target(cuda) split(i, block, warp, 4) split(p, nz, thread, 32) order(block, warp, thread, nz) parallelize(block, gpu_block, no_races) parallelize(warp, gpu_warp, no_races) parallelize(thread, gpu_thread, temporary)
  for (int i = 0; i < m; ++i) {
    double s = y[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += val[p] * x[crd[p]];
    y[i] = s;
  }
}

/// Entries in equal shares, loaded at once.
static void entries(int m, const int *pos, const int *crd, const double *val, const Values &x, double *y) {
#pragma sparse target(cuda) fuse(i, p, f) split(f, block, f1, 96) split(f1, thread, nz, 3) precompute(val[p] * x[crd[p]], nz, pre, products) parallelize(block, gpu_block, ignore_races) parallelize(thread, gpu_thread, atomics)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += val[p] * x[crd[p]];
    y[i] = s;
  }
}

/// A sum that threads and blocks join.
static double dot(int n, const double *x, const double *y) {
  double s = 0;
#pragma sparse target(cuda) split(i, block, thread, 64) parallelize(block, gpu_block, parallel_reduction) parallelize(thread, gpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i)
    s += x[i] * y[i];
  return s;
}

/// Rows that need others, in many levels of one block.
static void waves(int m, const int *pos, const int *crd, const double *val, double *x) {
#pragma sparse target(cuda) parallelize(i, gpu_thread, wavefront, schedule(levels))
  for (int i = 0; i < m; ++i) {
    double s = x[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s -= val[p] * x[crd[p]];
    x[i] = s + 1;
  }
}

int main(int, char **Arguments) {
  const int Rows = 100, Columns = 50;
  Indices Pos = {0}, Crd;
  for (int I = 0; I < Rows; ++I) {
    for (int J = I % 3; J < Columns; J += 1 + I % 9)
      Crd.push_back(J);
    Pos.push_back(int(Crd.size()));
  }
  Values Val(Crd.size()), X(Columns), Y(Rows, 1);
  for (size_t P = 0; P < Val.size(); ++P)
    Val[P] = double(P % 7) - 3;
  for (size_t J = 0; J < X.size(); ++J)
    X[J] = double(J % 5) - 2;
  const int *pos = Pos.data(), *crd = Crd.data();
  const char *Loop = Arguments[1];
  if (!std::strcmp(Loop, "rows"))
    rows(Rows, pos, crd, Val.data(), X, Y.data());
  else if (!std::strcmp(Loop, "warps"))
    warps(Rows, pos, crd, Val.data(), X, Y.data());
  else if (!std::strcmp(Loop, "entries"))
    entries(Rows, pos, crd, Val.data(), X, Y.data());
  else if (!std::strcmp(Loop, "waves")) {
    Pos = {0};
    Crd.clear();
    for (int I = 0; I < 600; ++I) {
      if (I >= 300)
        Crd.push_back(I - 4);
      Pos.push_back(int(Crd.size()));
    }
    Y.assign(600, 1);
    waves(600, Pos.data(), Crd.data(), Val.data(), Y.data());
  } else
    Y = {dot(int(Val.size()), Val.data(), Val.data())};
  double Sum = 0;
  for (size_t I = 0; I < Y.size(); ++I)
    Sum += double(I + 1) * Y[I];
  std::printf("%s: %g\n", Loop, Sum);
}
