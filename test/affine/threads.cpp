// What holds of threads holds of those that run tiles: without OpenMP there are
// none, and they would run code without the function's attributes.
// REQUIRES: affine
// RUN: %clangxx %plugin -O2 -Rpass=sparse -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: %clangxx_sparse -O2 -Rpass=sparse -Rpass-missed=sparse -fsyntax-only -DATTRIBUTE %s 2>&1 | FileCheck %s --check-prefix=ATTRIBUTE --implicit-check-not=hexagonal

// ALONE: warning: loop runs on one thread: OpenMP is off; compile and link with '-fopenmp'
// ALONE: remark: loop runs on one thread as tile(t, i, j; 32, 17, 512; hexagonal) parallelize(i_tile, cpu_thread, no_races), where its loops are long enough
// ATTRIBUTE: remark: loop left unchanged: threads of OpenMP would run code without the attribute 'target' of 'turns'
#ifdef ATTRIBUTE
__attribute__((target("avx2")))
#endif
void turns(double *a, int n, int T) {
#pragma sparse
  for (int t = 0; t < T; ++t)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        a[(t + 1) % 2 * n * n + i * n + j] =
            a[t % 2 * n * n + (i - 1) * n + j] - a[t % 2 * n * n + i * n + j];
}
