// Loops that step by any number, wherever that stands, are loops over their
// steps; what is stepped beside them is its start plus so many steps.
// RUN: %clangxx -w %plugin -fplugin-arg-sparse-dump=graph -fsyntax-only %s 2>&1 | FileCheck %s
typedef unsigned long size_t;

void blocks(int n, int width, double *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < n; i += width)
    for (int k = 0; k < width; ++k)
      y[i + k] = k;
}
// CHECK-LABEL: nest @blocks {
// CHECK:         index k : i32 in 0 .. width
// CHECK:         guard "'width' is not positive" i64(width) >= 1:i64
// CHECK:             y[i * width + k] = f64(k)

void fours(int first, unsigned n, double *y) {
#pragma sparse order(i)
  for (int i = 0; i + 3 < 100; i += 4)
    y[i] = 1;
#pragma sparse order(i)
  for (unsigned i = 1; i < n; i += 4)
    y[i] = 1;
#pragma sparse order(i)
  for (int i = 99; i >= first; i -= 4)
    y[i] = 1;
}
// CHECK-LABEL: nest @fours {
// CHECK:         index i : i32 in 0 .. 25
// CHECK:           y[i * 4] = 1.0
// CHECK-LABEL: nest @fours_2 {
// CHECK:         index i : u32 in 0:u32 .. u32(max((i64(n) + 2:i64) / 4:i64, 0:i64))
// CHECK-NEXT:    guard "loop 'i' may wrap round before it meets its bound" i64(n) <= 4294967292:i64
// CHECK-LABEL: nest @fours_3 {
// CHECK:         guard "loop 'i' has too many steps"

/// They end where they wrap round.
void round(unsigned n, size_t m, double *y) {
#pragma sparse order(i)
  for (unsigned i = n - 1; i < n; --i)
    y[i] = 1;
#pragma sparse order(i)
  for (size_t i = m - 1; i != size_t(-1); --i)
    y[i] = 1;
}
// CHECK-LABEL: nest @round {
// CHECK:         index i : u32 in 0:u32 .. n
// CHECK-NOT:     guard
// CHECK:           y[n - 1:u32 - i] = 1.0
// CHECK-LABEL: nest @round_2 {
// CHECK:         index i : i64 in 0:i64 .. i64(m)
// CHECK-NEXT:    guard "'m' exceeds the range of loop variable 'i'"
// CHECK:           y[u64(i64(m) - 1:i64 - i)] = 1.0

void whiles(int n, int width, double *y) {
  int i = 5;
#pragma sparse order(i)
  while (i != n)
    y[i++] = width;
}
// CHECK-LABEL: nest @whiles {
// CHECK:         index i : i32 in i_in .. n
// CHECK:           y[i] = f64(width)

/// What the body steps has its new value behind that.
void inBody(int m, int width, const int *at, const double *a, double *y) {
  int n;
#pragma sparse order(i, k)
  for (int i = 0; i < m;) {
    n = at[1] - at[0];
    ++at;
    for (int k = 0; k < n; a += 9) {
      y[i] += a[8];
      k++;
    }
    i++;
    y[i] += *at;
  }
}
// CHECK-LABEL: nest @inBody {
// CHECK:         index k : i32 in at[i64(i)] .. at[i64(i) + 1:i64]
// CHECK-NEXT:    guard "'at' does not ascend"
// CHECK:             y[i] += a[(i64(k) - i64(at[0])) * 9:i64 + 8:i64]
// CHECK:           y[i + 1] += f64(at[i64(i) + 1:i64])

/// As many steps in each row.
void running(int m, int width, const double *a, double *y) {
#pragma sparse order(i, k)
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < width; ++k, a += 2)
      y[i] += *a;
}
// CHECK-LABEL: nest @running {
// CHECK:             y[i] += a[(i64(i) * i64(width) + i64(k)) * 2:i64]
