// Rows that vectors own lie apart wherever they lie in memory, unless two
// arrays share a vector.
// clang-format off
// RUN: %check-run --loops 5 --fallback 66 %s -fplugin-arg-sparse-min-work=0 -o %t
// RUN: %check-run --loops 5 --fallback 66 --threads 3 %s -fplugin-arg-sparse-min-work=0 -o %t
// RUN: %check-run --loops 5 --fallback 66 %s -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fplugin-arg-sparse-min-work=0 -o %t.san
// clang-format on

#include "support/support.h"

using Row = std::vector<double>;
using Rows = std::vector<Row>;

static void scaled(int m, int n, const Rows &From, Rows &To) {
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      To[i][j] = 2 * From[i][j] + j;
}

/// Steps of time over two tables.
static void smoothed(int T, int n, Rows &A, Rows &B) {
#pragma sparse
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        B[i][j] =
            0.25 * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        A[i][j] = B[i][j];
  }
}

/// Rows that may be those of the other array.
static void shifted(int m, int n, const Row *From, Row *To) {
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      To[i][j] += 0.5 * From[i][j];
}

static void chosen(int m, int n, const int *which, const Row *From, Row *To) {
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      To[i][j] += 0.25 * From[which[i]][j];
}

/// As long as each row is, none at all included.
static void ragged(int m, const Row *From, Row *To) {
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (size_t j = 0; j < To[i].size(); ++j)
      To[i][j] += From[i].size() > j ? From[i][j] : 1;
}

/// Rows of two tables in turns, so that they lie among each other.
static void make(int m, int n, Rows &A, Rows &B) {
  A.clear(), B.clear();
  for (int I = 0; I < m; ++I)
    for (Rows *R : {&A, &B}) {
      R->push_back(Row(n));
      for (int J = 0; J < n; ++J)
        R->back()[J] = (I * 31 + J * 7 + (R == &B)) % 23 / 4.0 - 2;
    }
}

static void record(const char *Name, const Rows &R) {
  for (const Row &Each : R)
    run::record(Name, Each);
}

int main() {
  Rows A, B;
  make(40, 30, A, B);
  scaled(40, 30, A, B);
  record("scaled", B);
  make(60, 60, A, B);
  smoothed(9, 60, A, B);
  record("smoothed", A);
  record("smoothed", B);
  const int m = 12;
  std::vector<int> Which(m);
  for (int I = 0; I < m; ++I)
    Which[I] = (I * 5 + 3) % m;
  // Shifted against each other, with vectors in common where shorter.
  for (int Shift = -14; Shift <= 14; Shift += 2)
    for (int HasEmpty = 0; HasEmpty < 2; ++HasEmpty) {
      make(45, 10, A, B);
      Row *const To = A.data() + 15, *const From = To + Shift;
      shifted(m, 10, From, To);
      record("shifted", A);
      chosen(m, 10, Which.data(), From, To);
      record("chosen", A);
      if (HasEmpty)
        To[0].clear(), From[0].clear(), To[5] = Row();
      ragged(m, From, To);
      record("ragged", A);
      shifted(m, 0, B.data() + 3, To);
      ragged(m, B.data() + 3, To);
      record("among others", A);
    }
}
