// Arrays that rows use as workspaces: each thread works on a copy. Products of
// sparse matrices row by row, with 1, 2, 3 and more threads than rows.
// RUN: %check-run -Wno-pass-failed --loops 9 --fallback 16 --threads 1 %s -o %t
// RUN: %check-run -Wno-pass-failed --loops 9 --fallback 16 --threads 2 --reuse %s -o %t
// RUN: %check-run -Wno-pass-failed --loops 9 --fallback 16 --threads 3 --reuse %s -o %t
// RUN: %check-run -Wno-pass-failed --loops 9 --fallback 16 --threads 16 --reuse %s -o %t
// RUN: %clangxx_sparse -std=c++20 -O1 -fplugin-arg-sparse-verify %s \
// RUN:   -o %t.verified
// RUN: env OMP_NUM_THREADS=3 %t.verified 2>%t.log >%t.records
// RUN: count 0 < %t.log

#include "support/support.h"

using Matrix = run::Csr<>;
using Vector = std::vector<double>;
using Indices = std::vector<int>;

/// How long each row of A B is.
void countRows(const Matrix &A, const Matrix &B, Indices mark,
               Indices &length) {
  const int m = int(A.Rows);
#pragma sparse private(mark) split(i, i0, i1, 4)                               \
    parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    int count = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      const int k = A.crd[p];
      for (int q = B.pos[k]; q < B.pos[k + 1]; ++q) {
        const int j = B.crd[q];
        if (mark[j] != i) {
          mark[j] = i;
          ++count;
        }
      }
    }
    length[i] = count;
  }
}

/// The values of A B, whose pattern is known.
void fillValues(const Matrix &A, const Matrix &B, const Indices &pos,
                const Indices &crd, Vector acc, Vector &val) {
  const int m = int(A.Rows);
#pragma sparse private(acc) divide(i, t, ir, threads, balance(p))              \
    parallelize(t, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    for (int r = pos[i]; r < pos[i + 1]; ++r)
      acc[crd[r]] = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      const double a = A.val[p];
      for (int q = B.pos[A.crd[p]]; q < B.pos[A.crd[p] + 1]; ++q)
        acc[B.crd[q]] += a * B.val[q];
    }
    for (int r = pos[i]; r < pos[i + 1]; ++r)
      val[r] = acc[crd[r]];
  }
}

/// The same where the workspace is zero before and after each row, and a raw
/// pointer; how many elements it has the loop does not say.
void fillValuesAndReset(const Matrix &A, const Matrix &B, const Indices &pos,
                        const Indices &crd, int n, Vector &val) {
  const int m = int(A.Rows);
  double *acc = new double[size_t(n)]();
#pragma sparse private(acc) assume(extent(acc, n))                             \
    parallelize(i, cpu_thread, no_races, schedule(dynamic))
  for (int i = 0; i < m; ++i) {
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      for (int q = B.pos[A.crd[p]]; q < B.pos[A.crd[p] + 1]; ++q)
        acc[B.crd[q]] += A.val[p] * B.val[q];
    for (int r = pos[i]; r < pos[i + 1]; ++r) {
      val[r] = acc[crd[r]];
      acc[crd[r]] = 0;
    }
  }
  delete[] acc;
}

/// Where in a row an entry has been put: marks are positions.
void fillByPosition(const Matrix &A, const Matrix &B, const Indices &pos,
                    Indices place, Indices &crd, Vector &val) {
  const int m = int(A.Rows);
#pragma sparse private(place) parallelize(i, cpu_thread, ignore_races)
  for (int i = 0; i < m; ++i) {
    const int begin = pos[i];
    int end = begin;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      const double a = A.val[p];
      for (int q = B.pos[A.crd[p]]; q < B.pos[A.crd[p] + 1]; ++q) {
        const int j = B.crd[q];
        if (place[j] < begin) {
          place[j] = end;
          crd[end] = j;
          val[end] = a * B.val[q];
          ++end;
        } else {
          val[place[j]] += a * B.val[q];
        }
      }
    }
  }
}

/// A sum over all rows beside the workspace.
long allTerms(const Matrix &A, const Matrix &B, std::vector<char> seen) {
  const int m = int(A.Rows);
  long total = 0;
#pragma sparse private(seen) parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < m; ++i) {
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      for (int q = B.pos[A.crd[p]]; q < B.pos[A.crd[p] + 1]; ++q) {
        total += !seen[B.crd[q]];
        seen[B.crd[q]] = 1;
      }
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      for (int q = B.pos[A.crd[p]]; q < B.pos[A.crd[p] + 1]; ++q)
        seen[B.crd[q]] = 0;
  }
  return total;
}

