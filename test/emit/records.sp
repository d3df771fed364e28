// Members of records: text goes through the record, guards look at all of it,
// members of one array need none between each other.
// RUN: %sparse-opt %s --emit=cpp | FileCheck %s
// RUN: %sparse-opt %s --emit=cpp > %t.cpp
// RUN: %clangxx -std=c++20 -fopenmp -Wall -Wextra -Werror -fsyntax-only %t.cpp

// CHECK-LABEL: int scale(const long n, auto *const row, const double *const x) {
// CHECK:       const decltype(sizeof 0) row_end = (decltype(sizeof 0))row + n * sizeof(*row);
// CHECK-NOT:   row_col
// CHECK:       __builtin_prefetch(&x[
// CHECK:       row[i].w.re *= x[row[i].col];
nest @scale {
  operand n : i64
  operand row_re : f64[] of row "w.re" written
  operand row_col : i32[] of row "col"
  operand x : f64[]
  index i : i64 in 0:i64 .. n
  body {
    loop i {
      prefetch x[row_col[i]], 4:i64
      row_re[i] *= x[row_col[i]]
    }
  }
}
