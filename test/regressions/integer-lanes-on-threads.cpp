// Lanes of a signed integer sum are joined by an update, of which threads make
// partial results, or an atomic one.
// RUN: %clangxx_sparse -std=c++20 -O2 -fplugin-arg-sparse-min-work=0 -Rpass=sparse %s -o %t 2>&1 | grep -c "loop runs as" | grep -qx 4
// RUN: env OMP_NUM_THREADS=3 %t
// RUN: %clangxx_sparse -std=c++20 -O1 -fplugin-arg-sparse-dump=code -fsyntax-only %s 2>&1 | FileCheck %s

#include <vector>

// CHECK-LABEL: {{^}}int rows(
// CHECK:       unsigned int t_part = (unsigned int)0;
// CHECK:       t_part += (unsigned int)val[p];
[[gnu::noinline]] static int rows(int n, const int *pos, const int *val) {
  int t = 0;
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      t += val[p];
  return t;
}

// CHECK-LABEL: {{^}}int lanes(
// CHECK:       unsigned int t_part = (unsigned int)0;
// CHECK:       #pragma omp simd reduction(+ : t_lanes)
// CHECK:       t_part += (unsigned int)(int)t_lanes;
// CHECK:       t = (int)((unsigned int)t + (unsigned int)t_parts[i_chunk]);
[[gnu::noinline]] static int lanes(int n, int m, const int *val) {
  int t = 0;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction) parallelize(k, cpu_vector, parallel_reduction)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k)
      t += val[i * m + k];
  return t;
}

// CHECK-LABEL: {{^}}int atomics(
// CHECK:       #pragma omp atomic
// CHECK-NEXT:  y[idx[i]] += (unsigned int)(int)y_lanes;
[[gnu::noinline]] static void atomics(int n, int m, const int *idx, const int *val, int *y) {
#pragma sparse parallelize(i, cpu_thread, atomics) parallelize(k, cpu_vector, parallel_reduction)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k)
      y[idx[i]] += val[i * m + k];
}

[[gnu::noinline]] static int split(int n, const int *val) {
  int t = 0;
#pragma sparse split(i, i0, i1, 40) parallelize(i0, cpu_thread, parallel_reduction) parallelize(i1, cpu_vector, parallel_reduction)
  for (int i = 0; i < n; ++i)
    t += val[i];
  return t;
}

int main() {
  const int n = 3000, m = 40;
  std::vector<int> pos(n + 1), val(n * m, 1), idx(n, 0);
  for (int i = 0; i <= n; ++i)
    pos[i] = i * m;
  int bad = 0;
  for (int r = 0; r < 100; ++r) {
    int y = 0;
    atomics(n, m, idx.data(), val.data(), &y);
    bad += y != n * m || rows(n, pos.data(), val.data()) != n * m ||
           lanes(n, m, val.data()) != n * m || split(n * m, val.data()) != n * m;
  }
  return bad != 0;
}
