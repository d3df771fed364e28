// Every schedule of a row product, on real matrices: those of the repository,
// and all in LACUNA_DATA where that is set.
// REQUIRES: cholmod
// RUN: rm -rf %t.d && mkdir -p %t.d
// RUN: for f in %examples/data/*.mtx.xz ${LACUNA_DATA:+"$LACUNA_DATA"/matrices/*.mtx.xz}; do \
// RUN:   xz -dc "$f" > %t.d/matrix.mtx && \
// RUN:   %check-run --threads 2 %s %examples/spmv/Csr.cpp -I %examples/spmv -lcholmod -o %t.d/test \
// RUN:     $(test -e %t.d/test.sparse && echo --reuse) \
// RUN:     --argument %t.d/matrix.mtx || { echo "on $f"; exit 1; }; \
// RUN: done

#include "Csr.h"
#include "support/schedules.h"
#include "support/support.h"

using Vector = std::vector<double>;

#define SPMV(K, ...)                                                           \
  void K(const Csr &A, const Vector &x, Vector &y) {                           \
    SPARSE(__VA_ARGS__)                                                        \
    for (int i = 0; i < A.Rows; ++i) {                                         \
      double sum = 0;                                                          \
      for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)                            \
        sum += A.val[p] * x[A.crd[p]];                                         \
      y[i] = sum;                                                              \
    }                                                                          \
  }
ROW_SCHEDULES_EXACT(SPMV)
ROW_SCHEDULES_REASSOCIATED(SPMV)
ROW_SCHEDULES_PER_ROW_TEAM(SPMV)

int main(int, char **Argv) {
  Csr A;
  if (std::string Error = readMatrixMarket(Argv[1], A); !Error.empty()) {
    fprintf(stderr, "%s: %s\n", Argv[1], Error.c_str());
    return 1;
  }
  run::Csr<> Same{"", A.Rows, A.Cols, A.pos, A.crd, A.val};
  Vector x = run::Random(7).vector<double>(A.Cols);
  Vector Bound = run::productBound(Same, x);
  auto Run = [&](auto Kernel) {
    Vector y(A.Rows, -7);
    Kernel(A, x, y);
    return y;
  };
#define EXACT(K, ...) run::record(#K, Run(K));
  ROW_SCHEDULES_EXACT(EXACT)
#define CLOSE(K, ...) run::record(#K, Run(K), Bound);
  ROW_SCHEDULES_REASSOCIATED(CLOSE)
  // A team per row takes its time.
  if (A.Rows <= 5000) {
    ROW_SCHEDULES_PER_ROW_TEAM(CLOSE)
  }
}
