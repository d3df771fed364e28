// The loops inside one that stays are counted, dumped, reported and kept in a
// precompiled header like others.
// RUN: split-file %s %t
// One that stays counts as rewritten if a loop inside is.
// RUN: %clangxx_sparse -Werror -c %t/some.cpp -o %t/some.o 2>&1 | count 0
// RUN: %clangxx_sparse -Werror -c %t/none.cpp -o %t/none.o 2>&1 | sed 's,.*/,,' | FileCheck --match-full-lines --check-prefix=NONE %s
// NONE: none.cpp: 2 of 3 annotated loops rewritten; -Rpass-missed=sparse says why not
// RUN: %clangxx_sparse -c %t/some.cpp -o %t/some.o -fplugin-arg-sparse-dump=code 2>&1 | FileCheck --check-prefix=DUMP %s
// DUMP: some.cpp:5 in some
// DUMP: #pragma omp parallel for
// DUMP: some.cpp:10 in some
// DUMP: #pragma omp parallel for
// RUN: %clangxx_sparse -c %t/some.cpp -o %t/some.o -fplugin-arg-sparse-report=%t/some.html
// RUN: FileCheck --check-prefix=REPORT --input-file=%t/some.html %s
// REPORT: some.cpp:4 in some
// REPORT: 2 of 3 loops inside are rewritten
// REPORT: some.cpp:5 in some <span class="state yes">rewritten</span>
// REPORT: loop runs as parallelize(i, cpu_thread, no_races)
// REPORT: some.cpp:7 in some
// REPORT: call of &apos;print&apos; may have side effects
// REPORT: some.cpp:10 in some <span class="state yes">rewritten</span>
// A schedule that cannot be honoured is an error of that loop alone.
// RUN: not %clangxx_sparse -c %t/mistake.cpp -o %t/mistake.o 2>&1 | FileCheck --check-prefix=MISTAKE %s --implicit-check-not=error:
// RUN: %clangxx_sparse -c -fplugin-arg-sparse-unsupported=warn %t/mistake.cpp -o %t/mistake.o 2>&1 | FileCheck --check-prefix=WARNED %s
// MISTAKE: mistake.cpp:7:22: error: unknown loop 'j'
// WARNED: mistake.cpp:7:22: warning: loop left unchanged: unknown loop 'j'
// WARNED: mistake.cpp: 1 of 2 annotated loops rewritten{{$}}

// A header is rewritten once, and its templates where they are instantiated.
// RUN: %clangxx -std=c++20 -O2 -fopenmp -Wno-unknown-pragmas %t/uses.cpp -o %t/plain && %t/plain > %t/expected
// RUN: %clangxx_sparse -std=c++20 -O2 -fplugin-arg-sparse-count -fplugin-arg-sparse-min-work=0 -x c++-header %t/header.h -o %t/sparse.pch
// RUN: %clangxx_sparse -std=c++20 -O2 -fplugin-arg-sparse-count -fplugin-arg-sparse-min-work=0 -Werror -include-pch %t/sparse.pch %t/uses.cpp -o %t/both
// RUN: %t/both > %t/actual 2> %t/counters
// RUN: cmp %t/expected %t/actual
// RUN: FileCheck --check-prefix=BOTH --input-file=%t/counters %s --implicit-check-not='fallback {{[1-9]}}'
// BOTH-DAG: header.h:6: generated 4, fallback 0
// BOTH-DAG: header.h:11: generated 3, fallback 0
// BOTH-DAG: header.h:20: generated 4, fallback 0
// RUN: %clangxx -std=c++20 -O2 -fopenmp -include-pch %t/sparse.pch %t/uses.cpp -o %t/header
// RUN: %t/header > %t/actual 2> %t/counters
// RUN: cmp %t/expected %t/actual
// RUN: FileCheck --check-prefix=HEADER --input-file=%t/counters %s --implicit-check-not=header.h:20
// HEADER-DAG: header.h:6: generated 4, fallback 0
// HEADER-DAG: header.h:11: generated 3, fallback 0

//--- some.cpp
void print(int);
void some(int n, double *x, double *y) {
#pragma sparse
  for (int t = 0; t < n; ++t) {
    for (int i = 0; i < n; ++i) y[i] = x[i];
    print(t);
    for (int i = 0; i < n; ++i) print(i);
    do {
      if (n > 1)
        for (int i = 0; i < n; ++i) x[i] = y[i];
    } while (y[0] > 1);
  }
}

//--- none.cpp
void print(int);
void none(int n, double *x, double *y) {
#pragma sparse
  for (int t = 0; t < n; ++t) {
    print(t);
    for (int i = 0; i < n; ++i) print(i);
#pragma sparse
    for (int i = 0; i < n; ++i) y[i] = x[i];
  }
}
void left(int n) {
#pragma sparse
  for (int t = 0; t < n; ++t)
    for (int i = 0; i < n; ++i) print(i);
}

//--- mistake.cpp
void print(int);
void mistake(int n, double *x, double *y) {
#pragma sparse
  for (int t = 0; t < n; ++t) {
    print(t);
    for (int i = 0; i < n; ++i) x[i] = 0;
#pragma sparse split(j, j0, j1, 4)
    for (int i = 0; i < n; ++i) y[i] = x[i];
  }
}

//--- header.h
#pragma once
inline int relax(int n, int most, const double *b, double *x) {
  int k = 0;
#pragma sparse
  for (;; ++k) {
    for (int i = 0; i < n; ++i)
      x[i] = 0.5 * x[i] + b[i];
    if (k == most)
      break;
#pragma sparse parallelize(i, cpu_thread, no_races)
    for (int i = 0; i < n; ++i)
      x[i] -= 1;
  }
  return k;
}
template <class T> int again(int n, T *x) {
  int k = 0;
#pragma sparse
  while (true) {
    for (int i = 0; i < n; ++i)
      x[i] = x[i] + x[i];
    if (++k > 3)
      return k;
  }
}

//--- uses.cpp
#include "header.h"
#include <cstdio>
int main() {
  double b[100], x[100];
  for (int i = 0; i < 100; ++i) {
    b[i] = i;
    x[i] = 1;
  }
  float f[10] = {1, 2};
  double s = relax(100, 3, b, x) + again(10, f) + f[1];
  for (double e : x)
    s = s * 1.01 + e;
  std::printf("%.17g\n", s);
}
