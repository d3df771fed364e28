// Which schedules are compared bitwise, and which within the tolerance: those
// that add up terms in another order.
// RUN: %clangxx_sparse -O2 -fplugin-arg-sparse-verify -fplugin-arg-sparse-dump=loops:%t -c %s -o %t.o
// RUN: FileCheck %s < %t
// Where the compiler may reassociate, all are.
// RUN: %clangxx_sparse -O2 -ffast-math -fplugin-arg-sparse-verify -fplugin-arg-sparse-dump=loops:%t.fast -c %s -o %t.o
// RUN: grep -c reassociated %t.fast | FileCheck %s --check-prefix=FAST
// FAST: {{^}}8{{$}}
// Only verification needs any of this.
// RUN: %clangxx_sparse -O2 -fplugin-arg-sparse-dump=loops:%t.plain -c %s -o %t.o
// RUN: not grep outputs %t.plain

#define SPMV(NAME, T, ...)                                                     \
  void NAME(int m, const int *pos, const int *crd, const T *val, const T *x,   \
            T *y) {                                                            \
    _Pragma(#__VA_ARGS__) for (int i = 0; i < m; ++i) {                        \
      T sum = 0;                                                               \
      for (int p = pos[i]; p < pos[i + 1]; ++p)                                \
        sum += val[p] * x[crd[p]];                                             \
      y[i] = sum;                                                              \
    }                                                                          \
  }

// CHECK-LABEL: program @threads
// CHECK-NOT:   reassociated
// CHECK-LABEL: program @exchanged
SPMV(threads, double,
     sparse split(i, i0, i1, 8) split(p, p0, p1, 4)
         parallelize(i0, cpu_thread, no_races))
// Rows come in another order, but not the terms of any.
// CHECK-NOT:   reassociated
// CHECK-LABEL: program @lanes
SPMV(exchanged, double, sparse split(i, i0, i1, 8) order(i1, i0, p))
// CHECK:       reassociated f32 terms terms magnitude magnitude
// CHECK-LABEL: program @positions
SPMV(lanes, float, sparse parallelize(p, cpu_vector, parallel_reduction))
// CHECK:       reassociated f64
SPMV(positions, double,
     sparse fuse(i, p, fp) split(fp, fp0, fp1, 64)
         parallelize(fp0, cpu_thread, temporary))

#define SPMM(NAME, ...)                                                        \
  void NAME(int m, const int *pos, const int *crd, const double *val,          \
            const double *B, double *C) {                                      \
    _Pragma(#__VA_ARGS__) for (int i = 0; i < m; ++i)                          \
      for (int p = pos[i]; p < pos[i + 1]; ++p)                                \
        for (int k = 0; k < 8; ++k)                                            \
          C[i * 8 + k] += val[p] * B[crd[p] * 8 + k];                          \
  }

// Each C[i*8 + k] adds up over p, in its order.
// CHECK-LABEL: program @inner
// CHECK-NOT:   reassociated
// CHECK-LABEL: program @tiles
SPMM(inner, sparse order(i, k, p))
// CHECK-NOT:   reassociated
// CHECK-LABEL: program @backwards
SPMM(tiles, sparse split(p, p0, p1, 8) order(i, p0, k, p1))
// CHECK:       reassociated
SPMM(backwards, sparse split(p, p0, p1, 8) order(i, p1, k, p0))

// An array of the user's is no workspace of a schedule's.
// CHECK-LABEL: program @marks
// CHECK-NOT:   reassociated
void marks(int m, const int *pos, const int *crd, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double mark[4] = {0, 1, 2, 3};
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      mark[crd[p] & 3] += 0.5;
    y[i] = mark[0] * mark[1];
  }
}
