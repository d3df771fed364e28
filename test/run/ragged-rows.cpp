// Rows of lengths of their own, or of which data say which elements are
// accessed, are compared to their ends: rows that lie one right behind the
// other are rewritten, and where the tail of one reaches into what is written
// the user's loop runs.
// clang-format off
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --loops 9 --fallback-each 2 %s -o %t
// clang-format on
#include "support/support.h"

constexpr int M = 8;

static void scaled(const int *length, double **val) {
#pragma sparse split(i, i0, i1, 3) reorder(i0, i1)
  for (int i = 0; i < M; ++i)
    for (int k = 0; k < length[i]; ++k)
      val[i][k] = val[i][k] / 2 + i;
}

/// Lists of lists, of which one row may reach into the result.
static void product(const int *length, double **val, int **col, const double *x,
                    double *y) {
#pragma sparse split(i, i0, i1, 3) reorder(i0, i1)
  for (int i = 0; i < M; ++i)
    for (int k = 0; k < length[i]; ++k)
      y[i] += val[i][k] * x[col[i][k]];
}

static void copied(const int *length, double **B, double **C) {
#pragma sparse split(i, i0, i1, 3) reorder(i0, i1)
  for (int i = 0; i < M; ++i)
    for (int k = 0; k < length[i]; ++k)
      C[i][k] = B[i][length[i] - 1 - k] + i;
}

static void placed(const int *pos, const int *crd, double **C) {
#pragma sparse split(i, i0, i1, 3) reorder(i0, i1)
  for (int i = 0; i < M; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      C[i][crd[p]] += i + 1;
}

/// Two loops further in.
static void blocks(const int *pos, const int *length, double **C,
                   const double *x) {
#pragma sparse split(i, i0, i1, 3) reorder(i0, i1)
  for (int i = 0; i < M; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < length[p]; ++k)
        C[i][k] += x[i] + C[i][k] / 4;
}

static void counted(int n, const int *row, const int *col, long **count) {
#pragma sparse parallelize(p, cpu_thread, atomics)
  for (int p = 0; p < n; ++p)
    count[row[p]][col[p]] += p;
}

struct Entry {
  double val;
  int col;
};

static void entries(const int *length, Entry **rows, const double *x) {
#pragma sparse split(i, i0, i1, 3) reorder(i0, i1)
  for (int i = 0; i < M; ++i)
    for (int k = 0; k < length[i]; ++k)
      rows[i][k].val = rows[i][k].val / 2 + x[rows[i][k].col];
}

static void complexes(const int *length, std::complex<double> **rows,
                      const std::complex<double> *x) {
#pragma sparse split(i, i0, i1, 3) reorder(i0, i1)
  for (int i = 0; i < M; ++i)
    for (int k = 0; k < length[i]; ++k)
      rows[i][k] = rows[i][k] * 0.5 + x[k];
}

/// A cursor in each row.
static void compressed(const int *length, long **in, long **out) {
#pragma sparse split(i, i0, i1, 3) reorder(i0, i1)
  for (int i = 0; i < M; ++i) {
    int n = 0;
    for (int k = 0; k < length[i]; ++k)
      if (in[i][k] % 3)
        out[i][n++] = in[i][k] + i;
  }
}

template <class T>
static std::vector<T *> rowsIn(T *At, const std::vector<int> &Length) {
  std::vector<T *> Rows;
  for (int i = 0; i < M; ++i) {
    Rows.push_back(At);
    At += Length[i];
  }
  return Rows;
}

int main() {
  run::Random R(9);
  const std::vector<int> Length = {3, 1, 0, 7, 2, 5, 1, 6}, Long(M, 4);
  std::vector<int> pos{0}, crd, row, Lengths;
  for (int i = 0; i < M; ++i) {
    for (int k = Length[i] - 1; k >= 0; k -= 2) {
      crd.push_back(k);
      row.push_back(i);
      Lengths.push_back(k + 1);
    }
    pos.push_back(int(crd.size()));
  }
  // Rows are behind each other; with the second two layouts some lie over the
  // one behind.
  for (int Layout = 0; Layout < 4; ++Layout) {
    auto a = R.vector<double>(120);
    auto Rows = rowsIn(&a[20], Length), Others = rowsIn(&a[60], Length);
    if (Layout == 1) {
      std::reverse(Rows.begin(), Rows.end());
      std::reverse(Others.begin(), Others.end());
    }
    std::vector<int> L = Length, P = crd;
    if (Layout == 1) {
      std::reverse(L.begin(), L.end());
      for (int &p : P)
        p = 0;
    }
    double *y = &a[20 + 25], *z = &a[110];
    if (Layout > 1) {
      Rows[M - 1] = &a[60 - 3];
      Rows[4] = Rows[5] - (Layout == 2 ? 1 : -2);
      y -= Layout;
    }
    scaled(L.data(), Rows.data());
    run::record("scaled", a);
    copied(L.data(), Rows.data(), Others.data());
    run::record("copied", a);
    Rows[M - 1] = &a[39];
    std::vector<int> col(120);
    for (int &c : col)
      c = int(R.below(8));
    auto Cols = rowsIn(col.data(), L);
    product(L.data(), Rows.data(), Cols.data(), z, y);
    run::record("product", a);
    if (Layout == 1)
      Rows = rowsIn(&a[20], Length);
    placed(pos.data(), P.data(), Rows.data());
    run::record("placed", a);
    blocks(pos.data(), Lengths.data(), Rows.data(), z);
    run::record("blocks", a);
    std::vector<long> n(80);
    std::vector<long *> Counts;
    for (int i = 0; i < M; ++i)
      Counts.push_back(&n[i * (Layout > 1 ? 6 : 7)]);
    counted(int(row.size()), row.data(), crd.data(), Counts.data());
    run::record("counted", std::vector<double>(n.begin(), n.end()));
    auto l = R.vector<long>(160);
    std::vector<int> More = Length;
    for (int &Each : More)
      Each += Layout > 1 ? -1 : 1;
    auto In = rowsIn(&l[Layout == 3 ? 78 : 10], Length),
         Compressed = rowsIn(&l[80], More);
    compressed(Length.data(), In.data(), Compressed.data());
    run::record("compressed", std::vector<double>(l.begin(), l.end()));
    std::vector<Entry> e;
    for (int k = 0; k < 60; ++k)
      e.push_back({double(k), k % 3 * 2});
    auto Entries = rowsIn(e.data(), Length);
    double *x = z;
    if (Layout == 2)
      x = &e[9].val - 2;
    if (Layout == 3)
      Entries[4] = Entries[5] - 1;
    entries(Length.data(), Entries.data(), x);
    for (const Entry &E : e)
      run::record("entry", std::vector<double>{E.val});
    auto c = R.vector<std::complex<double>>(60);
    auto Complexes = rowsIn(c.data(), Length);
    if (Layout > 1)
      Complexes[4] = Complexes[5] - (Layout == 2 ? 1 : -2);
    complexes(Length.data(), Complexes.data(), c.data() + 40);
    run::record("complex", c);
  }
}
