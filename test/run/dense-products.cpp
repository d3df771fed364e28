// clang-format off: what is checked is long
// Products of matrices keep tiles of their results in registers, with the bits of the
// loops as they stand, however they are written and whatever the sizes are.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 14 --fallback-each 40 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 14 --fallback-each 40 --threads 1 %s -o %t --reuse
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 14 --fallback-each 40 %s -fplugin-arg-sparse-verify -Wno-pass-failed -o %t.verify

// Which tiles they have, of doubles in 16 registers of 16 bytes.
// RUN: %clangxx_sparse -O2 -Rpass=sparse -Rpass-missed=sparse -fsyntax-only %s 2>&1 | FileCheck %s

#include "support/support.h"

using std::size_t;

static void summed(int n, int m, int l, double *C, const double *A, const double *B) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) distribute(j) order(j_part, i, k, j) tile(i, k, j; 64, 256, 4) reorder(j_part, i_tile) tile(i, k, j; 4, 0, 0) reorder(i, k) unroll(i) parallelize(i_tile, cpu_thread, no_races) parallelize(j, cpu_vector, no_races, width(2)) where 'i' has at least 8 iterations and 'k' has at least 8 iterations and 'j' has at least 4 iterations, and elsewhere as fp(strict) parallelize(i, cpu_thread, no_races) [
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double s = 0;
      for (int k = 0; k < l; ++k)
        s += A[i * l + k] * B[k * m + j];
      C[i * m + j] = s;
    }
}

static void added(int n, int m, int l, double *C, const double *A, const double *B) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) order(i, k, j) tile(i, k, j; 64, 256, 4)
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < l; ++k)
      for (int j = 0; j < m; ++j)
        C[i * m + j] += A[i * l + k] * B[k * m + j];
}

// As BLAS has it, with the first factor transposed.
static void scaled(int n, int m, int l, double alpha, double beta, double *C, const double *A, const double *B) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) distribute(i) order(i_part, i, k, j) tile(i, k, j; 64, 256, 4)
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j)
      C[i * m + j] *= beta;
    for (int k = 0; k < l; ++k)
      for (int j = 0; j < m; ++j)
        C[i * m + j] += alpha * A[k * n + i] * B[k * m + j];
  }
}

// Results by columns.
static void columns(size_t n, size_t m, size_t l, std::vector<float> &C, const std::vector<float> &A, const std::vector<float> &B) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) distribute(i) order(i_part, j, k, i) tile(j, k, i; 64, 256, 8)
#pragma sparse fp(strict)
  for (size_t j = 0; j < m; ++j)
    for (size_t i = 0; i < n; ++i) {
      C[i + j * n] = 0;
      for (size_t k = 0; k < l; ++k)
        C[i + j * n] += A[i + k * n] * B[k + j * l];
    }
}

// Arrays of arrays; integers, whose sums wrap.
constexpr int Size = 70;
template <class T> using Square = T[Size][Size];
static void whole(int n, Square<unsigned> &C, const Square<unsigned> &A, const Square<unsigned> &B) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) distribute(j) order(j_part, i, k, j) tile(i, k, j; 64, 256, 8)
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      unsigned s = 7;
      for (int k = 0; k < n; ++k)
        s += A[i][k] * B[k][j];
      C[i][j] = s;
    }
}

// The largest of products; parts of matrices.
static void largest(int n, Square<double> &C, const Square<double> &A, const Square<double> &B) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) order(i, k, j) tile(i, k, j; 64, 256, 4)
#pragma sparse fp(strict)
  for (int i = 1; i < n; ++i)
    for (int k = 2; k < n - 1; ++k)
      for (int j = 3; j < n; ++j)
        C[i - 1][j] = std::max(C[i - 1][j], A[i][k + 1] + B[k - 2][j - 3]);
}

// One half of a symmetric matrix.
static void half(int n, Square<double> &C, const Square<double> &A) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) order(i, k, j) tile(i, k, j; 64, 256, 4)
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j <= i; ++j)
        C[i][j] += A[k][i] * A[k][j];
}

// Terms in the outermost loop, which cannot be shared out.
static void outer(int n, int l, Square<double> &C, const Square<double> &A, const Square<double> &B) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) order(i, k, j) tile(i, k, j; 64, 256, 4)
#pragma sparse fp(strict)
  for (int k = 0; k < l; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        C[i][j] -= A[i][k] * B[k][j];
}

