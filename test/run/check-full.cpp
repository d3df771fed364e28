// check=full finds by a scan what no cheap guard sees: a raw array that begins
// in front of an output and reaches into it, and coordinates that lead outside
// of a container.
// clang-format off
// RUN: %check-run --loops 4 --fallback 5 -fplugin-arg-sparse-check=full %s -o %t
// RUN: env LACUNA_LOG=1 %t.sparse 2>%t.log >%t.records
// RUN: FileCheck %s --input-file=%t.log
// CHECK: check-full.cpp:[[#PRODUCT:]]: the user's loop runs: 'y' overlaps 'x'
// CHECK-NEXT: check-full.cpp:[[#SPANS:]]: the user's loop runs: 'x' is accessed outside its elements
// CHECK-NEXT: check-full.cpp:[[#SPANS]]: the user's loop runs: 'x' is accessed outside its elements
// CHECK-NEXT: check-full.cpp:[[#SPANS]]: the user's loop runs: 'y' is accessed outside its elements
// CHECK-NEXT: check-full.cpp:[[#]]: the user's loop runs: 'y' overlaps 'x'
// CHECK-NOT: the user's loop runs
// check=off trusts that nothing overlaps.
// RUN: %clangxx_sparse -std=c++20 -O2 %s -fplugin-arg-sparse-check=off -fplugin-arg-sparse-count -o %t.off
// RUN: %t.off 2>%t.log >%t.records
// RUN: FileCheck %s --input-file=%t.log --check-prefix=OFF --implicit-check-not='fallback {{[1-9]}}'
// OFF-COUNT-4: fallback 0
// clang-format on

#include "support/support.h"
#include <span>

using Vector = std::vector<double>;

void product(int m, const int *pos, const int *crd, const double *val,
             const double *x, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

void spans(std::span<const int> pos, std::span<const int> crd,
           std::span<const double> val, std::span<const double> x,
           std::span<double> y, int m) {
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

// What stands under a condition is looked at under it.
void masked(int m, const int *mask, const int *crd, const double *x,
            double *y) {
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    if (mask[i] > 0)
      y[i] = crd[i] < 0 ? 0 : x[crd[i]];
}

// What a result decides cannot be scanned.
void steered(int m, const int *crd, const double *x, double *y) {
#pragma sparse assume(noalias(y, x)) split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i)
    if (y[i] > 0)
      y[i] += x[crd[i]];
}

int main() {
  run::Random R(5);
  auto A =
      run::makeCsr<double, int, int>("A", 20, 20, R, [](long) { return 6; });
  const Vector Start = R.vector<double>(64);
  const int *pos = A.pos.data(), *crd = A.crd.data();
  const double *val = A.val.data();

  Vector V = Start;
  product(20, pos, crd, val, V.data(), V.data() + 20);
  run::record("side by side", V);
  V = Start;
  product(20, pos, crd, val, V.data(), V.data() + 10);
  run::record("input reaches into the output", V);
  product(0, nullptr, nullptr, nullptr, nullptr, nullptr);

  V = Start;
  std::span<double> All(V);
  spans(A.pos, A.crd, A.val, All.subspan(0, 20), All.subspan(20, 20), 20);
  run::record("spans", V);
  V = Start;
  spans(A.pos, A.crd, A.val, All.subspan(0, 15), All.subspan(20, 20), 20);
  run::record("too few elements", V);
  V = Start;
  std::vector<int> Negative = A.crd;
  Negative[7] = -3;
  spans(A.pos, Negative, A.val, All.subspan(3, 20), All.subspan(30, 20), 20);
  run::record("a negative coordinate", V);
  V = Start;
  spans(A.pos, A.crd, A.val, All.subspan(0, 20), All.subspan(20, 19), 20);
  run::record("too few results", V);
  spans({}, {}, {}, {}, {}, 0);

  V = Start;
  std::vector<int> Mask(20), Crd(20);
  for (int I = 0; I < 20; ++I) {
    Mask[I] = I % 3;
    Crd[I] = I % 3 == 0 ? 1 << 30 : I % 3 == 1 ? -1 << 30 : I;
  }
  masked(20, Mask.data(), Crd.data(), V.data(), V.data() + 30);
  run::record("masked", V);
  V = Start;
  masked(20, Mask.data(), Crd.data(), V.data(), V.data() + 10);
  run::record("masked, reaches into the output", V);

  V = Start;
  steered(20, crd, V.data() + 30, V.data());
  run::record("steered", V);
}
