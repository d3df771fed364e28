// Atomic updates where partial results would serve: a warning that says what
// is faster, as an edit.
// RUN: %clangxx_sparse -std=c++20 -O2 -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %clangxx_sparse -std=c++20 -O2 -Wno-pass-failed -c %s -o %t.o 2>&1 | count 0
#include <vector>

void scatter(int m, const std::vector<int> &pos, const std::vector<int> &crd,
             const std::vector<double> &val, std::vector<double> &y) {
// CHECK: atomics.cpp:[[#@LINE+1]]:43: warning: each atomic update of 'y' takes several times as long as a plain one [-Wpass-failed=sparse]
#pragma sparse parallelize(i, cpu_thread, atomics)
  // CHECK: note: 'parallel_reduction' gives threads copies of 'y', which are joined in one order
  // CHECK: parallel_reduction{{$}}
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[crd[p]] += val[p];
}

double sum(int m, const double *x) {
  double s = 0;
// CHECK: atomics.cpp:[[#@LINE+1]]:43: warning: each atomic update of 's' takes several times as long as a plain one [-Wpass-failed=sparse]
#pragma sparse parallelize(i, cpu_thread, atomics)
  // CHECK: note: 'parallel_reduction' gives threads partial results of 's', which are joined in one order
  for (int i = 0; i < m; ++i)
    s += x[i];
  return s;
}

void pointer(int m, const int *crd, const double *val, double *y) {
// CHECK: atomics.cpp:[[#@LINE+1]]:43: warning: each atomic update of 'y' takes several times as long as a plain one [-Wpass-failed=sparse]
#pragma sparse parallelize(i, cpu_thread, atomics)
  for (int i = 0; i < m; ++i)
    y[crd[i]] += val[i];
}

struct Cell {
  double sum;
  int count;
};

/// Of members of records there are no copies.
void member(int m, const int *crd, const double *val, Cell *cells) {
#pragma sparse parallelize(i, cpu_thread, atomics)
  for (int i = 0; i < m; ++i)
    cells[crd[i]].sum += val[i];
}
