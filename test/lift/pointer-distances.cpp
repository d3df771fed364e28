// The distance of two pointers that begin at one place is what only one of them
// adds, so that a row that is filled has the length of the row that is summed.
// RUN: %clangxx -std=c++20 %plugin -fplugin-arg-sparse-dump=graph \
// RUN:   -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %clangxx -std=c++20 -fwrapv %plugin -fplugin-arg-sparse-dump=graph \
// RUN:   -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=WRAPS

#include <algorithm>
#include <cstddef>

// CHECK-LABEL: nest @plus
// CHECK: index fill : i32 in 0 .. n
// WRAPS-LABEL: nest @plus
// WRAPS: index fill : i32 in 0 .. n
void plus(int m, int n, double *y) {
#pragma sparse unroll(i, 2)
  for (int i = 0; i < m; ++i)
    std::fill(y + i * n, y + i * n + n, 0.0);
}

// A product that wraps is no distance of rows.
// CHECK-LABEL: nest @next
// CHECK: index fill : i32 in 0 .. n
// WRAPS-LABEL: nest @next
// WRAPS: index fill : i64 in 0:i64 .. i64((i + 1) * n) - i64(i * n)
void next(int m, int n, double *y) {
#pragma sparse unroll(i, 2)
  for (int i = 0; i < m; ++i)
    std::fill(y + i * n, y + (i + 1) * n, 0.0);
}

// CHECK-LABEL: nest @size
// CHECK: index fill : i64 in 0:i64 .. 2:i64 * i64(n)
void size(size_t m, size_t n, double *y) {
#pragma sparse unroll(i, 2)
  for (size_t i = 0; i < m; ++i)
    std::fill(y + i * n, y + (i + 2) * n, 0.0);
}

// CHECK-LABEL: nest @narrow
// CHECK: index fill : i64 in 0:i64 .. i64((i + 1:u32) * n) - i64(i * n)
void narrow(unsigned m, unsigned n, double *y) {
#pragma sparse unroll(i, 2)
  for (unsigned i = 0; i < m; ++i)
    std::fill(y + i * n, y + (i + 1) * n, 0.0);
}
