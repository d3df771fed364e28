// check=full looks whether coordinates ascend, as `assume` says: in each
// segment, not across them; strictly where they are said to be unique.
// clang-format off
// RUN: %check-run --loops 3 --fallback 4 -fplugin-arg-sparse-check=full %s -o %t
// RUN: env LACUNA_LOG=1 %t.sparse 2>%t.log >%t.records
// RUN: FileCheck %s --input-file=%t.log
// CHECK: the user's loop runs: 'crd' does not ascend strictly in a segment
// CHECK-NEXT: the user's loop runs: 'crd' does not ascend in a segment
// CHECK-NEXT: the user's loop runs: 'crd' does not ascend strictly in a segment
// CHECK-NEXT: the user's loop runs: 'crd' does not ascend in a segment
// CHECK-NOT: the user's loop runs
// clang-format on

#include "support/support.h"

using Vector = std::vector<double>;
using Indices = std::vector<int>;

void product(int m, const int *pos, const int *crd, const double *val,
             const double *x, double *y) {
#pragma sparse assume(sorted(crd)) split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p] * x[crd[p]];
}

void scatter(int m, const int *pos, const int *crd, const double *val,
             const double *x, double *y) {
#pragma sparse assume(sorted(crd), unique(crd))                                \
    parallelize(p, cpu_vector, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[crd[p]] += val[p] * x[i];
}

void masked(int m, const bool *mask, const int *pos, const int *crd,
            const double *val, const double *x, double *y) {
#pragma sparse assume(sorted(crd)) split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i)
    if (mask[i])
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        y[i] += val[p] * x[crd[p]];
}

int main() {
  Indices Pos = {0, 3, 3, 5};
  Vector Val = {1, 2, 3, 4, 5}, X = {1, 2, 3, 4};
  bool First[] = {true, false, false}, Last[] = {false, true, true};
  for (const Indices &Crd : {Indices{0, 1, 3, 0, 2}, Indices{0, 1, 1, 0, 2},
                             Indices{2, 1, 3, 0, 2}}) {
    auto Record = [&](const char *Name, auto Kernel) {
      Vector y(4, 1);
      Kernel(y.data());
      run::record(Name, y);
    };
    const int *pos = Pos.data(), *crd = Crd.data();
    Record("product",
           [&](double *y) { product(3, pos, crd, Val.data(), X.data(), y); });
    Record("scatter",
           [&](double *y) { scatter(3, pos, crd, Val.data(), X.data(), y); });
    Record("first", [&](double *y) {
      masked(3, First, pos, crd, Val.data(), X.data(), y);
    });
    Record("last", [&](double *y) {
      masked(3, Last, pos, crd, Val.data(), X.data(), y);
    });
  }
}
