// clang-format off: what is checked is long
// Sums over entries, one for each element of a result, take the entries of a row once, and loops
// over one row count as its positions do, with the bits of the loops as they stand.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 10 --fallback-each 130 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 10 --fallback-each 130 %s -fplugin-arg-sparse-verify -Wno-pass-failed -o %t.verify

// Which order they have.
// RUN: %clangxx_sparse -O2 -Rpass=sparse -Rpass-missed=sparse -fsyntax-only %s 2>&1 | FileCheck %s

#include "support/support.h"

using Matrix = run::Csr<>;

static void product(int m, int K, const int *pos, const int *crd, const double *val, const double *B, double *C) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) order(i, p, k) divide(i, t, ir, threads, balance(p)) {{.*}} where 'k' has exactly 1 iterations, and elsewhere as fp(strict) parallelize(i, cpu_thread, no_races) where 'k' has fewer than 4 iterations, and elsewhere as fp(strict) order(i, p, k) divide(i, t, ir, threads, balance(p))
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < K; ++k) {
      double sum = 0;
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        sum += val[p] * B[crd[p] * K + k];
      C[i * K + k] = sum;
    }
}

// What an iteration begins and ends with, and a let that both read.
static void scaled(int m, const int *pos, const int *crd, const float *val, const float *B, const float *d, float *C) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) order(i, p, k) divide(i, t, ir, threads, balance(p))
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < 9; ++k) {
      const float w = d[i] * 2;
      C[i * 9 + k] *= w;
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        C[i * 9 + k] -= val[p] * B[crd[p] * 9 + k];
      C[i * 9 + k] = std::max(C[i * 9 + k], -w);
    }
}

// Two levels inside.
static void threeFactors(int m, unsigned K, const int *pos, const int *crd, const int *pos2, const int *crd2, const double *val, const double *B, const double *D, double *C) {
// CHECK: :[[@LINE+2]]:{{.*}} 'k' has fewer than 4 iterations, and elsewhere as fp(strict) order(i, p, q, k) divide(i, t, ir, threads, balance(p))
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i)
    for (unsigned k = 0; k < K; ++k) {
      double sum = 1;
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        for (int q = pos2[p]; q < pos2[p + 1]; ++q)
          sum += val[q] * B[crd[p] * K + k] * D[crd2[q] * K + k];
      C[i * K + k] = sum;
    }
}

// Elements that lie apart have nothing from it.
static void byColumns(int m, int n, int K, const int *pos, const int *crd, const double *val, const double *B, double *C) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) parallelize(i, cpu_thread, no_races) [
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < K; ++k) {
      double sum = 0;
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        sum += val[p] * B[k * n + crd[p]];
      C[k * m + i] = sum;
    }
}

// The same of some elements.
static void mixed(int m, int n, int K, const int *pos, const int *crd, const double *B, const double *D, double *C) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) parallelize(i, cpu_thread, no_races) [
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < K; ++k) {
      double sum = 0;
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        sum += D[k * n + crd[p]] * B[crd[p] * K + k];
      C[i * K + k] = sum;
    }
}

// Each sum needs the one before it.
static void carried(int m, int K, const int *pos, const int *crd, const double *val, const double *B, double *C) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) parallelize(i, cpu_thread, no_races) [
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i) {
    double last = 0;
    for (int k = 0; k < K; ++k) {
      double sum = last;
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        sum += val[p] * B[crd[p] * K + k];
      C[i * K + k] = sum;
      last = sum / 4;
    }
  }
}

static double rowTimes(const int *crd, const double *val, int count, const double *x) {
  double sum = 0;
  for (int p = 0; p < count; ++p)
    sum += val[p] * x[crd[p]];
  return sum;
}

static void byRows(int m, const int *pos, const int *crd, const double *val, const double *x, double *y) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) divide(i, t, ir, threads, balance(p))
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i)
    y[i] = rowTimes(crd + pos[i], val + pos[i], pos[i + 1] - pos[i], x);
}

static void bySizes(size_t m, const size_t *pos, const int *crd, const double *val, const double *x, double *y) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) divide(i, t, ir, threads, balance(k))
#pragma sparse fp(strict)
  for (size_t i = 0; i < m; ++i)
    for (size_t k = 0; k < pos[i + 1] - pos[i]; ++k)
      y[i] += val[pos[i] + k] * x[crd[k + pos[i]]];
}

