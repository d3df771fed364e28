// Every schedule of a row product on every awkward shape gives the plain loop's
// result, bit for bit where the order of each sum is kept.
// RUN: %check-run %s -o %t
// RUN: %check-run --threads 1 --reuse %s -o %t
// RUN: %check-run --threads 8 --reuse %s -o %t

#include "support/schedules.h"
#include "support/support.h"

using Matrix = run::Csr<>;
using Vector = std::vector<double>;

#define SPMV(K, ...)                                                           \
  void K(int m, const int *pos, const int *crd, const double *val,             \
         const double *x, double *y) {                                         \
    SPARSE(__VA_ARGS__)                                                        \
    for (int i = 0; i < m; ++i) {                                              \
      double sum = 0;                                                          \
      for (int p = pos[i]; p < pos[i + 1]; ++p)                                \
        sum += val[p] * x[crd[p]];                                             \
      y[i] = sum;                                                              \
    }                                                                          \
  }
ROW_SCHEDULES_EXACT(SPMV)
ROW_SCHEDULES_REASSOCIATED(SPMV)
ROW_SCHEDULES_PER_ROW_TEAM(SPMV)

int main() {
  for (const Matrix &A : run::shapes()) {
    Vector x = run::Random(7).vector<double>(A.Cols);
    Vector Bound = run::productBound(A, x);
    auto Run = [&](auto Kernel) {
      // One element more than the loop may write.
      Vector y(A.Rows + 1, -7);
      Kernel(int(A.Rows), A.pos.data(), A.crd.data(), A.val.data(), x.data(),
             y.data());
      return y;
    };
    Bound.push_back(0);
#define EXACT(K, ...) run::record(#K ", " + A.Name, Run(K));
    ROW_SCHEDULES_EXACT(EXACT)
#define CLOSE(K, ...) run::record(#K ", " + A.Name, Run(K), Bound);
    ROW_SCHEDULES_REASSOCIATED(CLOSE)
    ROW_SCHEDULES_PER_ROW_TEAM(CLOSE)
  }
}