/// Rows that have an entry in each column.
void columnLengths(const Matrix &A, const Matrix &B, Indices mark,
                   Indices &columns) {
  const int m = int(A.Rows);
#pragma sparse private(mark) parallelize(i, cpu_thread, atomics)
  for (int i = 0; i < m; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      for (int q = B.pos[A.crd[p]]; q < B.pos[A.crd[p] + 1]; ++q) {
        const int j = B.crd[q];
        if (mark[j] != i) {
          mark[j] = i;
          columns[j] += 1;
        }
      }
}

/// A workspace for each block of rows around the parallel loop.
void inBlocks(const Matrix &A, size_t size, Vector &y) {
  const int m = int(A.Rows);
  for (int round = 0; round < 2; ++round) {
    Vector work(size, 9);
#pragma sparse private(work) parallelize(i, cpu_thread, no_races)
    for (int i = 0; i < m; ++i) {
      const long length = A.pos[i + 1] - A.pos[i];
      for (int k = 0; k < length; ++k)
        work[k] = A.val[A.pos[i] + k] + round;
      double sum = 0;
      for (int k = 0; k < length; ++k)
        sum = sum * 0.5 + work[length - 1 - k];
      y[i] += sum;
    }
  }
}

/// The threads share the second loop over the rows.
void underALoop(const Matrix &A, Vector work, Vector &y) {
  const int m = int(A.Rows);
#pragma sparse private(work) parallelize(i, cpu_thread, no_races)
  for (int round = 0; round < 3; ++round)
    for (int i = 0; i < m; ++i) {
      for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
        work[A.crd[p]] = A.val[p] * round;
      for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
        y[i] += work[A.crd[p]];
    }
}

/// The plugin chooses the rest.
void chosen(const Matrix &A, Vector work, Vector &y) {
  const int m = int(A.Rows);
#pragma sparse private(work)
  for (int i = 0; i < m; ++i) {
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      work[A.crd[p]] = A.val[p];
    double sum = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      sum += work[A.crd[p]];
    y[i] = sum;
  }
}

static void products(const Matrix &A, const Matrix &B) {
  const size_t n = size_t(B.Cols), m = size_t(A.Rows);
  auto Record = [&](const char *What, const auto &Values) {
    run::record(A.Name + ", " + What, Values);
  };
  Indices mark(n, -1), length(m, 3);
  countRows(A, B, mark, length);
  Record("lengths", length);
  Indices pos(m + 1);
  for (size_t i = 0; i < m; ++i)
    pos[i + 1] = pos[i] + length[i];
  Indices place(n, -1), crd(size_t(pos[m]), -5);
  Vector val(crd.size() + 3, 7);
  fillByPosition(A, B, pos, place, crd, val);
  Record("coordinates", crd);
  Record("by position", val);
  Vector acc(n, 3);
  fillValues(A, B, pos, crd, acc, val);
  Record("values", val);
  fillValuesAndReset(A, B, pos, crd, int(n), val);
  Record("values once more", val);
  std::vector<char> seen(n);
  run::record(A.Name + ", all terms", allTerms(A, B, seen));
  Indices columns(n, 1);
  columnLengths(A, B, mark, columns);
  Record("columns", columns);
}

static void rows(const Matrix &A) {
  Vector y(size_t(A.Rows), 1), work(size_t(A.Cols), 9), z = y, w = y;
  inBlocks(A, work.size(), y);
  run::record(A.Name + ", in blocks", y);
  underALoop(A, work, z);
  run::record(A.Name + ", under a loop", z);
  chosen(A, work, w);
  std::vector<double> Ones(work.size(), 1.0);
  run::record(A.Name + ", chosen", w, run::productBound(A, Ones));
}

int main() {
  run::Random R(5);
  for (const Matrix &A : run::shapes()) {
    auto Length = [&](long) { return R.below(7); };
    products(A, run::makeCsr<double, int, int>("B", A.Cols, 41, R, Length));
    rows(A);
  }
  Matrix Long = run::makeCsr<double, int, int>(
      "long rows", 400, 200, R, [](long I) { return I % 2 ? 150 : 3; });
  rows(Long);
}
