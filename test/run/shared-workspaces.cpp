// clang-format off: what is checked is long
// A work array of the function's that all iterations use, beside an array of
// which the user says that iterations share nothing: threads have copies of it,
// though the promise is not quite true.
// RUN: %check-run %s -fplugin-arg-sparse-min-work=0 --fallback 0 --threads 3 -o %t
// RUN: %clangxx_sparse -fsyntax-only -fplugin-arg-sparse-min-work=0 -Rpass=sparse -Rpass-missed=sparse %s 2>&1 | FileCheck %s

#include "support/support.h"

constexpr int IM = 96, JM = 64;

// CHECK: :[[@LINE+5]]:{{.*}}loop runs as assume(independent(j)) private(cp) parallelize(j, cpu_thread, no_races)
/// Tridiagonal systems, row by row.
static void implicitRows(double r0, double *temp) {
  std::vector<double> cp(IM + 2);
#pragma sparse assume(independent(j))
  for (int j = 1; j <= JM; j++) {
    const double r = r0 + 1e-3 * j;
    cp[1] = -r / (1 + r);
    temp[1 + j * (IM + 2)] /= 1 + r;
    for (int i = 2; i <= IM; i++) {
      double m = 1.0 / ((i == IM ? 1 + r : 1 + 2 * r) + r * cp[i - 1]);
      cp[i] = -r * m;
      temp[i + j * (IM + 2)] = (temp[i + j * (IM + 2)] + r * temp[i - 1 + j * (IM + 2)]) * m;
    }
    for (int i = IM - 1; i >= 1; i--)
      temp[i + j * (IM + 2)] -= cp[i] * temp[i + 1 + j * (IM + 2)];
  }
}

int main() {
  run::Random r(3);
  std::vector<double> temp = r.vector<double>((IM + 2) * (JM + 2));
  for (int s = 0; s < 5; ++s)
    implicitRows(0.8, temp.data());
  run::record("rows", temp);
}
