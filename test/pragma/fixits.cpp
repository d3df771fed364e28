// Notes that say what would help change the directive where that is mechanical:
// a word in place of another one, a clause in front of the others.
// RUN: not %clangxx %plugin -fsyntax-only -fdiagnostics-parseable-fixits %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

double *y;
const double *x;
const int *pos, *crd, *start, *list;

void updates(int n) {
// CHECK: fixits.cpp:[[#@LINE+5]]:43: error: different iterations of 'p' may update one element of 'y'
// CHECK: note: 'atomics' makes each update atomic
// CHECK: fix-it:"{{.*}}fixits.cpp":{[[#@LINE+3]]:43-[[#@LINE+3]]:51}:"atomics"
// CHECK: note: 'assume(injective(crd))' vouches that they do not: that no two elements of 'crd' are equal
// CHECK: fix-it:"{{.*}}fixits.cpp":{[[#@LINE+1]]:16-[[#@LINE+1]]:16}:"assume(injective(crd)) "
#pragma sparse parallelize(p, cpu_thread, no_races)
  for (int p = 0; p < n; ++p)
    y[crd[p]] += x[p];
}

double sum(int n) {
  double s = 0;
// The clauses of several lines are one text.
// CHECK: fixits.cpp:[[#@LINE+5]]:33: error: different iterations of 'i0' update 's'
// CHECK: note: 'parallel_reduction' joins the updates
// CHECK: fix-it:"{{.*}}fixits.cpp":{[[#@LINE+3]]:33-[[#@LINE+3]]:41}:"parallel_reduction"
#pragma sparse split(i, i0, i1, 8) \
    parallelize(i0, cpu_thread, \
                                no_races)
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}

// CHECK: fixits.cpp:[[#@LINE+5]]:22: error: the loop over 'p' and 'q' is a merge only if 'crd' and 'list' ascend
// CHECK: note: say 'assume(sorted(crd), sorted(list))' if so
// CHECK: fix-it:"{{.*}}fixits.cpp":{[[#@LINE+3]]:16-[[#@LINE+3]]:16}:"assume(sorted(crd), sorted(list)) "
int merges(int m) {
  int n = 0;
#pragma sparse split(p, p0, p1, 8)
  for (int i = 0; i < m; ++i) {
    int p = pos[i], q = start[i];
    while (p < pos[i + 1] && q < start[i + 1]) {
      const int j = crd[p], k = list[q];
      if (j == k)
        ++n;
      p += j <= k;
      q += k <= j;
    }
  }
  return n;
}

// Macros stay as they are.
#define THREADS _Pragma("sparse parallelize(p, cpu_thread, no_races)")
void macros(int n) {
// CHECK: error: different iterations of 'p' may update one element of 'y'
// CHECK-NOT: fix-it
  THREADS
  for (int p = 0; p < n; ++p)
    y[crd[p]] += x[p];
}
