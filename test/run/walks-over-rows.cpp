// Rows that end where the next one begins: what a walk has found is kept while
// the pointers and what they lead to are as they were. Each change here has the
// loop read what it stores.
// clang-format off
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --loops 3 --fallback 9 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --loops 3 --fallback 9 %s -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t.kept --threads 2
// RUN: env LACUNA_LOG=1 OMP_NUM_THREADS=2 %t.kept.sparse 2>&1 >/dev/null | FileCheck %s
// CHECK: walk in front of 'u': of its {{[2-9]}} index arrays
// clang-format on

#include "support/support.h"
#include <utility>

constexpr int N = 20000, Each = 6;

static void pull(int n, int *const *index, const double *x, double *y) {
#pragma sparse divide(u, u0, u1, 4) parallelize(u0, cpu_thread, no_races)
  for (int u = 0; u < n; ++u)
    for (const int *v = index[u]; v < index[u + 1]; ++v)
      y[u] += x[*v] / 2;
}

/// Rows behind rows: which one is read another one says.
static void twice(int n, int *const *index, int *const *other, const double *x,
                  double *y) {
#pragma sparse divide(u, u0, u1, 4) parallelize(u0, cpu_thread, no_races)
  for (int u = 0; u < n; ++u)
    for (const int *v = index[u]; v < index[u + 1]; ++v)
      y[u] += x[other[u][*v % 3]] / 2;
}

struct Ends {
  const int *begin, *end;
};

/// Of a row without elements nothing is read but where it lies.
static void records(int n, const Ends *rows, const double *x, double *y) {
#pragma sparse divide(u, u0, u1, 4) parallelize(u0, cpu_thread, no_races)
  for (int u = 0; u < n; ++u) {
    if (rows[u].begin == nullptr)
      continue;
    for (const int *v = rows[u].begin; v != rows[u].end; ++v)
      y[u] += x[*v] / 2;
  }
}

struct Graph {
  std::vector<int> neighbors;
  std::vector<int *> index;

  Graph() : neighbors(size_t(N) * Each), index(N + 1) {
    for (int u = 0; u <= N; ++u)
      index[u] = neighbors.data() + u * Each;
    for (int u = 0; u < N; ++u)
      for (int k = 0; k < Each; ++k)
        index[u][k] = (u * 7 + k) % N;
  }
};

template <class Fn>
void often(const char *Name, std::vector<double> &xy, Fn F) {
  for (int Run = 0; Run < 12; ++Run)
    F();
  double Sum = 0;
  for (double V : xy)
    Sum = Sum * 0.875 + V;
  run::record(Name, Sum);
}

int main() {
  Graph A, B, Far;
  // 'y' lies behind 'x'; where 'Far' leads, as well.
  std::vector<double> xy(2 * N, 1);
  for (int &V : Far.neighbors)
    V += 3;
  Far.neighbors[5 * Each] = N + 17;
  const double *x = xy.data();
  double *y = xy.data() + N;
  auto Pull = [&](const Graph &G) { pull(N, G.index.data(), x, y); };
  auto Once = [&](const char *Name, const Graph &G) {
    Pull(G);
    double Sum = 0;
    for (double V : xy)
      Sum = Sum * 0.875 + V;
    run::record(Name, Sum);
    std::fill(xy.begin(), xy.end(), 1);
  };
  often("as they are", xy, [&] { Pull(A); });

  const int Old = std::exchange(A.neighbors[900 * Each], N + 899);
  Once("another neighbor", A);
  A.neighbors[900 * Each] = Old;
  often("as they were", xy, [&] { Pull(A); });

  Once("other pointers", Far);
  often("as they were again", xy, [&] { Pull(A); });

  // The row before ends there, too.
  int *const Row = std::exchange(A.index[N], Far.neighbors.data() + 6 * Each);
  A.index[N - 1] = Far.neighbors.data() + 5 * Each;
  A.index[N - 2] = A.index[N - 1];
  Once("pointers to others", A);
  A.index[N] = Row;
  A.index[N - 1] = Row - Each;
  A.index[N - 2] = Row - 2 * Each;
  often("pointers as they were", xy, [&] { Pull(A); });

  // The end of the last row alone, which is read of no other one.
  std::vector<int> More = A.neighbors;
  More.push_back(N + N - 1);
  for (int u = 0; u <= N; ++u)
    A.index[u] = More.data() + u * Each;
  std::fill(xy.begin(), xy.end(), 1);
  often("one less", xy, [&] { Pull(A); });
  ++A.index[N];
  Once("one more", A);
  --A.index[N];

  std::vector<Ends> rows(N);
  for (int u = 0; u < N; ++u)
    rows[u] = {B.index[u], B.index[u + 1]};
  const Ends Rows[] = {rows[50], rows[60], rows[70]};
  rows[50].end = rows[50].begin;
  rows[60].begin = rows[60].end;
  rows[70].begin = nullptr;
  B.index[50][0] = N + 3;
  B.index[60][0] = N + 4;
  B.index[70][0] = N + 5;
  auto Records = [&] { records(N, rows.data(), x, y); };
  for (int K = 0; K < 3; ++K) {
    std::fill(xy.begin(), xy.end(), 1);
    often("records", xy, Records);
    const Ends Old = std::exchange(rows[50 + 10 * K], Rows[K]);
    Records();
    run::record("of a record", xy[N + 50 + 10 * K]);
    rows[50 + 10 * K] = Old;
  }
  B = Graph();

  auto Twice = [&] { twice(N, A.index.data(), B.index.data(), x, y); };
  often("two", xy, Twice);
  B.index[3000][1] = N + 2998;
  Twice();
  run::record("of the other", xy[N + 3000]);
  B.index[3000][1] = 0;
  B.index[70] = Far.neighbors.data() + 5 * Each;
  Twice();
  run::record("another row", xy[N + 70]);
}
