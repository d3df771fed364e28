// clang-format off: what is checked is long
// Loops over one row, however they count, count positions, or elements of the
// row.
//
// RUN: %clangxx -w %plugin -fplugin-arg-sparse-dump=graph -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %clangxx -w %plugin -fwrapv -fplugin-arg-sparse-dump=graph -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WRAPS

#include <cstddef>

static double rowTimes(const int *crd, const double *val, int count, const double *x) {
  double sum = 0;
  for (int p = 0; p < count; ++p)
    sum += val[p] * x[crd[p]];
  return sum;
}

void rows(int m, const int *pos, const int *crd, const double *val, const double *x, double *y) {
#pragma sparse order(i, p)
  for (int i = 0; i < m; ++i)
    y[i] = rowTimes(crd + pos[i], val + pos[i], pos[i + 1] - pos[i], x);
}
// CHECK-LABEL: nest @rows {
// CHECK:         index p : i32 in pos[i] .. pos[i + 1]
// CHECK:         tensor val : dense(i), compressed(p; pos, crd) values val
// CHECK:             sum += val[i64(p)] * x[crd[i64(p)]]
// WRAPS-LABEL: nest @rows {
// WRAPS:         index p : i32 in 0 ..

/// 64 bits without a sign: nobody counts to the end of these.
void wide(size_t m, const size_t *pos, const int *crd, const double *val, const double *x,
          double *y) {
#pragma sparse order(i, k)
  for (size_t i = 0; i < m; ++i)
    for (size_t k = 0; k < pos[i + 1] - pos[i]; ++k)
      y[i] += val[pos[i] + k] * x[crd[k + pos[i]]];
}
// CHECK-LABEL: nest @wide {
// CHECK:         index k : u64 in pos[i] .. pos[i + 1:u64]
// CHECK:             y[i] += val[k] * x[crd[k]]

/// 3u - 5u is a number of iterations.
void narrow(unsigned m, const unsigned *pos, const double *val, double *y) {
#pragma sparse order(i, k)
  for (unsigned i = 0; i < m; ++i)
    for (unsigned k = 0; k < pos[i + 1] - pos[i]; ++k)
      y[i] += val[pos[i] + k];
}
// CHECK-LABEL: nest @narrow {
// CHECK:         index k : u32 in 0:u32 .. pos[i + 1:u32] - pos[i]

/// The number in the row has a use of its own.
void numbered(int m, const int *pos, const double *val, const double *w, double *y) {
#pragma sparse order(i, k)
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < pos[i + 1] - pos[i]; ++k)
      y[i] += val[pos[i] + k] * w[k];
}
// CHECK-LABEL: nest @numbered {
// CHECK:         index k : i32 in 0 .. pos[i + 1] - pos[i]

void added(int m, int n, const int *pos, const int *crd, const double *val, const double *B,
           double *C) {
#pragma sparse order(i, p, c)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const double *b = B + crd[p] * n;
      for (double *c = C + i * n; c != C + (i + 1) * n; ++c)
        *c += val[p] * *b++;
    }
}
// CHECK-LABEL: nest @added {
// CHECK:         index c : i64 in 0:i64 .. i64(n)
// CHECK:               C[i64(i * n) + c] += val[p] * B[i64(crd[p] * n) + c]
// WRAPS-LABEL: nest @added {
// WRAPS:         index c : i64 in i64(i * n) ..

void blocks(int m, double *x, const double *d, int first) {
#pragma sparse order(i, k)
  for (int i = 0; i < m; ++i)
    for (int k = first + 3 * i; k < first + 3 * (i + 1); ++k)
      x[k] *= d[i];
}
// CHECK-LABEL: nest @blocks {
// CHECK:         index k : i32 in 0 .. 3
// CHECK:             x[first + 3 * i + k] *= d[i]

/// Bands begin anywhere.
void band(int m, int width, double *x, const double *d) {
#pragma sparse order(i, k)
  for (int i = 0; i < m; ++i)
    for (int k = i; k < i + width; ++k)
      x[k] += d[i];
}
// CHECK-LABEL: nest @band {
// CHECK:         index k : i32 in i .. i + width
