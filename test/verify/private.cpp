// What copies of the caller's array lose is reported: those are compared with what
// the loop leaves there. Workspaces that nothing reads behind the loop are not.
// RUN: %clangxx_sparse -std=c++20 -O2 -fplugin-arg-sparse-verify %s -o %t
// RUN: %t 2>&1 | FileCheck %s

#include <cstdio>
#include <vector>

void ofCaller(int n, const int *a, std::vector<double> &w, double *y) {
#pragma sparse private(w) parallelize(i, cpu_thread, no_races)
  // CHECK: private.cpp:[[@LINE+1]]: generated code and the loop differ: w[0] is -1 instead of 0; 100 of 100 values differ
  for (int i = 0; i < n; ++i) {
    w[a[i]] = i;
    y[i] = 2 * w[a[i]];
  }
}

void own(int n, const int *a, std::vector<double> w, double *y) {
#pragma sparse private(w) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    w[a[i]] = i;
    y[i] = 2 * w[a[i]];
  }
}

// CHECK: w[7] = 7, y[7] = 14
// CHECK-NEXT: y[7] = 14
// CHECK-NOT: differ:
int main() {
  std::vector<int> a(100);
  std::vector<double> w(100, -1), y(100);
  for (int i = 0; i < 100; ++i)
    a[i] = i;
  ofCaller(100, a.data(), w, y.data());
  std::printf("w[7] = %g, y[7] = %g\n", w[7], y[7]);
  y.assign(100, 0);
  own(100, a.data(), w, y.data());
  std::printf("y[7] = %g\n", y[7]);
}
