// Entries that are structures: coordinate and value side by side.
// REQUIRES: cholmod
// RUN: xz -dc %examples/data/bcsstk16.mtx.xz >%t.mtx
// RUN: %check-run -Wno-pass-failed --fallback-each 3 --loops 17 %s %examples/spmv/Csr.cpp \
// RUN:   -I %examples/spmv -lcholmod -o %t --argument %t.mtx

#include "support/wild.h"

#include <array>
#include <memory>
#include <span>
#include <utility>

using namespace wild;

struct Entry {
  int col;
  double val;
};

struct Complex {
  double re, im;
};

struct Wide {
  Complex w;
  float scale;
  short col;
};

void direct(int m, const int *pos, const Entry *entries, const double *x,
            double *y) {
#pragma sparse divide(i, t, ir, threads, balance(p))                           \
    parallelize(t, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += entries[p].val * x[entries[p].col];
    y[i] = sum;
  }
}

void lanes(int m, const int *pos, const Entry *row, const double *x,
           double *y) {
#pragma sparse parallelize(p, cpu_vector, parallel_reduction, width(4))
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const Entry &e = row[p];
      sum += e.val * x[e.col];
    }
    y[i] = sum;
  }
}

void byCopy(int m, const int *pos, const std::vector<Entry> &row,
            const Vector &x, double *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const Entry e = row[p];
      y[i] += e.val * x[e.col];
    }
}

void walk(int m, const int *pos, const Entry *row, const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (const Entry *e = row + pos[i], *end = row + pos[i + 1]; e != end; ++e)
      s += e->val * x[e->col];
    y[i] = s;
  }
}

/// Members of members, inherited members, a view of the entries.
struct Graph {
  std::unique_ptr<Wide[]> entries;
  const int *pos;
};

void nested(int m, const Graph *g, const double *x, Complex *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = g->pos[i]; p < g->pos[i + 1]; ++p) {
      y[i].re += g->entries[p].w.re * x[g->entries[p].col];
      const Complex &w = g->entries[p].w;
      y[i].im -= w.im * g->entries[p].scale;
    }
}

void ofPairs(std::span<const int> pos,
             std::span<const std::pair<int, double>> row, const Vector &x,
             std::span<double> y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (size_t i = 0; i < y.size(); ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += row[p].second * x[row[p].first];
    y[i] = sum;
  }
}

class Edge {
public:
  Edge(int to, double weight) : to_(to), weight_(weight) {}
  int to() const { return to_; }
  double weight() const { return weight_; }
  bool isLoop(int from) const { return to_ == from; }

private:
  int to_;
  double weight_;
};

inline double along(const Edge &e, const double *x) {
  return e.weight() * x[e.to()];
}

void throughAccessors(int m, const int *pos, const std::vector<Edge> &edges,
                      const double *x, double *y) {
#pragma sparse split(i, i0, i1, 32) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (!edges[p].isLoop(i))
        sum += along(edges[p], x);
    y[i] = sum;
  }
}

class Rows {
public:
  Rows(const int *pos, const Entry *entries) : pos_(pos), entries_(entries) {}
  const Entry &operator()(int i, int k) const { return entries_[pos_[i] + k]; }
  int length(int i) const { return pos_[i + 1] - pos_[i]; }

private:
  const int *pos_;
  const Entry *entries_;
};

void throughRows(int m, const Rows &A, const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int k = 0; k < A.length(i); ++k)
      sum += A(i, k).val * x[A(i, k).col];
    y[i] = sum;
  }
}

/// The values change, the columns beside them do not.
void scaled(int m, const int *pos, std::vector<Entry> &row, const double *b) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      row[p].val *= b[i] + row[p].col;
}

struct Triplet {
  int row, col;
  double val;
};

void coordinates(int count, const Triplet *t, const double *x, double *y) {
#pragma sparse split(k, k0, k1, 64) parallelize(k0, cpu_thread, atomics)
  for (int k = 0; k < count; ++k)
    y[t[k].row] += t[k].val * x[t[k].col];
}

struct Node {
  double rank, next;
  int degree;
};

/// Results in records: one member is read while the other is written.
void pageRank(int m, const int *pos, const int *crd, Node *nodes) {
#pragma sparse split(u, u0, u1, 16) parallelize(u0, cpu_thread, no_races)
  for (int u = 0; u < m; ++u) {
    double sum = 0;
    for (int p = pos[u]; p < pos[u + 1]; ++p) {
      const Node &v = nodes[crd[p] % m];
      sum += v.rank / (v.degree + 1);
    }
    nodes[u].next = 0.15 + 0.85 * sum;
  }
}

void countDegrees(int m, const int *pos, Node *nodes) {
#pragma sparse parallelize(u, cpu_thread, no_races)
  for (int u = 0; u < m; ++u) {
    Node &n = nodes[u];
    n.degree = 0;
    for (int p = pos[u]; p < pos[u + 1]; ++p)
      ++n.degree;
    n.rank = 1.0 / (n.degree + 1);
  }
}

void fill(int m, const int *pos, const int *crd, const double *val,
          Entry *out) {
#pragma sparse split(i, i0, i1, 16)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      out[p].col = crd[p];
      out[p].val = val[p];
    }
}

#pragma pack(push, 1)
struct Packed {
  unsigned char flag;
  double val;
  int col;
};
#pragma pack(pop)

void packed(int m, const int *pos, const Packed *row, const double *x,
            double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (row[p].flag)
        sum += row[p].val * x[row[p].col];
    y[i] = sum;
  }
}

