// clang-format off: what is checked is long
// Algorithms of the standard library, and functions of users that step what they were given, are
// the loops that they mean, with the results of the loops as they stand.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 16 --fallback-each 40 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 16 --fallback-each 40 %s -fplugin-arg-sparse-verify -Wno-pass-failed -o %t.verify

// Which loops they are.
// RUN: %clangxx_sparse -std=c++20 -O2 -Rpass=sparse -Rpass-missed=sparse -fsyntax-only %s 2>&1 | FileCheck %s

#include "support/support.h"
#include <cerrno>
#include <numeric>
#include <span>

using Matrix = run::Csr<>;

static void sums(int m, const int *pos, const double *val, double *y) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) divide(i, t, ir, threads, balance(__first))
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i)
    y[i] = std::accumulate(val + pos[i], val + pos[i + 1], 0.5);
}

static void products(int m, int K, const int *pos, const int *crd, const double *val, const double *C, const double *D, double *P) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) divide(i, t, ir, threads, balance(p))
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      P[p] = val[p] * std::inner_product(C + i * K, C + (i + 1) * K, D + crd[p] * K, 0.0);
}

static void scaled(int m, const int *pos, const double *d, double *val) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) divide(i, t, ir, threads, balance(__first))
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i)
    std::for_each(val + pos[i], val + pos[i + 1], [&](double &v) { v /= d[i]; });
}

static void transformed(int m, const int *pos, const double *val, double *out) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) divide(i, t, ir, threads, balance(__first))
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i)
    std::transform(val + pos[i], val + pos[i + 1], out + pos[i], [](double v) { return 2 * v + 1; });
}

static void combined(int m, int K, const double *A, const double *B, double *out) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) parallelize(i, cpu_thread, no_races)
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i)
    std::transform(A + i * K, A + (i + 1) * K, B + i * K, out + i * K, [](double a, double b) { return a * b; });
}

template <class Row, class Value, class Vector>
static double dot(Row crd, Row end, Value val, Vector x) {
  double sum = 0;
  while (crd != end)
    sum += *val++ * x[*crd++];
  return sum;
}

static void byRows(int m, const int *pos, const int *crd, const double *val, const double *x, double *y) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) divide(i, t, ir, threads, balance(crd_2))
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i)
    y[i] = dot(crd + pos[i], crd + pos[i + 1], val + pos[i], x);
}

// Two elements at a time, from an end that is known.
static double pairs(const double *v, const double *end, const double *w) {
  double sum = 0;
  for (; v != end; ++v, w += 2)
    sum += *v * (w[0] - w[1]);
  return sum;
}

static void byPairs(int m, int K, const double *A, const double *B, double *y) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) parallelize(i, cpu_thread, no_races)
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i)
    y[i] = pairs(A + i * K, A + i * K + K, B + 2 * i * K);
}

// What is counted is needed behind the loop, so that it stays a variable.
static int firstOver(const double *v, int k, int n) {
  while (k < n && v[k] < 0.9)
    ++k;
  return k;
}

static void searched(int m, const int *pos, const double *val, int *at) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) parallelize(i, cpu_thread, no_races
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i)
    at[i] = firstOver(val, pos[i], pos[i + 1]);
}

static void lengths(int m, const int *pos, const double *val, double *y) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) parallelize(i, cpu_thread, no_races
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i) {
    const double *v = val + pos[i];
    double sum = 0;
    for (; v != val + pos[i + 1]; ++v)
      sum += *v;
    y[i] = sum + double(v - val);
  }
}

// Roots of numbers that have no sign set no errno.
static void normalised(int m, const int *pos, double *val) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) divide(i, t, ir, threads, balance(p@1))
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i) {
    double norm = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      norm += val[p] * val[p];
    const double by = 1 / std::sqrt(norm);
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      val[p] *= by;
  }
}

// Parts of spans.
static void bySpans(std::span<const int> pos, std::span<const int> crd, std::span<const double> val, const double *x, std::span<double> y) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) divide(i, t, ir, threads, balance(k))
#pragma sparse fp(strict)
  for (size_t i = 0; i + 1 < pos.size(); ++i) {
    const auto entries = val.subspan(pos[i], pos[i + 1] - pos[i]);
    const auto columns = crd.subspan(pos[i], entries.size());
    double sum = 0;
    for (size_t k = 0; k < entries.size(); ++k)
      sum += entries[k] * x[columns[k]];
    y[i] = sum;
  }
}

static void byParts(std::span<const double> val, std::span<double> y) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) distribute(i) tile(i; 8) order(i_tile, i_part, v, i) unroll(i) parallelize(i_tile, cpu_thread, no_races, schedule(dynamic, 1)) where 'i' has at least 192 iterations, and elsewhere as fp(strict) parallelize(i, cpu_thread, no_races
#pragma sparse fp(strict)
  for (size_t i = 0; i < y.size(); ++i) {
    double sum = 0;
    for (double v : val.first(i))
      sum += v;
    for (double v : val.subspan(i).last((val.size() - i) / 2))
      sum -= v;
    y[i] = sum;
  }
}

