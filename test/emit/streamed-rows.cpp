// A row in registers is stored past the caches, and each thread orders its
// stores before it leaves.
// RUN: %clangxx_sparse -O3 -march=x86-64-v4 -mprefer-vector-width=512 -fplugin-arg-sparse-check=off -fplugin-arg-sparse-dump=code -S %s -o %t.s 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: FileCheck %s --check-prefixes=CHECK,%if clang-16 %{PIECES%} %else %{LINES%} < %t.s
// RUN: %clangxx_sparse -fno-openmp -fplugin-arg-sparse-check=off -fplugin-arg-sparse-dump=code -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=SERIAL

// TEXT:      #pragma omp parallel num_threads(2)
// TEXT-NEXT: {
// TEXT-NEXT:   #pragma omp for nowait schedule(static, 4)
// TEXT-NEXT:   for (int i = 0; i < m; ++i) {
// TEXT:          typedef double [[LINE:.*]] __attribute__((vector_size(64), aligned(8), may_alias));
// TEXT-NEXT:     typedef [[LINE]] [[LINE]]_aligned __attribute__((aligned(64)));
// TEXT-NEXT:     auto *const [[FIRST:.*]] = &
// TEXT-NEXT:     __builtin_nontemporal_store(*(const [[LINE]] *)(C_tile + 0), ([[LINE]]_aligned *)([[FIRST]] + 0));
// TEXT-NEXT:     __builtin_nontemporal_store(*(const [[LINE]] *)(C_tile + 8), ([[LINE]]_aligned *)([[FIRST]] + 8));
// TEXT:      __atomic_thread_fence(5);
// TEXT-NEXT: }

// SERIAL-NOT:  omp
// SERIAL:      __builtin_nontemporal_store
// SERIAL:      __atomic_thread_fence(5);

// CHECK-LABEL: {{^}}{{.*}}.omp_outlined{{\.?}}:
// LINES-DAG:   vmovntpd %zmm
// Clang 16 stores a line in eight pieces.
// PIECES-DAG:  movntiq
// CHECK-DAG:   {{mfence|lock}}
// CHECK:       .cfi_endproc
void spmm(int m, const int *pos, const int *crd, const double *val,
          const double *B, double *C) {
#pragma sparse nontemporal(C) num_threads(2)
#pragma sparse parallelize(i, cpu_thread, no_races, schedule(static, 4))
#pragma sparse parallelize(k, cpu_vector, no_races)
  for (int i = 0; i < m; ++i) {
    for (int l = 0; l < 16; ++l)
      C[i * 16 + l] = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < 16; ++k)
        C[i * 16 + k] += val[p] * B[crd[p] * 16 + k];
  }
}
