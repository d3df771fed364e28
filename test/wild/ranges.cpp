// Range-based loops and iterators, as graph and finite-element codes write
// them.
// clang-format off
// REQUIRES: cholmod
// RUN: xz -dc %examples/data/bcsstk16.mtx.xz >%t.mtx
// RUN: %check-run --fallback-each 2 --loops 23 %s %examples/spmv/Csr.cpp \
// RUN:   -I %examples/spmv -lcholmod -o %t --argument %t.mtx
// clang-format on

#include "support/wild.h"

#include <array>
#include <span>
#include <utility>

using namespace wild;

struct Entry {
  int col;
  double val;
};

void listOfRows(const Indices &rows, const int *pos, const double *val,
                double *y) {
#pragma sparse split(i, i0, i1, 8)
  for (int i : rows)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p];
}

void structuredBinding(const std::vector<std::vector<Entry>> &A,
                       const Vector &x, double *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (size_t i = 0; i < A.size(); ++i) {
    double sum = 0;
    for (const auto &[j, v] : A[i])
      sum += v * x[j];
    y[i] = sum;
  }
}

void pairs(const std::vector<std::vector<std::pair<int, double>>> &A,
           const Vector &x, Vector &y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (size_t i = 0; i < A.size(); ++i)
    for (auto [j, v] : A[i])
      y[i] += v * x[j];
}

void rowByRow(const std::vector<std::vector<Entry>> &A, double *total) {
#pragma sparse parallelize(row, cpu_thread, parallel_reduction)
  for (const auto &row : A)
    for (const Entry &e : row)
      *total += int(e.val * 16) * e.col;
}

/// Adjacency as a class keeps it: neighbours are a pair of pointers.
struct Neighbours {
  const int *first, *last;
  const int *begin() const { return first; }
  const int *end() const { return last; }
};

void neighbourLists(int n, const std::vector<Neighbours> &adj,
                    const double *rank, double *next) {
#pragma sparse parallelize(u, cpu_thread, no_races)
  for (int u = 0; u < n; ++u) {
    double sum = 0;
    for (int v : adj[u])
      sum += rank[v];
    next[u] = sum;
  }
}

/// A container of one's own, with iterators of the vector inside.
class List {
public:
  std::vector<Entry> Entries;
  auto begin() const { return Entries.begin(); }
  auto end() const { return Entries.end(); }
};

void ownContainer(const List &list, const Vector &x, Vector &y) {
#pragma sparse split(e, e0, e1, 16)
  for (const Entry &e : list)
    y[e.col] += e.val * x[e.col];
}

void iterators(int m, const Indices &pos, const Indices &crd, const Vector &val,
               const Vector &x, Vector &y) {
#pragma sparse divide(i, t, ir, threads, balance(it))                          \
    parallelize(t, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    auto v = val.begin() + pos[i];
    const auto last = crd.begin() + pos[i + 1];
    for (auto it = crd.begin() + pos[i]; it != last; ++it, ++v)
      sum += *v * x[*it];
    y[i] = sum;
  }
}

void iteratorsOfRecords(const std::vector<std::vector<Entry>> &A,
                        const Vector &x, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
#pragma sparse unroll(it, 2)
  for (size_t i = 0; i < A.size(); i++) {
    double sum = 0;
    for (std::vector<Entry>::const_iterator it = A[i].begin(); it != A[i].end();
         it++)
      sum += it->val * x[(*it).col];
    y[i] = sum;
  }
}

void scaleAll(std::span<double> y, double by) {
#pragma sparse split(v, v0, v1, 64) parallelize(v0, cpu_thread, no_races)
  for (double &v : y)
    v *= by;
}

/// What is changed is a copy.
double clamped(const Vector &x) {
  double sum = 0;
#pragma sparse split(v, v0, v1, 64)
  for (auto v : x) {
    if (v < 0)
      v = 0;
    sum += v;
  }
  return sum;
}

/// Elements of a mesh: each has a constant number of corners.
void corners(const std::vector<std::array<int, 3>> &elements, const double *x,
             Vector &area) {
#pragma sparse parallelize(e, cpu_thread, no_races)
  for (size_t e = 0; e < elements.size(); ++e) {
    double sum = 0;
    for (int corner : elements[e])
      sum += x[corner];
    area[e] = sum / 3;
  }
}

void weights(int m, const double (&table)[3], double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (const double &w : table)
      y[i] = y[i] * w + 1;
}

/// Entries of the result, in the order of two arrays.
void besidePointer(const Vector &val, const int *crd, const double *x,
                   double *y) {
#pragma sparse split(v, v0, v1, 32)
  for (double v : val) {
    *y += v * x[*crd];
    ++crd;
  }
}

void skips(const std::vector<Indices> &adj, const double *x, double *y) {
#pragma sparse parallelize(u, cpu_thread, no_races)
  for (size_t u = 0; u < adj.size(); ++u) {
    if (adj[u].empty())
      continue;
    for (int v : adj[u]) {
      if (v == int(u))
        continue;
      y[u] += x[v];
    }
  }
}

