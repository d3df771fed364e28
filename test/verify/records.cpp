// Members of records are compared with those that the user's loop leaves, and
// nothing beside them is touched.
// clang-format off
// RUN: %clangxx -std=c++20 -O2 -Wno-unknown-pragmas %s -o %t.plain
// RUN: %t.plain > %t.expected
// RUN: %clangxx_sparse -std=c++20 -O2 -Wall -Wextra -Werror -fplugin-arg-sparse-verify -fplugin-arg-sparse-count %s -o %t
// RUN: %t > %t.actual 2> %t.log
// RUN: diff %t.expected %t.actual
// RUN: FileCheck %s < %t.log

#include <complex>
#include <cstdio>

struct Cell {
  char tag;
  std::complex<double> z;
  short count;
  double sum;
};

void update(int n, Cell *cells) {
#pragma sparse divide(i, i0, i1, 3) parallelize(i0, cpu_thread, no_races)
  // CHECK-NOT: records.cpp:[[@LINE+1]]: {{.*}}differ
  for (int i = 0; i < n; ++i) {
    Cell &c = cells[i];
    c.z += std::complex<double>(c.sum, i);
    c.count = short(c.count + i);
  }
}

void wrong(int n, const double *a, Cell *cells) {
#pragma sparse assume(noalias(a, cells)) divide(i, i0, i1, 2) order(i1, i0)
  // CHECK: records.cpp:[[@LINE+1]]: generated code and the loop differ: cells_sum[4] is 1 instead of 5; 4 of 8 values differ
  for (int i = 0; i < n; ++i)
    cells[i].sum = *(a + i * (sizeof(Cell) / sizeof(double))) + 1;
}
// CHECK: generated 1, fallback 0
// CHECK-NEXT: generated 1, fallback 0

int main() {
  Cell cells[9] = {};
  for (int i = 0; i < 9; ++i)
    cells[i] = {'a', {1.0 * i, 2}, short(i), 0.5 * i};
  update(9, cells);
  for (Cell &c : cells)
    c.sum = 0;
  wrong(8, &cells[0].sum, cells + 1);
  for (const Cell &c : cells)
    std::printf("%c %g %g %d %g\n", c.tag, c.z.real(), c.z.imag(), c.count,
                c.sum);
}
