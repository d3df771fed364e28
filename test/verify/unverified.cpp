// Where the program cannot know which elements are stored to, that is said at
// compile time, and the loop runs as without verification.
// RUN: %clangxx_sparse -std=c++20 -O1 -fplugin-arg-sparse-verify -fplugin-arg-sparse-count %s -o %t 2>&1 | FileCheck %s --check-prefix=WARN
// RUN: %t 2>&1 | FileCheck %s
// Without verification there is nothing to warn of.
// RUN: %clangxx_sparse -std=c++20 -O1 -Werror -fsyntax-only %s

#include <cstdio>
#include <vector>

void lengths(int m, const int *pos, int *length, bool *isLong) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  // WARN: unverified.cpp:[[@LINE+2]]:3: warning: loop is not verified: which elements of 'isLong' it stores to depends on what it computes [-Wpass-failed=sparse]
  // CHECK: unverified.cpp:[[@LINE+1]]: generated 1, fallback 0
  for (int i = 0; i < m; ++i) {
    length[i] = pos[i + 1] - pos[i];
    if (length[i] > 1)
      isLong[i] = true;
  }
}

void scale(int m, double **C) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  // WARN: unverified.cpp:[[@LINE+2]]:3: warning: loop is not verified: rows of 'C', which are arrays of their own, are not compared [-Wpass-failed=sparse]
  // CHECK: unverified.cpp:[[@LINE+1]]: generated 1, fallback 0
  for (int i = 0; i < m; ++i)
    C[i][0] *= 2;
}

/// Nothing is counted of a sum beside a store that results decide on.
double corrected(int n, double *x, const double *d) {
  double sum = 0;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  // WARN: unverified.cpp:[[@LINE+2]]:3: warning: loop is not verified: which elements of 'x' it stores to depends on what it computes [-Wpass-failed=sparse]
  // CHECK: unverified.cpp:[[@LINE+1]]: generated 1, fallback 0
  for (int i = 0; i < n; ++i) {
    if (x[i] == 0 && d[i] > 0)
      x[i] += 0.5;
    sum += x[i];
  }
  return sum;
}

/// All of a container is compared, the sum loosely.
double corrected(std::vector<double> &x) {
  double sum = 0;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  // CHECK: unverified.cpp:[[@LINE+1]]: generated 1, fallback 0
  for (size_t i = 0; i < x.size(); ++i) {
    if (x[i] < 0.3)
      x[i] += 0.5;
    sum += x[i];
  }
  return sum;
}

int main() {
  int pos[] = {0, 1, 3, 3}, length[3];
  bool isLong[3] = {};
  lengths(3, pos, length, isLong);
  double a[2] = {1, 2}, *C[] = {a, a + 1};
  scale(2, C);
  std::vector<double> x(1000, 0.1);
  return corrected(3, x.data(), a) + corrected(x) > 1e9;
}
