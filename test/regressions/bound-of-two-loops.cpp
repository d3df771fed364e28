// A bound replaces the end of one loop; that of another one over the same
// values was taken for something else, and rows for places that meet.
// RUN: %check-run --fallback 3 %s -o %t

#include "../run/support/support.h"

void spmm(size_t m, int K, const size_t *pos, const size_t *crd,
          const double *val, const double *x, const double *w, double *y) {
#pragma sparse bound(k, kb, 5, max_exact) split(kb, k0, k1, 16)                \
    parallelize(i, cpu_thread, no_races)
  for (size_t i = 0; i < m; ++i) {
    for (int l = 0; l < K; ++l)
      y[i * K + l] = w[i];
    for (size_t p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < K; ++k)
        y[i * K + k] += val[p] * x[crd[p] * K + k];
  }
}

int main() {
  run::Random R(1);
  for (int K : {0, 4, 5, 6}) {
    std::vector<size_t> Pos = {0, 2, 2, 5}, Crd = {0, 3, 1, 2, 3};
    std::vector<double> Y(size_t(3 * K));
    spmm(3, K, Pos.data(), Crd.data(), R.vector<double>(5).data(),
         R.vector<double>(size_t(4 * K)).data(), R.vector<double>(3).data(),
         Y.data());
    run::record("width " + std::to_string(K), Y);
  }
}
