// Where there is no memory for what searches find, or too many searches, the loop runs
// as it is written; who finds the values known meanwhile reads them.
// RUN: %check-run --fallback 6 --loops 2 %s -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t
// RUN: env LACUNA_LOG=1 %t.sparse 2>&1 >/dev/null | FileCheck %s
// CHECK: kept values of 'q': there are too many to be kept
// CHECK-NOT: too many

#include "support/memory.h"
#include "support/support.h"

static void count(int n, const std::vector<int> &steps, std::vector<double> &x) {
#pragma sparse keep(q)
  for (int i = 0; i < n; ++i) {
    int q = i % 7;
    while (steps[q] < i % 13)
      ++q;
    x[q] += 0.5 * i;
  }
}

// Of 2^31 pairs almost all are left out.
static void pairs(long n, const std::vector<char> &row, const std::vector<int> &steps, std::vector<double> &x) {
#pragma sparse keep(q)
  for (long i = 0; i < n; ++i)
    if (row[i])
      for (long j = 0; j < n; ++j) {
        int q = int(j % 5);
        while (steps[q] < i % 13)
          ++q;
        x[q] += 0.5 * i;
      }
}

int main() {
  std::vector<int> steps;
  for (int i = 0; i < 20; ++i)
    steps.push_back(i);
  std::vector<double> x(20);
  for (int Time = 0; Time < 3; ++Time) {
    run::leave(1 << 20);
    count(3000000, steps, x);
    run::leave(size_t(1) << 40);
    count(1000, steps, x);
  }
  std::vector<char> row(47000);
  row[5] = row[46000] = 1;
  for (int Time = 0; Time < 3; ++Time)
    pairs(47000, row, steps, x);
  run::record("counts", x);
}
