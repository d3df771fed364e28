// A bound that is compared in another type than the loop variable's becomes a
// bound of the variable's type, with guards that say when this is the same.
// RUN: %clangxx -std=c++20 %plugin -fplugin-arg-sparse-dump=graph \
// RUN:   -fsyntax-only %s 2>&1 | FileCheck %s

using size_t = decltype(sizeof 0);

void widerBound(size_t n, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    y[i] = 0;
}
// CHECK-LABEL: nest @widerBound {
// CHECK:         index i : i32 in 0 .. i32(n)
// CHECK-NEXT:    guard "'n' exceeds the range of loop variable 'i'" n <= 2147483647:u64

void unsignedBound(int lo, unsigned n, double *y) {
#pragma sparse order(i)
  for (int i = lo; i < n; ++i)
    y[i] = 0;
}
// CHECK-LABEL: nest @unsignedBound {
// CHECK:         index i : i32 in lo .. i32(n)
// CHECK-NEXT:    guard "'lo' is negative" lo >= 0
// CHECK-NEXT:    guard "'n' exceeds the range of loop variable 'i'" n <= 2147483647:u32

void narrowCounter(short n, double *y) {
#pragma sparse order(i)
  for (short i = 0; i < n; ++i)
    y[i] = 0;
}
// CHECK-LABEL: nest @narrowCounter {
// CHECK:         index i : i16 in 0:i16 .. n
// CHECK-NOT:     guard

void signedPositions(size_t m, const int *pos, double *val) {
#pragma sparse order(i, p)
  for (size_t i = 0; i < m; ++i)
    for (size_t p = pos[i]; p < pos[i + 1]; ++p)
      val[p] = 0;
}
// CHECK-LABEL: nest @signedPositions {
// CHECK:         index p : u64 in u64(pos[i]) .. u64(pos[i + 1:u64])
// CHECK-NEXT:    guard "a value of 'pos' is negative" pos[r] >= 0 for r in 0:i64 .. i64(m) + 1:i64

void widePositions(int m, const size_t *pos, double *val) {
#pragma sparse order(i, p)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      val[p] = 0;
}
// CHECK-LABEL: nest @widePositions {
// CHECK:         index p : i32 in i32(pos[i]) .. i32(pos[i + 1])
// CHECK-NEXT:    guard "a value of 'pos' exceeds the range of loop variable 'p'" pos[r] <= 2147483647:u64 for r in 0:i64 .. i64(m) + 1:i64

void inclusive(int first, int last, const int *begin, const unsigned char *count,
               double *val) {
#pragma sparse order(i, p)
  for (int i = first; i <= last; ++i)
    for (int p = begin[i]; p < begin[i] + count[i]; ++p)
      val[p - 1] = 0;
}
// CHECK-LABEL: nest @inclusive {
// CHECK:         index i : i32 in first .. last + 1
// CHECK-NEXT:    index p : i32 in begin[i] .. begin[i] + i32(count[i])
// CHECK-NOT:     guard

void constants(double *y) {
  constexpr int N = 4;
  enum { M = 3 };
#pragma sparse order(i, k)
  for (int i = 0; i < N * 2; ++i)
    for (unsigned k = 0; k < M; ++k)
      y[i * M + k] = 0;
}
// CHECK-LABEL: nest @constants {
// CHECK:         index i : i32 in 0 .. 8
// CHECK-NEXT:    index k : u32 in 0:u32 .. 3:u32
// CHECK:         y[u32(i * 3) + k] = 0.0

void triangle(int n, double *y) {
#pragma sparse order(i, k)
  for (int i = 0; i < n; ++i)
    for (size_t k = 0; k < i; ++k)
      y[k] += 1;
}
// CHECK-LABEL: nest @triangle {
// CHECK:         index k : u64 in 0:u64 .. u64(i)
// CHECK-NOT:     guard
