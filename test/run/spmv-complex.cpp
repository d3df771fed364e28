// Complex values: each operator is a call that stays whole.
// RUN: %check-run --loops 1 %s -o %t

#include "support/support.h"

template <class Val>
void rows(int m, const int *pos, const int *crd, const Val *val, const Val *x,
          Val *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    Val sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

template <class Val> void check(const char *Type) {
  for (const auto &A : run::shapes<Val>()) {
    std::vector<Val> x = run::Random(3).vector<Val>(A.Cols);
    std::vector<Val> y = run::Random(4).vector<Val>(A.Rows + 1);
    rows(int(A.Rows), A.pos.data(), A.crd.data(), A.val.data(), x.data(),
         y.data());
    run::record(std::string(Type) + ", " + A.Name, y);
  }
}

int main() {
  check<std::complex<double>>("complex<double>");
  check<std::complex<float>>("complex<float>");
}
