// What guards have shown of arrays in front of threads, the loops of threads
// know by parameters.

// RUN: %sparse-opt %s --emit=cpp > %t.cpp
// RUN: FileCheck %s < %t.cpp
// RUN: %clangxx -Wall -Wextra -Werror -fopenmp -c %t.cpp -o %t.o

// CHECK-LABEL: int apart(
// CHECK:       for (long i = 0; i < n; ++i) {
// CHECK-NEXT:    [&](__typeof__(*y) *__restrict const y, __typeof__(*x) *__restrict const x, __typeof__(*c) *__restrict const c) __attribute__((always_inline)) {
// CHECK-NEXT:      y[i] = x[i] + (double)c[i];
// CHECK-NEXT:    }(y, x, c);
program @apart {
  operand n : i64
  operand y : f64[] written
  operand x : f64[]
  operand c : i32[]
  guard "'y' overlaps 'x'" disjoint y[0:i64 .. n], x[0:i64 .. n]
  // Where it ends is not known, and an i32 is no f64.
  guard "'y' overlaps 'c'" disjoint y[0:i64 .. n], c[0:i64 ..]
  body {
    for i : i64 in 0:i64 .. n threads { y[i] = x[i] + f64(c[i]) }
  }
}

// 'x' may be 'y', and of 'z' nobody knows where it ends.
// CHECK-LABEL: int some(
// CHECK:         [&](__typeof__(*c) *__restrict const c) __attribute__((always_inline)) {
program @some {
  operand n : i64
  operand y : f64[] written
  operand x : f64[]
  operand z : f64[]
  operand c : i32[]
  guard "'y' overlaps 'x'" disjoint y[0:i64 .. n], x[0:i64 .. n] or one
  guard "'y' overlaps 'z'" disjoint y[0:i64 .. n], z[0:i64 ..]
  guard "'y' overlaps 'c'" disjoint y[0:i64 .. n], c[0:i64 .. n]
  body {
    for i : i64 in 0:i64 .. n threads { y[i] = x[i] + z[i] + f64(c[i]) }
  }
}

// Nobody has compared them.
// CHECK-LABEL: int unchecked(
// CHECK-NOT:     restrict
program @unchecked {
  operand n : i64
  operand y : f64[] written
  operand x : f64[]
  body {
    for i : i64 in 0:i64 .. n threads { y[i] = x[i] }
  }
}

// Other threads store to it, too.
// CHECK-LABEL: int atomic(
// CHECK:         [&](__typeof__(*x) *__restrict const x) __attribute__((always_inline)) {
program @atomic {
  operand n : i64
  operand y : f64[] written
  operand x : f64[]
  guard "'y' overlaps 'x'" disjoint y[0:i64 .. 1:i64], x[0:i64 .. n]
  body {
    for i : i64 in 0:i64 .. n threads { atomic y[0:i64] += x[i] }
  }
}

// A chunk's own array is one of two.
// CHECK-LABEL: int views(
// CHECK:         [&](__typeof__(*w) *__restrict const w, __typeof__(*copies) *__restrict const copies, __typeof__(*x) *__restrict const x, __typeof__(*y) *__restrict const y) __attribute__((always_inline)) {
// CHECK-NEXT:      __typeof__(*w) *const own = c + 1 == n ? w : (__typeof__(*w) *)(copies + c * 8);
// CHECK-NEXT:      own[0] = x[c];
// CHECK-NEXT:      y[c] = own[0];
program @views {
  operand n : i64
  operand y : f64[] written
  operand w : f64[] written
  operand x : f64[]
  guard "'y' overlaps 'w'" disjoint y[0:i64 .. n], w[0:i64 .. 1:i64]
  guard "'y' overlaps 'x'" disjoint y[0:i64 .. n], x[0:i64 .. n]
  guard "'w' overlaps 'x'" disjoint w[0:i64 .. 1:i64], x[0:i64 .. n]
  body {
    array copies : f64[n * 8:i64]
    for c : i64 in 0:i64 .. n threads {
      view own = w if c + 1:i64 == n else copies[c * 8:i64]
      own[0:i64] = x[c]
      y[c] = own[0:i64]
    }
  }
}

// Threads of a wavefront wait for what others store.
// RUN: %sparse-opt %S/../schedule/Inputs/gauss-seidel.sp --emit=cpp \
// RUN:   --schedule="parallelize(i, cpu_thread, wavefront)" | FileCheck %s --check-prefix=WAVE
// WAVE:     lacuna_wave_share
// WAVE-NOT: restrict
