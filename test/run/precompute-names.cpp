// An expression of `precompute` names loops as the loop's body does, `j`, also
// where several are called so, or as clauses do, `j@2`; likewise local variables
// of one name in several scopes.
// RUN: %check-run --loops 4 --threads 2 %s -o %t

#include "support/support.h"

using Indices = std::vector<int>;
using Vector = std::vector<double>;

struct Tensor {
  Indices pos1, k, pos2, l;
  Vector val;
};

#define MTTKRP(NAME, ...)                                                      \
  void NAME(int m, const int *pos1, const int *k, const int *pos2,             \
            const int *l, const double *val, const double *C, const double *D, \
            double *A) {                                                       \
    _Pragma(#__VA_ARGS__) for (int i = 0; i < m; ++i) {                        \
      for (int j = 0; j < 32; ++j)                                             \
        A[i * 32 + j] = 0;                                                     \
      for (int q = pos1[i]; q < pos1[i + 1]; ++q)                              \
        for (int r = pos2[q]; r < pos2[q + 1]; ++r)                            \
          for (int j = 0; j < 32; ++j)                                         \
            A[i * 32 + j] += val[r] * D[l[r] * 32 + j] * C[k[q] * 32 + j];     \
    }                                                                          \
  }
// clang-format off
MTTKRP(asInTheBody, sparse precompute(val[r] * D[l[r] * 32 + j], j@2, jp, w) split(i, i0, i1, 32) parallelize(i0, cpu_thread, no_races))
MTTKRP(byNumber, sparse precompute(D[l[r] * 32 + j@2] * val[r], j@2, j@2, w) split(i, i0, i1, 32) parallelize(i0, cpu_thread, no_races))
// clang-format on

/// The second `a` is not the first one.
void locals(int m, const int *pos, const int *crd, const double *val,
            const double *x, const double *z, double *y) {
#pragma sparse precompute(val[p] * x[a * 4 + k], k@2, kp, w)                  \
    parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    const int a = m - 1 - i;
    for (int k = 0; k < 4; ++k)
      y[i * 4 + k] = z[a];
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const int a = crd[p];
      for (int k = 0; k < 4; ++k)
        y[i * 4 + k] += val[p] * x[a * 4 + k] * z[k];
    }
  }
}

/// Names that the user tells apart mean what they say: of these factors the
/// second one is summed.
void distinct(int m, const int *pos, const int *a, const double *val,
              const double *x, double *y) {
#pragma sparse precompute(x[a[p] * 4 + k], k, kp, w)                           \
    parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    const int k_1 = i % 3;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < 4; ++k)
        y[i * 4 + k] += x[k_1 * 4 + k] * x[a[p] * 4 + k];
  }
}

int main() {
  run::Random R(3);
  const int m = 50;
  Tensor T;
  T.pos1 = {0};
  T.pos2 = {0};
  for (int i = 0; i < m; ++i) {
    for (int q = R.below(4); q > 0; --q) {
      T.k.push_back(R.below(m));
      for (int r = R.below(4); r > 0; --r) {
        T.l.push_back(R.below(m));
        T.val.push_back(1 + R.below(8));
      }
      T.pos2.push_back(int(T.l.size()));
    }
    T.pos1.push_back(int(T.k.size()));
  }
  Vector C(m * 32), D(m * 32), A(m * 32, 7), y(m * 4, 5);
  for (size_t e = 0; e < C.size(); ++e) {
    C[e] = R.below(9);
    D[e] = R.below(9);
  }
  // Small whole numbers: sums do not depend on their order.
  for (auto *F : {asInTheBody, byNumber}) {
    A.assign(A.size(), 7);
    F(m, T.pos1.data(), T.k.data(), T.pos2.data(), T.l.data(), T.val.data(),
      C.data(), D.data(), A.data());
    run::record("MTTKRP", A);
  }
  Indices pos(m + 1);
  for (int i = 0; i <= m; ++i)
    pos[i] = i * int(T.l.size()) / m;
  locals(m, pos.data(), T.l.data(), T.val.data(), C.data(), D.data(), y.data());
  run::record("locals", y);
  distinct(m, pos.data(), T.l.data(), T.val.data(), C.data(), y.data());
  run::record("distinct", y);
}
