// `count` tells at exit which path ran, LACUNA_LOG=1 each failed guard.
// RUN: %clangxx_sparse -O2 %s -fplugin-arg-sparse-count -o %t
// RUN: %t 2>&1 | FileCheck --match-full-lines %s
// RUN: env LACUNA_LOG=1 %t 2>&1 | FileCheck --match-full-lines --check-prefix=LOG %s
// RUN: env LACUNA_LOG=0 %t 2>&1 | FileCheck --match-full-lines %s
// Without `count` nothing is printed, logging works the same.
// RUN: %clangxx_sparse -O2 %s -o %t.silent
// RUN: %t.silent 2>&1 | count 0
// RUN: env LACUNA_LOG=1 %t.silent 2>&1 | FileCheck --match-full-lines --check-prefix=LOG --implicit-check-not=generated %s
// What is not checked cannot fail.
// RUN: %clangxx_sparse -O2 %s -fplugin-arg-sparse-count -fplugin-arg-sparse-check=off -o %t.off
// RUN: %t.off 2>&1 | FileCheck --match-full-lines --check-prefix=OFF %s

template <class T> void twice(int n, T *y, const T *x) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    y[i] = 2 * x[i];
}
// Instances share their counters.
// CHECK-NOT: lacuna{{.*}}
// CHECK: lacuna: {{.*}}counters.cpp:16: generated 2, fallback 1 (1: 'y' overlaps 'x')
// LOG: lacuna: {{.*}}counters.cpp:16: the user's loop runs: 'y' overlaps 'x'
// OFF: lacuna: {{.*}}counters.cpp:16: generated 3, fallback 0

void parallel(int n, double *y, const double *x) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
}
// Counters count exactly, also from many threads.
// CHECK-NEXT: lacuna: {{.*}}counters.cpp:27: generated 100000, fallback 0

// A loop that was never reached is not listed.
// CHECK-NOT: lacuna{{.*}}
// LOG-NOT: {{.*}}user's loop{{.*}}
void never(int n, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}

int main(int argc, char **) {
  double a[9] = {}, b[9] = {};
  float c[9] = {}, d[9] = {};
  twice(9, a, b);
  twice(9, c, d);
  twice(8, a, a + 1);
#pragma omp parallel for num_threads(4)
  for (int k = 0; k < 100000; ++k) {
    double e[2], f[2] = {};
    parallel(2, e, f);
  }
  if (argc > 5)
    never(9, a);
}
