// Generated code is instrumented like any other: no finding where the user's
// loop has none, the user's own fault at the user's line.
// REQUIRES: asan, usan
// RUN: %clangxx_sparse -std=c++20 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fplugin-arg-sparse-count %s -o %t.asan
// RUN: env ASAN_OPTIONS=detect_leaks=0 %t.asan 2>&1 | FileCheck %s
// RUN: not env ASAN_OPTIONS=detect_leaks=0 %t.asan fault 2>&1 | FileCheck --check-prefix=FAULT %s
// CHECK-COUNT-3: generated {{[1-9]}}, fallback 0
// CHECK: 2016{{$}}
// FAULT: AddressSanitizer: heap-buffer-overflow
// FAULT: sanitizers.cpp:43:
//
// Coverage counts how often the user's loop ran; what was generated for it does
// not disturb the other counters.
// RUN: %clangxx_sparse -std=c++20 -O1 -fprofile-instr-generate -fcoverage-mapping -fplugin-arg-sparse-count %s -o %t.profile
// RUN: env LLVM_PROFILE_FILE=%t.profraw %t.profile 2>&1 | FileCheck %s
// RUN: llvm-profdata merge %t.profraw -o %t.profdata
// RUN: llvm-cov show %t.profile -instr-profile=%t.profdata %s | FileCheck --check-prefix=COVERAGE %s
// COVERAGE: {{^ *[0-9]+\| +1\|}}double reduce(
// COVERAGE: {{^ *[0-9]+\| +0\|}}    sum += x[i]
// COVERAGE: {{^ *[0-9]+\| +1\|}}  return sum;
// COVERAGE: {{^ *[0-9]+\| +1\|}}int main(
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: %clangxx_sparse -std=c++20 -O1 --coverage -fplugin-arg-sparse-count %s -o %t.gcov
// RUN: %t.gcov 2>&1 | FileCheck %s
//
// The static analyzer judges the user's loops.
// RUN: %clangxx_sparse -std=c++20 --analyze -Xclang -analyzer-output=text -Werror %s 2>&1 | count 0

#include <cstdio>
#include <vector>

double reduce(int n, const double *x) {
  double sum = 0;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i)
    sum += x[i];
  return sum;
}

void spmv(int n, const int *pos, const int *crd, const double *val,
          const double *x, double *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)

      y[i] += val[p] * x[crd[p]];
}

void position(int n, const std::vector<int> &pos, const std::vector<int> &crd,
              const double *val, const double *x, double *y) {
#pragma sparse fuse(i, p, fp) parallelize(fp, cpu_thread, temporary)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p] * x[crd[p]];
}

int main(int argc, char **) {
  const int n = 64;
  std::vector<int> pos(n + 1), crd(n);
  std::vector<double> val(n, 0.5), x(n), y(n);
  for (int i = 0; i < n; ++i) {
    pos[i] = crd[i] = i;
    x[i] = i;
  }
  pos[n] = n;
  if (argc > 1)
    crd[5] = n + 1;
  spmv(n, pos.data(), crd.data(), val.data(), x.data(), y.data());
  position(n, pos, crd, val.data(), x.data(), y.data());
  std::printf("%g\n", reduce(n, y.data()));
}
