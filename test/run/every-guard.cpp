// Each guard fails once: the user's loop gives the result, the log names guard
// and loop.
// clang-format off
// RUN: %check-run --loops 17 --fallback 17 %s -o %t
// RUN: env LACUNA_LOG=1 %t.sparse 2>%t.log >%t.records
// RUN: FileCheck %s --input-file=%t.log

#include "support/support.h"
#include <climits>
#include <cstddef>
#include <cstdint>

using Vector = std::vector<double>;

// CHECK: every-guard.cpp:[[@LINE+3]]: the user's loop runs: 'lo' is negative
void wide(int lo, size_t n, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = lo; i < n; ++i)
    y[i] = 1;
}

// CHECK-NEXT: every-guard.cpp:[[@LINE+3]]: the user's loop runs: 'n' is negative
void negative(long n, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (unsigned i = 0; i < n; ++i)
    y[i] = 1;
}

// CHECK-NEXT: every-guard.cpp:[[@LINE+3]]: the user's loop runs: a value of 'pos' exceeds the range of loop variable 'p'
void wideRows(int m, const size_t *pos, const double *val, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p];
}

// CHECK-NEXT: every-guard.cpp:[[@LINE+3]]: the user's loop runs: a value of 'pos' is negative
void negativeRows(int m, const int *pos, const double *val, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i)
    for (unsigned p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p];
}

// CHECK-NEXT: every-guard.cpp:[[@LINE+3]]: the user's loop runs: the number of threads is not positive or too large
void threads(int n, int count, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races) num_threads(count)
  for (int i = 0; i < n; ++i)
    y[i] = count;
}

// CHECK-NEXT: every-guard.cpp:[[@LINE+3]]: the user's loop runs: different iterations of 'i' may store to one element of 'C'
void narrow(int m, int K, int ld, double *C) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < K; ++k)
      C[i * ld + k] = i + 0.5 * k;
}

// CHECK-NEXT: every-guard.cpp:[[@LINE+3]]: the user's loop runs: 'pos' does not ascend
void unordered(int m, const int *pos, const double *s, double *val) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      val[p] += s[i];
}

// CHECK-NEXT: every-guard.cpp:[[@LINE+3]]: the user's loop runs: 'pos' begins with a negative position
void fromMinusOne(int m, const size_t *pos, const double *val, double *y) {
#pragma sparse fuse(i, p, fp) split(fp, c, q, 2) parallelize(c, cpu_thread, temporary)
  for (int i = 0; i < m; ++i)
    for (size_t p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p];
}

// CHECK-NEXT: every-guard.cpp:[[@LINE+3]]: the user's loop runs: 'k' does not end at 8
void exactly(int K, double *y) {
#pragma sparse bound(k, kb, 8, max_exact) unroll(kb)
  for (int k = 0; k < K; ++k)
    y[k] = k;
}

// CHECK-NEXT: every-guard.cpp:[[@LINE+3]]: the user's loop runs: 'k' does not start at 0
void fromZero(int lo, int K, double *y) {
#pragma sparse bound(k, kb, 0, min_exact) split(kb, k0, k1, 4)
  for (int k = lo; k < K; ++k)
    y[k] = k;
}

// CHECK-NEXT: every-guard.cpp:[[@LINE+3]]: the user's loop runs: the length of 'k' is no multiple of 4
void divisible(int K, double *y) {
#pragma sparse bound(k, kb, 4, divisible) split(kb, k0, k1, 4)
  for (int k = 0; k < K; ++k)
    y[k] = k;
}

// CHECK-NEXT: every-guard.cpp:[[@LINE+3]]: the user's loop runs: 'k' starts below 2
void fromTwo(int lo, int K, double *y) {
#pragma sparse bound(k, kb, 2, min_constraint) split(kb, k0, k1, 4)
  for (int k = lo; k < K; ++k)
    y[k] = k;
}

// CHECK-NEXT: every-guard.cpp:[[@LINE+3]]: the user's loop runs: 'k' ends above 3
void upToThree(int K, double *y) {
#pragma sparse bound(k, kb, 3, max_constraint) split(kb, k0, k1, 4)
  for (int k = 0; k < K; ++k)
    y[k] = k;
}

// CHECK-NEXT: every-guard.cpp:[[@LINE+3]]: the user's loop runs: 'p' does not end at 4
void fourEach(int m, const int *pos, const double *val, double *y) {
#pragma sparse bound(p, pb, 4, max_exact) unroll(pb)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p];
}

// CHECK-NEXT: every-guard.cpp:[[@LINE+3]]: the user's loop runs: 'y' overlaps 'x'
void shifted(int n, double *y, const double *x) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
}

// CHECK-NEXT: every-guard.cpp:[[@LINE+3]]: the user's loop runs: there is no memory for partial results
void manyParts(int m, long K, const int *pos, const double *val, double *C) {
#pragma sparse fuse(i, p, fp) split(fp, c, q, 2) parallelize(c, cpu_thread, temporary)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (long k = 0; k < K; ++k)
        C[i * K + k] += val[p];
}

// CHECK-NEXT: every-guard.cpp:[[@LINE+3]]: the user's loop runs: there is no memory for partial results
void longRow(int m, long K, const int *pos, const double *val, const double *s, double *C) {
#pragma sparse precompute(val[p], k, kp, w) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (long k = 0; k < K; ++k)
        C[i] += val[p] * s[k];
}
// CHECK-NOT: the user's loop runs
// clang-format on

int main() {
  run::Random R(3);
  const Vector val = R.vector<double>(20);
  Vector y(40, 1);
  auto Record = [&](const char *Name) {
    run::record(Name, y);
    y.assign(40, 1);
  };
  // No trips: -1 becomes the largest value of an unsigned type.
  wide(-1, SIZE_MAX, y.data());
  negative(-1, y.data());
  const size_t WidePos[] = {SIZE_MAX, SIZE_MAX, 3, 5};
  wideRows(3, WidePos, val.data(), y.data());
  Record("wide rows");
  const int NegativePos[] = {-1, -1, 3, 5};
  negativeRows(3, NegativePos, val.data(), y.data());
  Record("negative rows");
  threads(9, 0, y.data());
  Record("threads");
  narrow(6, 4, 3, y.data());
  Record("narrow");
  const int Unordered[] = {0, 9, 3, 7, 2, 20};
  unordered(5, Unordered, val.data(), y.data());
  Record("unordered");
  const size_t Negative[] = {SIZE_MAX, 9, 9, 12};
  fromMinusOne(3, Negative, val.data(), y.data());
  Record("from minus one");
  exactly(9, y.data());
  Record("exactly");
  fromZero(1, 9, y.data());
  Record("from zero");
  divisible(9, y.data());
  Record("divisible");
  fromTwo(1, 9, y.data());
  Record("from two");
  upToThree(4, y.data());
  Record("up to three");
  const int FourEach[] = {0, 4, 8, 11, 15};
  fourEach(4, FourEach, val.data(), y.data());
  Record("four each");
  shifted(20, y.data() + 1, y.data());
  Record("shifted");
  // 64 GiB for the parts of one row, none of which has an entry. Nothing lies
  // behind the stack.
  static const int Empty[] = {0, 0, 0, 0};
  double C[1] = {1};
  manyParts(3, 1L << 33, Empty, val.data(), C);
  run::record("many parts", C, 1);
  // More elements than can be counted in bytes.
  longRow(1, LONG_MAX, Empty, val.data(), val.data(), C);
  run::record("long row", C, 1);
  // The same loop where all guards hold.
  threads(9, 2, y.data());
  Record("two threads");
}
