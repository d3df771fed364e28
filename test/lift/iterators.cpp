// Iterators of the user's own: the member that is compared is the counter.
// RUN: %clangxx -std=c++20 -w %plugin -fplugin-arg-sparse-dump=graph \
// RUN:   -fsyntax-only %s 2>&1 | FileCheck %s
#include <cstddef>
#include <span>
#include <vector>

/// Numbers from one to another.
struct Range {
  struct Iterator {
    int i;
    int operator*() const { return i; }
    Iterator &operator++() {
      ++i;
      return *this;
    }
    bool operator!=(const Iterator &o) const { return i != o.i; }
  };
  int first, last;
  Iterator begin() const { return {first}; }
  Iterator end() const { return {last}; }
};
Range range(int first, int last) { return {first, last}; }

void numbers(int n, const int *pos, double *y) {
#pragma sparse order(i, p)
  for (int i : range(0, n))
    for (auto p : range(pos[i], pos[i + 1]))
      y[i] += p;
}
// CHECK-LABEL: nest @numbers {
// CHECK:         index i : i32 in 0 .. n
// CHECK-NEXT:    index p : i32 in pos[i] .. pos[i + 1]

/// An iterator that ends by itself.
class Sparse {
public:
  int rows;
  std::vector<int> pos, crd;
  std::vector<double> val;
  class Iterator {
  public:
    Iterator(const Sparse &A, int row)
        : Val(A.val.data()), Crd(A.crd.data()), Row(row), At(A.pos[row]),
          End(A.pos[row + 1]) {}
    Iterator &operator++() {
      At++;
      return *this;
    }
    double value() const { return Val[At]; }
    int col() const { return Crd[At]; }
    int row() const { return Row; }
    explicit operator bool() const { return At < End; }

  private:
    const double *Val;
    const int *Crd;
    int Row, At, End;
  };

  /// Two pointers that move together, and what they lead to as a value.
  struct Entry {
    int col;
    double val;
  };
  struct Pointers {
    const int *c;
    const double *v;
    Entry operator*() const { return {*c, *v}; }
    Pointers &operator++() {
      ++c;
      ++v;
      return *this;
    }
    Pointers operator++(int) {
      Pointers old = *this;
      ++*this;
      return old;
    }
    bool operator==(const Pointers &o) const { return c == o.c; }
    bool operator!=(const Pointers &o) const { return !(*this == o); }
  };
  struct RowOf {
    const Sparse *A;
    int i;
    Pointers begin() const { return at(A->pos[i]); }
    Pointers end() const { return at(A->pos[i + 1]); }
    Pointers at(int p) const {
      return {A->crd.data() + p, A->val.data() + p};
    }
  };
  RowOf row(int i) const { return {this, i}; }
};

void inner(const Sparse &A, const double *x, double *y) {
#pragma sparse order(k, it)
  for (int k = 0; k < A.rows; ++k)
    for (Sparse::Iterator it(A, k); it; ++it)
      y[it.row()] += it.value() * x[it.col()];
}
// CHECK-LABEL: nest @inner {
// CHECK:         index it : i32 in A_pos[k] .. A_pos[k + 1]
// CHECK-NEXT:    tensor A_val : dense(k), compressed(it; A_pos, A_crd) values A_val
// CHECK:             y[k] += A_val[it] * x[A_crd[it]]

void proxies(const Sparse &A, const double *x, double *y) {
#pragma sparse order(i, j)
  for (int i = 0; i < A.rows; ++i)
    for (auto [j, v] : A.row(i))
      y[i] += v * x[j];
#pragma sparse order(i, it)
  for (int i = 0; i < A.rows; ++i) {
    const auto row = A.row(i);
    for (auto it = row.begin(), end = row.end(); it != end; it++)
      y[i] += *it.v * x[*it.c];
  }
}
// CHECK-LABEL: nest @proxies {
// CHECK:         index j : i64 in i64(A_pos[i]) .. i64(A_pos[i + 1]) coordinate col
// CHECK-NEXT:    tensor A_val : dense(i), compressed(j; A_pos, A_crd) values A_val
// CHECK:             let col = A_crd[j]
// CHECK-NEXT:        let val = A_val[j]
// CHECK-NEXT:        y[i] += val * x[col]
// CHECK-LABEL: nest @proxies_2 {
// CHECK:             y[i] += A_val[it] * x[A_crd[it]]

/// Rows that begin at pointers, each of which ends the one before; what a
/// constructor computes.
class Graph {
public:
  class Neighbours {
  public:
    Neighbours(int node, int **index, ptrdiff_t skip)
        : Node(node), Index(index), Skip(0) {
      const ptrdiff_t most = end() - begin();
      Skip = skip < most ? skip : most;
    }
    int *begin() { return Index[Node] + Skip; }
    int *end() { return Index[Node + 1]; }

  private:
    int Node;
    int **Index;
    ptrdiff_t Skip;
  };
  Neighbours neighbours(int node, ptrdiff_t skip = 0) const {
    return Neighbours(node, index, skip);
  }
  Range nodes() const { return range(0, count); }
  int count;
  int **index;
};

void rank(const Graph &g, const double *share, double *next) {
#pragma sparse order(u, v)
  for (int u : g.nodes())
    for (int v : g.neighbours(u, 1))
      next[u] += share[v];
}
// CHECK-LABEL: nest @rank {
// CHECK:         index u : i32 in 0 .. g_count
// CHECK:             let v_2 = g_index[u][v]

/// Spans that are made for a row.
struct Rows {
  int n;
  const int *pos, *crd;
  std::span<const int> at(int i) const {
    return {crd + pos[i], size_t(pos[i + 1] - pos[i])};
  }
};
void spans(const Rows &A, const double *x, double *y) {
#pragma sparse order(i, j)
  for (int i = 0; i < A.n; ++i)
    for (int j : A.at(i))
      y[i] += x[j];
#pragma sparse order(i)
  for (int i = 0; i < A.n; ++i) {
    const auto row = A.at(i);
    y[i] = x[row[1]] + row.size();
  }
}
// CHECK-LABEL: nest @spans {
// CHECK:         index j : i64 in i64(A_pos[i]) .. i64(A_pos[i + 1])
// CHECK-LABEL: nest @spans_2 {
// CHECK:           let row_at = i64(A_pos[i])
// CHECK-NEXT:      let row_at_2 = i64(u64(A_pos[i + 1] - A_pos[i]))
// CHECK-NEXT:      y[i] = x[A_crd[row_at + 1:i64]] + f64(u64(row_at_2))