/// Small vectors with operators, as a finite-element code has them.
struct Vec3 {
  double x, y, z;
  Vec3 &operator+=(const Vec3 &o) {
    x += o.x;
    y += o.y;
    z += o.z;
    return *this;
  }
};
Vec3 operator*(double s, const Vec3 &v) { return {s * v.x, s * v.y, s * v.z}; }
Vec3 operator-(const Vec3 &a, const Vec3 &b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
Vec3 cross(const Vec3 &a, const Vec3 &b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
double dot(const Vec3 &a, const Vec3 &b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

void vectorProduct(int m, const int *pos, const int *crd, const double *val,
                   const Vec3 *x, Vec3 *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    Vec3 sum{0, 0, 0};
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

void forces(int m, const int *pos, const int *crd, const std::vector<Vec3> &at,
            double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    Vec3 turn = {0, 0, 0};
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      Vec3 d = at[crd[p]] - at[i];
      d.z *= 2;
      turn += (1 / (1 + dot(d, d))) * cross(at[i], d);
    }
    y[i] = dot(turn, turn);
  }
}

enum class State : char { Open, Shut, Done };

struct Valve {
  double width;
  State state;
};

/// What leads to open cells, which are then done.
void openCells(int m, const int *pos, const int *crd, const State *state,
               Valve *valves, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (state[crd[p]] == State::Open)
        sum += valves[i].width;
    if (valves[i].state == State::Open)
      valves[i].state = sum > 1 ? State::Done : state[i];
    y[i] = sum;
  }
}

int main(int argc, char **argv) {
  return forEach(argc, argv, [](const Data &D) {
    const int m = D.m, *pos = D.pos, count = D.count();
    const double *x = D.x.data();
    std::vector<Entry> row(count);
    fill(m, pos, D.crd, D.val, row.data());
    std::vector<std::pair<int, double>> pairs;
    std::vector<Edge> edges;
    std::vector<Triplet> triplets;
    std::vector<Packed> tight;
    Graph g{std::make_unique<Wide[]>(count), pos};
    Indices rowOf = rowOfEach(D);
    for (int p = 0; p < count; ++p) {
      pairs.push_back({D.crd[p], D.val[p]});
      edges.push_back({D.crd[p], D.val[p]});
      triplets.push_back({rowOf[p], D.crd[p], double(p % 7)});
      tight.push_back({(unsigned char)(p % 3), D.val[p], D.crd[p]});
      g.entries[p] = {
          {D.val[p], p * 0.5}, float(p % 5), short(D.crd[p] % 1000)};
    }
    Vector wide(std::max(D.n, 1000), 0.5);
    D.record("direct", m, [&](double *y) { direct(m, pos, row.data(), x, y); });
    // Sums that no order of terms changes.
    std::vector<Entry> whole;
    for (int p = 0; p < count; ++p)
      whole.push_back({D.crd[p], double(p % 16)});
    D.record("lanes", m, [&](double *y) {
      lanes(m, pos, whole.data(), Vector(D.n, 2.0).data(), y);
    });
    std::vector<Vec3> points(std::max(D.n, m));
    for (size_t j = 0; j < points.size(); ++j)
      points[j] = {0.5 * double(j % 7), 1, double(j % 3) - 1};
    std::vector<Vec3> product(m);
    vectorProduct(m, pos, D.crd, D.val, points.data(), product.data());
    D.record("vector product", 3 * m, [&](double *y) {
      for (int i = 0; i < m; ++i) {
        y[3 * i] = product[i].x;
        y[3 * i + 1] = product[i].y;
        y[3 * i + 2] = product[i].z;
      }
    });
    std::vector<State> states(std::max(D.n, m));
    for (size_t j = 0; j < states.size(); ++j)
      states[j] = State(j % 2);
    std::vector<Valve> valves(m, {0.25, State::Open});
    D.record("open cells", 2 * m, [&](double *y) {
      openCells(m, pos, D.crd, states.data(), valves.data(), y);
      for (int i = 0; i < m; ++i)
        y[m + i] = double(valves[i].state);
    });
    D.record("forces", m,
             [&](double *y) { forces(m, pos, D.crd, points, y); });
    D.record("by copy", m, [&](double *y) { byCopy(m, pos, row, D.x, y); });
    D.record("walk", m, [&](double *y) { walk(m, pos, row.data(), x, y); });
    D.record("nested", 2 * m,
             [&](double *y) { nested(m, &g, wide.data(), (Complex *)y); });
    D.recordValue("of pairs", [&] {
      Vector y(m, 3);
      ofPairs(D.A.pos, pairs, D.x, y);
      return y;
    });
    D.record("through accessors", m,
             [&](double *y) { throughAccessors(m, pos, edges, x, y); });
    D.record("through rows", m,
             [&](double *y) { throughRows(m, Rows(pos, row.data()), x, y); });
    D.recordValue("scaled", [&] {
      std::vector<Entry> changed = row;
      scaled(m, pos, changed, D.b.data());
      Vector values;
      for (const Entry &e : changed)
        values.push_back(e.val + e.col);
      return values;
    });
    D.record("coordinates", m, [&](double *y) {
      coordinates(count, triplets.data(), Vector(D.n, 2.0).data(), y);
    });
    D.recordValue("ranks", [&] {
      std::vector<Node> nodes(m);
      countDegrees(m, pos, nodes.data());
      pageRank(m, pos, D.crd, nodes.data());
      Vector ranks;
      for (const Node &n : nodes)
        ranks.push_back(n.rank + n.next);
      return ranks;
    });
    D.record("packed", m,
             [&](double *y) { packed(m, pos, tight.data(), x, y); });
  });
}