// A schedule of the user's, of other sizes.
static void scheduled(int n, int m, int l, float *C, const float *A, const float *B) {
#pragma sparse distribute(j) order(j_part, i, k, j) tile(i, k, j; 9, 5, 12) tile(i, k, j; 3, 0, 6) reorder(i, k) unroll(i) parallelize(j, cpu_vector, no_races)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = -1;
      for (int k = 0; k < l; ++k)
        s += A[i * l + k] * B[k * m + j];
      C[i * m + j] = s;
    }
}

// Rows that two iterations share cannot be in registers for both.
static void shared(int n, double *C, const double *A, const double *B) {
#pragma sparse tile(i, j; 4, 8) order(i_tile, j_tile, k, i, j) unroll(i) parallelize(j, cpu_vector, no_races)
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        C[i / 2 * n + j] += A[i * n + k] * B[k * n + j];
}

// No product: no element serves several results; elements of a row lie apart.
static void left(int n, Square<double> &C, const Square<double> &A, const Square<double> *T) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) parallelize(i, cpu_thread, no_races)
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 20; ++k)
      for (int j = 0; j < n; ++j)
        C[i][j] += A[i][k] * T[i][k][j];
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) tile(j; 8) order(i, j_tile, k, j) unroll(j) parallelize(i, cpu_thread, no_races)
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        C[i][j] += A[i][k] * A[j][k];
// One more factor is another element for each result, or is in a column.
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) parallelize(i, cpu_thread, no_races)
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        C[i][j] += A[i][k] * A[k][j] * A[j][i];
// The result is read meanwhile.
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) parallelize(i, cpu_thread, no_races, schedule(dynamic, 1))
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < i; ++k)
      for (int j = 0; j < n; ++j)
        C[i][j] += C[i][k] * A[k][j];
}

int main() {
  run::Random Any(11);
  const auto Large = Any.vector<double>(180000);
  // Several blocks of terms, and more.
  for (int n : {64, 130, 300}) {
    std::vector<double> C(20000);
    summed(n, 37, 300, C.data(), Large.data(), Large.data() + 90000);
    run::record("summed", C);
    added(65, n, 270, C.data(), Large.data(), Large.data() + 90000);
    run::record("added", C);
  }
  const auto X = Any.vector<double>(15000);
  const std::vector<float> F(X.begin(), X.end());
  for (int n : {0, 1, 4, 7, 8, 9, 17, 33, 65, Size})
    for (int m : {0, 1, 4, 7, 8, 16, 19, 40})
      for (int l : {0, 1, 7, 8, 33}) {
        std::vector<double> C = X;
        double *A = C.data() + 5000, *B = A + 5000;
        summed(n, m, l, C.data(), A, B);
        run::record("summed", C);
        added(n, m, l, C.data(), A, B);
        scaled(n, m, l, 0.5, -3, C.data(), A, B);
        run::record("scaled", C);
        std::vector<float> G = F;
        columns(n, m, l, G, F, F);
        scheduled(n, m, l, G.data(), G.data() + 5000, G.data() + 10000);
        run::record("G", G);
      }
  for (int n : {0, 1, 3, 4, 5, 8, 11, 16, 17, 33, 64, 68}) {
    std::vector<unsigned> U;
    for (double V : X)
      U.push_back(unsigned(long(V * 1e9)));
    auto S = reinterpret_cast<Square<unsigned> *>(U.data());
    whole(n, S[0], S[1], S[2]);
    run::record("whole", U);
    std::vector<double> C = Large;
    auto D = reinterpret_cast<Square<double> *>(C.data());
    largest(n, D[0], D[1], D[2]);
    half(n, D[3], D[4]);
    outer(n, n % 21, D[5], D[6], D[7]);
    run::record("squares", C);
    shared(n, C.data(), C.data() + 5000, C.data() + 10000);
    left(std::min(n, 30), D[0], D[1], D + 2);
    run::record("left", C);
    // Arrays that overlap, and one array.
    summed(n, n, n, C.data() + 3, C.data(), C.data() + 5000);
    added(n, n, n, C.data(), C.data(), C.data() + 7);
    largest(n, D[1], D[1], D[2]);
    C.resize(15000);
    run::record("overlap", C);
  }
}
