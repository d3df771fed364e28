// Who knows OpenMP, TACO, OpenACC or other loop pragmas writes what is said
// there, and is answered by what does it here. Each message in full.
// clang-format off
// RUN: not %clangxx_sparse -fsyntax-only -ferror-limit=0 -fno-caret-diagnostics %s >%t 2>&1
// RUN: FileCheck --match-full-lines %s <%t
// RUN: count 33 <%t

double *y;
const double *x, *val;
const int *pos, *crd;
double *C;
const double *B;

void fromOpenMP(int m, int n) {
  double s = 0, t;
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+1]]:16: error: unknown clause 'parallel for'; 'parallelize(i, cpu_thread, no_races)' runs iterations of 'i' on threads, and a directive without clauses chooses by itself
#pragma sparse parallel for
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+2]]:16: error: unknown clause 'parallel for'; 'parallelize(i, cpu_thread, no_races)' runs iterations of 'i' on threads, and a directive without clauses chooses by itself
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+1]]:29: error: unknown clause 'collapse'; 'fuse(i, j, f)' makes one loop of two
#pragma sparse parallel for collapse(2)
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < 8; ++k)
      C[i * 8 + k] = B[i * 8 + k];
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+1]]:16: error: unknown clause 'schedule'; 'schedule' is the last argument of 'parallelize', as in 'parallelize(i, cpu_thread, no_races, schedule(dynamic, 64))'
#pragma sparse schedule(dynamic, 64)
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+1]]:16: error: unknown clause 'threads'; 'num_threads(4)' says how many threads
#pragma sparse threads(4)
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+2]]:16: error: unknown clause 'simd'; 'parallelize(p, cpu_vector, no_races)' runs iterations of 'p' in vector lanes
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+1]]:21: error: unknown clause 'simdlen'; 'width(8)' says how many lanes, as in 'parallelize(p, cpu_vector, no_races, width(8))'
#pragma sparse simd simdlen(8)
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+1]]:16: error: unknown clause 'reduction'; 'parallelize(p, cpu_thread, parallel_reduction)' joins partial results, of floating-point sums in another order; it finds the variables by itself
#pragma sparse reduction(+:s)
  for (int i = 0; i < n; ++i)
    s += x[i];
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+1]]:53: error: unknown clause 'nowait'; threads are always waited for at the end of the loop; leave it out
#pragma sparse parallelize(i, cpu_thread, no_races) nowait
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+1]]:24: error: 't' is no array; which variables each iteration has of its own follows from where they are declared and set
#pragma sparse private(t) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    t = x[i];
    y[i] = t * t;
  }
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+1]]:16: error: unknown clause 'firstprivate'; which variables each iteration has of its own follows from where they are declared and set; leave it out
#pragma sparse firstprivate(n)
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+1]]:53: error: unknown clause 'if'; 'assume(n > 1000)' has your loop run where that does not hold, and a directive without clauses finds out whether there is enough work for threads
#pragma sparse parallelize(i, cpu_thread, no_races) if(n > 1000)
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+1]]:43: error: unknown race strategy 'reduction'; did you mean 'parallel_reduction'?
#pragma sparse parallelize(i, cpu_thread, reduction)
  for (int i = 0; i < n; ++i)
    s += x[i];
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+1]]:53: error: expected 'schedule(kind)' or 'schedule(kind, chunk)', found 'dynamic'
#pragma sparse parallelize(i, cpu_thread, no_races, dynamic)
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
}

void fromTaco(int m) {
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+2]]:31: error: unknown unit 'CPUThread'; did you mean 'cpu_thread'?
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+1]]:42: error: unknown race strategy 'NoRaces'; did you mean 'no_races'?
#pragma sparse parallelize(i, CPUThread, NoRaces)
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+2]]:29: error: 'p' does not run over the positions of 'A(i,j)'
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+1]]:29: note: it runs over 'val'
#pragma sparse pos(j, jpos, A(i,j)) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int j = crd[p];
      y[i] += val[p] * x[j];
    }
}

void fromOpenACC(int m) {
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+3]]:16: error: unknown clause 'kernels'; 'target(cuda)' runs the loop on a GPU
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+2]]:24: error: unknown clause 'loop'; 'parallelize(i, cpu_thread, no_races)' runs iterations of 'i' on threads, and a directive without clauses chooses by itself
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+1]]:29: error: unknown clause 'gang'; 'target(cuda)' runs the loop on a GPU
#pragma sparse kernels loop gang
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+2]]:16: error: unknown clause 'copyin'; '#pragma sparse data' in front of the loop's directive says which arrays are on the device
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+1]]:31: error: unknown clause 'independent'; it stands in 'assume', as in 'assume(noalias(y, x))'
#pragma sparse copyin(x[0:m]) independent
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
}

void fromClang(int m) {
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+2]]:16: error: unknown clause 'vectorize'; 'parallelize(p, cpu_vector, no_races)' runs iterations of 'p' in vector lanes
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+1]]:34: error: unknown clause 'interleave_count'; 'unroll(p, 4)' makes copies of the body
#pragma sparse vectorize(enable) interleave_count(4)
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+3]]:16: error: 'unroll' takes 1 or 2 arguments, but none is given
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+2]]:16: note: usage: unroll(i) or unroll(i, N)
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+1]]:23: error: unknown clause 'partial'; 'unroll(p, 4)' makes copies of the body
#pragma sparse unroll partial(4)
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+3]]:16: error: 'tile' takes at least 1 argument, but none is given
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+2]]:16: note: usage: tile(i, j; 32, 64) or tile(t, i, j; 32, 64, 512; hexagonal)
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+1]]:21: error: unknown clause 'sizes'; 'split(i, i0, i1, 8)' cuts one loop, 'order(i0, j0, i1, j1)' moves the parts
#pragma sparse tile sizes(8, 8)
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+2]]:16: error: unknown clause 'spmv'
  // CHECK-DAG: {{.*}}words-of-others.cpp:[[#@LINE+1]]:16: note: the clauses are 'split', 'divide', 'fuse', 'pos', 'coord', 'reorder', 'order', 'bound', 'unroll', 'precompute', 'prefetch', 'keep', 'format', 'tile', 'skew', 'distribute', 'peel', 'parallelize', 'auto', 'num_threads', 'tensor', 'assume', 'private', 'nontemporal', 'fp' and 'target'
#pragma sparse spmv
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
}
