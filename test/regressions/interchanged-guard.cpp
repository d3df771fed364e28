// Unsigned subscripts of an interchanged nest: the guard against wrapping knows
// the range of the loop around.
// RUN: %check-run --loops 1 %s -o %t

#include "../run/support/support.h"

void multiply(size_t m, const int *pos, const int *crd, const double *val,
              const double *x, double *y) {
#pragma sparse order(k, i, p) parallelize(i, cpu_thread, no_races)
  for (size_t i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < 8; ++k)
        y[i * 8 + k] += val[p] * x[crd[p] * 8 + k];
}

int main() {
  for (const auto &A : run::shapes<double>()) {
    std::vector<double> x = run::Random(3).vector<double>(A.Cols * 8);
    std::vector<double> y = run::Random(4).vector<double>(A.Rows * 8);
    multiply(A.Rows, A.pos.data(), A.crd.data(), A.val.data(), x.data(),
             y.data());
    run::record(A.Name, y);
  }
}
