// A directive without clauses says why it leaves a loop alone, what would help,
// and in front of which loop it belongs. Each message in full.
// RUN: %clangxx_sparse -fsyntax-only -Rpass=sparse -Rpass-missed=sparse -ferror-limit=0 -fno-caret-diagnostics %s >%t 2>&1
// RUN: FileCheck --match-full-lines %s <%t
// RUN: count 23 <%t

#include <vector>

double *y;
const double *x, *val;
const int *pos, *crd;
double f(double);

void inner(int m) {
  for (int i = 0; i < m; ++i) {
    double sum = 0;
  // CHECK-DAG: {{.*}}bare.cpp:[[#@LINE+2]]:9: remark: '#pragma sparse' stands in front of an inner loop; put it in front of the loop over 'i', whose iterations threads can share [-Rpass-missed=sparse]
  // CHECK-DAG: {{.*}}bare.cpp:[[#@LINE+2]]:5: remark: loop left unchanged: there is too little work for threads [-Rpass-missed=sparse]
#pragma sparse
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}
void innerScatter(int m) {
  for (int i = 0; i < m; ++i) {
  // CHECK-DAG: {{.*}}bare.cpp:[[#@LINE+3]]:9: remark: '#pragma sparse' stands in front of an inner loop; put it in front of the loop over 'i', whose iterations threads can share [-Rpass-missed=sparse]
  // CHECK-DAG: {{.*}}bare.cpp:[[#@LINE+2]]:9: note: no race strategy makes such a loop parallel
  // CHECK-DAG: {{.*}}bare.cpp:[[#@LINE+2]]:5: remark: loop left unchanged: iterations of 'p' depend on each other through 'y' [-Rpass-missed=sparse]
#pragma sparse
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] = y[i] * 0.5 + val[p];
  }
}
void innerOfDependent(int m) {
  for (int i = 1; i < m; ++i) {
  // CHECK-DAG: {{.*}}bare.cpp:[[#@LINE+2]]:9: note: no race strategy makes such a loop parallel
  // CHECK-DAG: {{.*}}bare.cpp:[[#@LINE+2]]:5: remark: loop left unchanged: iterations of 'p' depend on each other through 'y' [-Rpass-missed=sparse]
#pragma sparse
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] = y[i - 1] * y[i] + val[p];
  }
}
struct Cell {
  double sum;
  int count;
} *cells;
void scatter(int n) {
  // CHECK-DAG: {{.*}}bare.cpp:[[#@LINE+3]]:9: note: 'assume(injective(crd))' vouches that they do not: that no two elements of 'crd' are equal
  // CHECK-DAG: {{.*}}bare.cpp:[[#@LINE+2]]:9: note: 'parallelize(p, cpu_thread, atomics)' makes each update atomic, in an order that differs from run to run; that is often slower than one thread
  // CHECK-DAG: {{.*}}bare.cpp:[[#@LINE+2]]:3: remark: loop left unchanged: different iterations of 'p' may update one element of 'cells_sum' [-Rpass-missed=sparse]
#pragma sparse
  for (int p = 0; p < n; ++p)
    cells[crd[p]].sum += x[p];
}
void permute(int n) {
  // CHECK-DAG: {{.*}}bare.cpp:[[#@LINE+2]]:9: note: 'assume(injective(crd))' vouches that they do not: that no two elements of 'crd' are equal
  // CHECK-DAG: {{.*}}bare.cpp:[[#@LINE+2]]:3: remark: loop left unchanged: different iterations of 'p' may store to one element of 'y' [-Rpass-missed=sparse]
#pragma sparse auto
  for (int p = 0; p < n; ++p)
    y[crd[p]] = x[p];
}
void solve(int n) {
  // CHECK-DAG: {{.*}}bare.cpp:[[#@LINE+2]]:9: note: no race strategy makes such a loop parallel
  // CHECK-DAG: {{.*}}bare.cpp:[[#@LINE+2]]:3: remark: loop left unchanged: iterations of 'i' depend on each other through 'y' [-Rpass-missed=sparse]
#pragma sparse
  for (int i = 1; i < n; ++i)
    y[i] = y[i - 1] * 0.5 + x[i];
}
void call(int n) {
  // CHECK-DAG: {{.*}}bare.cpp:[[#@LINE+3]]:12: remark: loop left unchanged: call of 'f' may have side effects; accepted are the functions of <cmath>, std::min, std::max and std::abs, and functions whose visible bodies do what a nest may do; the body of 'f' is not visible here [-Rpass-missed=sparse]
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = f(x[i]);
}
void few() {
  // CHECK-DAG: {{.*}}bare.cpp:[[#@LINE+2]]:3: remark: loop left unchanged: there is too little work for threads [-Rpass-missed=sparse]
#pragma sparse
  for (int i = 0; i < 10; ++i)
    y[i] = x[i];
}
void work(int n) {
  std::vector<double> w(n);
  // CHECK-DAG: {{.*}}bare.cpp:[[#@LINE+2]]:9: note: 'private(w)' gives each thread a copy of 'w', if no iteration needs what another one left there
  // CHECK-DAG: {{.*}}bare.cpp:[[#@LINE+2]]:3: remark: loop left unchanged: iterations of 'i' may depend on each other through 'w'; none of the 3 loops inside is rewritten [-Rpass-missed=sparse]
#pragma sparse
  for (int i = 0; i < n; ++i) {
    // CHECK-DAG: {{.*}}bare.cpp:[[#@LINE+1]]:5: remark: loop left unchanged: 'p' runs over one row, which is too little work for threads [-Rpass-missed=sparse]
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      w[crd[p]] = 0;
    // CHECK-DAG: {{.*}}bare.cpp:[[#@LINE+1]]:5: remark: loop left unchanged: 'p' runs over one row, which is too little work for threads [-Rpass-missed=sparse]
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      w[crd[p]] += val[p];
    double s = 0;
    // CHECK-DAG: {{.*}}bare.cpp:[[#@LINE+1]]:5: remark: loop left unchanged: 'p' runs over one row, which is too little work for threads [-Rpass-missed=sparse]
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += w[crd[p]];
    y[i] = s;
  }
}
// What 'w' holds in the end somebody may read.
void left(int n, double *w) {
  // CHECK-DAG: {{.*}}bare.cpp:[[#@LINE+2]]:3: remark: loop runs as parallelize(i, cpu_thread, wavefront, schedule(auto)) [-Rpass=sparse]
#pragma sparse
  for (int i = 0; i < n; ++i) {
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      w[crd[p]] = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      w[crd[p]] += val[p];
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += w[crd[p]];
    y[i] = s;
  }
}
