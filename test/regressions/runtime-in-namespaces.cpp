// A bare pragma in a namespace without a name declared functions of the runtime's
// there, which had no linkage to be weak.
// RUN: %clangxx_sparse -O2 -Wall -Werror -Rpass=sparse -c %s -o %t 2>&1 | FileCheck %s
// RUN: nm %t | FileCheck %s --check-prefix=WEAK

// WEAK: {{^ +}}w lacuna_walk_keep
// WEAK: {{^ +}}w lacuna_wave_find

namespace {
inline namespace here {
struct Matrix {
  int n;
  const int *pos, *crd;
  const double *val;
};

void sweep(const Matrix &A, const double *d, double *x) {
// CHECK: remark: loop runs as {{.*}}wavefront
#pragma sparse
  for (int i = 0; i < A.n; ++i) {
    double sum = 1;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      sum -= A.val[p] * x[A.crd[p]];
    x[i] = sum / d[i];
  }
}

void product(const Matrix &A, const double *x, double *y) {
// CHECK: remark: loop runs as {{.*}}cpu_thread, no_races
#pragma sparse
  for (int i = 0; i < A.n; ++i) {
    double sum = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      sum += A.val[p] * x[A.crd[p]];
    y[i] = sum;
  }
}
} // namespace here
} // namespace

void both(int n, const int *pos, const int *crd, const double *val,
          const double *d, double *x, double *y) {
  sweep({n, pos, crd, val}, d, x);
  product({n, pos, crd, val}, x, y);
}
