// Arrays of arrays are compared as one array of all their elements.
// clang-format off
// RUN: %clangxx -std=c++20 -O2 -Wno-unknown-pragmas %s -o %t.plain
// RUN: %t.plain > %t.expected
// RUN: %clangxx_sparse -std=c++20 -O2 -Wall -Wextra -Werror -fplugin-arg-sparse-verify -fplugin-arg-sparse-count %s -o %t
// RUN: %t > %t.actual 2> %t.log
// RUN: diff %t.expected %t.actual
// RUN: FileCheck %s < %t.log

#include <array>
#include <cstdio>

static double u[6][5][4][3], v[6][5][4][3];

void add() {
#pragma sparse parallelize(k, cpu_thread, no_races)
  // CHECK-NOT: arrays.cpp:[[@LINE+1]]: {{.*}}differ
  for (int k = 1; k < 5; ++k)
    for (int j = 0; j < 5; ++j)
      for (auto &x : u[k][j])
        for (double &e : x)
          e += v[k - 1][j][2][1];
}

using Plane = std::array<std::array<int, 4>, 9>;

void wrong(const std::array<int, 4> *from, Plane &to) {
#pragma sparse assume(noalias(from, to)) divide(i, i0, i1, 2) order(i1, i0, j)
  // CHECK: arrays.cpp:[[@LINE+1]]: generated code and the loop differ: to[20] is {{[0-9]+}} instead of {{[0-9]+}}; 16 of 32 values differ
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 4; ++j)
      to[i + 1][j] = from[i][j] + 1;
}
// CHECK: arrays.cpp:18: generated 1, fallback 0
// CHECK-NEXT: arrays.cpp:30: generated 1, fallback 0

int main() {
  for (int i = 0; i < 360; ++i)
    (&u[0][0][0][0])[i] = i, (&v[0][0][0][0])[i] = 2 * i;
  add();
  for (int i = 0; i < 360; ++i)
    std::printf("%g ", (&u[0][0][0][0])[i]);
  Plane plane = {};
  plane[0] = {1, 2, 3, 4};
  wrong(plane.data(), plane);
  for (const auto &row : plane)
    for (int e : row)
      std::printf("%d ", e);
}
