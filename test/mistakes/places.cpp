// Directives in front of what is no loop nest. Each message in full.
// RUN: not %clangxx_sparse -fsyntax-only -ferror-limit=0 -fno-caret-diagnostics %s >%t 2>&1
// RUN: FileCheck --match-full-lines %s <%t
// RUN: count 10 <%t

double *y;
const double *x, *val;
const int *pos, *crd;
double dot(int n);
void step(int n) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
}

  // CHECK-DAG: {{.*}}places.cpp:[[#@LINE+1]]:9: error: '#pragma sparse' must be followed by a 'for' loop, not by a declaration
#pragma sparse
void function(int n) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
}

void places(int n) {
  // CHECK-DAG: {{.*}}places.cpp:[[#@LINE+1]]:9: error: '#pragma sparse' must be followed by a 'for' loop, not by a declaration
#pragma sparse
  double s = 0;
  for (int i = 0; i < n; ++i) {
  // CHECK-DAG: {{.*}}places.cpp:[[#@LINE+1]]:9: error: '#pragma sparse' must be followed by a 'for' loop, not by 'y'
#pragma sparse
    y[i] = x[i];
  }
  // CHECK-DAG: {{.*}}places.cpp:[[#@LINE+1]]:9: error: '#pragma sparse' must be followed by a 'for' loop, not by 's'
#pragma sparse
  s = dot(n);
  // CHECK-DAG: {{.*}}places.cpp:[[#@LINE+2]]:3: error: call of 'dot' may have side effects; accepted are the functions of <cmath>, std::min, std::max and std::abs, and functions whose visible bodies do what a nest may do; the body of 'dot' is not visible here
#pragma sparse parallelize(i, cpu_thread, no_races)
  dot(n);
  // CHECK-DAG: {{.*}}places.cpp:[[#@LINE+1]]:9: error: '#pragma sparse' must be followed by a 'for' loop, not by a block
#pragma sparse parallelize(i, cpu_thread, no_races)
  {
    for (int i = 0; i < n; ++i)
      y[i] = x[i];
  }
  // CHECK-DAG: {{.*}}places.cpp:[[#@LINE+1]]:9: error: '#pragma sparse' must be followed by a 'for' loop, not by 'if'
#pragma sparse parallelize(i, cpu_thread, no_races)
  if (n > 0)
    for (int i = 0; i < n; ++i)
      y[i] = x[i];
  // CHECK-DAG: {{.*}}places.cpp:[[#@LINE+1]]:9: note: the nest's directive is here
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    double sum = 0;
  // CHECK-DAG: {{.*}}places.cpp:[[#@LINE+1]]:9: error: '#pragma sparse' inside the nest of another one, whose clauses can name this loop too
#pragma sparse parallelize(p, cpu_vector, parallel_reduction)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
  // CHECK-DAG: {{.*}}places.cpp:[[#@LINE+1]]:9: error: '#pragma sparse' must be followed by a 'for' loop, not by the end of the block
#pragma sparse parallelize(i, cpu_thread, no_races)
}
