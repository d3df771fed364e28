// check=full looks at each subscript of arrays of arrays, also where data say
// what it is: one that leads into the next array sends control to the user's
// loop. check=cheap trusts such subscripts, as the language does.
// clang-format off
// RUN: %check-run --loops 1 --fallback 2 -fplugin-arg-sparse-check=full %s -o %t
// RUN: env LACUNA_LOG=1 %t.sparse 2>%t.log >%t.records
// RUN: FileCheck %s --input-file=%t.log
// clang-format on

#include "support/support.h"

// CHECK: check-arrays.cpp:[[@LINE+5]]: the user's loop runs: 'count' is accessed outside the elements of an array in it
// CHECK-NEXT: check-arrays.cpp:[[@LINE+4]]: the user's loop runs: 'count' is accessed outside the elements of an array in it
// CHECK-NOT: the user's loop runs
void countEach(int (*count)[3][16], const int *bin, int n, int parts) {
#pragma sparse parallelize(t, cpu_thread, no_races)
  for (int t = 0; t < parts; ++t) {
    int(*mine)[16] = count[t];
    for (int i = 0; i < n; ++i)
      mine[i % 3][bin[t * n + i]]++;
  }
}

int main() {
  std::vector<int> bin(60), count(6 * 48);
  for (int i = 0; i < 60; ++i)
    bin[i] = i * 7 % 16;
  auto *Count = reinterpret_cast<int(*)[3][16]>(count.data());
  auto Run = [&](const char *Name) {
    countEach(Count + 1, bin.data(), 15, 4);
    run::record(Name, std::vector<double>(count.begin(), count.end()));
  };
  Run("inside");
  bin[20] = 17;
  Run("in the next array");
  bin[20] = -1;
  Run("in the last one");
  countEach(nullptr, nullptr, 0, 0);
}
