// One thread that gains nothing walks along no rows to find that out: whether
// there are others is asked in front of the walk that compares rows.
// RUN: %clangxx_sparse -std=c++20 -fsyntax-only -fplugin-arg-sparse-dump=code %s 2>&1 | FileCheck %s

#include <span>

struct Entry {
  int column;
  double value;
};

// CHECK: int product(
// CHECK: lacuna_guard = 2;
// CHECK: lacuna_max_threads() : 1) > 1
// CHECK-NEXT: lacuna_guard = 3;
// CHECK: bool all_apart = true;
// CHECK: lacuna_guard = 4;
void product(std::span<const std::span<const Entry>> rows, const double *x,
             double *y) {
#pragma sparse
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double sum = 0;
    for (const auto &[column, value] : rows[i])
      sum += value * x[column];
    y[i] = sum;
  }
}
