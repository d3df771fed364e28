// clang-format off: what is checked is long
// Sums over elements whose places are chosen, as in packed symmetric tensors,
// have lanes where the processor gathers quickly, and no others.
// RUN: %clangxx_sparse -march=skylake-avx512 -fsyntax-only -Rpass=sparse %s 2>&1 | FileCheck %s
// RUN: %clangxx_sparse -march=x86-64 -fsyntax-only -Rpass=sparse %s 2>&1 | FileCheck %s --check-prefix=NARROW

static int pairOf(int i, int j) { return i > j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i; }

// CHECK: :[[@LINE+5]]:{{.*}}parallelize({{lb?}}, cpu_vector, parallel_reduction)
// NARROW: :[[@LINE+4]]:{{.*}}parallelize(i, cpu_thread, no_races) [-Rpass

void chosen(int n, const double *g, const double *d, double *f) {
#pragma sparse assume(noalias(f, g), noalias(f, d))
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int l = 0; l < n; ++l)
      sum += d[l] * g[pairOf(i, l)];
    f[i] = sum;
  }
}

// CHECK: :[[@LINE+4]]:{{.*}}parallelize({{lb?}}, cpu_vector, parallel_reduction)
// NARROW: :[[@LINE+3]]:{{.*}}parallelize({{lb?}}, cpu_vector, parallel_reduction)
void strided(int n, const double *g, const double *d, double *f) {
#pragma sparse assume(noalias(f, g), noalias(f, d))
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int l = 0; l < n; ++l)
      sum += d[l] * g[i * n + l];
    f[i] = sum;
  }
}