static void walked(int m, int K, const int *pos, const int *crd, const double *val, const double *B, double *C) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) divide(i, t, ir, threads, balance(p)) {{.*}} bound(c, cb, 32, max_exact)
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const double *b = B + crd[p] * K;
      for (double *c = C + i * K; c != C + (i + 1) * K; ++c)
        *c += val[p] * *b++;
    }
}

static void blocks(int m, int first, double *x, const double *d) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) parallelize(i, cpu_thread, no_races)
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i)
    for (int k = first + 3 * i; k < first + 3 * (i + 1); ++k)
      x[k] *= d[i];
}

int main() {
  run::Random R(5);
  for (const Matrix &A : run::shapes<>()) {
    const int m = int(A.Rows), n = int(A.Cols);
    const std::vector<size_t> sizes(A.pos.begin(), A.pos.end());
    auto x = R.vector<double>(n + 1), y = R.vector<double>(m + 1);
    byRows(m, A.pos.data(), A.crd.data(), A.val.data(), x.data(), y.data());
    run::record("by rows", y);
    bySizes(m, sizes.data(), A.crd.data(), A.val.data(), x.data(), y.data());
    run::record("by sizes", y);
    auto blocked = R.vector<double>(3 * m + 2);
    blocks(m, 1, blocked.data(), y.data());
    run::record("blocks", blocked);
    // Entries of the second level: some for each position, none for others.
    std::vector<int> pos2 = {0}, crd2;
    for (size_t p = 0; p < A.crd.size(); ++p) {
      for (long q = R.below(3); q > 0; --q)
        crd2.push_back(int(R.below(n)));
      pos2.push_back(int(crd2.size()));
    }
    const auto val2 = R.vector<double>(crd2.size());
    for (int K : {0, 1, 3, 4, 7, 8, 16, 33, 64}) {
      const auto B = R.vector<double>(n * K + 1), D = R.vector<double>(n * K + 1);
      auto C = R.vector<double>(m * K + 1);
      product(m, K, A.pos.data(), A.crd.data(), A.val.data(), B.data(), C.data());
      run::record("product", C);
      threeFactors(m, K, A.pos.data(), A.crd.data(), pos2.data(), crd2.data(), val2.data(), B.data(), D.data(), C.data());
      run::record("three factors", C);
      byColumns(m, n, K, A.pos.data(), A.crd.data(), A.val.data(), B.data(), C.data());
      run::record("by columns", C);
      mixed(m, n, K, A.pos.data(), A.crd.data(), B.data(), D.data(), C.data());
      run::record("mixed", C);
      carried(m, K, A.pos.data(), A.crd.data(), A.val.data(), B.data(), C.data());
      run::record("carried", C);
      walked(m, K, A.pos.data(), A.crd.data(), A.val.data(), B.data(), C.data());
      run::record("walked", C);
      // Results among what is read.
      if (m <= n) {
        auto Both = R.vector<double>(n * K + 1);
        product(m, K, A.pos.data(), A.crd.data(), A.val.data(), Both.data(), Both.data());
        run::record("in place", Both);
      }
    }
    const auto Bf = R.vector<float>(n * 9), d = R.vector<float>(m), val = R.vector<float>(A.crd.size());
    auto C = R.vector<float>(m * 9);
    scaled(m, A.pos.data(), A.crd.data(), val.data(), Bf.data(), d.data(), C.data());
    run::record("scaled", C);
  }
  // Nothing is read of rows without elements, nor of none.
  double none = 1;
  product(3, 0, nullptr, nullptr, nullptr, nullptr, nullptr);
  product(0, 3, nullptr, nullptr, nullptr, nullptr, nullptr);
  product(3, -2, nullptr, nullptr, nullptr, nullptr, nullptr);
  run::record("none", &none, 1);
  // Rows that end before they begin have no entries.
  const int back[] = {4, 2, 3, 0};
  const int crd[] = {0, 1, 2, 0};
  const double val[] = {1, 2, 3, 4}, x[] = {5, 6, 7};
  double y[3] = {};
  byRows(3, back, crd, val, x, y);
  run::record("back", y, 3);
}
