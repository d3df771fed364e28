// Consecutive lines, continuation lines and _Pragma are one directive; other
// pragmas may stand between its lines and the loop.
// RUN: %clangxx %plugin -fopenmp -fsyntax-only -Rpass=sparse -Xclang -verify %s
// RUN: %clangxx %plugin -fopenmp -O1 -Xclang -disable-llvm-passes -emit-llvm -S %s -o - | FileCheck %s

#define TILE 8
#define SCHEDULE split(i, i0, i1, TILE * 2)
#define ROWS(N) _Pragma("sparse split(i, i0, i1, TILE)") _Pragma("sparse unroll(i1)") for (int i = 0; i < N; ++i)

void lines(int n, double *y) {
#pragma sparse split(i, i0, i1, 4)
#pragma sparse unroll(i1), parallelize(i0, cpu_thread, no_races)
  // expected-remark@+1 {{loop runs as split(i, i0, i1, 4) unroll(i1) parallelize(i0, cpu_thread, no_races)}}
  for (int i = 0; i < n; ++i)
    y[i] = 1;
}

void continued(int n, double *y) {
#pragma sparse split(i,   \
                     i0, i1, /* tile */ 4)   \
               unroll(i1)
  // expected-remark@+1 {{loop runs as split(i, i0, i1, 4) unroll(i1)}}
  for (int i = 0; i < n; ++i)
    y[i] = 1;
}

void operators(int n, double *y) {
  _Pragma("sparse split(i, i0, i1, 4)") _Pragma("sparse unroll(i1)")
  // expected-remark@+1 {{loop runs as split(i, i0, i1, 4) unroll(i1)}}
  for (int i = 0; i < n; ++i)
    y[i] = 1;
}

void mixed(int n, double *y, double *x) {
#pragma sparse split(i, i0, i1, 4)
#pragma clang loop unroll_count(5)
#pragma sparse unroll(i1)
#pragma GCC diagnostic ignored "-Wsign-compare"
  // expected-remark@+1 {{loop runs as split(i, i0, i1, 4) unroll(i1)}}
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
}

void expanded(int n, double *y) {
#pragma sparse SCHEDULE
  // expected-remark@+1 {{loop runs as split(i, i0, i1, 8 * 2)}}
  for (int i = 0; i < n; ++i)
    y[i] = 1;
  // expected-remark@+1 {{loop runs as split(i, i0, i1, 8) unroll(i1)}}
  ROWS(n)
    y[i] = 2;
}

// The hint of the pragma in between is still on the user's loop, where that one
// runs.
// CHECK: !{!"llvm.loop.unroll.count", i32 5}
