// Results that lie in the records that are read: the user's loop runs. What is
// assumed of records is assumed of their members.
// clang-format off
// RUN: %check-run --loops 5 --fallback 3 %s -o %t
// RUN: env LACUNA_LOG=1 %t.sparse 2>%t.log >%t.records
// RUN: FileCheck %s --input-file=%t.log

#include "support/support.h"

struct Entry {
  int col;
  double val;
};

// CHECK: records.cpp:[[@LINE+3]]: the user's loop runs: 'y' overlaps 'row_val'
void intoRecord(int n, const Entry *row, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    y[i] = row[i].val + row[i + 1].val;
}

// CHECK-NEXT: records.cpp:[[@LINE+3]]: the user's loop runs: 'a_val' overlaps 'b_val'
void shift(int n, Entry *a, const Entry *b) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    a[i].val = b[i].val + 1;
}

// CHECK-NEXT: records.cpp:[[@LINE+3]]: the user's loop runs: 'a_val' overlaps 'b_col'
void otherMember(int n, Entry *a, const Entry *b) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    a[i].val = b[i].col;
}

/// Whole records at places that the user vouches for.
void permute(int n, const int *to, const Entry *a, Entry *b) {
#pragma sparse assume(injective(to), noalias(b, a), extent(a, n))
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    b[to[i]] = a[i];
}

/// A factor of records, by the name that the loop has for it.
void workspace(int m, const int *pos, const Entry *row, const double *B,
               double *y) {
#pragma sparse assume(unique(row.col))                                         \
    precompute(row[p].val *B[row[p].col * 4 + k], k, kk, w)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < 4; ++k)
        y[i * 4 + k] += row[p].val * B[row[p].col * 4 + k];
}

int main() {
  std::vector<Entry> row;
  std::vector<int> to, pos{0, 3, 3, 10};
  for (int i = 0; i < 40; ++i) {
    row.push_back({i % 5, double(i % 7)});
    to.push_back((i * 7) % 40);
  }
  const std::vector<Entry> before = row;
  auto record = [&](const char *Name) {
    std::vector<double> values;
    for (const Entry &e : row)
      values.push_back(e.val + e.col);
    run::record(Name, values);
    row = before;
  };
  intoRecord(1, row.data() + 2, &row[3].val);
  record("into a record");
  shift(30, row.data() + 1, row.data());
  record("shift");
  otherMember(30, row.data(), row.data());
  record("other member");
  permute(40, to.data(), before.data(), row.data());
  record("permute");
  std::vector<double> B(20, 3), y(12, 2);
  workspace(3, pos.data(), row.data(), B.data(), y.data());
  run::record("workspace", y);
}
