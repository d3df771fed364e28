// Whatever Clang takes for a name is one in clauses, and in schedules that the
// plugin makes.
// RUN: %clangxx -std=c++20 -O1 -fopenmp -Wno-dollar-in-identifier-extension %plugin -Rpass-missed=sparse -Werror -fsyntax-only -Xclang -verify %s
// expected-no-diagnostics

void bare(double *y, int n) {
#pragma sparse
  for (int é = 0; é < n; ++é)
    y[é] += 1;
}

void ofLoops(double *y, int n) {
#pragma sparse split(é, ñ0, i1, 8) parallelize(ñ0, cpu_thread, no_races)
  for (int é = 0; é < n; ++é)
    y[é] += 1;
}

void ofArrays(double *größe, const double *x, int 長さ) {
#pragma sparse assume(noalias(größe, x), extent(x, 長さ)) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < 長さ; ++i)
    größe[i] += x[i];
}

void dollars(double *y, int n$) {
#pragma sparse assume(n$ % 4 == 0) split(i$, i0, $i, 8)
  for (int i$ = 0; i$ < n$; ++i$)
    y[i$] += 1;
}
