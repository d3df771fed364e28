// Where a row begins and ends: the forms of solvers, graph and tensor codes.
// REQUIRES: cholmod
// RUN: xz -dc %examples/data/bcsstk16.mtx.xz >%t.mtx
// RUN: %check-run --fallback-each 2 --loops 20 %s %examples/spmv/Csr.cpp \
// RUN:   -I %examples/spmv -lcholmod -o %t --argument %t.mtx

#include "support/wild.h"

using namespace wild;

void direct(int m, const int *pos, const int *crd, const double *val,
            const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

void endInAVariable(const int nrows, const int *Ap, const int *Aj,
                    const double *Ax, const double *Xx, double *Yx) {
#pragma sparse divide(i, t, r, threads, balance(jj))                           \
    parallelize(t, cpu_thread, no_races)
  for (int i = 0; i < nrows; i++) {
    const int row_start = Ap[i];
    const int row_end = Ap[i + 1];
    double acc = 0;
    for (int jj = row_start; jj < row_end; jj++)
      acc += Ax[jj] * Xx[Aj[jj]];
    Yx[i] = acc;
  }
}

/// In the style of C of forty years: everything declared on top.
void declaredOnTop(int n, int *ia, int *ja, double *a, double *x, double *y) {
  int i, k, k1, k2;
  double t;
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (i = 0; i < n; i++) {
    t = 0.0;
    k1 = ia[i];
    k2 = ia[i + 1];
    for (k = k1; k < k2; k++)
      t += a[k] * x[ja[k]];
    y[i] = t;
  }
}

/// Last entry instead of end.
void inclusive(int m, const int *pos, const int *crd, const double *val,
               const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    const int first = pos[i], last = pos[i + 1] - 1;
    double sum = 0;
    for (int p = first; p <= last; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

void notEqual(int m, const int *pos, const int *crd, const double *val,
              const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i != m; ++i) {
    double sum = 0;
    for (int p = pos[i], end = pos[i + 1]; p != end; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

void startAndLength(int m, const int *start, const int *length, const int *crd,
                    const double *val, const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = start[i]; p < start[i] + length[i]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

/// Counts that fit into characters, and entries counted within the row.
void smallLengths(int m, const int *start, const unsigned char *length,
                  const int *crd, const double *val, const double *x,
                  double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    const double *v = val + start[i];
    const int *c = crd + start[i];
    double sum = 0;
    for (int k = 0; k < length[i]; ++k)
      sum += v[k] * x[c[k]];
    y[i] = sum;
  }
}

void beginAndEnd(int m, const int *begin, const int *end, const int *crd,
                 const double *val, const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = begin[i]; p < end[i]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

/// Few rows of many: results stay where they are for the others.
void listOfRows(const Indices &rows, const run::Csr<> &A, const Vector &x,
                Vector &y) {
  const auto &[name, m, n, pos, crd, val] = A;
#pragma sparse split(r, r0, r1, 16)
  for (size_t r = 0; r < rows.size(); ++r) {
    const int i = rows[r];
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

/// Everything counts from one, as Fortran does.
void fromOne(int m, const int *pos, const int *crd, const double *val,
             const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 1; i <= m; ++i) {
    double sum = 0;
    for (int p = pos[i - 1]; p <= pos[i] - 1; ++p)
      sum += val[p - 1] * x[crd[p - 1] - 1];
    y[i - 1] = sum;
  }
}

void pointerPair(int m, const int *pos, const int *crd, const double *val,
                 const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    const double *v = val + pos[i];
    const double *const vEnd = val + pos[i + 1];
    const int *c = crd + pos[i];
    double sum = 0;
    for (; v != vEnd; ++v, ++c)
      sum += *v * x[*c];
    y[i] = sum;
  }
}

void whileInARow(int m, const int *pos, const int *crd, const double *val,
                 const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    int p = pos[i];
    while (p < pos[i + 1]) {
      sum += val[p] * x[crd[p]];
      ++p;
    }
    y[i] = sum;
  }
}

/// Wide positions, narrow coordinates.
void mixedWidths(unsigned m, const size_t *pos, const unsigned short *crd,
                 const double *val, const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (unsigned i = 0; i < m; ++i) {
    double sum = 0;
    for (size_t p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

/// Rows padded to one length; the padding adds nothing.
void allAlike(int m, int width, const int *crd, const double *val,
              const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int k = 0; k < width; ++k)
      sum += val[i * width + k] * x[crd[i * width + k]];
    y[i] = sum;
  }
}

/// Part of the rows, part of the output.
void partOfTheRows(int first, int last, const int *pos, const int *crd,
                   const double *val, const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = first; i < last; ++i) {
    double sum = 0;
    for (int p = pos[i] - pos[first]; p < pos[i + 1] - pos[first]; ++p)
      sum += val[p] * x[crd[p]];
    y[i - first] = sum;
  }
}

/// The last entry first, as sums of decreasing numbers are made.
void fromTheEnd(int m, const int *pos, const int *crd, const double *val,
                const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
#pragma sparse unroll(p, 2)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i + 1] - 1; p >= pos[i]; --p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

void lastRowFirst(int m, const int *pos, const int *crd, const double *val,
                  const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = m; i-- > 0;) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

/// A solve with the upper triangle, in place: its order is kept.
void backward(int m, const int *pos, const int *crd, const double *val,
              const double *, double *y) {
#pragma sparse split(i, i0, i1, 8)
  for (int i = m - 1; i >= 0; i--) {
    double sum = y[i];
    for (int p = pos[i]; p != pos[i + 1]; ++p)
      if (crd[p] > i && crd[p] < m)
        sum -= val[p] * y[crd[p]];
    y[i] = sum / 4;
  }
}

void countsDown(int m, const int *pos, const int *crd, const double *val,
                const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    const double *v = val + pos[i];
    const int *c = crd + pos[i];
    unsigned left = unsigned(pos[i + 1] - pos[i]);
    while (left--)
      y[i] += v[left] * x[c[left]];
  }
}

/// As many rows as there are positions behind the first.
void byPositions(const Indices &pos, const int *crd, const double *val,
                 const double *x, double *y) {
#pragma sparse split(i, i0, i1, 32) parallelize(i0, cpu_thread, no_races)
  for (size_t i = 0; i + 1 < pos.size(); ++i) {
    double sum = 0;
    for (int p = pos[i]; p + 1 <= pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

int main(int argc, char **argv) {
  return forEach(argc, argv, [](const Data &D) {
    const double *x = D.x.data();
    auto Row = [&](const char *Name, auto Kernel) {
      D.record(Name, D.m,
               [&](double *y) { Kernel(D.m, D.pos, D.crd, D.val, x, y); });
    };
    Row("direct", direct);
    Row("end in a variable", endInAVariable);
    Row("inclusive", inclusive);
    Row("not equal", notEqual);
    Row("pointers", pointerPair);
    Row("while", whileInARow);
    Row("from the end", fromTheEnd);
    Row("last row first", lastRowFirst);
    Row("backward", backward);
    Row("counts down", countsDown);
    D.record("by positions", D.m, [&](double *y) {
      byPositions(D.A.pos, D.crd, D.val, x, y);
    });
    run::Csr<> Own = D.A;
    Vector xOwn = D.x;
    D.record("declared on top", D.m, [&](double *y) {
      declaredOnTop(D.m, Own.pos.data(), Own.crd.data(), Own.val.data(),
                    xOwn.data(), y);
    });

    Indices length, end, rows;
    std::vector<unsigned char> shortLength;
    for (int i = 0; i < D.m; ++i) {
      length.push_back(D.pos[i + 1] - D.pos[i]);
      shortLength.push_back((unsigned char)std::min(length.back(), 255));
      end.push_back(D.pos[i + 1]);
      if (i % 3 != 1)
        rows.push_back(D.m - 1 - i);
    }
    D.record("start and length", D.m, [&](double *y) {
      startAndLength(D.m, D.pos, length.data(), D.crd, D.val, x, y);
    });
    D.record("small lengths", D.m, [&](double *y) {
      smallLengths(D.m, D.pos, shortLength.data(), D.crd, D.val, x, y);
    });
    D.record("begin and end", D.m, [&](double *y) {
      beginAndEnd(D.m, D.pos, end.data(), D.crd, D.val, x, y);
    });
    D.recordValue("list of rows", [&] {
      Vector y(D.m, 3);
      listOfRows(rows, D.A, D.x, y);
      return y;
    });

    Indices pos1(D.A.pos), crd1(D.A.crd);
    for (int &p : pos1)
      ++p;
    for (int &j : crd1)
      ++j;
    D.record("from one", D.m, [&](double *y) {
      fromOne(D.m, pos1.data(), crd1.data(), D.val, x, y);
    });

    std::vector<size_t> wide(D.A.pos.begin(), D.A.pos.end());
    std::vector<unsigned short> narrow(D.A.crd.begin(), D.A.crd.end());
    D.record("mixed widths", D.m, [&](double *y) {
      mixedWidths(unsigned(D.m), wide.data(), narrow.data(), D.val, x, y);
    });

    int width = 0;
    for (int i = 0; i < D.m; ++i)
      width = std::max(width, length[i]);
    Indices paddedCrd(size_t(D.m) * width, 0);
    Vector paddedVal(size_t(D.m) * width, 0);
    for (int i = 0; i < D.m; ++i)
      for (int k = 0; k < length[i]; ++k) {
        paddedCrd[size_t(i) * width + k] = D.crd[D.pos[i] + k];
        paddedVal[size_t(i) * width + k] = D.val[D.pos[i] + k];
      }
    D.record("all alike", D.m, [&](double *y) {
      allAlike(D.m, width, paddedCrd.data(), paddedVal.data(), x, y);
    });

    int first = D.m / 3, last = D.m - D.m / 4;
    D.record("part of the rows", last - first, [&](double *y) {
      partOfTheRows(first, last, D.pos, D.crd + D.pos[first],
                    D.val + D.pos[first], x, y);
    });
  });
}
