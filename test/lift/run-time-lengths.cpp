// Arrays whose elements are arrays of a length that is computed at run time, an
// extension of C++: their lengths are operands. Clang itself crashes where
// OpenMP captures a pointer to such rows, so none is.
// RUN: %clangxx -std=c++20 -ferror-limit=0 -w %plugin -fsyntax-only \
// RUN:   -Xclang -verify %s
// RUN: %clangxx_sparse -std=c++20 -O0 -w -c %s -o %t.o \
// RUN:   -fplugin-arg-sparse-unsupported=warn
// RUN: %clangxx_sparse -std=c++20 -O2 -w -c %s -o %t.o \
// RUN:   -fplugin-arg-sparse-unsupported=warn -fplugin-arg-sparse-dump=graph \
// RUN:   2>&1 | FileCheck %s

struct Point {
  double x, y;
};

// CHECK-LABEL: nest @parameter {
// CHECK:         operand u_length : i64
// CHECK-NEXT:    operand u : f64[] written inner u_length
// CHECK:         guard {{.*}} m
// CHECK:             u[i64(i) * u_length + i64(j)] *= 2.0
void parameter(int n, int m, double (*u)[n]) {
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      u[i][j] *= 2;
}

/// As in C.
// CHECK-LABEL: nest @inC {
// CHECK:         operand u : f64[] written inner u_length, u_length_2, 3:i64
void inC(int n, int m, double u[n][m][n][3]) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < n; ++k)
        u[i][j][k][1] += 2;
}

void local(int n, int m) {
  double u[m][n];
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    u[i][0] = 2;
}

void rowsInTheNest(int n, int m, double *p) {
  auto u = (double (*)[n])p;
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i) {
    double *row = u[i];
    row[1] = 2;
  }
}

void walked(int n, int m, double *p) {
  auto u = (double (*)[n])p;
#pragma sparse split(r, r0, r1, 4)
  for (auto r = u; r != u + m; ++r)
    (*r)[0] = 1;
}

// CHECK-LABEL: nest @ofRecords {
// CHECK:         operand u_x : f64[] of u "x" written inner u_length
void ofRecords(int n, int m, Point *p) {
  auto u = (Point (*)[n])p;
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i)
    u[i][2].x = 1;
}

/// Nothing but the type of what is in memory tells their length.
void inMemory(int n, int m, double **p) {
  auto u = (double (**)[n])p;
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i)
    u[i][0][1] = 0; // expected-error {{rows have a length that is computed at run time; accepted are rows of constant length, arrays and pointers to them in variables, or subscripts like 'a[i * n + j]'}}
}
