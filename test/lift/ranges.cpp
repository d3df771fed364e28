// clang-format off: what is checked is long
// Range-based loops and iterators: counted loops over positions. A loop is
// called by the variable that it declares.
// RUN: %clangxx -std=c++20 -w %plugin -fplugin-arg-sparse-dump=graph \
// RUN:   -fsyntax-only %s 2>&1 | FileCheck %s
#include <array>
#include <span>
#include <utility>
#include <vector>

struct Entry {
  int col;
  double val;
};

void listOfRows(const std::vector<int> &rows, const int *pos, const double *val,
                double *y) {
#pragma sparse order(r, p)
  for (int r : rows)
    for (int p = pos[r]; p < pos[r + 1]; ++p)
      y[r] += val[p];
}
// CHECK-LABEL: nest @listOfRows {
// CHECK:         index r : i64 in 0:i64 .. rows_size
// CHECK-NEXT:    index p : i32 in pos[rows[r]] .. pos[rows[r] + 1]
// CHECK:           let r_2 = rows[r]
// CHECK:             y[r_2] += val[p]

/// Members of a structure, in a list of lists.
void bound(const std::vector<std::vector<Entry>> &A, const double *x,
           double *y) {
#pragma sparse order(i, j)
  for (unsigned long i = 0; i < A.size(); ++i)
    for (const auto &[j, v] : A[i])
      y[i] += v * x[j];
}
// CHECK-LABEL: nest @bound {
// CHECK:         index j : i64 in 0:i64 .. i64(A_size_2[i])
// CHECK-NOT:     guard
// CHECK:           y[i] += A_val[i][j] * x[A_col[i][j]]

void ofPairs(const std::vector<std::vector<std::pair<int, double>>> &A,
             const double *x, double *y) {
#pragma sparse order(row, j)
  for (const auto &row : A)
    for (auto [j, v] : row)
      *y += v * x[j];
}
// CHECK-LABEL: nest @ofPairs {
// CHECK:         index row : i64 in 0:i64 .. A_size
// CHECK-NEXT:    index j : i64 in 0:i64 .. i64(A_size_2[row])
// CHECK:             y[0:i64] += A_second[row][j] * x[A_first[row][j]]

/// One structure: what is bound by reference is written to.
void written(std::vector<Entry> &row) {
#pragma sparse order(j)
  for (auto &[j, v] : row)
    v *= j;
}
// CHECK-LABEL: nest @written {
// CHECK:         operand row_val : f64[] of row "val" written extent row_size
// CHECK:           row_val[j] *= f64(row_col[j])

/// Iterators are pointers, and go by their own names.
void iterators(int m, const std::vector<int> &pos, const std::vector<int> &crd,
               const std::vector<double> &val, const double *x, double *y) {
#pragma sparse order(i, it)
  for (int i = 0; i < m; ++i) {
    auto v = val.begin() + pos[i];
    const auto end = crd.begin() + pos[i + 1];
    for (auto it = crd.begin() + pos[i]; it != end; ++it, ++v)
      y[i] += *v * x[*it];
  }
}
// CHECK-LABEL: nest @iterators {
// CHECK:         index it : i64 in i64(pos[i]) .. i64(pos[i + 1])
// CHECK-NEXT:    tensor val : dense(i), compressed(it; pos, crd) values val
// CHECK:           y[i] += val[it] * x[crd[it]]

void membersOfIterators(const std::vector<std::vector<Entry>> &A,
                        const double *x, double *y) {
#pragma sparse order(i, it)
  for (unsigned long i = 0; i < A.size(); ++i)
    for (std::vector<Entry>::const_iterator it = A[i].begin(); it != A[i].end();
         it++)
      y[i] += it->val * x[(*it).col] * (it - A[i].begin());
}
// CHECK-LABEL: nest @membersOfIterators {
// CHECK:           y[i] += A_val[i][it] * x[A_col[i][it]] * f64(it)

/// What is changed is a copy.
double tables(const double (&table)[3][4]) {
  double sum = 0;
#pragma sparse order(row, v)
  for (auto &row : table)
    for (auto v : row) {
      v *= 2;
      sum += v;
    }
  return sum;
}
// CHECK-LABEL: nest @tables {
// CHECK:         index row : i64 in 0:i64 .. 3:i64
// CHECK-NEXT:    index v : i64 in 0:i64 .. 4:i64
// CHECK:             var v_2 : f64 = table[row * 4:i64 + v]
// CHECK-NEXT:        v_2 *= 2.0
// CHECK-NEXT:        sum += v_2

void writes(std::vector<double> &y, std::array<float, 4> &z, std::span<int> s) {
#pragma sparse order(v)
  for (double &v : y)
    v *= 2;
#pragma sparse order(v)
  for (auto &v : z)
    v += 1;
#pragma sparse order(it)
  for (auto it = s.begin(), end = s.end(); it < end; it++)
    it[0] += 1;
}
// CHECK-LABEL: nest @writes {
// CHECK:         operand y : f64[] own written extent y_size
// CHECK:         index v : i64 in 0:i64 .. y_size
// CHECK:           y[v] *= 2.0
// CHECK-LABEL: nest @writes_2 {
// CHECK:           z[v] += 1.0:f32
// CHECK-LABEL: nest @writes_3 {
// CHECK:           s[it] += 1

/// Ranges of one's own, of pointers or of iterators of a vector.
struct Neighbours {
  const int *first, *last;
  const int *begin() const { return first; }
  const int *end() const { return last; }
};
struct List {
  std::vector<int> all;
  auto begin() const { return all.begin(); }
  auto end() const { return all.end(); }
};
void own(int n, const Neighbours *adj, const List &list, double *y) {
#pragma sparse order(u, v)
  for (int u = 0; u < n; ++u)
    for (int v : adj[u])
      y[u] += v;
#pragma sparse order(v)
  for (int v : list)
    y[v] += 1;
}
// CHECK-LABEL: nest @own {
// CHECK:         index v : i64 in 0:i64 .. i64(&adj_last[u] - &adj_first[u]) / 4:i64
// CHECK:           let v_2 = adj_first[u][v]
// CHECK-LABEL: nest @own_2 {
// CHECK:         index v : i64 in 0:i64 .. list_all_size
