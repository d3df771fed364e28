// Cursors: variables and pointers that run on over rows, two that meet.
// REQUIRES: cholmod
// RUN: xz -dc %examples/data/bcsstk16.mtx.xz >%t.mtx
// RUN: %check-run --loops 15 %s %examples/spmv/Csr.cpp \
// RUN:   -I %examples/spmv -lcholmod -o %t --argument %t.mtx

#include "support/wild.h"

using namespace wild;

/// One cursor for the whole matrix.
int runsOn(int m, const int *pos, const int *crd, const double *val,
           const double *x, double *y) {
  int p = 0;
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    while (p < pos[i + 1]) {
      sum += val[p] * x[crd[p]];
      ++p;
    }
    y[i] = sum;
  }
  return p;
}

void runsOnToAVariable(int m, const int *pos, const int *crd, const double *val,
                       const double *x, double *y) {
  int p = pos[0];
#pragma sparse divide(i, t, r, threads, balance(p))                            \
    parallelize(t, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    const int end = pos[i + 1];
    double sum = 0;
    for (; p < end; p++)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

/// Pointers that never look back.
void walksOn(int m, const int *pos, const int *crd, const double *val,
             const double *x, double *y) {
  const double *v = val;
  const int *c = crd;
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += *v++ * x[*c++];
    y[i] = sum;
  }
}

void walksInEachRow(int m, const int *pos, const int *crd, const double *val,
                    const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    const double *v = val + pos[i];
    const int *c = crd + pos[i];
    const int n = pos[i + 1] - pos[i];
    double sum = 0;
    for (int k = 0; k < n; ++k)
      sum += *v++ * x[*c++];
    y[i] = sum;
  }
}

/// A copy whose position follows that of the source.
void copiesBehind(int m, int n, const int *pos, const double *val,
                  double *out) {
  int q = n;
#pragma sparse split(i, i0, i1, 16)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      out[q++] = 2 * val[p];
}

/// Only some of the entries: where the next one goes depends on the data.
int keepsPositive(int m, const int *pos, const Vector &val, Vector &out) {
  int n = 0;
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (val[p] > 0)
        out[n++] = val[p];
  return n;
}

/// Lengths of rows, positions by a cursor.
void byLengths(int m, const int *length, const int *crd, const double *val,
               const double *x, double *y) {
  int q = 0;
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int k = 0; k < length[i]; ++k, ++q)
      sum += val[q] * x[crd[q]];
    y[i] = sum;
  }
}

/// To compressed columns: every column has a cursor of its own.
void toColumns(const run::Csr<> &A, Indices &next, Indices &row, Vector &out) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, scan)
  for (int i = 0; i < A.Rows; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      const int q = next[A.crd[p]]++;
      row[q] = i;
      out[q] = A.val[p];
    }
}

void countColumns(const Indices &crd, Indices &count) {
#pragma sparse split(p, p0, p1, 64)
  for (size_t p = 0; p < crd.size(); ++p)
    count[crd[p] + 1]++;
}

void prefixSums(Indices &pos) {
#pragma sparse split(i, i0, i1, 64) parallelize(i0, cpu_thread, scan)
  for (size_t i = 1; i < pos.size(); ++i)
    pos[i] += pos[i - 1];
}

/// Dot products of a row with a sparse vector.
void meet(int m, const int *pos, const int *crd, const double *val, int count,
          const int *at, const double *v, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    int p = pos[i], q = 0;
    while (p < pos[i + 1] && q < count) {
      if (crd[p] == at[q]) {
        sum += val[p] * v[q];
        p++;
        q++;
      } else if (crd[p] < at[q]) {
        p++;
      } else {
        q++;
      }
    }
    y[i] = sum;
  }
}

/// Common neighbours of each row and the one behind it.
void triangles(int m, const int *pos, const int *crd, long *common) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    long found = 0;
    if (i + 1 < m) {
      int p = pos[i], q = pos[i + 1];
      while (p < pos[i + 1] && q < pos[i + 2]) {
        const int a = crd[p], b = crd[q];
        found += a == b;
        p += a <= b;
        q += b <= a;
      }
    }
    common[i] = found;
  }
}

/// As a benchmark of graphs counts them: neighbours in ascending order.
void orderedTriangles(int m, const int *pos, const int *crd, long *total) {
  struct Neighbours {
    const int *first, *last;
    const int *begin() const { return first; }
    const int *end() const { return last; }
  };
#pragma sparse parallelize(u, cpu_thread, no_races)
  for (int u = 0; u < m; ++u) {
    long found = 0;
    for (int v : Neighbours{crd + pos[u], crd + pos[u + 1]}) {
      if (v > u)
        break;
      if (v >= m)
        continue;
      const int *it = crd + pos[v], *const end = crd + pos[v + 1];
      for (int w : Neighbours{crd + pos[u], crd + pos[u + 1]}) {
        if (w > v)
          break;
        while (it != end && *it < w)
          ++it;
        if (it != end && *it == w)
          found++;
      }
    }
    total[u] = found;
  }
}

/// The first entry that is large enough.
void search(int m, const int *pos, const double *val, double limit,
            int *first) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    first[i] = -1;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      if (val[p] < limit)
        continue;
      first[i] = p;
      break;
    }
  }
}

void skips(int m, const int *pos, const int *crd, const double *val,
           const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    if (pos[i] == pos[i + 1])
      continue;
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const int j = crd[p];
      if (j == i)
        continue;
      sum += val[p] * x[j];
    }
    y[i] = sum;
  }
}

int main(int argc, char **argv) {
  return forEach(argc, argv, [](const Data &D) {
    const int m = D.m, n = D.n, *pos = D.pos, *crd = D.crd;
    const double *val = D.val, *x = D.x.data();
    auto Row = [&](const char *Name, auto Kernel) {
      D.record(Name, m, [&](double *y) { Kernel(m, pos, crd, val, x, y); });
    };
    D.record("runs on", m + 1,
             [&](double *y) { y[m] = runsOn(m, pos, crd, val, x, y); });
    Row("runs on to a variable", runsOnToAVariable);
    Row("walks on", walksOn);
    Row("walks in each row", walksInEachRow);
    Row("skips", skips);
    D.record("copies behind", 5 + D.count(),
             [&](double *y) { copiesBehind(m, 5, pos, val, y); });
    D.recordValue("keeps positive", [&] {
      Vector out(D.count());
      out.resize(keepsPositive(m, pos, D.A.val, out));
      return out;
    });
    Indices length;
    for (int i = 0; i < m; ++i)
      length.push_back(pos[i + 1] - pos[i]);
    D.record("by lengths", m,
             [&](double *y) { byLengths(m, length.data(), crd, val, x, y); });
    Indices columns(n + 1), row(D.count());
    Vector out(D.count());
    countColumns(D.A.crd, columns);
    D.recordValue("count columns", [&] { return columns; });
    prefixSums(columns);
    D.recordValue("prefix sums", [&] { return columns; });
    toColumns(D.A, columns, row, out);
    D.recordValue("to columns", [&] { return out; });
    D.recordValue("rows of columns", [&] { return row; });
    Indices at;
    for (int j = 1; j < n; j += 3)
      at.push_back(j);
    D.record("meet", m, [&](double *y) {
      meet(m, pos, crd, val, int(at.size()), at.data(), x, y);
    });
    D.record<long>("triangles", m, [&](long *y) { triangles(m, pos, crd, y); });
    D.record<long>("ordered triangles", m, [&](long *y) {
      orderedTriangles(m, pos, crd, y);
    });
    D.record<int>("search", m, [&](int *y) { search(m, pos, val, 0.5, y); });
  });
}
