// Rows of records that end where the pointer to the next row leads: `p` from
// `g[u]` to `g[u + 1]`, the length `g[u + 1] - g[u]`, a class that walks there.
// clang-format off: what is checked is long
// RUN: %check-run --loops 5 %s -o %t
// RUN: %clangxx_sparse -O1 -Wno-pass-failed -fsanitize=address,undefined -fno-sanitize-recover=all -fplugin-arg-sparse-min-work=0 %s -o %t.san
// RUN: %t.san

#include "support/support.h"

struct Edge {
  int to;
  float weight;
};

void byPointers(int n, Edge *const *g, const float *x, float *y) {
#pragma sparse parallelize(u, cpu_thread, no_races)
  for (int u = 0; u < n; ++u) {
    float s = 0;
    for (const Edge *p = g[u]; p != g[u + 1]; ++p)
      s += p->weight * x[p->to];
    y[u] = s;
  }
}

void byLength(int n, Edge **g, const float *x, float *y) {
#pragma sparse parallelize(u, cpu_thread, no_races)
  for (int u = 0; u < n; ++u) {
    const long m = g[u + 1] - g[u];
    y[u] = m;
    for (long k = 0; k < m; ++k)
      y[u] += g[u][k].weight + x[g[u][k].to];
  }
}

/// The neighbours of a node, but for the first ones.
class Neighbours {
public:
  Neighbours(int u, Edge **g, long leftOut) : U(u), G(g), Begin(0) {
    const long most = end() - begin();
    Begin = std::min(leftOut, most);
  }
  Edge *begin() const { return G[U] + Begin; }
  Edge *end() const { return G[U + 1]; }

private:
  int U;
  Edge **G;
  long Begin;
};

void byRange(int n, Edge **g, const float *x, float *y) {
#pragma sparse parallelize(u, cpu_thread, no_races)
  for (int u = 0; u < n; ++u) {
    y[u] = 0;
    for (Edge e : Neighbours(u, g, 1))
      y[u] += e.weight * x[e.to];
  }
}

struct Both {
  Edge *next;
  struct {
    Edge edge;
  } of;
};

/// The first number lies in a record inside, behind a pointer.
void nested(int n, Both **g, const float *x, float *y) {
#pragma sparse parallelize(u, cpu_thread, no_races)
  for (int u = 0; u < n; ++u) {
    y[u] = 1;
    for (Both *p = g[u]; p < g[u + 1]; ++p)
      y[u] += p->of.edge.weight * x[p->of.edge.to];
  }
}

/// An array of records beside one of numbers, behind pointers that were cast:
/// threads are told of the latter what is known in front of them.
void cleared(void *a, void *b, int d1, int d2, int d3) {
  Edge(*edges)[5][7] = (Edge(*)[5][7])a;
  double(*sums)[5][7] = (double(*)[5][7])b;
#pragma sparse parallelize(k, cpu_thread, no_races)
  for (int k = 0; k < d3; ++k)
    for (int j = 0; j < d2; ++j)
      for (int i = 0; i < d1; ++i) {
        edges[k][j][i] = Edge{k, 0.5f};
        sums[k][j][i] = j;
      }
}

int main() {
  const int n = 70;
  std::vector<Edge> edges;
  std::vector<int> pos{0};
  for (int u = 0; u < n; ++u) {
    for (int k = 0; k < u * 7 % 5; ++k)
      edges.push_back({(u * 11 + k * 3) % n, 0.25f * k - u});
    pos.push_back(int(edges.size()));
  }
  std::vector<Edge *> g;
  for (int p : pos)
    g.push_back(edges.data() + p);
  std::vector<float> x(n), y(n, -1);
  for (int u = 0; u < n; ++u)
    x[u] = 0.125f * u;
  byPointers(n, g.data(), x.data(), y.data());
  run::record("byPointers", y);
  byLength(n, g.data(), x.data(), y.data());
  run::record("byLength", y);
  byRange(n, g.data(), x.data(), y.data());
  run::record("byRange", y);
  std::vector<Both> both(edges.size());
  std::vector<Both *> rows;
  for (size_t k = 0; k < edges.size(); ++k)
    both[k].of.edge = edges[k];
  for (int p : pos)
    rows.push_back(both.data() + p);
  nested(n, rows.data(), x.data(), y.data());
  run::record("nested", y);
  std::vector<Edge> grid(3 * 5 * 7);
  std::vector<double> sums(3 * 5 * 7);
  cleared(grid.data(), sums.data(), 7, 4, 3);
  run::record("sums", sums);
  std::vector<double> values;
  for (const Edge &e : grid) {
    values.push_back(e.to);
    values.push_back(e.weight);
  }
  run::record("grid", values);
}
