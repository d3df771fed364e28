// Vectors that are swapped behind each step run tile by tile. Behind the loops
// each owns what the user's loops leave it. Where another name is one of them,
// or they are of different lengths, the user's loops run.
// REQUIRES: affine
// clang-format off
// RUN: %check-run --lines 5 --fallback 208 %s -fplugin-arg-sparse-min-work=0 -o %t
// RUN: %check-run --lines 5 --fallback 208 --threads 2 %s -fplugin-arg-sparse-min-work=0 -o %t --reuse
// RUN: %check-run --lines 5 --fallback 208 %s -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fplugin-arg-sparse-min-work=0 -o %t.san
// RUN: %check-run --lines 3 --fallback 72 %s -O1 -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-verify -o %t.verify
// clang-format on

#include "support/support.h"
#include <utility>

using Values = std::vector<double>;

static Values values(int Count, int Seed) {
  Values V(Count);
  for (int K = 0; K < Count; ++K)
    V[K] = ((K + Seed) * 37 % 101) / 7.0 - 5;
  return V;
}

/// What they own, and whether it is where it was.
static void recordAll(const char *Name,
                      std::initializer_list<const Values *> All,
                      const void *First) {
  std::vector<int> Leads;
  for (const Values *V : All) {
    run::record(Name, *V);
    Leads.push_back(V->data() == First);
  }
  run::record(Name, Leads);
}

static void heat(int T, int n, Values &u, Values &v, const Values &f) {
#pragma sparse
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        v[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] +
                               u[i * n + j - 1] + u[i * n + j + 1]) +
                       f[i * n + j];
    std::swap(u, v);
  }
}

/// As long as the vectors are, which the swap does not change.
static Values smoothed(int T, int n) {
  Values a = values(n, 3), b = a;
#pragma sparse
  for (int t = 0; t < T; ++t) {
    for (size_t i = 1; i + 1 < a.size(); ++i)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    a.swap(b);
  }
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// Three in a circle.
static void wave(int T, int n, Values &before, Values &now, Values &next) {
#pragma sparse
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      next[i] = 2 * now[i] - before[i] +
                0.25 * (now[i - 1] - 2 * now[i] + now[i + 1]);
    before.swap(now);
    std::swap(now, next);
  }
}

int main() {
  for (int n : {3, 5, 17, 40})
    for (int T : {0, 1, 2, 5, 9}) {
      Values u = values(n * n, 1), v = values(n * n, 2), f = values(n * n, 4);
      const void *const First = u.data();
      heat(T, n, u, v, f);
      recordAll("heat", {&u, &v}, First);
      // The right side is one of them; they are one; one is longer.
      heat(T, n, u, v, u);
      recordAll("right side", {&u, &v}, First);
      heat(T, n, u, u, f);
      recordAll("one", {&u}, First);
      v.push_back(7);
      heat(T, n, u, v, f);
      recordAll("longer", {&u, &v}, First);
      run::record("smoothed", smoothed(T, n));
      Values w = values(n * n, 5);
      v.pop_back();
      u.swap(v);
      for (Values *V : {&u, &v, &w})
        V->resize(size_t(n) * n);
      wave(T, n, u, v, w);
      recordAll("wave", {&u, &v, &w}, First);
      wave(T, n, u, v, v);
      recordAll("wave of two", {&u, &v}, First);
    }
}
