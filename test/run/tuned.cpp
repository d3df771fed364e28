// Whatever trials try, each run computes what the loop as written computes: ten
// runs over data of one size try each of eight candidates at least once.
// clang-format off
// RUN: %check-run -fplugin-arg-sparse-tune -fplugin-arg-sparse-min-work=0 --loops 7 --fallback-each 8 %s -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t --threads 1
// RUN: %check-run -fplugin-arg-sparse-tune -fplugin-arg-sparse-min-work=0 --loops 7 --fallback-each 8 %s -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t --threads 3 --reuse
// clang-format on

#include "support/support.h"

using Matrix = run::Csr<>;
using Vector = std::vector<double>;

void product(int m, const int *pos, const int *crd, const double *val,
             const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

// To the last bit.
void strict(int m, const int *pos, const int *crd, const double *val,
            const double *x, double *y) {
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

void dense(int m, int K, const int *pos, const int *crd, const double *val,
           const double *B, double *C) {
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int j = crd[p];
      for (int k = 0; k < K; ++k)
        C[i * K + k] += val[p] * B[j * K + k];
    }
}

void sampled(int m, int K, const int *pos, const int *crd, const double *val,
             const double *C, const double *D, double *P) {
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int j = crd[p];
      double sum = 0;
      for (int k = 0; k < K; ++k)
        sum += C[i * K + k] * D[j * K + k];
      P[p] = val[p] * sum;
    }
}

double norm(int n, const double *x) {
  double sum = 0;
#pragma sparse
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return sum;
}

// Copies of `y`, of which there are as many as chunks.
void scattered(int m, int n, const int *pos, const int *crd, const double *val,
               const double *x, double *y) {
#pragma sparse assume(extent(y, n))
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[crd[p]] += val[p] * x[i];
}

void smooth(int n, int m, const double *a, double *b) {
#pragma sparse
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      b[i * m + j] = a[i * m + j] + a[(i - 1) * m + j] + a[i * m + j - 1];
}

void all(const Matrix &A, run::Random &R) {
  const int m = int(A.Rows), *pos = A.pos.data(), *crd = A.crd.data(), K = 9;
  const double *val = A.val.data();
  const Vector X = R.vector<double>(size_t(std::max(A.Cols, A.Rows)) * K);
  const Vector Rough(A.Rows + 1, 1e-10), RoughEach(A.val.size(), 1e-10),
      RoughColumns(A.Cols, 1e-10), Rougher(1, 1e-8);
  for (int Run = 0; Run < 10; ++Run) {
    Vector y(A.Rows), z(A.Cols), C(A.Rows * K, 1), P(A.val.size());
    product(m, pos, crd, val, X.data(), y.data());
    run::record(A.Name + " product", y.data(), y.size(), &Rough);
    strict(m, pos, crd, val, X.data(), y.data());
    run::record(A.Name + " strict", y);
    dense(m, K, pos, crd, val, X.data(), C.data());
    run::record(A.Name + " dense", C);
    sampled(m, K, pos, crd, val, X.data(), X.data(), P.data());
    run::record(A.Name + " sampled", P.data(), P.size(), &RoughEach);
    scattered(m, int(A.Cols), pos, crd, val, X.data(), z.data());
    run::record(A.Name + " scattered", z.data(), z.size(), &RoughColumns);
    const double Norm = norm(int(A.val.size()), val);
    run::record(A.Name + " norm", &Norm, 1, &Rougher);
    Vector b(X.size());
    smooth(int(A.Cols), K, X.data(), b.data());
    run::record(A.Name + " smooth", b);
  }
}

int main() {
  run::Random R(23);
  auto Make = [&](const char *Name, long Rows, auto Length) {
    return run::makeCsr<double, int, int>(Name, Rows, 300, R, Length);
  };
  all(Make("short rows", 2000, [&](long) { return R.below(9); }), R);
  all(Make("long rows", 100, [](long I) { return I % 3 ? 99 : 80; }), R);
  all(Make("few long rows", 700, [](long I) { return I < 7 ? 300 : 0; }), R);
  all(Make("one row", 1, [](long) { return 40; }), R);
}
