// Elements of vectors of vectors that a condition leaves out. Which rows lie
// where is looked at for each row that there is, not for each element; rows
// that no iteration accesses need not be there.
// clang-format off
// RUN: %check-run --lines 4 --fallback 5 --threads 2 %s -fplugin-arg-sparse-min-work=0 -o %t
// RUN: %check-run --lines 4 --fallback 5 --threads 2 %s -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fplugin-arg-sparse-min-work=0 -o %t.san
// RUN: %clangxx_sparse -O2 -fplugin-arg-sparse-dump=code -c %s -o %t.o 2>&1 | FileCheck %s
// clang-format on

#include "support/support.h"

using Numbers = std::vector<std::vector<double>>;
using Mask = std::vector<std::vector<char>>;

// CHECK-LABEL: in masked
// CHECK-NOT:   for (int j
// CHECK:       if ((long)i >= 0 && (long)i < b_size) {
// CHECK-NOT:   for (int j
// CHECK:       if ((long)i >= 0 && (long)i < a_size) {
// CHECK-NOT:   for (int j
// CHECK:       #pragma omp parallel for
static void masked(int n, int m, const Mask &g, const Numbers &b, Numbers &a) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      if (g[i][j])
        a[i][j] = b[i][j] * 2;
}

// What both branches access, and a condition in a variable.
// CHECK-LABEL: in either
// CHECK-NOT:   for (int j
// CHECK:       #pragma omp parallel for
static void either(int n, int m, const Mask &g, const Numbers &b, Numbers &a) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const bool keeps = g[i][j] != 0;
      if (keeps)
        a[i][j] = b[i][j] * 2;
      else
        a[i][j] = b[i][j] + 1;
    }
}

/// What is stored decides whether a row is read.
static void decided(int n, int m, const Numbers &b, Numbers &a) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      if (a[i][j] > 3)
        a[i][j] = b[i + 1][j];
}

/// The rows that a row chooses are not among those that are looked at.
static void chosen(int n, int m, const std::vector<int> &at, const Mask &g,
                   const Numbers &b, Numbers &a) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      if (g[i][j])
        a[i][j] += b[at[i]][j];
}

static Numbers numbers(int Rows, int Columns, int Seed) {
  Numbers N(Rows, std::vector<double>(Columns));
  for (int I = 0; I < Rows; ++I)
    for (int J = 0; J < Columns; ++J)
      N[I][J] = (I * 5 + J * 3 + Seed) % 7;
  return N;
}

static void record(const char *Name, const Numbers &N) {
  for (const std::vector<double> &Row : N)
    run::record(Name, Row);
}

int main() {
  const int m = 30;
  for (int n : {0, 1, 5, 70})
    for (int There : {n, n / 2}) {
      // Of the other rows nothing is accessed.
      Mask g(n, std::vector<char>(m));
      std::vector<int> at(There);
      for (int I = 0; I < There; ++I) {
        at[I] = There - 1 - I;
        for (int J = 0; J < m; ++J)
          g[I][J] = (I + J) % 3 == 0;
      }
      at.resize(n, -1);
      Numbers a = numbers(There, m, 1), b = numbers(There, m, 4);
      masked(n, m, g, b, a);
      record("masked", a);
      chosen(n, m, at, g, b, a);
      record("chosen", a);
      Numbers c = numbers(n, m, 2), d = numbers(There + 1, m, 3);
      if (There < n)
        for (int I = There; I < n; ++I)
          c[I].assign(m, 0);
      decided(n, m, d, c);
      record("decided", c);
      either(There, m, g, b, a);
      record("either", a);
      // Two names of one.
      masked(There, m, g, a, a);
      record("alias", a);
    }
}
