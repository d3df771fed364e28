// clang-format off: what is checked is long
// The loop with the directive calls a function whose loop has one, too: what is
// compared with is the loop as it is written, that function's included, also
// where most of its own runs are not compared.
// RUN: %clangxx_sparse -O1 -fplugin-arg-sparse-verify=1000 -fplugin-arg-sparse-min-work=0 %s -o %t
// RUN: %t >%t.out 2>&1 && FileCheck --match-full-lines %s <%t.out

#include <cstdio>
#include <omp.h>
#include <vector>

// CHECK-NOT: {{.*}}differ{{.*}}
// CHECK: done
static void push(const std::vector<int> &pos, const std::vector<int> &crd,
                 const std::vector<double> &x, std::vector<double> &y) {
  const int n = int(pos.size()) - 1;
  for (double &v : y)
    v = 0;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[crd[p]] += x[i] / (pos[i + 1] - pos[i]);
}

int main() {
  omp_set_num_threads(3);
  const int n = 500;
  std::vector<int> pos(1), crd;
  for (unsigned i = 0, s = 1; i < n; i++) {
    for (int k = 0; k < 16; k++)
      crd.push_back(int((s = s * 1664525u + 1013904223u) >> 8) % n);
    pos.push_back(int(crd.size()));
  }
  std::vector<double> x(n), y(n);
  for (int i = 0; i < n; i++)
    x[i] = 1.0 / (i + 3);
  push(pos, crd, x, y);
#pragma sparse
  for (int k = 0; k < 4; ++k)
    push(pos, crd, x, y);
  std::puts("done");
}
