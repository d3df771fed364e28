// Of light iterations, which go along a few bytes of arrays, threads take more
// than of others, unless the user says how many; what they share by value is a
// matter of what they store.
// clang-format off
// RUN: %clangxx_sparse -O2 -fplugin-arg-sparse-dump=graph -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %clangxx_sparse -O2 -fplugin-arg-sparse-dump=graph -fplugin-arg-sparse-min-work=700 -c %s -o %t.o 2>&1 | FileCheck --check-prefix=GIVEN --implicit-check-not=E+04 --implicit-check-not=E+05 %s
// RUN: %clangxx_sparse -O2 -fplugin-arg-sparse-dump=code -c %s -o %t.o 2>&1 | FileCheck --check-prefix=CODE %s
// clang-format on

// GIVEN-COUNT-7: >= 7.000000E+02

// CHECK-LABEL: in scaled
// CHECK:       >= 4.000000E+04
void scaled(long n, double *y, const double *x, double s) {
#pragma sparse
  for (long i = 0; i < n; ++i)
    y[i] = s * x[i];
}

// CHECK-LABEL: in bytes
// CHECK:       >= 3.200000E+05
void bytes(long n, unsigned char *y, const unsigned char *x) {
#pragma sparse
  for (long i = 0; i < n; ++i)
    y[i] = x[i] ^ 7;
}

// Not light: what is gathered, divided, decided, and what waits for the
// iteration before.
// CHECK-LABEL: in gathered
// CHECK:       >= 2.000000E+04
void gathered(long n, double *y, const double *x, const int *c) {
#pragma sparse
  for (long i = 0; i < n; ++i)
    y[i] = x[c[i]];
}

// CHECK-LABEL: in divided
// CHECK:       >= 2.000000E+04
void divided(long n, double *y, const double *x) {
#pragma sparse
  for (long i = 0; i < n; ++i)
    y[i] = 1 / x[i];
}

// CHECK-LABEL: in decided
// CHECK:       >= 2.000000E+04
void decided(long n, double *y, const double *x) {
#pragma sparse
  for (long i = 0; i < n; ++i)
    if (x[i] > 0)
      y[i] = x[i];
}

// A store of `int` may change `m` where it lies in memory, for all that the
// compiler knows; threads have it by value. One of `double` may not.
// CHECK-LABEL: in waiting
// CHECK:       >= 2.000000E+04
// CODE-LABEL: in waiting
// CODE:        firstprivate(m)
void waiting(int n, int m, int *y, const int *x) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < m; ++j)
      y[i * m] += x[i * m + j] * m;
}
// CHECK-LABEL: in shifted
// CHECK:       >= 4.000000E+04
// CODE-LABEL: in shifted
// CODE-NOT:    firstprivate
void shifted(int n, int m, double *y, const double *x) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[i * m + j] + m;
}
