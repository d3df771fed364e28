// Arrays whose elements are arrays of a length that is computed at run time, an
// extension of C++, are left alone: clang itself crashes where OpenMP captures
// a pointer to such rows. One whose elements are numbers is like any other, and
// so is one row of the others, in a loop inside.
// RUN: %clangxx -std=c++20 -ferror-limit=0 -w %plugin -fsyntax-only \
// RUN:   -Xclang -verify %s
// RUN: %clangxx_sparse -std=c++20 -O0 -w -c %s -o %t.o \
// RUN:   -fplugin-arg-sparse-unsupported=warn
// RUN: %clangxx_sparse -std=c++20 -O2 -w -c %s -o %t.o \
// RUN:   -fplugin-arg-sparse-unsupported=warn -Rpass=sparse -fno-caret-diagnostics \
// RUN:   2>&1 \
// RUN:   | FileCheck --implicit-check-not='loop runs' %s

struct Point {
  double x, y;
};

void bare(double *p, int n, int m) {
  auto u = (double (*)[n])p;
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) // CHECK: [[#@LINE]]:5: remark: loop runs as parallelize
      u[i][j] *= 2;
}

void parameter(int n, int m, double (*u)[n]) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      u[i][j] *= 2; // expected-error {{'u' has rows whose length is computed at run time; accepted are rows of constant length, or subscripts like 'a[i * n + j]'}}
}

void local(int n, int m) {
  double u[m][n];
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i)
    u[i][0] = 2; // expected-error {{'u' has rows whose length is computed at run time}}
}

void rowsInTheNest(int n, int m, double *p) {
  auto u = (double (*)[n])p;
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i) {
    double *row = u[i]; // expected-error {{'u' has rows whose length is computed at run time}}
    row[1] = 2;
  }
}

void walked(int n, int m, double *p) {
  auto u = (double (*)[n])p;
#pragma sparse split(r, r0, r1, 4)
  for (auto r = u; r != u + m; ++r) // expected-error {{'u' has rows whose length is computed at run time}}
    (*r)[0] = 1;
}

void ofRecords(int n, int m, Point *p) {
  auto u = (Point (*)[n])p;
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i)
    u[i][2].x = 1; // expected-error {{'u' has rows whose length is computed at run time}}
}

void sizes(int n, int m, double *y) {
  double u[n];
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i)
    y[i] = sizeof u; // expected-error {{expression 'sizeof u' is not supported}}
}

// The type counts n up.
void named(int n, int m, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i) {
    typedef double Row[n++]; // expected-error {{declaration is not supported in the nest; accepted are variables}}
    y[i] = 1;
  }
}

double numbers(int n, double *x) {
  double u[n];
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) // CHECK: [[#@LINE]]:3: remark: loop runs as split
    u[i] = x[i];
  auto f = [&](int i) { u[i] += 1; };
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) // CHECK: [[#@LINE]]:3: remark: loop runs as split
    f(i);
  return u[0];
}