static void sumsOfRows(const std::vector<std::vector<double>> &a, const std::vector<double> &x, std::vector<double> &y) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) parallelize(i, cpu_thread, no_races
#pragma sparse fp(strict)
  for (size_t i = 0; i < a.size(); ++i)
    y[i] = std::accumulate(a[i].begin(), a[i].end(), 0.5) + std::inner_product(a[i].begin(), a[i].end(), x.begin(), 0.0);
}

/// Predicates lie in objects of the library's.
static void counted(int m, const int *pos, const double *val, double least, int *n) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as divide(i, t, ir, threads, balance(__first))
#pragma sparse
  for (int i = 0; i < m; ++i)
    n[i] = int(std::count_if(val + pos[i], val + pos[i + 1], [least](double v) { return v > least; }));
}

/// The greatest and the least element, their places, of empty rows and with NaN.
static void extremes(const std::vector<std::vector<double>> &a, std::vector<double> &most, std::vector<long> &at) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as parallelize(i, cpu_thread, no_races
#pragma sparse
  for (size_t i = 0; i < a.size(); ++i) {
    const auto least = std::min_element(a[i].begin(), a[i].end());
    at[i] = std::max_element(a[i].begin(), a[i].end()) - a[i].begin() + 100 * (least - a[i].begin());
    most[i] = a[i].empty() ? -1 : 0;
    if (!a[i].empty()) {
      const double greatest = *std::max_element(a[i].begin(), a[i].end());
      most[i] = greatest - *std::min_element(a[i].begin() + 1, a[i].end() - (a[i].size() > 1)) * (a[i].size() > 2);
    }
  }
}

/// Rows that are normalised, by a copy of what was just found.
static void softened(std::vector<std::vector<double>> &a) {
// CHECK: :[[@LINE+2]]:{{.*}} runs as fp(strict) parallelize(row, cpu_thread, no_races
#pragma sparse fp(strict)
  for (auto &row : a) {
    double sum = 0;
    for (double v : row)
      sum += v;
    std::for_each(row.begin(), row.end(), [sum](double &v) { v /= sum; });
    sum = 2;
    std::transform(row.begin(), row.end(), row.begin(), [=](double v) { return v + sum; });
  }
}

int main() {
  run::Random R(6);
  for (const Matrix &A : run::shapes<>()) {
    const int m = int(A.Rows), n = int(A.Cols);
    const auto x = R.vector<double>(n + 1);
    auto y = R.vector<double>(m + 1);
    sums(m, A.pos.data(), A.val.data(), y.data());
    run::record("sums", y);
    byRows(m, A.pos.data(), A.crd.data(), A.val.data(), x.data(), y.data());
    run::record("by rows", y);
    lengths(m, A.pos.data(), A.val.data(), y.data());
    run::record("lengths", y);
    std::vector<int> at(m + 1);
    counted(m, A.pos.data(), A.val.data(), 0.1, at.data());
    run::record("counted", at);
    searched(m, A.pos.data(), A.val.data(), at.data());
    run::record("searched", at);
    auto val = A.val;
    scaled(m, A.pos.data(), y.data(), val.data());
    run::record("scaled", val);
    transformed(m, A.pos.data(), A.val.data(), val.data());
    run::record("transformed", val);
    normalised(m, A.pos.data(), val.data());
    run::record("normalised", val);
    bySpans(A.pos, A.crd, A.val, x.data(), y);
    run::record("by spans", y);
    byParts(x, {y.data(), std::min(x.size(), y.size())});
    run::record("by parts", y);
    // In place, and a place behind.
    transformed(m, A.pos.data(), val.data(), val.data());
    run::record("in place", val);
    if (!val.empty()) {
      val.push_back(1);
      transformed(m, A.pos.data(), val.data(), val.data() + 1);
      run::record("behind", val);
    }
    for (int K : {0, 1, 5, 16}) {
      const auto C = R.vector<double>(m * K + 1), D = R.vector<double>(n * K + 1);
      const auto B = R.vector<double>(2 * m * K + 1);
      auto P = R.vector<double>(A.crd.size()), Out = R.vector<double>(m * K + 1);
      products(m, K, A.pos.data(), A.crd.data(), A.val.data(), C.data(), D.data(), P.data());
      run::record("products", P);
      combined(m, K, C.data(), B.data(), Out.data());
      run::record("combined", Out);
      byPairs(m, K, C.data(), B.data(), y.data());
      run::record("by pairs", y);
    }
  }
  for (int n : {0, 1, 3, 50}) {
    std::vector<std::vector<double>> rows(n);
    for (int i = 0; i < n; ++i)
      rows[i] = R.vector<double>(i * 7 % 11);
    const auto x = R.vector<double>(11);
    std::vector<double> y(n);
    sumsOfRows(rows, x, y);
    run::record("sums of rows", y);
    for (int i = 0; i < n; ++i)
      for (size_t k = 0; k < rows[i].size(); ++k)
        if (i % 3 == 0)
          rows[i][k] = k % 3 == 1 ? NAN : double(k % 2);
    std::vector<long> at(n);
    extremes(rows, y, at);
    run::record("extremes", y), run::record("places", at);
    softened(rows);
    for (const auto &row : rows)
      run::record("softened", row);
  }
  // The threads' library may set it to other values when it starts.
  const int set = errno == EDOM;
  run::record("errno", &set, 1);
}
