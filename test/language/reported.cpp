// -fsanitize=signed-integer-overflow reports what overflows where the user
// wrote it, and nothing else: subscripts are not computed in wider types.
// REQUIRES: usan
// RUN: %clangxx_sparse -std=c++20 -O1 -g -fsanitize=undefined -Wno-pass-failed -fplugin-arg-sparse-count %s -o %t
// RUN: %t 2>&1 | FileCheck --check-prefix=GOOD --implicit-check-not=error %s
// GOOD-COUNT-4: generated 1, fallback 0
// RUN: %t overflow 2>&1 | FileCheck %s
// CHECK-DAG: reported.cpp:[[#@LINE+14]]:{{.*}} runtime error: signed integer overflow
// CHECK-DAG: reported.cpp:[[#@LINE+19]]:{{.*}} runtime error: signed integer overflow
// CHECK-DAG: reported.cpp:[[#@LINE+24]]:{{.*}} runtime error: signed integer overflow
// CHECK-DAG: reported.cpp:[[#@LINE+28]]:{{.*}} runtime error: signed integer overflow

#include <climits>
#include <cstring>
#include <sys/mman.h>
#include <vector>

void gather(int n, int K, const char *x, int *y) {
#pragma sparse parallelize(i, cpu_vector, no_races)
  for (int i = 0; i < n; ++i)

    y[i] = x[i * K + 3];
}

void throughArray(int n, int K, const int *crd, const char *x, int *y) {
#pragma sparse parallelize(i, cpu_vector, no_races)
  for (int i = 0; i < n; ++i)
    y[i] = x[crd[i] * K + 3];
}

void value(int n, int K, int *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    y[i] = i * K;
}

void bound(int n, int more, int *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n + more; ++i)
    y[i] = 1;
}

int main(int argc, char **) {
  void *All = mmap(nullptr, 1ul << 32, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  const char *Middle = static_cast<char *>(All) + (1ul << 31);
  const bool Overflows = argc > 1;
  const int K = Overflows ? INT_MAX : 2;
  std::vector<int> y(8), crd = {0, 1, 2, 2};
  gather(3, K, Middle, y.data());
  throughArray(4, K, crd.data(), Middle, y.data());
  value(4, K, y.data());
  bound(Overflows ? INT_MAX : 3, 5, y.data());
}
