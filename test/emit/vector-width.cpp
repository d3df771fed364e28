// One vector of 8 lanes per step, so that rows of 8 entries enter the loop.
// RUN: %clangxx_sparse -O3 -march=x86-64-v4 -mprefer-vector-width=512 -S -emit-llvm %s -o - | FileCheck %s
// CHECK: phi <8 x double>
// CHECK-NOT: phi <8 x double>
// CHECK: !"llvm.loop.isvectorized", i32 1
void spmv(int m, const int *pos, const int *crd, const double *val,
          const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
#pragma sparse parallelize(p, cpu_vector, parallel_reduction, width(8))
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}
