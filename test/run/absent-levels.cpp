// Where a level has no positions, nothing of the levels below is there, and
// nothing of them is read: not by guards, not by searches, not by hints.
// clang-format off
// RUN: %check-run --loops 9 --fallback-each 5 %s -o %t
// RUN: %check-run --loops 9 --fallback-each 5 %s -fplugin-arg-sparse-check=full -o %t.full
// RUN: %check-run --loops 9 --fallback-each 5 %s -O1 -fplugin-arg-sparse-verify -o %t.verify

#include "support/guarded.h"
#include "support/support.h"

#define PRAGMA(...) _Pragma(#__VA_ARGS__)

struct Levels {
  int m;
  const int *pos, *posq;
  const double *val, *x;
  const int *crd;
  double *y;
};

#define ELEMENTS(Name, ...)                                                    \
  void Name(const Levels &L) {                                                 \
    const int m = L.m, *pos = L.pos, *posq = L.posq;                           \
    const double *val = L.val;                                                 \
    double *y = L.y;                                                           \
    PRAGMA(__VA_ARGS__)                                                        \
    for (int i = 0; i < m; ++i)                                                \
      for (int p = pos[i]; p < pos[i + 1]; ++p)                                \
        for (int q = posq[p]; q < posq[p + 1]; ++q)                            \
          y[q] = 2 * val[q];                                                   \
  }

#define SUMS(Name, ...)                                                        \
  void Name(const Levels &L) {                                                 \
    const int m = L.m, *pos = L.pos, *posq = L.posq, *crd = L.crd;             \
    const double *val = L.val, *x = L.x;                                       \
    double *y = L.y;                                                           \
    PRAGMA(__VA_ARGS__)                                                        \
    for (int i = 0; i < m; ++i)                                                \
      for (int p = pos[i]; p < pos[i + 1]; ++p)                                \
        for (int q = posq[p]; q < posq[p + 1]; ++q)                            \
          y[i] += val[q] * x[crd[q]];                                          \
  }

ELEMENTS(bare, sparse)
ELEMENTS(threads, sparse parallelize(i, cpu_thread, no_races))
ELEMENTS(threadsOfFibres, sparse parallelize(p, cpu_thread, no_races))
ELEMENTS(balanced, sparse divide(i, t, r, threads, balance(p)) parallelize(t, cpu_thread, no_races))
ELEMENTS(unrolled, sparse unroll(q, 2))
SUMS(sums, sparse)
SUMS(ahead, sparse prefetch(q, x, 4))
SUMS(vectors, sparse parallelize(q, cpu_vector, parallel_reduction))
SUMS(tiles, sparse split(i, i0, i1, 2) parallelize(i0, cpu_thread, no_races))

using Loop = void (*)(const Levels &);

void store(const char *Name, Loop L, const std::vector<int> &Pos,
         const std::vector<int> &Posq, int Stored) {
  std::vector<int> Crd(Stored);
  std::vector<double> Val(Stored), X(3, 0.5), Y(std::max<size_t>(Stored, Pos.size()));
  for (int Q = 0; Q < Stored; ++Q) {
    Crd[Q] = Q % 3;
    Val[Q] = Q + 1;
  }
  Levels All{int(Pos.size()) - 1, run::guarded(Pos), nullptr, nullptr, nullptr, nullptr, Y.data()};
  if (!Posq.empty())
    All.posq = run::guarded(Posq);
  if (Stored != 0) {
    All.val = run::guarded(Val);
    All.crd = run::guarded(Crd);
    All.x = run::guarded(X);
  }
  if (All.m < 0)
    All.m = 0, All.pos = nullptr;
  L(All);
  run::record(Name, Y);
}

int main() {
  const Loop Loops[] = {bare, threads, threadsOfFibres, balanced, unrolled, sums, ahead, vectors, tiles};
  for (Loop L : Loops) {
    store("no rows", L, {}, {}, 0);
    store("no fibres", L, {0, 0}, {}, 0);
    store("no fibres in many rows", L, std::vector<int>(90), {}, 0);
    store("empty fibres", L, {0, 1, 1, 3}, {0, 0, 0, 0}, 0);
    store("some", L, {0, 1, 1, 3}, {0, 2, 2, 5}, 5);
    store("behind the first", L, {1, 1, 1}, {}, 0);
  }
}
