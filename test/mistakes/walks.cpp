// Who commands a schedule is told what runs in front of it in each call; a bare
// directive runs the user's loop where a walk does not pay, and says nothing.
// RUN: %clangxx_sparse -fsyntax-only -Rpass=sparse -fno-caret-diagnostics %s 2>&1 | FileCheck --match-full-lines %s

void gathered(int n, const int *crd, const double *x, double *y) {
  // CHECK: {{.*}}walks.cpp:[[#@LINE+2]]:3: remark: loop runs as parallelize(i, cpu_thread, no_races); a walk through the loop in each call finds the extent of 'x', unless '-llacuna_rt' keeps what it finds [-Rpass=sparse]
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    y[i] = x[crd[i]];
}

void vouched(int n, const int *crd, const double *x, double *y) {
  // CHECK: {{.*}}walks.cpp:[[#@LINE+2]]:3: remark: loop runs as parallelize(i, cpu_thread, ignore_races); a walk through the loop in each call finds the extent of 'y' and 'x'{{.*}}
#pragma sparse parallelize(i, cpu_thread, ignore_races)
  for (int i = 0; i < n; ++i)
    y[crd[i]] = x[crd[n - 1 - i]];
}

void bare(int n, const int *crd, const double *x, double *y) {
  // CHECK: {{.*}}walks.cpp:[[#@LINE+2]]:3: remark: loop runs as parallelize(i, cpu_thread, no_races) [-Rpass=sparse]
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = x[crd[i]];
}

void apart(int n, int m, const int *crd, const double *x, double *y) {
  // CHECK: {{.*}}walks.cpp:[[#@LINE+2]]:3: remark: loop runs as assume(extent(x, m)) parallelize(i, cpu_thread, no_races) [-Rpass=sparse]
#pragma sparse assume(extent(x, m)) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    y[i] = x[crd[i]];
}
