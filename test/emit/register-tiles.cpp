// Clang keeps the tile of a row in vector registers: no product goes through
// memory, no element is gathered.
// RUN: %clangxx_sparse -O3 -march=x86-64-v4 -mprefer-vector-width=512 -fplugin-arg-sparse-check=off -S %s -o - | FileCheck %s

// CHECK-LABEL: {{^}}{{.*}}.omp_outlined{{\.?}}:
// CHECK-NOT:   gather
// CHECK-NOT:   %zmm{{.*}}(%rsp
// CHECK-NOT:   (%rsp{{.*}}%zmm
// CHECK:       vfmadd{{.*}}%zmm
// CHECK-NEXT:  vfmadd{{.*}}%zmm
// CHECK-NEXT:  vfmadd{{.*}}%zmm
// CHECK-NEXT:  vfmadd{{.*}}%zmm
// CHECK-NOT:   gather
// CHECK-NOT:   %zmm{{.*}}(%rsp
// CHECK-NOT:   (%rsp{{.*}}%zmm
// CHECK:       .cfi_endproc
void spmm(int m, const int *pos, const int *crd, const double *val,
          const double *B, double *C) {
#pragma sparse parallelize(i, cpu_thread, no_races)
#pragma sparse parallelize(k, cpu_vector, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < 32; ++k)
        C[i * 32 + k] += val[p] * B[crd[p] * 32 + k];
}

// The same for a row of A that is updated once for each fibre, and for the sum
// of the fibre.
// CHECK-LABEL: {{^}}{{.*}}.omp_outlined{{[.0-9]*}}:
// CHECK-NOT:   vfmadd{{.*}}sd
// CHECK-NOT:   %zmm{{.*}}(%rsp
// CHECK-NOT:   (%rsp{{.*}}%zmm
// CHECK:       vfmadd{{.*}}%zmm
// CHECK-NEXT:  vfmadd{{.*}}%zmm
// CHECK-NEXT:  vfmadd{{.*}}%zmm
// CHECK-NEXT:  vfmadd{{.*}}%zmm
// CHECK-NOT:   vfmadd{{.*}}sd
// CHECK-NOT:   %zmm{{.*}}(%rsp
// CHECK-NOT:   (%rsp{{.*}}%zmm
// CHECK:       .cfi_endproc
void mttkrp(int I, const int *pos1, const int *crd1, const int *pos2,
            const int *crd2, const double *val, const double *C,
            const double *D, double *A) {
#pragma sparse precompute(val[pl] * D[crd2[pl] * 32 + j], j, jp, w)
#pragma sparse parallelize(i, cpu_thread, no_races)
#pragma sparse parallelize(jp, cpu_vector, no_races)
#pragma sparse parallelize(j, cpu_vector, no_races)
  for (int i = 0; i < I; ++i)
    for (int pk = pos1[i]; pk < pos1[i + 1]; ++pk)
      for (int pl = pos2[pk]; pl < pos2[pk + 1]; ++pl)
        for (int j = 0; j < 32; ++j)
          A[i * 32 + j] +=
              val[pl] * C[crd1[pk] * 32 + j] * D[crd2[pl] * 32 + j];
}
