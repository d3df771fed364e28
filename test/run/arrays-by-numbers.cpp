// Arrays that arithmetic chooses: the row above, the other one of two buffers,
// a level below. Where the loop does not read them, nothing chooses one.
// clang-format off
// RUN: %check-run --loops 9 --fallback 1 --threads 2 %s -fplugin-arg-sparse-min-work=0 -o %t
// RUN: %check-run --loops 9 --fallback 1 %s -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-check=full -o %t.full
// RUN: %check-run --loops 9 --fallback 1 %s -fsanitize=address,undefined -fno-sanitize-recover=all -fplugin-arg-sparse-min-work=0 -o %t.san
// clang-format on

#include "support/support.h"
#include <memory>

using Rows = std::vector<std::vector<double>>;

static Rows rows(int m, int n) {
  Rows R(m, std::vector<double>(n));
  for (int I = 0; I < m; ++I)
    for (int J = 0; J < n; ++J)
      R[I][J] = (I * 7 + J * 13) % 29 / 4.0 - 3;
  return R;
}

static void record(const char *Name, const Rows &R) {
  for (const std::vector<double> &Row : R)
    run::record(Name, Row);
}

/// A table whose rows need the one above.
static void knapsack(int n, int W, const std::vector<int> &w, Rows &K) {
  for (int i = 1; i <= n; ++i) {
#pragma sparse
    for (int c = 0; c <= W; ++c)
      if (w[i - 1] <= c)
        K[i][c] = std::max(1.5 * i + K[i - 1][c - w[i - 1]], K[i - 1][c]);
      else
        K[i][c] = K[i - 1][c];
  }
}

/// Nothing is above the first row, and nobody looks there.
static void below(int m, int n, Rows &R) {
  for (int i = 0; i < m; ++i) {
#pragma sparse
    for (int j = 0; j < n; ++j)
      R[i][j] = i > 0 ? R[i - 1][j] + j : 1;
  }
}

/// Two buffers in an array, which take turns.
static void inTurns(int steps, int n, double *const u[2]) {
  for (int t = 0; t < steps; ++t) {
#pragma sparse
    for (int j = 1; j < n - 1; ++j)
      u[(t + 1) % 2][j] = 0.5 * (u[t % 2][j - 1] + u[t % 2][j + 1]);
  }
}

static void other(int cur, int n, Rows &u) {
#pragma sparse
  for (int j = 0; j < n; ++j)
    u[1 - cur][j] += 2 * u[cur][j];
#pragma sparse
  for (int j = 0; j < n; ++j)
    u[cur ^ 1][j] -= u[cur & 1][j];
}

/// Narrow numbers wrap where wider ones do not, and choose other rows.
static void wraps(unsigned u, int n, double *const *R) {
#pragma sparse
  for (int j = 0; j < n; ++j)
    R[u - 1L][j] = R[(unsigned char)(u - 1)][j] + 1;
}

struct Level {
  std::vector<int> Pos, Crd;
  std::vector<double> Val, X, Y;
};

struct Grid {
  std::vector<Level> Levels;
  std::unique_ptr<Level[]> More;

  /// From the level below, whose entries are a matrix.
  void restricted(int l) {
    const int m = int(Levels[l - 1].Pos.size()) - 1;
#pragma sparse
    for (int i = 0; i < m; ++i) {
      double Sum = 0;
      for (int p = Levels[l - 1].Pos[i]; p < Levels[l - 1].Pos[i + 1]; ++p)
        Sum += Levels[l - 1].Val[p] * Levels[l].X[Levels[l - 1].Crd[p]];
      Levels[l + 1].Y[i] = Sum;
    }
  }
};

/// Two numbers may choose one row: the guard finds out.
static void same(int i, int k, int n, Rows &R) {
#pragma sparse
  for (int j = 1; j < n; ++j)
    R[i - 1][j] = R[k + 1][j - 1] * 0.5;
}

/// A row that a condition inside chooses, of which none may be there.
static void perhaps(int l, int n, const std::vector<int> &has, Rows &R,
                    std::vector<double> &y) {
#pragma sparse
  for (int j = 0; j < n; ++j) {
    if (has[j])
      y[j] += R[l - 1][j];
    y[j] *= 2;
  }
}

int main() {
  Rows K(6, std::vector<double>(60));
  knapsack(5, 59, {3, 7, 0, 50, 100}, K);
  record("knapsack", K);
  Rows R = rows(4, 40);
  below(4, 40, R);
  record("below", R);
  double First[50], Second[50];
  for (int J = 0; J < 50; ++J)
    First[J] = Second[J] = J % 11 - 4.5;
  double *const Both[] = {First, Second};
  inTurns(3, 50, Both);
  run::record("inTurns", std::vector<double>(First, First + 50));
  run::record("inTurns", std::vector<double>(Second, Second + 50));
  Rows Two = rows(2, 33);
  other(0, 33, Two);
  other(1, 33, Two);
  record("other", Two);
  std::vector<double *> Leads(257, First);
  Leads[256] = Second;
  wraps(257, 50, Leads.data());
  run::record("wraps", std::vector<double>(Second, Second + 50));
  Grid G;
  for (int L = 0; L < 3; ++L)
    G.Levels.push_back({{0, 2, 2, 3}, {0, 2, 1}, {1.5, -2, 4}, {1, 2, 3}, {7, 7, 7}});
  G.restricted(1);
  run::record("restricted", G.Levels[2].Y);
  same(2, 2, 40, R);
  same(2, 0, 40, R);
  record("same", R);
  std::vector<double> Y(40, 1.0);
  perhaps(0, 40, std::vector<int>(40), R, Y);
  perhaps(1, 40, std::vector<int>(40, 1), R, Y);
  run::record("perhaps", Y);
}
