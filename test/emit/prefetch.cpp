// A hint for each cache line of the row, and nothing else goes through memory.
// RUN: %clangxx_sparse -O3 -march=x86-64-v4 -mprefer-vector-width=512 -fplugin-arg-sparse-check=off -S %s -o - | FileCheck %s --check-prefix=%if clang-22 %{MIXED%} %else %{CHECK%}

// CHECK-LABEL: {{^}}{{.*}}.omp_outlined{{\.?}}:
// CHECK:       prefetcht0
// CHECK-NEXT:  prefetcht0
// CHECK-NEXT:  prefetcht0
// CHECK-NEXT:  prefetcht0
// CHECK-NEXT:  prefetcht0
// CHECK-NOT:   {{prefetch|call}}
// CHECK:       vfmadd{{.*}}%zmm
// CHECK-NEXT:  vfmadd{{.*}}%zmm
// CHECK-NEXT:  vfmadd{{.*}}%zmm
// CHECK-NEXT:  vfmadd{{.*}}%zmm
// CHECK:       .cfi_endproc
// Clang 22 moves hints in between.
// MIXED-LABEL:   {{^}}{{.*}}.omp_outlined{{\.?}}:
// MIXED-COUNT-5: prefetcht0
// MIXED-NOT:     {{prefetch|call}}
// MIXED:         vfmadd{{.*}}%zmm
// MIXED:         .cfi_endproc
void spmm(int m, const int *pos, const int *crd, const double *val,
          const double *B, double *C) {
#pragma sparse parallelize(i, cpu_thread, no_races)
#pragma sparse parallelize(k, cpu_vector, no_races) prefetch(p, B, 8)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < 32; ++k)
        C[i * 32 + k] += val[p] * B[crd[p] * 32 + k];
}
