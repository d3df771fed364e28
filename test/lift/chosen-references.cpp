// std::min, std::max and std::clamp return a reference to one of their
// arguments: who has that may look at the variable, and nobody else.
// RUN: %clangxx_sparse -std=c++20 -fsyntax-only -fplugin-arg-sparse-dump=graph %s 2>&1 | FileCheck %s

#include <algorithm>
#include <cmath>

void keep(const double &);
const double *kept;

// CHECK-LABEL: nest @read
// CHECK-NOT: _at
// CHECK: body
double read(int n, double *const *d) {
  double largest = 0, least = 1, furthest = 0;
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      largest = std::max(largest, d[i][j]);
      furthest = std::max(furthest, std::fabs(d[i][j] - d[j][i]));
      least = std::min(least, std::clamp(d[i][j], -1e9, 1e9));
    }
  return largest - least + furthest;
}

// CHECK-LABEL: nest @bound
// CHECK: largest_at
double bound(int n, double *const *d, double x) {
  double largest = 0;
  const double &first = std::max(largest, x);
  kept = &first;
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      largest = std::max(largest, d[i][j]);
  return largest;
}

// CHECK-LABEL: nest @passed
// CHECK: largest_at
double passed(int n, double *const *d, double x) {
  double largest = 0;
  keep(std::max(std::max(largest, 0.5), x));
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      largest = std::max(largest, d[i][j]);
  return largest;
}

// CHECK-LABEL: nest @assigned
// CHECK: largest_at
double assigned(int n, double *const *d, double x) {
  double largest = 0;
  keep(largest = std::max(x, x + 1));
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      largest = std::max(largest, d[i][j]);
  return largest;
}
