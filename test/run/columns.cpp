// clang-format off: what is checked is long
// Loops that go down columns go along rows instead, with the bits of the loops
// as they stand, however they are written and whatever the sizes are.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 15 --fallback-each 40 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 15 --fallback-each 40 --threads 1 %s -o %t --reuse
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 15 --fallback-each 40 %s -fplugin-arg-sparse-verify -Wno-pass-failed -o %t.verify

// Which order they have.
// RUN: %clangxx_sparse -O2 -Rpass=sparse -Rpass-missed=sparse -fsyntax-only %s 2>&1 | FileCheck %s

#include "support/support.h"

static void added(int n, int m, double *y, const double *A, const double *x) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) tile(i, j; 256, 4) order(i_tile, j_tile, i, j) parallelize(i_tile, cpu_thread, no_races) unroll(j) where 'i' has at least 32 iterations and 'j' has at least 16 iterations, and elsewhere as fp(strict) parallelize(i, cpu_thread, no_races) [
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i] += A[j * n + i] * x[j];
}

// Sums in a variable, and parts of an iteration.
static void summed(int n, int m, double *y, const double *A, const double *x) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) distribute(i) tile(i, j; 256, 4) order(i_tile, i_part, j_tile, i, j) parallelize(i_tile, cpu_thread, no_races) unroll(j)
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i) {
    double s = 0.5;
    for (int j = 0; j < m; ++j)
      s -= A[j * n + i] * x[j];
    y[i] = s;
  }
}

static void scaled(unsigned n, unsigned m, float *y, const float *A, const float *x) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) distribute(i) tile(i, j; 256, 4) order(i_tile, i_part, j_tile, i, j) parallelize(i_tile, cpu_thread, no_races) unroll(j)
#pragma sparse fp(strict)
  for (unsigned i = 0; i < n; ++i) {
    y[i] = 0;
    for (unsigned j = 0; j < m; ++j)
      y[i] = std::max(y[i], A[j * n + i] * x[j]);
    y[i] *= 3;
  }
}

// Results of one row need those of others: blocks of columns are on threads. The
// number of terms varies.
static void inPlace(int n, int m, double *B, const double *A) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) distribute(j) tile(j; 128) order(j_tile, i, j_part, k, j) parallelize(j_tile, cpu_thread, no_races), where its loops are long enough [
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      for (int k = i + 1; k < n; ++k)
        B[i * m + j] += A[i * n + k] * B[k * m + j];
      B[i * m + j] *= 0.75;
    }
}

// Matrices one after the other are on threads.
static void ofEach(int n, int m, double *y, const double *A, const double *x) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) tile(i, j; 256, 4) order(b, i_tile, j_tile, i, j) parallelize(b, cpu_thread, no_races) unroll(j)
#pragma sparse fp(strict)
  for (int b = 0; b < 3; ++b)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j)
        y[b * n + i] += A[(b * m + j) * n + i] * x[j];
}

// Columns need each other from right to left: along rows, that would be the wrong way.
static void against(int n, int m, double *A) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) parallelize(b, cpu_thread, no_races) [
#pragma sparse fp(strict)
  for (int b = 0; b < 3; ++b)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < m - 1; ++j)
        A[(b * m + j) * n + i] += A[(b * m + j + 1) * n + i - 1];
}

// Each term is for all results: some are added at a time.
static void byTerms(int n, int m, double *y, const double *A, const double *x) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) tile(j, i; 8, 256) order(i_tile, j_tile, i, j) parallelize(i_tile, cpu_thread, no_races) unroll(j), where its loops are long enough [
#pragma sparse fp(strict)
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i)
      y[i] += A[i * m + j] * x[j];
}

// Rows of results use the same terms.
static void symmetric(int n, int m, double *C, const double *A) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) distribute(i) tile(i, k, j; 16, 8, 256) order(i_part, i_tile, j_tile, k_tile, i, j, k) parallelize(i_tile, cpu_thread, no_races) unroll(k) where 'k' has at least 32 iterations
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j)
      C[i * n + j] *= 0.5;
    for (int k = 0; k < m; ++k)
      for (int j = 0; j <= i; ++j)
        C[i * n + j] += A[i * m + k] * A[j * m + k];
  }
}

// Where both orders are wanted, tiles have both.
static void transposed(int n, int m, double *B, const double *A) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) tile(i, j; 64, 16) parallelize(i_tile, cpu_thread, no_races) where 'i' has at least 32 iterations and 'j' has at least 16 iterations
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      B[j * n + i] = A[i * m + j];
}

constexpr int Size = 150;
static void nested(int n, double (&B)[Size][Size], const double (&A)[Size][Size]) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) tile(j, i; 64, 16) parallelize(j_tile, cpu_thread, no_races)
#pragma sparse fp(strict)
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      B[j][i] += A[i][j];
}