/// Numbers from one to another, as a range.
struct Numbers {
  struct Iterator {
    int i;
    int operator*() const { return i; }
    Iterator &operator++() {
      ++i;
      return *this;
    }
    bool operator!=(Iterator o) const { return i != o.i; }
  };
  int first, last;
  Iterator begin() const { return {first}; }
  Iterator end() const { return {last}; }
};
Numbers numbers(int first, int last) { return {first, last}; }

void overNumbers(int m, const int *pos, const int *crd, const double *val,
                 const double *x, double *y) {
#pragma sparse split(i, i0, i1, 32) parallelize(i0, cpu_thread, no_races)
  for (int i : numbers(0, m)) {
    double sum = 0;
    for (int p : numbers(pos[i], pos[i + 1]))
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

/// A matrix library's: rows are proxies, entries are visited by an iterator
/// that knows its end.
class Compressed {
public:
  struct Item {
    int col;
    double val;
  };
  class RowIterator {
  public:
    RowIterator(const Compressed &A, int row)
        : Val(A.Val), Crd(A.Crd), At(A.Pos[row]), End(A.Pos[row + 1]) {}
    RowIterator &operator++() {
      ++At;
      return *this;
    }
    int index() const { return Crd[At]; }
    double value() const { return Val[At]; }
    operator bool() const { return At < End; }

  private:
    const double *Val;
    const int *Crd;
    int At, End;
  };
  struct Items {
    struct Iterator {
      const int *c;
      const double *v;
      Item operator*() const { return {*c, *v}; }
      Iterator &operator++() {
        ++c;
        ++v;
        return *this;
      }
      bool operator==(const Iterator &o) const { return c == o.c; }
      bool operator!=(const Iterator &o) const { return !(*this == o); }
    };
    const Compressed &A;
    int row;
    Iterator begin() const {
      return {A.Crd + A.Pos[row], A.Val + A.Pos[row]};
    }
    Iterator end() const {
      return {A.Crd + A.Pos[row + 1], A.Val + A.Pos[row + 1]};
    }
  };
  struct Columns {
    const int *b, *e;
    const int *begin() const { return b; }
    const int *end() const { return e; }
  };
  Compressed(int rows, const int *pos, const int *crd, const double *val)
      : Rows(rows), Pos(pos), Crd(crd), Val(val) {}
  int rows() const { return Rows; }
  Items row(int i) const { return {*this, i}; }
  Columns columns(int i) const { return {Crd + Pos[i], Crd + Pos[i + 1]}; }

private:
  int Rows;
  const int *Pos, *Crd;
  const double *Val;
};

void innerIterator(const Compressed &A, const double *x, double *y) {
#pragma sparse divide(i, t, ir, threads, balance(it))                          \
    parallelize(t, cpu_thread, no_races)
  for (int i = 0; i < A.rows(); ++i) {
    double sum = 0;
    for (Compressed::RowIterator it(A, i); it; ++it)
      sum += it.value() * x[it.index()];
    y[i] = sum;
  }
}

void rowProxy(const Compressed &A, const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < A.rows(); ++i)
    for (const auto &[j, v] : A.row(i))
      y[i] += v * x[j];
}

/// Rows as spans that are made where they are asked for.
class Spans {
public:
  Spans(const Indices &pos, const Indices &crd, const Vector &val)
      : Pos(pos), Crd(crd), Val(val) {}
  int rows() const { return int(Pos.size()) - 1; }
  std::span<const int> columns(int i) const {
    return {Crd.data() + Pos[i], static_cast<size_t>(Pos[i + 1] - Pos[i])};
  }
  std::span<const double> values(int i) const {
    return std::span<const double>(Val.data() + Pos[i],
                                   Val.data() + Pos[i + 1]);
  }

private:
  const Indices &Pos, &Crd;
  const Vector &Val;
};

void spansOfRows(const Spans &A, const double *x, double *y) {
#pragma sparse divide(i, t, ir, threads, balance(j))                           \
    parallelize(t, cpu_thread, no_races)
  for (int i = 0; i < A.rows(); ++i) {
    double sum = 0;
    for (int j : A.columns(i))
      sum += x[j];
    y[i] = sum / (1.0 + double(A.columns(i).size()));
  }
}

void spansSideBySide(const Spans &A, const double *x, double *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < A.rows(); ++i) {
    const auto columns = A.columns(i);
    auto values = A.values(i);
    for (size_t k = 0; k < columns.size(); ++k)
      y[i] += values[k] * x[columns[k]];
    if (!values.empty())
      y[i] -= values[0];
  }
}

void scaledRows(const Indices &pos, double by, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (size_t i = 0; i < pos.size() - 1; ++i)
    for (double &v : std::span(y + pos[i], pos[i + 1] - pos[i]))
      v *= by + double(i);
}

void itemByItem(const Compressed &A, const double *x, double *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < A.rows(); ++i) {
    const auto row = A.row(i);
    for (auto it = row.begin(); it != row.end(); ++it) {
      const auto item = *it;
      if (item.col != i)
        y[i] += item.val * x[item.col];
    }
  }
}

void columnsOfRows(const Compressed &A, const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < A.rows(); ++i)
    for (int j : A.columns(i))
      y[i] += x[j];
}

