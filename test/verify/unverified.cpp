// Where the program cannot know which elements are stored to, that is said at
// compile time, and the loop runs as without verification.
// RUN: %clangxx_sparse -std=c++20 -O1 -fplugin-arg-sparse-verify -fplugin-arg-sparse-count %s -o %t 2>&1 | FileCheck %s --check-prefix=WARN
// RUN: %t 2>&1 | FileCheck %s
// Without verification there is nothing to warn of.
// RUN: %clangxx_sparse -std=c++20 -O1 -Werror -fsyntax-only %s

#include <cstdio>

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

int main() {
  int pos[] = {0, 1, 3, 3}, length[3];
  bool isLong[3] = {};
  lengths(3, pos, length, isLong);
  double a[2] = {1, 2}, *C[] = {a, a + 1};
  scale(2, C);
}
