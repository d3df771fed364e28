// Mistakes in clauses that people make with a loop of their own: each message in
// full says what is wrong, at its place, and what would be right.
// RUN: not %clangxx_sparse -fsyntax-only -ferror-limit=0 -fno-caret-diagnostics %s >%t 2>&1
// RUN: FileCheck --match-full-lines %s <%t
// RUN: count 44 <%t

double *y;
const double *x, *val;
const int *pos, *crd;
double *C;
const double *B;
int n8;

void spmv(int m) {
  // A loop that is not there.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+2]]:28: error: unknown loop 'row'
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:28: note: the loops are 'i' and 'p'
#pragma sparse parallelize(row, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
  // A loop before it is made.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:28: error: 'i0' is made by 'split' behind this clause; put 'split' first
#pragma sparse parallelize(i0, cpu_thread, no_races) split(i, i0, i1, 32)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
  // A loop that is no more.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:49: error: 'i' was split into 'i0' and 'i1'; name one of them
#pragma sparse split(i, i0, i1, 32) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
  // The factor is missing.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+2]]:16: error: 'split' takes 4 arguments, but 3 are given
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:16: note: usage: split(i, i0, i1, N)
#pragma sparse split(i, i0, i1)
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // The name in the place of the factor.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+2]]:25: error: expected a new name for a loop, found '32'
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:25: note: usage: split(i, i0, i1, N)
#pragma sparse split(i, 32, i0, i1)
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // A comma is missing.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+2]]:28: error: missing ',' between 'i0' and 'i1'
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:63: error: missing ',' between 'cpu_thread' and 'no_races'
#pragma sparse split(i, i0 i1, 32) parallelize(i0, cpu_thread no_races)
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // No parentheses.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+2]]:22: error: expected '(' behind 'split', found 'i'
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:22: note: usage: split(i, i0, i1, N)
#pragma sparse split i, i0, i1, 32
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // One is not closed.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:21: error: missing ')' to match this '(' of 'split'
#pragma sparse split(i, i0, i1, 32
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // Misspelt: strategy, unit, clause.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:43: error: unknown race strategy 'no_race'; did you mean 'no_races'?
#pragma sparse parallelize(i, cpu_thread, no_race)
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:31: error: unknown unit 'cpu_threads'; did you mean 'cpu_thread'?
#pragma sparse parallelize(i, cpu_threads, no_races)
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:16: error: unknown clause 'paralellize'; did you mean 'parallelize'?
#pragma sparse paralellize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // The strategy is forgotten, or stands before the unit.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+2]]:16: error: 'parallelize' takes 3 or 4 arguments, but 2 are given
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:16: note: usage: parallelize(i, cpu_thread, no_races) or parallelize(p, cpu_vector, parallel_reduction, width(4))
#pragma sparse parallelize(i, cpu_thread)
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:31: error: 'no_races' stands before the unit; write 'parallelize(i, cpu_thread, no_races)'
#pragma sparse parallelize(i, no_races, cpu_thread)
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
}

void wrongLoops(int m, int K) {
  // Threads on the loop that adds up.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+2]]:43: error: different iterations of 'p' update 'sum'
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:43: note: 'parallel_reduction' joins the updates, with its terms in another order
#pragma sparse parallelize(p, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
  // Lanes on a loop whose iterations wait for each other.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+2]]:43: error: iterations of 'i' depend on each other: one reads 'y' where another may have written it
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:43: note: no race strategy makes such a loop parallel
#pragma sparse parallelize(i, cpu_vector, no_races)
  for (int i = 1; i < m; ++i)
    y[i] = y[i - 1] * 0.5 + x[i];
  // Strange widths and factors.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:59: error: the width must be a power of two from 2 to 64, not 6
#pragma sparse parallelize(i, cpu_vector, no_races, width(6))
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:26: error: 'n8' is not a constant expression; accepted are literals, constexpr variables and template parameters
#pragma sparse unroll(i, n8)
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:23: error: 'i' does not have a constant number of iterations; give a count, as in 'unroll(i, 4)', or split it by a constant first
#pragma sparse unroll(i)
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:33: error: the factor must be positive, found 0
#pragma sparse split(i, i0, i1, 0)
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // Positions of a loop that has none.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+2]]:20: error: 'i' does not run over stored positions
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:20: note: 'split' and 'divide' cut 'i' as it is
#pragma sparse pos(i, ip, val)
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // Loops that are not nested directly.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:16: error: cannot fuse 'i' and 'k': 'p' runs between them
#pragma sparse fuse(i, k, f)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < K; ++k)
        C[i * K + k] += val[p] * B[crd[p] * K + k];
  // An order that leaves one out.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:16: error: 'order' leaves out 'p'; the loops are now 'i', 'p' and 'k'
#pragma sparse order(k, i)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < K; ++k)
        C[i * K + k] += val[p] * B[crd[p] * K + k];
  // A factor of another loop's.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+2]]:36: error: 'B[i * K + k]' is no factor of what the loop over 'k' adds to 'C'; did you mean 'B[crd[p] * K + k]'?
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:36: note: the factors are 'val[p]' and 'B[crd[p] * K + k]'
#pragma sparse precompute(val[p] * B[i * K + k], k, k, w)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < K; ++k)
        C[i * K + k] += val[p] * B[crd[p] * K + k];
  // A row cannot leave its positions.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:16: error: 'reorder(i, p)' would iterate 'val' out of storage order: 'p' runs over compressed level 2 of 'val', below 'i'
#pragma sparse reorder(i, p)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p] * x[crd[p]];
}

void facts(int m) {
  // An array that the loops do not have; a fact that is none.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+2]]:33: error: unknown array 'col'
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:33: note: the arrays are 'y', 'crd' and 'x'
#pragma sparse assume(injective(col)) parallelize(p, cpu_thread, no_races)
  for (int p = 0; p < m; ++p)
    y[crd[p]] += x[p];
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:23: error: unknown assumption 'sortd'; did you mean 'sorted'?
#pragma sparse assume(sortd(crd))
  for (int p = 0; p < m; ++p)
    y[crd[p]] += x[p];
  // A fact without 'assume'.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:16: error: unknown clause 'noalias'; it stands in 'assume', as in 'assume(noalias(y, x))'
#pragma sparse noalias(y, x)
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // Two ways at once.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:16: error: 'auto' chooses the whole schedule and cannot be combined with 'split'
#pragma sparse auto split(i, i0, i1, 32)
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // A unit of a GPU without its target; a target behind its commands.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:31: error: 'gpu_thread' needs 'target(cuda)' in front of the commands
#pragma sparse parallelize(i, gpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:38: error: 'target' must stand before the commands that it is for
#pragma sparse split(i, i0, i1, 256) target(cuda)
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:23: error: unknown target 'gpu'; did you mean 'cuda'?
#pragma sparse target(gpu)
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // The loop's name is that of a new one.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:25: error: the name 'i' is taken; a loop that a command makes needs a new name
#pragma sparse split(i, i, ii, 4)
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
  // Threads in threads.
  // CHECK-DAG: {{.*}}clauses.cpp:[[#@LINE+1]]:91: error: 'i0' around 'i1' runs on 'cpu_thread' already; one loop of a nest path can
#pragma sparse split(i, i0, i1, 32) parallelize(i0, cpu_thread, no_races) parallelize(i1, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    y[i] = x[i];
}
