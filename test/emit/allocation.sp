// Arrays of run-time size are allocated in front of the program: where memory
// is short the guards fail and nothing has been stored.

// RUN: %sparse-opt %s --emit=cpp > %t.cpp
// RUN: FileCheck %s < %t.cpp
// RUN: %clangxx -Wall -Wextra -Werror -DCODE='"%t.cpp"' %S/Inputs/allocation.cpp -o %t.exe
// RUN: %t.exe

// CHECK:      long *w = nullptr;
// CHECK:        w = (long *)__builtin_malloc(w_bytes);
// CHECK:      if (!w)
// CHECK-NEXT:   lacuna_guard = 1;
// CHECK:      for (long i = 0; i < size; ++i) {
// CHECK:      __builtin_free(w);

program @copy {
  operand n : i64
  operand x : i64[]
  operand y : i64[] written
  body {
    let size = 2:i64 * n
    array w : i64[size] = 5:i64
    for i : i64 in 0:i64 .. size {
      w[i] += x[i]
    }
    for i : i64 in 0:i64 .. size {
      y[i] = w[i]
    }
  }
}
