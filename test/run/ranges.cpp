// Ranges that overlap what is written, are empty or begin at null: the user's
// loop runs, or what it would do is done.
// clang-format off
// RUN: %check-run --loops 6 --fallback 2 %s -o %t
// RUN: env LACUNA_LOG=1 %t.sparse 2>%t.log >%t.records
// RUN: FileCheck %s --input-file=%t.log
// RUN: %clangxx_sparse -std=c++20 -O1 -w -fplugin-arg-sparse-verify -fplugin-arg-sparse-check=full -fplugin-arg-sparse-count %s -o %t.verified
// RUN: %t.verified 2>&1 >%t.actual | FileCheck %s --check-prefix=VERIFIED
// VERIFIED-NOT: differ
// VERIFIED:     generated
// clang-format on

#include "support/support.h"

#include <span>

struct Part {
  int *first, *last;
  int *begin() const { return first; }
  int *end() const { return last; }
};

// CHECK: ranges.cpp:[[@LINE+3]]: the user's loop runs: 'degree' overlaps a row of 'parts_first'
void degrees(const std::vector<Part> &parts, int *degree) {
#pragma sparse parallelize(u, cpu_thread, no_races)
  for (size_t u = 0; u < parts.size(); ++u)
    for (int v : parts[u])
      degree[u] += v;
}

// CHECK-NEXT: ranges.cpp:[[@LINE+3]]: the user's loop runs: 'y' overlaps a row of 'rows'
void sums(const std::vector<std::vector<double>> &rows, double *y) {
#pragma sparse parallelize(row, cpu_thread, parallel_reduction)
  for (const auto &row : rows)
    for (double v : row)
      *y += v;
}

/// Pairs that do not begin in one array.
long between(const int *first, const int *last) {
  long sum = 0;
#pragma sparse split(p, p0, p1, 4)
  for (const int *p = first; p != last; ++p)
    sum += *p;
  return sum;
}

/// A copy is changed, not the element.
double positive(std::vector<double> &v) {
  double sum = 0;
#pragma sparse unroll(e, 2)
  for (auto e : v) {
    if (e < 0)
      e = -e;
    sum += e;
  }
  return sum;
}

struct Entry {
  int col;
  double val;
};

void byReference(std::span<Entry> row, std::vector<double> &y) {
#pragma sparse parallelize(j, cpu_thread, no_races)
  for (auto &[j, v] : row) {
    v *= 2;
    j = -j;
  }
#pragma sparse unroll(j, 4)
  for (auto [j, v] : row)
    y[-j] += v;
}

int main() {
  std::vector<int> list(40, 3);
  int degree[4] = {1, 2, 3, 4};
  std::vector<Part> parts{
      {&list[0], &list[9]}, {}, {&list[9], &list[9]}, {&list[20], &list[33]}};
  degrees(parts, degree);
  run::record("degrees", std::vector<int>(degree, degree + 4));
  degrees(parts, &list[20]);
  run::record("degrees in the lists", list);
  std::vector<std::vector<double>> rows{{1, 2, 3}, {}, {0.5, 0.25}};
  double sum = 0;
  sums(rows, &sum);
  sums(rows, &rows[2][0]);
  run::record("sums", sum + rows[2][0]);
  run::record("between",
              between(&list[3], &list[17]) + between(nullptr, nullptr));
  std::vector<double> v{-1, 2, -3};
  run::record("positive", positive(v));
  run::record("unchanged", v);
  std::vector<Entry> row{{1, 2}, {0, 4}, {1, 8}};
  std::vector<double> y(2);
  byReference(row, y);
  byReference({}, y);
  run::record("by reference", y);
}
