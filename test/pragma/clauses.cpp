// Mistakes in clauses are errors at the very token, with a fix-it where the
// cure is mechanical.
// RUN: not %clangxx %plugin -fsyntax-only -fdiagnostics-parseable-fixits %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:

void f(int n, double *y) {
// CHECK: clauses.cpp:[[#@LINE+3]]:16: error: unknown clause 'splt'; did you mean 'split'?
// CHECK-NEXT: #pragma sparse
// CHECK: fix-it:"{{.*}}clauses.cpp":{[[#@LINE+1]]:16-[[#@LINE+1]]:20}:"split"
#pragma sparse splt(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    y[i] = 0;

// Each mistake of each line is reported.
// CHECK: clauses.cpp:[[#@LINE+3]]:16: error: 'split' takes 4 arguments, but 3 are given
// CHECK: clauses.cpp:[[#@LINE+2]]:16: note: usage: split(i, i0, i1, N)
// CHECK: clauses.cpp:[[#@LINE+2]]:16: error: unknown clause 'ordr'; did you mean 'order'?
#pragma sparse split(i, i0, i1)    \
               ordr(i0, i1)
  for (int i = 0; i < n; ++i)
    y[i] = 0;

// CHECK: clauses.cpp:[[#@LINE+3]]:5: error: unknown clause 'reordr'; did you mean 'reorder'?
// CHECK: clauses.cpp:[[#@LINE+3]]:22: error: missing ')' to match this '(' of 'unroll'
#pragma sparse \
    reordr(i, j)
#pragma sparse unroll(i, 4
  for (int i = 0; i < n; ++i)
    y[i] = 0;

// In a _Pragma the place in its text is shown below.
// CHECK: clauses.cpp:[[#@LINE+2]]:3: error: unknown clause 'vectorise'; 'parallelize(p, cpu_vector, no_races)' runs iterations of 'p' in vector lanes
// CHECK: note: expanded from here
  _Pragma("sparse vectorise(i)")
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}
