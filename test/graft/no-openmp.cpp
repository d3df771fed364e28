// Without -fopenmp the schedule runs serially, with -fopenmp-simd its vector
// part is kept; neither needs the OpenMP library.
// RUN: %clangxx -fopenmp %plugin -O1 -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | FileCheck --check-prefixes=OMP %s
// RUN: %clangxx %plugin -O1 -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | FileCheck --check-prefixes=NONE --implicit-check-not=kmpc --implicit-check-not=omp_ %s
// RUN: %clangxx -fopenmp-simd %plugin -O1 -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | FileCheck --check-prefixes=SIMD --implicit-check-not=kmpc --implicit-check-not=omp_ %s
// RUN: %clangxx %plugin %s -fplugin-arg-sparse-count -o %t && %t 2>&1 | FileCheck --check-prefix=COUNT %s
// RUN: %clangxx -fopenmp-simd %plugin %s -fplugin-arg-sparse-count -o %t && %t 2>&1 | FileCheck --check-prefix=COUNT %s


// That threads are missing is a warning, once for the file, and no remark claims
// them.
// RUN: %clangxx %plugin -fsyntax-only -Rpass=sparse %s 2>&1 | FileCheck --check-prefix=SAID %s --implicit-check-not=warning:
// RUN: %clangxx %plugin -fopenmp-simd -fsyntax-only -Rpass=sparse %s 2>&1 | FileCheck --check-prefix=SAID %s --implicit-check-not=warning:
// SAID: no-openmp.cpp:[[#@LINE+18]]:3: warning: loop runs on one thread: OpenMP is off; compile and link with '-fopenmp' [-Wpass-failed=sparse]
// SAID: no-openmp.cpp:[[#@LINE+17]]:3: remark: loop runs on one thread as parallelize(i, cpu_thread, no_races) parallelize(k, cpu_vector, parallel_reduction); sums of 'k' are reassociated; fp(strict) keeps their order [-Rpass=sparse]
// SAID: no-openmp.cpp:[[#@LINE+26]]:3: remark: loop runs on one thread as parallelize(i, cpu_thread, no_races) [-Rpass=sparse]
// SAID: no-openmp.cpp:[[#@LINE+28]]:3: remark: loop runs as unroll(i, 4) [-Rpass=sparse]
// RUN: %clangxx %plugin -fopenmp -fsyntax-only -Rpass=sparse %s 2>&1 | FileCheck --check-prefix=THREADS %s --implicit-check-not=warning:
// THREADS: remark: loop runs as parallelize(i, cpu_thread, no_races) parallelize(k, cpu_vector, parallel_reduction)
// RUN: %clangxx %plugin -Wno-pass-failed -fsyntax-only %s 2>&1 | count 0

// OMP: __kmpc_fork_call
// OMP: llvm.loop.vectorize.enable
// NONE: define {{.*}}main
// NONE-NOT: llvm.loop.vectorize.enable
// SIMD: define {{.*}}main
// SIMD: llvm.loop.vectorize.enable
// COUNT: generated 1, fallback 0

void sums(int n, double *y, const double *x) {
#pragma sparse parallelize(i, cpu_thread, no_races) parallelize(k, cpu_vector, parallel_reduction)
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int k = 0; k < 8; ++k)
      s += x[i * 8 + k];
    y[i] = s;
  }
}

void scaled(int n, double *y, const double *x) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    y[i] = 2 * x[i];
#pragma sparse unroll(i, 4)
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
}

int main() {
  double x[80], y[10];
  for (double &v : x)
    v = 1;
  sums(10, y, x);
  return y[9] != 8;
}
