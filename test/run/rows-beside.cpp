// clang-format off: what is checked is long
// Sums along rows are made for several rows at a time, each with its terms in their order:
// the bits are those of the loops as they stand, however they are written.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 9 --fallback-each 1600 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 9 --fallback-each 1600 --threads 1 %s -o %t --reuse
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 8 --fallback-each 1600 %s -fplugin-arg-sparse-verify -Wno-pass-failed -o %t.verify

// Which order they have.
// RUN: %clangxx_sparse -O2 -Rpass=sparse -Rpass-missed=sparse -fsyntax-only %s 2>&1 | FileCheck %s

#include "support/support.h"

using std::size_t;

static void added(int n, int m, double *y, const double *A, const double *x) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) tile(i; 8) order(i_tile, j, i) unroll(i) parallelize(i_tile, cpu_thread, no_races) where 'i' has at least 16 iterations and 'j' has at least 96 iterations, and elsewhere as fp(strict) parallelize(i, cpu_thread, no_races) [
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i] += A[i * m + j] * x[j];
}

// Of sums in any order lanes are faster.
static void anyOrder(int n, int m, int *y, const int *A, const int *x) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as parallelize(i, cpu_thread, no_races)
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i] += A[i * m + j] * x[j];
}

// Sums in a variable; two matrices are gone through.
static void summed(size_t n, size_t m, std::vector<float> &y, const std::vector<float> &A, const std::vector<float> &B, const std::vector<float> &x) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) distribute(i) tile(i; 4) order(i_tile, i_part, j, i) unroll(i) parallelize(i_tile, cpu_thread, no_races)
#pragma sparse fp(strict)
  for (size_t i = 0; i < n; ++i) {
    float s = 0.25f;
    for (size_t j = 0; j < m; ++j)
      s -= A[i * m + j] * x[j] + B[i * m + j];
    y[i] = s;
  }
}

// Updates beside the sums, which no two threads can make.
static void both(int n, int m, double *q, double *s, const double *A, const double *p, const double *r) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) distribute(i) tile(i; 8) order(i_tile, i_part, j, i) unroll(i), where its loops are long enough [
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i) {
    q[i] = 0;
    for (int j = 0; j < m; ++j) {
      s[j] += r[i] * A[i * m + j];
      q[i] += A[i * m + j] * p[j];
    }
  }
}

// Updates behind the sums, with their results.
static void behind(unsigned n, unsigned m, double *y, double *t, const double *A, const double *x) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) distribute(i) tile(i; 8) order(i_tile, i_part, j, i) unroll(i), where its loops are long enough [
#pragma sparse fp(strict)
  for (unsigned i = 0; i < n; ++i) {
    t[i] = 1;
    for (unsigned j = 0; j < m; ++j)
      t[i] += A[i * m + j] * x[j];
    t[i] *= 0.5;
    for (unsigned j = 0; j < m; ++j)
      y[j] = std::max(y[j], A[i * m + j] * t[i]);
  }
}

// Both factors go along rows; arrays of arrays.
constexpr int Size = 200;
template <class T> using Square = T[Size][Size];
static void rows(int n, Square<double> &C, const Square<double> &A, const Square<double> &B) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) distribute(j) tile(j; 8) order(i, j_tile, j_part, k, j) unroll(j) parallelize(i, cpu_thread, no_races) where 'j' has at least 16 iterations and 'k' has at least 96 iterations
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      C[i][j] = 0;
      for (int k = 0; k < n; ++k)
        C[i][j] += A[i][k] * B[j][k];
    }
}

// Rows of a triangle, and sums that need earlier sums, which are complete by then.
static void triangles(int n, Square<double> &L, double *x, double *y) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) tile(i; 8) order(i_tile, j, i) unroll(i) parallelize(i_tile, cpu_thread, no_races, schedule(dynamic, 1)) where 'i' has at least 192 iterations, and elsewhere as
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      y[i] += L[i][j] * x[j];
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) tile(i; 8) order(i_tile, j, i) unroll(i), where its loops are long enough [
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      x[i] -= L[i][j] * x[j];
// Of these each needs the next one: they keep their order.
// CHECK: :[[@LINE+2]]:{{.*}} left unchanged
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n - 1; ++j)
      x[i] -= L[i][j] * x[j + 1];
}

int main() {
  run::Random Any(23);
  const auto X = Any.vector<double>(60000);
  const std::vector<float> F(X.begin(), X.end());
  for (int n : {0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 64})
    for (int m : {0, 1, 2, 15, 16, 17, 95, 96, 97, 300}) {
      std::vector<double> C = X;
      double *A = C.data() + 2000, *B = A + 20000, *p = B + 20000;
      added(n, m, C.data(), A, p);
      run::record("added", C);
      both(n, m, C.data(), C.data() + 400, A, p, B);
      run::record("both", C);
      behind(n, m, C.data(), C.data() + 400, A, p);
      run::record("behind", C);
      std::vector<float> G = F;
      summed(n, m, G, F, F, F);
      run::record("summed", G);
      std::vector<int> I(X.size());
      for (size_t K = 0; K < I.size(); ++K)
        I[K] = int(X[K] * 1000);
      anyOrder(n, m, I.data(), I.data() + 2000, I.data() + 30000);
      run::record("anyOrder", I);
      // Sums and updates of one array, sums among the terms.
      both(n, m, C.data(), C.data() + n / 2, A, p, B);
      behind(n, m, C.data(), C.data() + m / 2, A, p);
      added(n, m, A + m, A, p);
      run::record("overlap", C);
    }
  const auto Y = Any.vector<double>(170000);
  for (int n : {0, 1, 2, 15, 16, 33, 95, 96, 97, 191, 192, 199, Size}) {
    std::vector<double> C = Y;
    auto D = reinterpret_cast<Square<double> *>(C.data());
    rows(n, D[0], D[1], D[2]);
    triangles(n, D[3], C.data() + 160000, C.data() + 161000);
    rows(n, D[1], D[1], D[1]);
    run::record("rows", C);
  }
}
