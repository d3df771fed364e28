// Nobody is told to vouch that iterations do not meet which do whatever the
// data are: where no subscript tells them apart.
// clang-format off
// RUN: %clangxx_sparse -std=c++20 -fsyntax-only -Rpass=sparse -Rpass-missed=sparse -fno-caret-diagnostics %s 2>&1 | FileCheck %s

// CHECK: [[@LINE+5]]:3: remark: loop itself runs as written: different iterations of 't' may store to one element of 'q'
// CHECK-NOT: ignore_races
// CHECK: note: no race strategy makes such a loop parallel
void rolled(int n, double *q) {
#pragma sparse
  for (int t = n; t >= 0; --t)
    for (int j = 0; j < t; ++j) {
      const double v = q[j];
      q[j] = v * 0.5 + 1;
    }
}

// The data decide here: what has to be so of them is said.
// CHECK: [[@LINE+5]]:{{.*}}different iterations of 'i' may store to one element of 'q'
// CHECK-NOT: ignore_races
// CHECK: assume(injective(k))
void chosen(int n, const int *k, const double *x, double *q) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    q[k[i]] = x[i];
}

// Perhaps one of them stores.
// CHECK: [[@LINE+4]]:{{.*}}different iterations of 'i' may store to one element of 'q'
// CHECK: ignore_races
void perhaps(int n, const int *k, const double *x, double *q) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (k[i])
      q[0] = x[i];
}

// Rows of n + 1 elements: which iterations meet is not certain.
// CHECK: [[@LINE+4]]:{{.*}}iterations of 'p' may depend on each other through 'out'
// CHECK: note: if no iteration of 'p' reads or writes what another one writes, 'assume(independent(p))' says so
void paths(int n, int steps, double *out) {
#pragma sparse
  for (int p = 0; p < n; ++p) {
    unsigned long state = p;
    double *row = out + (unsigned long)p * (steps + 1);
    row[0] = 1;
    for (int t = 1; t <= steps; ++t) {
      state = state * 25214903917 + 11;
      row[t] = row[t - 1] * double(state >> 11);
    }
  }
}
