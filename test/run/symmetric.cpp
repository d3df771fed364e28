// clang-format off: what is checked is long
// Sums in a variable that end in several elements are made in the first one: halves of
// symmetric matrices are products like others, with the bits of the loops as they stand.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 9 --fallback-each 80 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 9 --fallback-each 80 --threads 1 %s -o %t --reuse
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 9 --fallback-each 80 %s -fplugin-arg-sparse-verify -Wno-pass-failed -o %t.verify

// Which order they have.
// RUN: %clangxx_sparse -O2 -Rpass=sparse -Rpass-missed=sparse -fsyntax-only %s 2>&1 | FileCheck %s

#include "support/support.h"

static void covariance(int n, int m, const double *data, double *cov) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) distribute(j) order(j_part, i, k, j) tile(i, k, j; 64, 256, 4) reorder(j_part, i_tile) tile(i, k, j; 4, 0, 0) reorder(i, k) unroll(i) parallelize(i_tile, cpu_thread, no_races, schedule(dynamic, 1))
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i)
    for (int j = i; j < m; ++j) {
      double sum = 0;
      for (int k = 0; k < n; ++k)
        sum += data[k * m + i] * data[k * m + j];
      sum /= n - 1.5;
      cov[i * m + j] = sum;
      cov[j * m + i] = sum;
    }
}

// With a diagonal that is set, arrays of arrays, and the lower half first.
constexpr int Size = 70;
template <class T> using Square = T[Size][Size];
static void correlation(int n, int m, const Square<float> &data, Square<float> &R) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) distribute(i) distribute(j) order(
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i) {
    R[i][i] = 1;
    for (int j = i + 1; j < m; ++j) {
      float sum = 0;
      for (int k = 0; k < n; ++k)
        sum += data[k][i] * data[k][j];
      R[j][i] = sum;
      R[i][j] = sum;
    }
  }
}

// The whole matrix, each element of which is set twice: the last one counts.
static void twice(int n, int m, const double *A, const double *B, double *C) {
// CHECK: :[[@LINE+2]]:{{.*}}
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j) {
      double sum = 1;
      for (int k = 0; k < n; ++k)
        sum += A[k * m + i] * B[k * m + j];
      C[i * m + j] = sum;
      C[j * m + i] = sum;
    }
}

// Three places, one of them in another array.
static void thrice(std::size_t n, std::size_t m, const std::vector<double> &A, std::vector<double> &C, std::vector<double> &D) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) distribute(j) order(j_part, i, k, j) tile(i, k, j; 64, 256, 4)
#pragma sparse fp(strict)
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < m; ++j) {
      double sum = 1;
      for (std::size_t k = 0; k < n; ++k)
        sum -= A[i * n + k] * A[k * m + j];
      D[i * m + j] = sum;
      C[i * m + j] = sum;
      C[(m + j) * m + i] = sum;
    }
}

// The element is used behind the store.
static void normalised(int n, int m, const double *A, double *y) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) distribute(i) tile(i, k; 256, 4) order(
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i) {
    double sum = 1;
    for (int k = 0; k < n; ++k)
      sum += A[k * m + i];
    y[i] = sum;
    y[i] /= n + 0.5;
    y[m + i] = y[i] * 2;
  }
}

// Not where another store may have changed it before the variable is stored again.
static void restored(int n, int m, const double *A, double *y) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) parallelize(i, cpu_thread, no_races) [
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i) {
    double sum = 1;
    for (int k = 0; k < n; ++k)
      sum += A[k * m + i];
    y[i] = sum;
    y[i] *= 0.25;
    y[m + i] = sum;
  }
}

// The variable is used otherwise behind the first store, or the array is read meanwhile: the sum
// stays in it.
static void used(int n, int m, const double *A, double *C, double *D, int *E) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) parallelize(i, cpu_thread, no_races) [
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j) {
      double sum = 1;
      for (int k = 0; k < n; ++k)
        sum += A[i * n + k] * A[k * m + j];
      C[i * m + j] = sum;
      D[i * m + j] = sum * 2;
    }
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) parallelize(i, cpu_thread, no_races) [
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j) {
      double sum = 1;
      for (int k = 0; k < n; ++k)
        sum += A[i * n + k] * A[k * m + j] + C[i * m + j];
      C[i * m + j] = sum;
    }
// CHECK: :[[@LINE+2]]:{{.*}}
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j) {
      int sum = 0;
      for (int k = 0; k < n; ++k)
        sum += k & j;
      E[i * m + j] = sum;
      E[5000 + (sum & 15)] = sum;
    }
}

int main() {
  run::Random Any(29);
  const auto X = Any.vector<double>(40000);
  const std::vector<float> F(X.begin(), X.end());
  for (int n : {0, 1, 7, 8, 9, 33, 65})
    for (int m : {0, 1, 2, 3, 7, 8, 9, 16, 19, 40, 66}) {
      std::vector<double> C = X;
      double *A = C.data() + 12000;
      covariance(n, m, A, C.data());
      run::record("covariance", C);
      twice(n, m, A, A + 5000, C.data());
      run::record("twice", C);
      std::vector<float> G = F;
      auto S = reinterpret_cast<Square<float> *>(G.data());
      correlation(n, m, S[0], S[1]);
      run::record("correlation", G);
      std::vector<double> D = X;
      thrice(n, m, X, C, D);
      std::vector<int> E(6000);
      used(n, m, X.data(), C.data(), D.data(), E.data());
      normalised(n, m, X.data(), C.data() + 9000);
      restored(n, m, X.data(), D.data() + 9000);
      run::record("C", C);
      run::record("D", D);
      run::record("E", E);
      // Results among the data, and two arrays in one place.
      covariance(n, m, A, A + m);
      correlation(n, m, S[1], S[1]);
      thrice(n, m, X, C, C);
      run::record("C", C);
      run::record("G", G);
    }
}
