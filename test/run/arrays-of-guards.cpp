// What guards run may have arrays of run-time size: those of the loop's own that
// a walk needs, and notes of who has accessed an element. They live as long as
// their guard, and where there is no memory for them the user's loop runs.
// clang-format off
// RUN: %check-run --loops 2 --fallback 1 -fplugin-arg-sparse-check=full -fplugin-arg-sparse-min-work=0 %s -o %t --threads 3
// RUN: %clangxx_sparse -std=c++20 -w -fopenmp -fplugin-arg-sparse-dump=loops -fplugin-arg-sparse-min-work=0 -fsyntax-only %s 2>&1 | FileCheck %s
// clang-format on

// CHECK-LABEL: program @filled
// CHECK: kept(x_least, x_most)
// CHECK: array mine_copies
// CHECK: body {
// CHECK-NEXT: array mine_copies

#include "support/memory.h"
#include "support/support.h"
#include <malloc.h>

// Where x is read depends on what iterations have stored in `mine`.
static void filled(int n, long size, const int *pos, const int *crd,
                   const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    std::vector<int> mine(size);
    int count = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (x[crd[p]] > 0)
        mine[count++] = crd[p];
    double s = 0;
    for (int k = 0; k < count; ++k)
      s += x[mine[k]];
    y[i] = s;
  }
}

// With check=full each element has notes of who writes and who reads it.
static void doubled(int n, const std::vector<int> &idx, std::vector<char> &y) {
#pragma sparse assume(independent(i)) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    y[idx[i]] = char(y[idx[i]] * 2 + 1);
}

int main() {
  const int n = 4000;
  std::vector<int> pos{0}, crd;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i % 11; ++k)
      crd.push_back((i * 7 + k * 131) % n);
    pos.push_back(int(crd.size()));
  }
  std::vector<double> x(n), y(n);
  for (int i = 0; i < n; ++i)
    x[i] = i % 5 - 1.5;
  filled(n, 11, pos.data(), crd.data(), x.data(), y.data());
  run::record("filled", y);

  std::vector<int> idx(n);
  for (int i = 0; i < n; ++i)
    idx[i] = n - 1 - i;
  std::vector<char> z(n, 1);
  doubled(n, idx, z);
  const size_t before = mallinfo2().uordblks;
  for (int i = 0; i < 500; ++i)
    doubled(n, idx, z);
  run::record("grown",
              std::vector<int>{mallinfo2().uordblks > before + 100000});

  std::vector<char> large(200'000'000, 1);
  run::leave(1 << 20);
  doubled(n, idx, large);
  run::record("doubled", z);
  run::record("large", std::vector<char>(large.begin(), large.begin() + n));
}
