// Loops on threads inside a loop over blocks, cut into chunks: both the rows of
// the block and those of a chunk begin somewhere, and the two are not one.
// RUN: %check-run --loops 4 --threads 2 %s -o %t
// RUN: %check-run --loops 4 --threads 5 --reuse %s -o %t

#include "../run/support/support.h"

using Vector = std::vector<double>;

double sum(int n, const double *x) {
  double s = 0;
#pragma sparse split(i, i0, i1, 8)                                             \
    parallelize(i1, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}

double largest(int n, const double *x) {
  double s = -1;
#pragma sparse divide(i, i0, i1, 3) parallelize(i1, cpu_thread, temporary)
  for (int i = 2; i < n; ++i)
    s = s < x[i] ? x[i] : s;
  return s;
}

/// A copy of `w` for each chunk.
void counted(int n, const std::vector<int> &a, std::vector<int> w, int *y) {
#pragma sparse private(w) split(i, i0, i1, 8)                                  \
    parallelize(i1, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    w[a[i]] = i;
    y[i] = w[a[i]];
  }
}

/// A workspace for each chunk.
void summed(int n, int K, const int *pos, const double *val, const double *s,
            double *C) {
#pragma sparse precompute(val[p], k, kp, w) split(i, i0, i1, 4)                \
    parallelize(i1, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < K; ++k)
        C[i * K + k] += val[p] * s[i];
}

int main() {
  run::Random R(5);
  for (int n : {0, 1, 7, 8, 61}) {
    std::string Size = ", " + std::to_string(n);
    const Vector x = R.vector<double>(n + 1);
    run::record("sum" + Size, Vector{sum(n, x.data())}, Vector{1e-10});
    run::record("largest" + Size, largest(n, x.data()));
    std::vector<int> a, pos = {0};
    for (int i = 0; i < n; ++i) {
      a.push_back(int(R.below(9)));
      pos.push_back(pos.back() + int(R.below(4)));
    }
    std::vector<int> w(9), y(n + 1);
    counted(n, a, w, y.data());
    run::record("counted" + Size, y);
    const Vector val = R.vector<double>(pos.back() + 1);
    Vector C(n * 5 + 1, 1);
    summed(n, 5, pos.data(), val.data(), x.data(), C.data());
    run::record("summed" + Size, C, Vector(C.size(), 1e-10));
  }
}