// A row is one element long, or lies elsewhere: nothing is gained.
static void strided(int n, int m, double *y, const double *A) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) parallelize(i, cpu_thread, no_races) [
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i] += A[2 * (j * n + i)];
}

// In the one order as in the other, elements lie apart.
static void neither(int n, int m, double *y, const double *A, const int *at) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) parallelize(i, cpu_thread, no_races) [
#pragma sparse fp(strict)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i] += A[j * n + i] * A[at[j]];
}

// Several loops go down the same columns, one after the other, and one column that all read.
static void projected(int n, int m, double *A, const double *Q, double *r) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) distribute(j) tile(j, i; 256, 4) order(j_tile, j_part, i_tile, j, i) parallelize(j_tile, cpu_thread, no_races) unroll(i) where 'j' has at least 32 iterations and 'i@1' has at least 16 iterations, and elsewhere as
#pragma sparse fp(strict)
  for (int j = 1; j < m; ++j) {
    r[j] = 0;
    for (int i = 0; i < n; ++i)
      r[j] += Q[i * m] * A[i * m + j];
    for (int i = 0; i < n; ++i)
      A[i * m + j] -= Q[i * m] * r[j];
  }
}

static void centred(int n, int m, float *A, float *mean) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) distribute(j) tile(j, i; 256, 4) order(j_tile, j_part, i_tile, j, i)
#pragma sparse fp(strict)
  for (int j = 0; j < m; ++j) {
    float s = 0;
    for (int i = 0; i < n; ++i)
      s += A[i * m + j];
    mean[j] = s;
    mean[j] /= float(n);
    for (int i = 0; i < n; ++i)
      A[i * m + j] -= mean[j];
  }
}

// One of the loops goes along rows: they keep their order.
static void mixed(int n, int m, double *A, double *B, const double *x) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) parallelize(j, cpu_thread, no_races) [
#pragma sparse fp(strict)
  for (int j = 0; j < m; ++j) {
    for (int i = 0; i < n; ++i)
      A[i * m + j] += x[j];
    for (int i = 0; i < n; ++i)
      B[j * n + i] += x[j];
  }
}

int main() {
  run::Random R(11);
  for (int n : {0, 1, 15, 33, 64, 150, 600})
    for (int m : {0, 1, 16, 31, 130}) {
      auto A = R.vector<double>(6l * n * m + n * n + 700), x = R.vector<double>(m + 1), y = R.vector<double>(3 * n + 1);
      auto B = R.vector<double>(n * m + 1);
      std::vector<float> a(A.begin(), A.end()), u(x.begin(), x.end()), v(y.begin(), y.end());
      added(n, m, y.data(), A.data(), x.data());
      run::record("added", y);
      summed(n, m, y.data(), A.data(), x.data());
      run::record("summed", y);
      scaled(n, m, v.data(), a.data(), u.data());
      run::record("scaled", v);
      inPlace(n, m, B.data(), A.data());
      run::record("in place", B);
      ofEach(n, m, y.data(), A.data(), x.data());
      run::record("of each", y);
      against(n, m, A.data());
      run::record("against", A);
      byTerms(n, m, y.data(), A.data(), x.data());
      run::record("by terms", y);
      auto C = R.vector<double>(n * n + 1);
      symmetric(n, m, C.data(), A.data());
      run::record("symmetric", C);
      transposed(n, m, B.data(), A.data());
      run::record("transposed", B);
      // The same memory twice, which is not to be reordered.
      transposed(std::min(n, m), std::min(n, m), A.data(), A.data());
      run::record("transposed in place", A);
      strided(n, m, y.data(), A.data());
      run::record("strided", y);
      std::vector<double> lengths(m + 1);
      projected(n, m, A.data(), B.data(), lengths.data());
      run::record("projected", A);
      projected(n, m, A.data(), A.data(), lengths.data());
      mixed(n, m, A.data(), B.data(), x.data());
      run::record("mixed", A);
      std::vector<float> means(m + 1);
      centred(n, m, a.data(), means.data());
      run::record("centred", a);
      std::vector<int> at(m + 1, n / 2);
      neither(n, m, y.data(), A.data(), at.data());
      run::record("neither", y);
    }
  static double B[Size][Size], C[Size][Size];
  for (auto *Matrix : {&B, &C})
    for (auto &Row : *Matrix)
      for (double &Element : Row)
        Element = R.vector<double>(1)[0];
  for (int n : {0, 1, 17, 64, 149, 150})
    nested(n, B, C);
  run::record("nested", &B[0][0], Size * Size);
}
