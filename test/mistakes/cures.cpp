// What notes propose for a bare directive is a clause that can stand in its
// place: each of them is accepted, runs, and computes what the loop computes.
// clang-format off
// RUN: %clangxx_sparse -std=c++20 -I%source_dir/test/run -fsyntax-only -Rpass-missed=sparse -fno-caret-diagnostics -DSCATTER= -DWORKSPACE= %s 2>&1 | sed -n 's,.* note: ,note: ,p' | FileCheck --match-full-lines %s
// CHECK: note: 'parallelize(p, cpu_thread, atomics)' makes each update atomic, in an order that differs from run to run; that is often slower than one thread
// CHECK-NEXT: note: 'assume(injective(crd))' vouches that they do not: that no two elements of 'crd' are equal
// CHECK-NEXT: note: 'private(w)' gives each thread a copy of 'w', if no iteration needs what another one left there
// CHECK-NOT: {{.}}
// RUN: %check-run -I%source_dir/test/run -fplugin-arg-sparse-min-work=0 --loops 2 "-DSCATTER=assume(injective(crd))" "-DWORKSPACE=private(w)" %s -o %t.1
// RUN: %check-run -I%source_dir/test/run -fplugin-arg-sparse-min-work=0 --loops 2 "-DSCATTER=parallelize(p, cpu_thread, atomics)" "-DWORKSPACE=private(w)" %s -o %t.2
// clang-format on

#include "support/support.h"

using Vector = std::vector<double>;

/// Of members of records there are no copies.
struct Cell {
  double sum;
  int count;
};

void scatter(int n, const int *crd, const double *x, Cell *y) {
#pragma sparse SCATTER
  for (int p = 0; p < n; ++p)
    y[crd[p]].sum += x[p];
}

void workspace(int m, int n, const int *pos, const int *crd, const double *val,
               double *y) {
  Vector w(n);
#pragma sparse WORKSPACE
  for (int i = 0; i < m; ++i) {
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      w[crd[p]] = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      w[crd[p]] += val[p];
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += w[crd[p]];
    y[i] = s;
  }
}

int main() {
  const int n = 500;
  Vector x = run::Random(1).vector<double>(n), y, sums(n / 5);
  std::vector<Cell> cells(n);
  std::vector<int> crd(n), pos;
  for (int p = 0; p < n; ++p)
    crd[p] = (p * 7 + 3) % n;
  for (int i = 0; i <= n / 5; ++i)
    pos.push_back(5 * i);
  scatter(n, crd.data(), x.data(), cells.data());
  for (const Cell &C : cells)
    y.push_back(C.sum);
  workspace(n / 5, n, pos.data(), crd.data(), x.data(), sums.data());
  run::record("scattered", y);
  run::record("sums of rows", sums);
}
