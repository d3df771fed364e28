// Narrow values are compared as int, and a maximum is one all the same.
// RUN: %clangxx %plugin -fplugin-arg-sparse-dump=graph -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck %s
short largest(int n, const short *x) {
  short most = x[0];
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i)
    if (x[i] > most)
      most = x[i];
  return most;
}
// CHECK: loop i parallel(cpu_thread, parallel_reduction) {
// CHECK: most max= x[i]
