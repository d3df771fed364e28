// The versions of a bare #pragma sparse compute what the plain loops compute;
// where there is too little work, and only there, the user's loop runs.
// clang-format off
// RUN: %check-run --loops 6 --fallback 6 %s -o %t
// RUN: env LACUNA_LOG=1 %t.sparse 2>%t.log >%t.records
// RUN: FileCheck %s --check-prefix=LOG --input-file=%t.log
// LOG-COUNT-6: auto.cpp:{{[0-9]+}}: the user's loop runs: there is too little work for threads
// LOG-NOT: the user's loop runs
// RUN: %clangxx_sparse -std=c++20 -O1 -fplugin-arg-sparse-verify %s -o %t.verified
// RUN: %t.verified 2>%t.log >%t.records
// RUN: count 0 < %t.log
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

void constant(int m, const int *pos, const int *crd, const double *val,
              const double *B, double *C) {
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int j = crd[p];
      for (int k = 0; k < 7; ++k)
        C[i * 7 + k] += val[p] * B[j * 7 + k];
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

void all(const Matrix &A, run::Random &R) {
  const int m = int(A.Rows), *pos = A.pos.data(), *crd = A.crd.data();
  const double *val = A.val.data();
  const Vector X = R.vector<double>(A.Cols * 70);
  const Vector Rough(A.Rows + 1, 1e-10), RoughEach(A.val.size(), 1e-10),
      Rougher(1, 1e-8);
  Vector y(A.Rows);
  product(m, pos, crd, val, X.data(), y.data());
  run::record(A.Name + " product", y.data(), y.size(), &Rough);
  strict(m, pos, crd, val, X.data(), y.data());
  run::record(A.Name + " strict", y);
  for (int K : {70, 5, 8, 16, 32, 64}) {
    Vector C(A.Rows * K, 1);
    dense(m, K, pos, crd, val, X.data(), C.data());
    run::record(A.Name + " dense", C);
    Vector P(A.val.size());
    sampled(m, K, pos, crd, val, C.data(), X.data(), P.data());
    run::record(A.Name + " sampled", P.data(), P.size(), &RoughEach);
  }
  Vector C(A.Rows * 7, 1);
  constant(m, pos, crd, val, X.data(), C.data());
  run::record(A.Name + " constant", C);
  double Norm = norm(int(A.val.size()), val);
  run::record(A.Name + " norm", &Norm, 1, &Rougher);
}

int main() {
  run::Random R(7);
  auto Make = [&](const char *Name, long Rows, auto Length) {
    return run::makeCsr<double, int, int>(Name, Rows, 400, R, Length);
  };
  all(Make("short rows", 9000, [&](long) { return R.below(9); }), R);
  all(Make("long rows", 400, [](long I) { return I % 3 ? 99 : 80; }), R);
  all(Make("few long rows", 9000, [](long I) { return I < 100 ? 400 : 0; }), R);
  // Too little work for each of the loops.
  const int pos[] = {0, 2, 2, 4}, crd[] = {0, 2, 1, 2};
  Matrix Tiny{"tiny", 3, 3, {pos, pos + 4}, {crd, crd + 4}, {2, 1, 3, 4}};
  const Vector X = R.vector<double>(300);
  Vector y(300);
  product(3, pos, crd, Tiny.val.data(), X.data(), y.data());
  strict(3, pos, crd, Tiny.val.data(), X.data(), y.data());
  dense(3, 70, pos, crd, Tiny.val.data(), X.data(), y.data());
  constant(3, pos, crd, Tiny.val.data(), X.data(), y.data());
  sampled(3, 70, pos, crd, Tiny.val.data(), X.data(), X.data() + 3, y.data());
  run::record("tiny", y);
  double Norm = norm(300, X.data());
  run::record("tiny norm", &Norm, 1);
  // No rows: nothing may be read.
  product(0, nullptr, nullptr, nullptr, nullptr, nullptr);
  dense(0, 70, nullptr, nullptr, nullptr, nullptr, nullptr);
}
