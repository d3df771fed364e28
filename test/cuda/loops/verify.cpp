// Kernels whose results are compared with those of the loops, by
// verify.test.

#include <cstdio>
#include <vector>

/// The rows of \p pos need not follow each other, for a loop as it stands.
static void multiply(int m, const int *pos, const int *crd, const double *val,
                     const double *x, double *y) {
#pragma sparse assume(extent(x, 9)) target(cuda) fuse(i, p, f) split(f, block, f1, 64) split(f1, thread, nz, 4) parallelize(block, gpu_block, ignore_races) parallelize(thread, gpu_thread, atomics) target(cpu) split(i, i0, i1, 8)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += val[p] * x[crd[p]];
    y[i] = s;
  }
}

static double dot(int m, const double *a, const double *b) {
  double s = 1;
#pragma sparse target(cuda) split(i, block, thread, 64) parallelize(block, gpu_block, temporary) parallelize(thread, gpu_thread, temporary) target(cpu) split(i, i0, i1, 8)
  for (int i = 0; i < m; ++i)
    s += a[i] * b[i];
  return s;
}

/// Elements may be stored to twice, in a thread that goes from row to row, but
/// not in the order of the CPU version.
static void scatter(const std::vector<int> &row, const double *x,
                    std::vector<double> &y) {
#pragma sparse assume(injective(row)) target(cuda) split(r, block, r1, 1000) parallelize(block, gpu_block, no_races) target(cpu) divide(r, r0, r1, 2) order(r1, r0)
  for (int r = 0; r < int(row.size()); ++r)
    y[row[r]] = x[r];
}

#ifdef WITH_DRIVER
extern "C" int cuInit(unsigned);
extern "C" int cuDevicePrimaryCtxRetain(void **, int);
extern "C" int cuCtxSetCurrent(void *);
extern "C" int cuMemAlloc_v2(unsigned long *, unsigned long);

/// Memory that the host cannot read.
static void onDevice() {
  void *Context;
  unsigned long Address = 0;
  cuInit(0);
  cuDevicePrimaryCtxRetain(&Context, 0);
  cuCtxSetCurrent(Context);
  cuMemAlloc_v2(&Address, 100 * sizeof(double));
  auto *y = reinterpret_cast<double *>(Address);
#pragma sparse target(cuda) split(i, block, thread, 32) parallelize(block, gpu_block, no_races) parallelize(thread, gpu_thread, no_races)
  for (int i = 0; i < 100; ++i)
    y[i] = i;
}
#endif

int main(int argc, char **) {
  constexpr int m = 100;
  std::vector<int> pos = {0}, crd;
  std::vector<double> val, x = {1, -2, .1, 3, 5, -.7, 4, 8, 2}, y(m);
  for (int i = 0; i < m; ++i) {
    for (int n = 0; n < i % 7; ++n) {
      crd.push_back((i + n) % 9);
      val.push_back(i + .1 * n);
    }
    pos.push_back(int(crd.size()));
  }
  double Sum = 0;
  std::vector<int> row = {0, 1, 2, 3, 4, 5, 6, 7};
  if (argc > 1)
    row[4] = 1;
  const auto Run = [&] {
    x[0] += 1;
    multiply(m, pos.data(), crd.data(), val.data(), x.data(), y.data());
    Sum += dot(m, y.data(), val.data());
    scatter(row, x.data(), y);
    Sum += y[1];
  };
  Run();
  {
#pragma sparse data copyin(pos, crd, val) copy(y)
    {
      Run();
      Run();
    }
  }
  if (argc > 1) {
    // Entries of row 6 are those of row 9 as well.
    pos[9] = pos[6];
    Run();
    Run();
  }
#ifdef WITH_DRIVER
  onDevice();
#endif
  std::printf("%.9g\n", Sum);
}
