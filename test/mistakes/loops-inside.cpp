// What a bare directive says of a loop that stays as written and of the loops
// inside. Each message in full.
// RUN: not %clangxx_sparse -fsyntax-only -Rpass=sparse -Rpass-missed=sparse -ferror-limit=0 -fno-caret-diagnostics %s >%t 2>&1
// RUN: FileCheck --match-full-lines %s <%t
// RUN: count 25 <%t

#include <vector>

double *y, *z;
const double *x, *val;
const int *pos, *crd;
struct Cell {
  double sum;
  int count;
} *cells;
double f(double);
void print(int);

void some(int n) {
  // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+3]]:5: remark: loop itself runs as written: call of 'print' may have side effects; accepted are the functions of <cmath>, std::min, std::max and std::abs, and functions whose visible bodies do what a nest may do; the body of 'print' is not visible here; 2 of 4 loops inside are rewritten [-Rpass-missed=sparse]
#pragma sparse
  for (int t = 0; t < n; ++t) {
    print(t);
    // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+1]]:5: remark: loop runs as parallelize(i, cpu_thread, no_races) [-Rpass=sparse]
    for (int i = 0; i < n; ++i)
      y[i] = x[i];
    // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+2]]:14: remark: loop left unchanged: call of 'f' may have side effects; accepted are the functions of <cmath>, std::min, std::max and std::abs, and functions whose visible bodies do what a nest may do; the body of 'f' is not visible here [-Rpass-missed=sparse]
    for (int i = 0; i < n; ++i)
      y[i] = f(x[i]);
    // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+3]]:5: remark: loop left unchanged: different iterations of 'p' may update one element of 'cells_sum' [-Rpass-missed=sparse]
    // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+2]]:5: note: 'assume(injective(crd))' vouches that they do not: that no two elements of 'crd' are equal
    // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+1]]:5: note: 'parallelize(p, cpu_thread, atomics)' makes each update atomic, in an order that differs from run to run; that is often slower than one thread
    for (int p = 0; p < n; ++p)
      cells[crd[p]].sum += x[p];
    if (n > 3)
      // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+1]]:7: remark: loop runs as parallelize(i, cpu_thread, no_races) [-Rpass=sparse]
      for (int i = 0; i < n; ++i)
        y[i] = 0;
  }
}

void one(int n) {
  // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+2]]:3: remark: loop itself runs as written: how often this 'while' runs is only known while it runs, by 'y[0] > n'; accepted is a variable that each iteration steps by the same number, as in 'for (int i = begin; i < end; ++i)'; the loop inside is rewritten [-Rpass-missed=sparse]
#pragma sparse
  while (y[0] > n) {
    // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+1]]:5: remark: loop runs as parallelize(i, cpu_thread, no_races) [-Rpass=sparse]
    for (int i = 0; i < n; ++i)
      y[i] -= x[i];
  }
}

void rows(int n, const std::vector<std::vector<int>> &lists) {
  // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+3]]:3: remark: loop left unchanged: iterations of 'i' may depend on each other through 'y'; none of the 3 loops inside is rewritten [-Rpass-missed=sparse]
  // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+1]]:9: note: 'parallelize(i, cpu_thread, wavefront)' runs them in the order that the data allow, with the same results
#pragma sparse
  for (int i = 1; i < n; ++i) {
    double s = x[i];
    const int first = pos[i], last = pos[i + 1];
    // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+1]]:5: remark: loop left unchanged: 'p' runs over one row, which is too little work for threads [-Rpass-missed=sparse]
    for (int p = first; p < last; ++p)
      s -= val[p] * y[crd[p]];
    // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+1]]:5: remark: loop left unchanged: 'p' runs over one row, which is too little work for threads [-Rpass-missed=sparse]
    for (int p = pos[i] + 1; p < pos[i + 1]; ++p)
      s -= val[p];
    // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+1]]:5: remark: loop left unchanged: 'j' runs over one row, which is too little work for threads [-Rpass-missed=sparse]
    for (int j : lists[i])
      s -= x[j];
    y[i] = z[i - 1] * s;
    z[i] = s;
  }
}

void few() {
  // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+3]]:5: remark: loop left unchanged: call of 'print' may have side effects; accepted are the functions of <cmath>, std::min, std::max and std::abs, and functions whose visible bodies do what a nest may do; the body of 'print' is not visible here; nor is the loop inside rewritten [-Rpass-missed=sparse]
#pragma sparse
  for (int t = 0; t < 9; ++t) {
    print(t);
    // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+1]]:5: remark: loop left unchanged: there is too little work for threads [-Rpass-missed=sparse]
    for (int i = 0; i < 10; ++i)
      y[i] = x[i];
  }
}

void own(int n) {
  // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+3]]:5: remark: loop itself runs as written: call of 'print' may have side effects; accepted are the functions of <cmath>, std::min, std::max and std::abs, and functions whose visible bodies do what a nest may do; the body of 'print' is not visible here; 1 of 2 loops inside is rewritten [-Rpass-missed=sparse]
#pragma sparse
  for (int t = 0; t < n; ++t) {
    print(t);
    // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+1]]:5: remark: loop left unchanged: a part of it has a '#pragma sparse' of its own; nor is the loop inside rewritten [-Rpass-missed=sparse]
    for (int j = 0; j < n; ++j) {
      // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+2]]:22: error: unknown loop 'k'
      // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+1]]:22: note: the loops are 'i'
#pragma sparse split(k, k0, k1, 4)
      for (int i = 0; i < n; ++i)
        y[i] = x[j];
    }
    // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+1]]:5: remark: loop runs as parallelize(i, cpu_thread, no_races) [-Rpass=sparse]
    for (int i = 0; i < n; ++i)
      y[i] = 0;
  }
}

// Whole nests that are rewritten have one directive.
void whole(int n) {
  // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+1]]:9: note: the nest's directive is here
#pragma sparse
  for (int i = 0; i < n; ++i)
    // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+1]]:9: error: '#pragma sparse' inside the nest of another one, whose clauses can name this loop too
#pragma sparse unroll(p, 2)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p] * x[crd[p]];
}

void inParallel(int n) {
  // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+3]]:5: remark: loop left unchanged: call of 'print' may have side effects; accepted are the functions of <cmath>, std::min, std::max and std::abs, and functions whose visible bodies do what a nest may do; the body of 'print' is not visible here; nor is the loop inside rewritten [-Rpass-missed=sparse]
#pragma sparse
  for (int t = 0; t < n; ++t) {
    print(t);
    // CHECK-DAG: {{.*}}loops-inside.cpp:[[#@LINE+2]]:5: remark: loop left unchanged: a schedule of the plugin's own would share out the loop among threads, which '#pragma omp parallel for' around it may have done; accepted are commands [-Rpass-missed=sparse]
#pragma omp parallel for
    for (int i = 0; i < n; ++i)
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        y[i] += val[p] * x[crd[p]];
  }
}
