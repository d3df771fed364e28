// clang-format off: what is checked is long
// `profile` measures each loop: which version ran or which guard failed, how often, and for how
// long; also those that are left as written, in nested, recursive and thrown-out-of runs.
// RUN: %clangxx_sparse -O2 %s -fplugin-arg-sparse-profile -fplugin-arg-sparse-quiet -Wno-pass-failed -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t
// RUN: %t 2>&1 | FileCheck %s
// RUN: rm -rf %t.d && mkdir %t.d && env LACUNA_PROFILE=%t.d/p.json %t 2>&1 | count 0
// RUN: cat %t.d/p.*.json | FileCheck --check-prefix=JSON %s
// RUN: %python -c "import json, glob; json.load(open(glob.glob(r'%t.d/p.*.json')[0]))"
// An empty name is none.
// RUN: env LACUNA_PROFILE= %t 2>&1 | FileCheck %s
// The library, in C++ files without it, is missed by the linker.
// RUN: not %clangxx_sparse -O2 %s -fplugin-arg-sparse-profile -fplugin-arg-sparse-quiet -Wno-pass-failed -o %t.none 2>&1 | FileCheck --check-prefix=LINK %s
// LINK: undefined reference to `lacuna_profile_enter'

// Most time first: `waits` sleeps.
// CHECK: lacuna: paths.cpp.tmp (process {{[0-9]+}}) spent {{[0-9.]+}} ms in measured loops, of {{[0-9.]+}} ms since the first one
// CHECK-NEXT: time share calls median loop
// CHECK-NEXT: {{[0-9.]+}} ms {{[0-9.]+}} % 2 {{[0-9.]+}} ms {{.*}}paths.cpp:[[#@LINE+45]], waits, as written

// JSON:      "lacuna-profile": 1,
// JSON-NEXT: "pid": {{[0-9]+}},
// JSON-NEXT: "host": "{{.*}}",
// JSON-NEXT: "program": "paths.cpp.tmp",
// JSON-NEXT: "elapsed_ns": {{[0-9]+}},
// JSON-NEXT: "busy_ns": {{[1-9][0-9]*}},
// JSON-NEXT: "preempted": {{[0-9]+}},
// What it takes to measure a run, and what OpenMP took to begin.
// JSON-NEXT: "overhead_ns": {{[1-9][0-9]*}},
// JSON-NEXT: "openmp_ns": {{[0-9]+}},
// JSON-NEXT: "finished": true,
// JSON-NEXT: "loops": [
// JSON:        "function": "waits",
// JSON-NEXT:   "on": "as-written",
// JSON-NEXT:   "calls": 2,
// JSON-NEXT:   "threads": 1,
// JSON-NEXT:   "time_ns": {{[0-9]+}},
// JSON-NEXT:   "self_ns": {{[0-9]+}},
// JSON-NEXT:   "min_ns": {{[0-9]+}},
// JSON-NEXT:   "max_ns": {{[0-9]+}},
// JSON-NEXT:   "median_ns": {{[0-9]+}},
// JSON-NEXT:   "first_ns": {{[0-9]+}},
// JSON-NEXT:   "histogram": {{\[\[[0-9]+, [12]\]}}

#include <cstdio>
#include <cstdlib>
#include <csetjmp>
#include <unistd.h>
#include <vector>

template <class T> void twice(int n, T *y, const T *x) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    y[i] = 2 * x[i];
}
// Instances are told apart.
// CHECK-DAG: 3 {{[0-9.]+ .?s}} {{.*}}paths.cpp:[[#@LINE-4]], twice<double>{{(, [0-9.]+ GB/s)?$}}
// CHECK-DAG: 2 generated: split(i, i0, i1, 4)
// CHECK-DAG: 1 the user's loop: 'y' overlaps 'x'
// CHECK-DAG: 1 {{[0-9.]+ .?s}} {{.*}}paths.cpp:[[#@LINE-7]], twice<float>

void waits(int n) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    usleep(200000);
}

void rows(int m, const int *pos, double *y, const double *val) {
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p];
}
// Of several versions, the one that ran.
// CHECK-DAG: 4 {{[0-9.]+ .?s}} {{.*}}paths.cpp:[[#@LINE-5]], rows, {{[0-9.]+}} GB/s
// CHECK-DAG: 2 1 of {{[234]}}: {{.*}} where most 'i' have fewer than 7 iterations of 'p'
// CHECK-DAG: 1 {{[2345]}} of {{[2345]}}: divide(
// CHECK-DAG: 1 the user's loop: there is too little work for threads

void leaves(int n, const int *x) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    if (x[i] == 1)
      throw 1;
    if (x[i] == 2)
      return;
    if (x[i] == 3)
      goto Out;
  }
Out:;
}
// CHECK-DAG: 4 {{[0-9.]+ .?s}} {{.*}}paths.cpp:[[#@LINE-10]], leaves, as written

// Five runs in each other.
void recursive(int depth, int *y) {
#pragma sparse
  for (int i = 0; i < 1; ++i) {
    if (depth > 0)
      recursive(depth - 1, y);
    ++*y;
  }
}
// CHECK-DAG: 5 {{[0-9.]+ .?s}} {{.*}}paths.cpp:[[#@LINE-6]], recursive, as written

// What a longjmp ends is not counted.
std::jmp_buf Back;
void jumps(int n) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (i == 3)
      std::longjmp(Back, 1);
}
// CHECK-NOT: jumps

int main() {
  double a[9] = {}, b[9] = {};
  float c[9] = {}, d[9] = {};
  twice(9, a, b);
  twice(9, c, d);
  twice(8, a, a + 1);
  twice(9, b, a);
  waits(1);
  waits(1);
  for (int length : {3, 3, 20}) {
    const int m = 60000 / length + 20000;
    std::vector<int> pos(m + 1);
    for (int i = 0; i <= m; ++i)
      pos[i] = length * i;
    std::vector<double> y(m), val(size_t(m) * length);
    rows(m, pos.data(), y.data(), val.data());
    if (length == 20)
      rows(10, pos.data(), y.data(), val.data());
  }
  for (int end : {0, 1, 2, 3}) {
    const int x[] = {0, end};
    try {
      leaves(2, x);
    } catch (int) {
    }
  }
  int sum = 0;
  recursive(4, &sum);
  if (sum != 5)
    std::abort();
  if (!setjmp(Back))
    jumps(5);
}
