// What is said of a loop is said once it is true: where nothing is compiled,
// generated code is made and checked all the same.
// RUN: env TMPDIR=/nonexistent %clangxx_sparse -std=c++20 -fsyntax-only \
// RUN:   -Rpass=sparse -fno-caret-diagnostics %s 2>&1 | FileCheck --implicit-check-not="loop runs" %s
// RUN: env TMPDIR=/nonexistent %clangxx_sparse -std=c++20 -c -o %t.o \
// RUN:   -Rpass=sparse -fno-caret-diagnostics %s 2>&1 | FileCheck --implicit-check-not="loop runs" %s

void f(int n, double *y, const double *x) {
// CHECK: remark: loop runs as parallelize(i, cpu_thread, no_races)
// CHECK: warning: loop does not run on a GPU: cannot write temporary files
#pragma sparse target(cuda) split(i, b, t, 128) \
    parallelize(b, gpu_block, no_races) parallelize(t, gpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    y[i] = 2 * x[i];
}
