// Rows that are written: rows of one array must lie apart from each other, from
// those of other arrays and from other arrays. Where they do not the user's
// loop runs.
// clang-format off
// RUN: %check-run --loops 9 --fallback 8 %s -o %t
// RUN: env LACUNA_LOG=1 %t.sparse 2>%t.log >%t.records
// RUN: FileCheck %s --input-file=%t.log

#include "support/support.h"

#include <array>

using Rows = std::vector<std::vector<double>>;

// CHECK: written-rows.cpp:[[@LINE+5]]: the user's loop runs: rows of 'C' lie over each other, or in no order
// CHECK-NEXT: written-rows.cpp:[[@LINE+4]]: the user's loop runs: rows of 'C' lie among those of 'B'
// CHECK-NEXT: written-rows.cpp:[[@LINE+3]]: the user's loop runs: 'val' overlaps a row of 'C'
void product(int m, int n, const int *pos, const int *crd, const double *val, double **B, double **C) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < n; ++k) {
      C[i][k] = 0;
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        C[i][k] += val[p] * B[crd[p]][k];
    }
}

/// Counted from one, as in books of the time.
// CHECK-NEXT: written-rows.cpp:[[@LINE+3]]: the user's loop runs: rows of 'a' lie over each other, or in no order
void scale(int m, int n, double **a, const double *s) {
#pragma sparse split(i, i0, i1, 3) reorder(i1, k) parallelize(i0, cpu_thread, no_races)
  for (int i = 1; i <= m; ++i)
    for (int k = 1; k <= n; ++k)
      a[i][k] *= s[i];
}

// CHECK-NEXT: written-rows.cpp:[[@LINE+3]]: the user's loop runs: 'A' and 'B' have a row in common
void ofVectors(const std::vector<std::vector<int>> &crd, const Rows &B, Rows &A) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (size_t i = 0; i < A.size(); ++i)
    for (size_t k = 0; k < A[i].size(); ++k)
      A[i][k] += B[crd[i][k]][k];
}

struct Cell {
  double mass;
  double flux[3];
};

/// What the language keeps apart needs no check: members of one record.
void insideRecords(int n, Cell *cells, const double *s) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    cells[i].mass = 0;
    for (int d = 0; d < 3; ++d) {
      cells[i].flux[d] += s[i];
      cells[i].mass += s[i];
    }
  }
}

double table[20][7];

// CHECK-NEXT: written-rows.cpp:[[@LINE+3]]: the user's loop runs: 'table' overlaps 'x'
void inTable(const double *x) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < 20; ++i)
    for (int k = 0; k < 7; ++k)
      table[i][k] += x[i] * k;
}

/// Several entries add to one row, whose elements are updated one by one.
void scatter(int nnz, int n, const int *row, const double *val, double **y) {
#pragma sparse parallelize(p, cpu_thread, atomics)
  for (int p = 0; p < nnz; ++p)
    for (int k = 0; k < n; ++k)
      y[row[p]][k] += val[p] * (k + 1);
}

/// Lengths of rows are not known in front of the nest: rows are compared by
/// where they begin.
// CHECK-NEXT: written-rows.cpp:[[@LINE+3]]: the user's loop runs: rows of 'val' lie over each other, or in no order
void byLengths(int m, const int *length, double **val, const double *x) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < length[i]; ++k)
      val[i][k] *= x[i];
}

/// What chooses rows is stored by the nest; before, it is no number of a row.
// CHECK-NEXT: written-rows.cpp:[[@LINE+3]]: the user's loop runs: 'of_0' overlaps a row of 'of'
void choosesRows(int m, int **of, double **C) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < 4; ++k) {
      C[i][k] += 1;
      if (i > 0)
        C[of[0][k]][k] += i;
      of[i][k] = k;
    }
}

/// That rows lie apart may be promised.
void vouched(int m, double **val, double **of) {
#pragma sparse assume(noalias(val, val), noalias(val, of)) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < 3; ++k)
      val[i][k] += of[i][2 - k];
}
// CHECK-NOT: loop runs

static std::vector<double> flat(const Rows &Of) {
  std::vector<double> All;
  for (const auto &Row : Of)
    All.insert(All.end(), Row.begin(), Row.end());
  return All;
}

int main() {
  const int m = 12, n = 5;
  run::Random R(3);
  std::vector<int> pos(m + 1), crd, row;
  for (int i = 0; i < m; ++i) {
    for (int k = 0; k < i % 4; ++k) {
      crd.push_back(int(R.below(m)));
      row.push_back(i % 5);
    }
    pos[i + 1] = int(crd.size());
  }
  // One behind the other: rows of B, rows of C, values.
  auto data = R.vector<double>(2 * m * n + crd.size() + n);
  double *val = &data[2 * m * n];
  auto s = R.vector<double>(m + 1);
  std::vector<double *> B, C;
  for (int i = 0; i < m; ++i) {
    B.push_back(&data[i * n]);
    C.push_back(&data[(2 * m - 1 - i) * n]);
  }
  auto multiply = [&](const char *Name, int Rows) {
    product(Rows, n, pos.data(), crd.data(), val, B.data(), C.data());
    run::record(Name, data);
  };
  multiply("rows that descend", m);
  C[3] = C[5] + 2;
  multiply("over each other", m);
  C[3] = C[1] = nullptr;
  multiply("not there, and not reached", 1);
  for (int i = 0; i < m; ++i)
    C[i] = &data[(i + 2) * n];
  multiply("the rows of B", m);
  for (int i = 0; i < m; ++i)
    C[i] = &data[(m + i) * n];
  C[m - 1] = val;
  multiply("a row in the values", m);

  std::vector<double *> a;
  for (int i = 0; i <= m; ++i)
    a.push_back(&data[i * n] - 1);
  scale(m, n, a.data(), s.data());
  a[4] = a[3] + n - 1;
  scale(m, n, a.data(), s.data());
  run::record("scaled", data);

  Rows A(m);
  std::vector<std::vector<int>> columns(m);
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < 4; ++k) {
      A[i].push_back(R.value<double>());
      columns[i].push_back((i * 5 + k) % m);
    }
  ofVectors(columns, A, A);
  run::record("of vectors", flat(A));

  std::vector<Cell> cells(m, {1, {2, 3, 4}});
  insideRecords(m, cells.data(), s.data());
  for (const Cell &c : cells)
    run::record("cell", std::vector<double>{c.mass, c.flux[0], c.flux[2]});

  inTable(data.data());
  inTable(&table[0][0]);
  run::record("table", std::vector<double>(&table[0][0], &table[19][6] + 1));

  Rows sums(5, std::vector<double>(n));
  std::vector<double *> y;
  for (auto &Row : sums)
    y.push_back(Row.data());
  std::sort(y.begin(), y.end());
  scatter(int(row.size()), n, row.data(), val, y.data());
  for (double *Row : y)
    run::record("scattered", std::vector<double>(Row, Row + n),
                std::vector<double>(n, 1e-12));

  std::vector<int> length;
  for (int i = 0; i < m; ++i)
    length.push_back(i % n);
  byLengths(m, length.data(), B.data(), s.data());
  std::swap(B[2], B[3]);
  byLengths(m, length.data(), B.data(), s.data());
  std::vector<int> numbers(4 * m, 1 << 30);
  std::vector<int *> of;
  for (int i = 0; i < m; ++i)
    of.push_back(&numbers[4 * i]);
  choosesRows(m, of.data(), B.data());
  vouched(m, B.data(), C.data());
  run::record("by lengths, vouched", data);
}
