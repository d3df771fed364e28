// Where the arrays overlap, the user's loop runs; nothing is read that it does
// not read.
// RUN: %check-run --loops 3 --fallback 5 %s -o %t

#include "support/support.h"
#include <span>

using Vector = std::vector<double>;

void product(int m, const int *pos, const int *crd, const double *val,
             const double *x, double *y) {
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

void spans(std::span<const int> pos, std::span<const int> crd,
           std::span<const double> val, std::span<const double> x,
           std::span<double> y) {
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (size_t i = 0; i < y.size(); ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

void scaled(const double &a, int m, const int *pos, const int *crd,
            const double *val, const double *x, double *y) {
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += a * val[p] * x[crd[p]];
    y[i] = sum;
  }
}

int main() {
  run::Random R(5);
  auto A =
      run::makeCsr<double, int, int>("A", 20, 20, R, [](long) { return 6; });
  const Vector Start = R.vector<double>(64);
  const int *pos = A.pos.data(), *crd = A.crd.data();
  const double *val = A.val.data();

  Vector V = Start;
  product(20, pos, crd, val, V.data(), V.data() + 30);
  run::record("apart", V);
  V = Start;
  product(20, pos, crd, val, V.data(), V.data());
  run::record("in place", V);
  V = Start;
  product(20, pos, crd, val, V.data() + 1, V.data());
  run::record("input begins inside the output", V);
  V = Start;
  product(20, pos, crd, val, V.data() + 20, V.data());
  run::record("input begins behind the output", V);

  V = Start;
  std::span<double> All(V);
  spans(A.pos, A.crd, A.val, All.subspan(0, 20), All.subspan(20, 20));
  run::record("spans, side by side", V);
  V = Start;
  spans(A.pos, A.crd, A.val, All.subspan(0, 20), All.subspan(19, 20));
  run::record("spans, one element shared", V);
  V = Start;
  spans(A.pos, A.crd, A.val, All.subspan(19, 20), All.subspan(0, 20));
  run::record("spans, one element shared, swapped", V);

  V = Start;
  scaled(V[63], 20, pos, crd, val, V.data(), V.data() + 30);
  run::record("invariant apart", V);
  V = Start;
  scaled(V[37], 20, pos, crd, val, V.data(), V.data() + 30);
  run::record("invariant inside the output", V);

  // Nothing may be read: there are no arrays.
  product(0, nullptr, nullptr, nullptr, nullptr, nullptr);
  spans({}, {}, {}, {}, {});
  const int One[] = {0, 0};
  double y = -1;
  product(1, One, nullptr, nullptr, nullptr, &y);
  run::record("one empty row", y);

  // Rows whose end lies before their begin are empty; rows may share entries.
  const int Unordered[] = {0, 9, 3, 7, 2, 20};
  V = Start;
  product(5, Unordered, crd, val, V.data(), V.data() + 30);
  run::record("positions in no order", V);
}
