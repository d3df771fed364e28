// Wrong claims make generated code differ, the same way in each run: that is
// reported, and the program goes on with what the user's loop computes.
// RUN: %clangxx -std=c++20 -O2 -Wno-unknown-pragmas %s -o %t.plain
// RUN: %t.plain > %t.expected
// RUN: %clangxx_sparse -std=c++20 -O2 -fplugin-arg-sparse-verify %s -o %t
// RUN: %t > %t.actual 2> %t.log
// RUN: diff %t.expected %t.actual
// RUN: FileCheck %s < %t.log

// Every third call: the second one that is checked differs.
// RUN: %clangxx_sparse -std=c++20 -O2 -fplugin-arg-sparse-verify=3 %s -o %t.third
// RUN: %t.third 2>&1 > /dev/null | FileCheck %s --check-prefix=THIRD

// Without verification the results are wrong.
// RUN: %clangxx_sparse -std=c++20 -O2 %s -o %t.unverified
// RUN: %t.unverified > %t.wrong
// RUN: not diff %t.expected %t.wrong

#include <cstdio>

void shift(int n, const double *a, double *b) {
#pragma sparse assume(noalias(b, a)) divide(i, i0, i1, 2) order(i1, i0)
  // CHECK-DAG: lacuna: {{.*}}differ.cpp:[[@LINE+4]]: generated code and the loop differ: b[4] is 1 instead of 10; 4 of 8 values differ
  // CHECK-DAG: differ.cpp:[[@LINE+3]]: generated code and the loop differed in 1 of 7 verified runs
  // THIRD: differ.cpp:[[@LINE+2]]: generated code and the loop differ: b[4] is 1
  // THIRD: differ.cpp:[[@LINE+1]]: generated code and the loop differed in 1 of 3 verified runs
  for (int i = 0; i < n; ++i)
    b[i] = a[i] + 1;
}

template <class T> void running(int n, const T *a, T *b) {
#pragma sparse assume(noalias(b, a)) divide(i, i0, i1, 2) order(i1, i0)
  // CHECK-DAG: differ.cpp:[[@LINE+1]]: generated code and the loop differ: b[2] is -1 instead of -3; 2 of 4 values differ
  for (int i = 0; i < n; ++i)
    b[i] = a[i] - 1;
}

// The value of the last iteration that stores.
int liveOut(int n, const int *a, int *b) {
  int last = 0;
#pragma sparse assume(noalias(b, a)) divide(i, i0, i1, 2) order(i1, i0)
  // CHECK-DAG: differ.cpp:[[@LINE+1]]: generated code and the loop differ: {{b\[2\]|last}} is
  for (int i = 0; i < n; ++i) {
    last = a[i] + 1;
    b[i] = last;
  }
  return last;
}

// Terms in another order: a tolerance holds, but a small one.
void small(int n, const double *a, double *b) {
#pragma sparse assume(noalias(b, a)) divide(i, i0, i1, 2) order(i1, i0, p) split(p, p0, p1, 2) parallelize(p1, cpu_vector, parallel_reduction)
  // CHECK-DAG: differ.cpp:[[@LINE+1]]: generated code and the loop differ: b[4] is 1 instead of 1.00000000{{[0-9]*}}; 1 of 8 values differ
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int p = 0; p < 4; ++p)
      sum += a[i] * 1e-9;
    b[i] = 1 + sum;
  }
}

int main() {
  double z[9] = {5}, w[8];
  for (int Call = 0; Call < 7; ++Call) {
    if (Call == 3)
      shift(8, z, z + 1);
    else
      shift(8, z, w);
  }
  for (double V : z)
    std::printf("%g ", V);
  signed char c[5] = {0};
  running(4, c, c + 1);
  for (int V : c)
    std::printf("%d ", V);
  int d[5] = {1};
  std::printf("%d\n", liveOut(4, d, d + 1));
  double e[9] = {1};
  small(8, e, e + 1);
  std::printf("%.17g\n", e[5]);
}
