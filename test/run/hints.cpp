// What only tells the compiler something, in nests and in functions that they call.
// RUN: %check-run --loops 5 %s -o %t
// RUN: %check-run --loops 5 %s -o %t -O1 -fplugin-arg-sparse-verify

#include "support/support.h"

#include <memory>

#define NDEBUG
#include <cassert>

#define SCHEDULE split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)

static inline double weight(const double *w, int k) {
  static_assert(sizeof(double) == 8);
  assert(w && k >= 0);
  if (k < 0)
    __builtin_unreachable();
  __builtin_assume(k >= 0);
  return __builtin_expect(w[k] > 0, 1) ? w[k] : 0;
}

void nest(int n, const int *pos, const int *crd, const double *w,
          const double *x, double *y) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      __builtin_prefetch(&x[crd[p] + 8], 0, 1);
      if (__builtin_expect(crd[p] == i, 0)) [[unlikely]]
        s += 1;
      s += weight(w, crd[p]) * x[crd[p]];
    }
    assert(s == s);
    __builtin_assume(n > 0);
    y[i] = s;
  }
}

void pointers(int n, double *y, const double *x) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    const double *in = (const double *)__builtin_assume_aligned(x, 8);
    double *__restrict out = std::assume_aligned<8>(y + i);
    alignas(32) double t[4] = {};
    t[i & 3] = in[i];
    *out = t[0] - t[1];
  }
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    std::assume_aligned<8>(y)[i] += 1;
}

/// Arms that never run.
void arms(int n, const int *kind, double *y) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    switch (kind[i] & 1) {
    case 0:
      y[i] = 1;
      break;
    case 1:
      y[i] = 2;
      break;
    default:
      __builtin_unreachable();
    }
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    if (kind[i] > 2)
      y[i] += 1;
    else {
      if (kind[i] > 100)
        __builtin_unreachable();
      y[i] -= 1;
    }
}

int main() {
  run::Random R(3);
  for (const run::Csr<> &A : run::shapes(2)) {
    const int n = int(A.Rows);
    auto x = R.vector<double>(std::max(A.Rows, A.Cols) + 8), y = x, w = x;
    auto kind = R.vector<int>(n);
    nest(n, A.pos.data(), A.crd.data(), w.data(), x.data(), y.data());
    run::record("nest", y);
    pointers(n, y.data(), x.data()), run::record("pointers", y);
    arms(n, kind.data(), y.data()), run::record("arms", y);
  }
}
