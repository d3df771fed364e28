// A bare directive has versions for widths that are common, of loops that append as well.
// RUN: %clangxx_sparse -O1 -Rpass=sparse -c %s -o %t.o 2>&1 | FileCheck %s
#include <vector>

// CHECK: [[@LINE+3]]:3: remark: loop runs as parallelize(i, cpu_thread, buffered_scan)
void f(int n, const std::vector<int> &inner, std::vector<long> &out, std::vector<int> &got) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    long r = i;
    got.push_back(7);
    for (int e : inner)
      r += e;
    out[i] = r;
  }
}
