// Eight entries per step, so that rows of 8 enter the loop: gathered ones in
// four vectors of two, which no instruction gathers.
// Clang 16 does not name regions of OpenMP after functions.
// UNSUPPORTED: clang-16
// RUN: %clangxx_sparse -O3 -march=x86-64-v4 -mprefer-vector-width=512 -fplugin-arg-sparse-check=off -S -emit-llvm %s -o - | FileCheck %s --implicit-check-not=masked.gather
// CHECK: define {{.*}}spmv{{.*}}omp_outlined
// CHECK-COUNT-4: phi <2 x double>
// CHECK-NOT: phi <2 x double>
// The lanes are joined in a tree.
// CHECK: call reassoc double @llvm.vector.reduce.fadd
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

// The coordinate may have a name.
// CHECK-LABEL: define internal void @{{.*}}floats{{.*}}omp_outlined
// CHECK-COUNT-4: phi <2 x float>
// CHECK-NOT: phi <2 x float>
// CHECK: call reassoc float @llvm.vector.reduce.fadd
void floats(int m, const int *pos, const int *crd, const float *val,
            const float *x, float *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
#pragma sparse parallelize(p, cpu_vector, parallel_reduction, width(8))
  for (int i = 0; i < m; ++i) {
    float sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const int j = crd[p];
      sum += val[p] * x[j];
    }
    y[i] = sum;
  }
}

// Nothing is gathered: one vector of 8 lanes per step.
// CHECK-LABEL: define internal void @{{.*}}norms{{.*}}omp_outlined
// CHECK: phi <8 x double>
// CHECK-NOT: phi <8 x double>
// CHECK: call reassoc double @llvm.vector.reduce.fadd
void norms(int m, const int *pos, const double *val, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
#pragma sparse parallelize(p, cpu_vector, parallel_reduction, width(8))
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * val[p];
    y[i] = sum;
  }
}

// A row of constant length: all its vectors at once, joined in a tree.
// CHECK-LABEL: define internal void @{{.*}}sddmm{{.*}}omp_outlined
// CHECK-NOT: vector.reduce
// CHECK-COUNT-3: fmul reassoc <8 x double>
// CHECK-NOT: phi
// CHECK: call reassoc double @llvm.vector.reduce.fadd
void sddmm(int m, int K, const int *pos, const int *crd, const double *val,
           const double *C, const double *D, double *P) {
#pragma sparse bound(k, kb, 32, max_exact) parallelize(i, cpu_thread, no_races)
#pragma sparse parallelize(kb, cpu_vector, parallel_reduction, width(8))
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      double sum = 0;
      for (int k = 0; k < K; ++k)
        sum += C[i * K + k] * D[crd[p] * K + k];
      P[p] = val[p] * sum;
    }
}
