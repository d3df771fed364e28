// Loops that count down are loops over their steps.
// RUN: %clangxx -w %plugin -fplugin-arg-sparse-dump=graph -fsyntax-only \
// RUN:   -DACCEPTED %s 2>&1 | FileCheck %s
// RUN: %clangxx -w -ferror-limit=0 %plugin -fsyntax-only -Xclang -verify %s
typedef unsigned long size_t;

#ifdef ACCEPTED

void rows(int m, const int *pos, const int *crd, const double *val, double *x) {
#pragma sparse order(i, p)
  for (int i = m - 1; i >= 0; --i)
    for (int p = pos[i + 1] - 1; p >= pos[i]; p--)
      x[i] -= val[p] * x[crd[p]];
}
// CHECK-LABEL: nest @rows {
// CHECK:         index i : i32 in 0 .. i32(max(i64(m - 1) + 1:i64, 0:i64))
// CHECK-NEXT:    index p : i64 in 0:i64 .. i64(pos[m - 1 - i + 1] - 1) - i64(pos[m - 1 - i]) + 1:i64
// CHECK-NEXT:    guard "loop 'i' has too many steps" i64(m - 1) + 1:i64 <= 2147483647:i64
// CHECK-NOT:     guard

/// From what a conversion leaves of a number.
void converted(int n, double *x, double *y) {
#pragma sparse order(i)
  for (int i = (short)n; i > 0; --i)
    x[i] = 1;
#pragma sparse order(i)
  for (int i = (short)n, j = n; i < 9; ++i, ++j)
    x[i] = y[j];
}
// CHECK-LABEL: nest @converted {
// CHECK:         index i : i32 in 0 .. i32(max(i64(i16(n)), 0:i64))
// CHECK-LABEL: nest @converted_2 {
// CHECK:         index i : i32 in i32(i16(n)) .. 9
// CHECK:         x[i] = y[i32(i64(n) + (i64(i) - i64(i32(i16(n)))))]

/// Inner ones have the type of the counter where that needs no guard: it is
/// known which elements of a row they reach.
void rowsFromTheEnd(int m, int n, double **C) {
#pragma sparse order(i, k)
  for (int i = 0; i < m; ++i)
    for (int k = n; k > 0; --k)
      C[i][k] = i;
}
// CHECK-LABEL: nest @rowsFromTheEnd {
// CHECK:         index k : i32 in 0 .. n
// CHECK-NOT:     guard
// CHECK:         C[i][n - k] = f64(i)

/// Unsigned ones wrap where they never meet their bound.
void unsignedOnes(size_t n, unsigned lo, double *x) {
#pragma sparse order(i)
  for (size_t i = n; i-- > 0;)
    x[i] = 1;
#pragma sparse order(i)
  for (unsigned i = 7; i >= lo; --i)
    x[i] = 1;
#pragma sparse order(i)
  for (unsigned i = 7; lo != i; i -= 1)
    x[i] = 1;
}
// CHECK-LABEL: nest @unsignedOnes {
// CHECK:         index i : i64 in 0:i64 .. i64(n)
// CHECK-NEXT:    guard "'n' exceeds the range of loop variable 'i'" n <= 9223372036854775807:u64
// CHECK:           x[u64(i64(n) - 1:i64 - i)] = 1.0
// CHECK-LABEL: nest @unsignedOnes_2 {
// CHECK:         index i : u32 in 0:u32 .. u32(max(7:i64 - i64(lo) + 1:i64, 0:i64))
// CHECK-NEXT:    guard "loop 'i' does not end" i64(lo) >= 1:i64
// CHECK:           x[7:u32 - i] = 1.0
// CHECK-LABEL: nest @unsignedOnes_3 {
// CHECK:         index i : u32 in 0:u32 .. u32(max(7:i64 - i64(lo), 0:i64))
// CHECK-NEXT:    guard "loop 'i' begins behind its end" 7:i64 >= i64(lo)

void others(const double *y, double *x) {
#pragma sparse unroll(k, 2)
  for (int i = 0; i < 4; ++i) {
    int k = 10;
    while (k--)
      x[k] += i;
    for (const double *p = y + 9, *first = y; p >= first; --p)
      x[i] += *p;
  }
}
// CHECK-LABEL: nest @others {
// CHECK:         index k : i64 in 0:i64 .. 10:i64
// CHECK-NEXT:    index p : i64 in 0:i64 .. 10:i64
// CHECK:             x[i32(9:i64 - k)] += f64(i)
// CHECK:             x[i] += y[9:i64 - p]

#else

int refused(int n, unsigned lo, unsigned char b, const int *pos, double *x) {
#pragma sparse order(i)
  for (unsigned i = n; i >= 0; --i) // expected-error {{loop does not end: 'i', of type 'unsigned int', never falls below its least value; accepted is 'i > bound'}}
    x[i] = 1;
#pragma sparse order(i)
  for (unsigned char i = b; i > -1; --i) // expected-error {{loop does not end: 'i', of type 'unsigned char'}}
    x[i] = 1;
#pragma sparse order(i)
  for (int i = n; i >= lo; --i) // expected-error {{loop compares 'i', which counts down, without its sign; accepted is a bound of type 'int'}}
    x[i] = 1;
#pragma sparse order(i)
  for (int i = n; i >= i / 2; --i) // expected-error {{loop bound depends on 'i' itself; accepted is 'i > bound'}}
    x[i] = 1;
#pragma sparse order(i)
  for (int i = n; i >= 0; --i) {
    if (x[i] > 0)
      --i; // expected-error {{loop variable 'i' is modified in the body of its loop}}
    x[i] = 1;
  }
#pragma sparse order(i)
  for (int i = n; i <= 0; --i) // expected-error {{loop compares 'i' by '<='; accepted is 'i > bound'}}
    x[i] = 1;
#pragma sparse order(i)
  for (int i = n; i > x[0]; --i) // expected-error {{bound of loop 'i' has type 'double'; accepted are integers}}
    x[i] = 1;
#pragma sparse order(i)
  for (int i = 0; i < n; ++i)
    if (x[i] > 0)
      for (unsigned p = n; p >= pos[i]; --p) // expected-error {{loop variable 'p' counts down and may not meet its bound, which cannot be checked before the nest; accepted is a signed 'p' of the type of its bounds}}
        x[p] = 1;
#pragma sparse parallelize(i, cpu_thread, no_races) // expected-error {{iterations of 'i' depend on each other: one reads 'x' where another may have written it}} expected-note {{no race strategy makes such a loop parallel}}
  for (int i = n - 1; i >= 0; --i)
    x[i] -= x[i + 1];
#pragma sparse order(i)
  for (int i = n; i < 9; --i) // expected-error {{loop compares 'i' by '<'; accepted is 'i > bound'}}
    x[i] = 1;
#pragma sparse order(i)
  for (unsigned i = n; i - 1 > 9; --i) // expected-error {{loop condition does not compare 'i'; accepted is 'i > bound'}}
    x[i] = 1;
  return n;
}

#endif
