// A vector loop over a constant range that goes from memory to memory is not
// unrolled before it is vectorised: then loads could not pass stores.
// RUN: %clangxx_sparse -O3 -march=x86-64-v4 -mprefer-vector-width=512 -fplugin-arg-sparse-check=off -S %s -o - | FileCheck %s

// CHECK-LABEL: {{^}}{{.*}}.omp_outlined{{\.?}}:
// CHECK-NOT:   vmulsd
// CHECK:       vmulpd{{.*}}%zmm
// CHECK-NOT:   vmulsd
// CHECK:       .cfi_endproc
void scale(int m, const double *val, const double *B, double *C) {
#pragma sparse parallelize(i, cpu_thread, no_races)
#pragma sparse parallelize(k, cpu_vector, no_races)
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < 32; ++k)
      C[i * 32 + k] = val[i] * B[i * 32 + k];
}