/// A graph whose nodes begin where pointers lead, one more than there are.
class Graph {
public:
  class Neighborhood {
  public:
    Neighborhood(int node, int **index, long first)
        : Node(node), Index(index), First(0) {
      const long most = end() - begin();
      First = std::min(first, most);
    }
    int *begin() { return Index[Node] + First; }
    int *end() { return Index[Node + 1]; }

  private:
    int Node;
    int **Index;
    long First;
  };
  Graph(int count, int **index) : Count(count), Index(index) {}
  Numbers vertices() const { return numbers(0, Count); }
  Neighborhood neighbors(int n, long first = 0) const {
    return Neighborhood(n, Index, first);
  }

private:
  int Count;
  int **Index;
};

void pull(const Graph &g, const double *share, double *next) {
#pragma sparse parallelize(u, cpu_thread, no_races)
  for (int u : g.vertices()) {
    double incoming = 0;
    for (int v : g.neighbors(u, 1))
      incoming += share[v];
    next[u] = 0.15 + 0.85 * incoming;
  }
}

int main(int argc, char **argv) {
  return forEach(argc, argv, [](const Data &D) {
    const int m = D.m, *pos = D.pos;
    const double *x = D.x.data();
    Indices rows;
    std::vector<std::vector<Entry>> A(m);
    std::vector<std::vector<std::pair<int, double>>> P(m);
    std::vector<Indices> adj(m);
    std::vector<Neighbours> lists;
    std::vector<std::array<int, 3>> elements;
    List list;
    for (int i = 0; i < m; ++i) {
      if (i % 3)
        rows.push_back(i);
      bool IsEmpty = pos[i] == pos[i + 1];
      lists.push_back({IsEmpty ? nullptr : D.crd + pos[i],
                       IsEmpty ? nullptr : D.crd + pos[i + 1]});
      for (int p = pos[i]; p < pos[i + 1]; ++p) {
        A[i].push_back({D.crd[p], D.val[p]});
        P[i].push_back({D.crd[p], D.val[p]});
        adj[i].push_back(D.crd[p]);
        list.Entries.push_back({D.crd[p], D.val[p]});
        elements.push_back({D.crd[p], D.crd[pos[i]], D.crd[pos[i + 1] - 1]});
      }
    }
    auto rowsAs = [&](const char *Name, long Size, auto Kernel) {
      D.recordValue(Name, [&] {
        Vector y(Size, 3);
        Kernel(y);
        return y;
      });
    };
    D.record("list of rows", m,
             [&](double *y) { listOfRows(rows, pos, D.val, y); });
    D.record("structured binding", m,
             [&](double *y) { structuredBinding(A, D.x, y); });
    rowsAs("pairs", m, [&](Vector &y) { pairs(P, D.x, y); });
    D.record("row by row", 1, [&](double *y) { rowByRow(A, y); });
    D.record("neighbour lists", m,
             [&](double *y) { neighbourLists(m, lists, x, y); });
    rowsAs("own container", D.n,
           [&](Vector &y) { ownContainer(list, D.x, y); });
    rowsAs("iterators", m,
           [&](Vector &y) { iterators(m, D.A.pos, D.A.crd, D.A.val, D.x, y); });
    D.record("iterators of records", m,
             [&](double *y) { iteratorsOfRecords(A, D.x, y); });
    rowsAs("scale all", m, [&](Vector &y) { scaleAll(y, 0.5); });
    D.recordValue("clamped", [&] { return clamped(D.x); });
    rowsAs("corners", long(elements.size()),
           [&](Vector &y) { corners(elements, x, y); });
    D.record("weights", m, [&](double *y) { weights(m, {0.5, -1, 0.25}, y); });
    D.record("beside a pointer", 1,
             [&](double *y) { besidePointer(D.A.val, D.crd, x, y); });
    Compressed C(m, pos, D.crd, D.val);
    Indices copy(D.A.crd);
    std::vector<int *> index;
    for (int i = 0; i <= m; ++i)
      index.push_back(copy.data() + pos[i]);
    D.record("over numbers", m, [&](double *y) {
      overNumbers(m, pos, D.crd, D.val, x, y);
    });
    D.record("inner iterator", m, [&](double *y) { innerIterator(C, x, y); });
    D.record("row proxy", m, [&](double *y) { rowProxy(C, x, y); });
    D.record("item by item", m, [&](double *y) { itemByItem(C, x, y); });
    Spans S(D.A.pos, D.A.crd, D.A.val);
    D.record("spans of rows", m, [&](double *y) { spansOfRows(S, x, y); });
    D.record("spans side by side", m,
             [&](double *y) { spansSideBySide(S, x, y); });
    D.record("scaled rows", D.count(),
             [&](double *y) { scaledRows(D.A.pos, 0.5, y); });
    D.record("columns of rows", m, [&](double *y) { columnsOfRows(C, x, y); });
    D.record("pull", m, [&](double *y) { pull(Graph(m, index.data()), x, y); });
    D.record("skips", m, [&](double *y) { skips(adj, x, y); });
  });
}
