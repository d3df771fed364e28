// What is promised to stay as it is need not be looked at: layouts and plans
// are used in each call, and after a change that is told made anew. Who breaks
// the promise is told so under check=full, and gets what the loop computes.
// clang-format off
// RUN: %check-run --loops 2 --fallback 9 %s -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t --threads 2
// RUN: env LACUNA_LOG=1 OMP_NUM_THREADS=2 %t.sparse 2>&1 >/dev/null | FileCheck %s --implicit-check-not="has changed"
// CHECK-DAG: product: 'A_val' is sell(8, 64) now
// CHECK-DAG: of its 2 index arrays 0 are tracked, 0 are compared, 2 are promised
// CHECK: product: 'A_val' is not sell(8, 64): it has changed
// CHECK: product: 'A_val' is sell(8, 64) now
// RUN: %check-run --loops 2 --fallback 9 %s -DBROKEN -fplugin-arg-sparse-check=full -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t.full --threads 2
// RUN: env LACUNA_LOG=1 OMP_NUM_THREADS=2 %t.full.sparse 2>&1 >/dev/null | FileCheck %s --check-prefix=FULL
// FULL: unchanged.cpp:[[#@LINE+31]]: what 'unchanged' promises is not so
// clang-format on
#include "support/support.h"

using Matrix = run::Csr<double, int, int>;
using Vector = std::vector<double>;

static void product(const Matrix &A, const Vector &x, Vector &y) {
#pragma sparse format(A.val : sell(8, 64)) parallelize(i, cpu_thread, no_races)
  for (long i = 0; i < A.Rows; ++i) {
    double s = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      s += A.val[p] * x[A.crd[p]];
    y[i] = s;
  }
}

static void sweep(const Matrix &A, const Vector &b, Vector &x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (long i = 0; i < A.Rows; ++i) {
    double s = b[i];
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      s -= A.val[p] * x[A.crd[p]];
    x[i] = s * 0.125;
  }
}

/// Control leaves the region in the midst of it.
static int solve(Matrix &A, const Vector &b, Vector &x, int Steps) {
  Vector y(x.size());
  // clang-format off
#pragma sparse data unchanged(A.pos, A.crd[0:A.crd.size()], A.val)
  // clang-format on
  for (int Step = 0;; ++Step) {
    if (Step == Steps)
      return Step;
    product(A, x, y);
    run::record("product", y);
    sweep(A, b, x);
    run::record("sweep", x);
    if (Step == 3) {
      A.val[A.val.size() / 3] += 1;
#ifndef BROKEN
#pragma sparse update changed(A.val)
#endif
    }
  }
}

int main() {
  run::Random Numbers(29);
  for (long Rows : {0, 40, 30000}) {
    Matrix A = run::makeCsr<double, int, int>("", Rows,
                                              std::min<long>(Rows, 90), Numbers,
                                              [](long I) { return 3 + I % 5; });
    Vector b = Numbers.vector<double>(Rows), x(Rows, 0.25);
    if (A.val.empty())
      A.val.push_back(0);
    solve(A, b, x, 7);
    A.val[0] = 5; // no promise holds now
    solve(A, b, x, 2);
  }
}
