// Storage: by columns, coordinates, blocks, diagonals, slices, trees; and
// products of more than a matrix and a vector.
// REQUIRES: cholmod
// RUN: xz -dc %examples/data/bcsstk16.mtx.xz >%t.mtx
// RUN: %check-run --loops 19 %s %examples/spmv/Csr.cpp \
// RUN:   -I %examples/spmv -lcholmod -o %t --argument %t.mtx

#include "support/wild.h"

using namespace wild;

constexpr int K = 4;

void rowMajorProduct(int m, int k, const int *pos, const int *crd,
                     const double *val, const double *X, double *Y) {
#pragma sparse split(i, i0, i1, 16) reorder(p, c)                              \
    parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int c = 0; c < k; ++c)
        Y[i * k + c] += val[p] * X[crd[p] * k + c];
}

void columnMajorProduct(int m, int n, int k, const int *pos, const int *crd,
                        const double *val, const double *X, double *Y) {
#pragma sparse parallelize(c, cpu_thread, no_races)
  for (int c = 0; c < k; ++c)
    for (int i = 0; i < m; ++i) {
      double sum = 0;
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        sum += val[p] * X[c * n + crd[p]];
      Y[c * m + i] = sum;
    }
}

/// Accumulators for a row in a small array.
void accumulatedProduct(int m, const int *pos, const int *crd,
                        const double *val, const double *X, double *Y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double acc[K] = {0};
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const double *row = X + crd[p] * K;
      for (int c = 0; c < K; ++c)
        acc[c] += val[p] * row[c];
    }
    for (int c = 0; c < K; ++c)
      Y[i * K + c] = acc[c];
  }
}

/// Sampled product of two dense matrices.
void sampledProduct(const run::Csr<> &A, const Vector &B, const Vector &C,
                    Vector &out) {
#pragma sparse split(i, i0, i1, 16)
  for (int i = 0; i < A.Rows; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      double dot = 0;
      for (int c = 0; c < K; ++c)
        dot += B[i * K + c] * C[A.crd[p] * K + c];
      out[p] = A.val[p] * dot;
    }
}

/// Compressed columns scatter.
void columnsScatter(const run::Csr<> &T, const Vector &x, Vector &y) {
#pragma sparse split(j, j0, j1, 16)
  for (int j = 0; j < T.Rows; ++j)
    for (int p = T.pos[j]; p < T.pos[j + 1]; ++p)
      y[T.crd[p]] += T.val[p] * x[j];
}

/// Compressed columns of the transpose gather.
void columnsGather(const run::Csr<> &T, const Vector &x, Vector &y) {
#pragma sparse split(j, j0, j1, 16) parallelize(j0, cpu_thread, no_races)
  for (int j = 0; j < T.Rows; ++j) {
    double sum = 0;
    for (int p = T.pos[j]; p < T.pos[j + 1]; ++p)
      sum += x[T.crd[p]] * T.val[p];
    y[j] = sum;
  }
}

void coordinates(int count, const Indices &row, const Indices &col,
                 const Vector &val, const Vector &x, Vector &y) {
#pragma sparse split(p, p0, p1, 64)
  for (int p = 0; p < count; p++)
    y[row[p]] += val[p] * x[col[p]];
}

/// Blocks of two by two, row after row.
void blocksOfTwo(int m, const int *pos, const int *crd, const double *val,
                 const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double y0 = 0, y1 = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const double *a = &val[4 * p];
      const double x0 = x[2 * crd[p]], x1 = x[2 * crd[p] + 1];
      y0 += a[0] * x0 + a[1] * x1;
      y1 += a[2] * x0 + a[3] * x1;
    }
    y[2 * i] = y0;
    y[2 * i + 1] = y1;
  }
}

/// Blocks of a size that is only known when it runs.
void blocksOfAnySize(int m, int bs, const int *pos, const int *crd,
                     const double *val, const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int r = 0; r < bs; ++r) {
        double sum = 0;
        for (int c = 0; c < bs; ++c)
          sum += val[(p * bs + r) * bs + c] * x[crd[p] * bs + c];
        y[i * bs + r] += sum;
      }
}

/// The block as an array of its own, and what it is scaled by.
void blocksInArrays(int m, const int *pos, const int *crd, const double *val,
                    const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const double scale[2] = {0.5, -2};
      double w[2][2];
      for (int r = 0; r < 2; ++r)
        for (int c = 0; c < 2; ++c)
          w[r][c] = scale[r] * val[4 * p + 2 * r + c];
      for (int r = 0; r < 2; ++r)
        for (int c = 0; c < 2; ++c)
          y[2 * i + r] += w[r][c] * x[2 * crd[p] + c];
    }
}

void diagonals(int m, int n, int count, const int *offset, const double *val,
               const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int d = 0; d < count; ++d) {
      const int j = i + offset[d];
      if (j >= 0 && j < n)
        sum += val[d * m + i] * x[j];
    }
    y[i] = sum;
  }
}

/// Rows of one width, the first entries of all rows first.
void ellpack(int m, int width, const int *crd, const double *val,
             const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int k = 0; k < width; ++k) {
      const int j = crd[k * m + i];
      if (j >= 0)
        sum += val[k * m + i] * x[j];
    }
    y[i] = sum;
  }
}

/// Slices of four rows, each of its own width.
void sliced(int slices, const int *start, const int *width, const int *crd,
            const double *val, const double *x, double *y) {
#pragma sparse split(s, s0, s1, 4) parallelize(s0, cpu_thread, no_races)
  for (int s = 0; s < slices; ++s)
    for (int r = 0; r < 4; ++r) {
      double sum = 0;
      for (int k = 0; k < width[s]; ++k) {
        const int at = start[s] + 4 * k + r;
        sum += val[at] * x[crd[at]];
      }
      y[4 * s + r] = sum;
    }
}

/// Only rows that have entries are stored.
void onlyFullRows(const Indices &rows, const Indices &pos, const Indices &crd,
                  const Vector &val, const Vector &x, Vector &y) {
#pragma sparse split(r, r0, r1, 16)
  for (size_t r = 0; r < rows.size(); ++r)
    for (int p = pos[r]; p < pos[r + 1]; ++p)
      y[rows[r]] += val[p] * x[crd[p]];
}

/// A tensor of order three, as a tree: times a vector.
void tensorTimesVector(int I, const int *jpos, const int *jcrd, const int *kpos,
                       const int *kcrd, const double *val, const double *x,
                       Vector &out, int J) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < I; ++i)
    for (int pj = jpos[i]; pj < jpos[i + 1]; ++pj) {
      double sum = 0;
      for (int pk = kpos[pj]; pk < kpos[pj + 1]; ++pk)
        sum += val[pk] * x[kcrd[pk]];
      out[i * J + jcrd[pj]] += sum;
    }
}

/// The matrix product of decompositions of tensors.
void mttkrp(int I, const int *jpos, const int *jcrd, const int *kpos,
            const int *kcrd, const double *val, const double *B,
            const double *C, double *out) {
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < I; ++i)
    for (int pj = jpos[i]; pj < jpos[i + 1]; ++pj)
      for (int pk = kpos[pj]; pk < kpos[pj + 1]; ++pk)
        for (int c = 0; c < K; ++c)
          out[i * K + c] += val[pk] * B[jcrd[pj] * K + c] * C[kcrd[pk] * K + c];
}

/// Gauss-Seidel: rows need what rows before them have set.
void gaussSeidel(int m, const int *pos, const Indices &crd, const Vector &val,
                 const double *b, Vector &x) {
#pragma sparse split(i, i0, i1, 16)
  for (int i = 0; i < m; ++i) {
    double sum = b[i], diagonal = 1;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const int j = crd[p];
      if (j == i)
        diagonal = val[p];
      else if (j < m)
        sum -= val[p] * x[j];
    }
    x[i] = diagonal == 0 ? sum : sum / diagonal;
  }
}

/// A lower triangle, solved; the entries above it are skipped.
void forwardSolve(int m, const int *pos, const Indices &crd, const Vector &val,
                  Vector &x) {
#pragma sparse split(i, i0, i1, 16)
  for (int i = 0; i < m; ++i) {
    double sum = x[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (crd[p] < i)
        sum -= 0.125 * val[p] * x[crd[p]];
    x[i] = sum;
  }
}

/// A recurrence along the rows.
void recurrence(int m, const int *pos, const double *val, double *y) {
  double before = 0;
#pragma sparse split(i, i0, i1, 16)
  for (int i = 0; i < m; ++i) {
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      before = 0.5 * before + val[p];
    y[i] = before;
  }
}

int main(int argc, char **argv) {
  return forEach(argc, argv, [](const Data &D) {
    const int m = D.m, n = D.n, *pos = D.pos, *crd = D.crd;
    const double *val = D.val, *x = D.x.data();
    Vector X = run::Random(5).vector<double>(size_t(n) * K);
    Vector B = run::Random(6).vector<double>(size_t(m) * K);
    D.record("row-major", m * K, [&](double *Y) {
      rowMajorProduct(m, K, pos, crd, val, X.data(), Y);
    });
    D.record("column-major", m * K, [&](double *Y) {
      columnMajorProduct(m, n, K, pos, crd, val, X.data(), Y);
    });
    D.record("accumulated", m * K, [&](double *Y) {
      accumulatedProduct(m, pos, crd, val, X.data(), Y);
    });
    D.recordValue("sampled", [&] {
      Vector out(D.count());
      sampledProduct(D.A, B, X, out);
      return out;
    });
    run::Csr<> T = transposed(D.A);
    D.recordValue("columns scatter", [&] {
      Vector y(m, 3);
      columnsScatter(T, D.x, y);
      return y;
    });
    D.recordValue("columns gather", [&] {
      Vector y(n, 3);
      columnsGather(T, D.b, y);
      return y;
    });
    Indices row = rowOfEach(D);
    D.recordValue("coordinates", [&] {
      Vector y(m, 3);
      coordinates(D.count(), row, D.A.crd, D.A.val, D.x, y);
      return y;
    });
    if (m < 1000) {
      Vector blocks = run::Random(7).vector<double>(size_t(D.count()) * 9);
      Vector wide = run::Random(8).vector<double>(size_t(n) * 3);
      D.record("blocks of two", 2 * m, [&](double *y) {
        blocksOfTwo(m, pos, crd, blocks.data(), wide.data(), y);
      });
      D.record("blocks in arrays", 2 * m, [&](double *y) {
        blocksInArrays(m, pos, crd, blocks.data(), wide.data(), y);
      });
      D.record("blocks of three", 3 * m, [&](double *y) {
        blocksOfAnySize(m, 3, pos, crd, blocks.data(), wide.data(), y);
      });
    }
    const int offset[] = {-7, -1, 0, 1, 7};
    Vector bands = run::Random(9).vector<double>(size_t(m) * 5);
    D.record("diagonals", m, [&](double *y) {
      diagonals(m, n, 5, offset, bands.data(), x, y);
    });
    int width = 0;
    for (int i = 0; i < m; ++i)
      width = std::max(width, pos[i + 1] - pos[i]);
    Indices ellCrd(size_t(m) * width, -1);
    Vector ellVal(size_t(m) * width);
    for (int i = 0; i < m; ++i)
      for (int k = 0; k < pos[i + 1] - pos[i]; ++k) {
        ellCrd[size_t(k) * m + i] = crd[pos[i] + k];
        ellVal[size_t(k) * m + i] = val[pos[i] + k];
      }
    D.record("ellpack", m, [&](double *y) {
      ellpack(m, width, ellCrd.data(), ellVal.data(), x, y);
    });
    Indices start, widths, sliceCrd;
    Vector sliceVal;
    for (int s = 0; s < m / 4; ++s) {
      start.push_back(int(sliceCrd.size()));
      widths.push_back(0);
      for (int i = 4 * s; i < 4 * s + 4; ++i)
        widths[s] = std::max(widths[s], pos[i + 1] - pos[i]);
      for (int k = 0; k < widths[s]; ++k)
        for (int i = 4 * s; i < 4 * s + 4; ++i) {
          bool has = pos[i] + k < pos[i + 1];
          sliceCrd.push_back(has ? crd[pos[i] + k] : 0);
          sliceVal.push_back(has ? val[pos[i] + k] : 0);
        }
    }
    D.record("sliced", m, [&](double *y) {
      sliced(m / 4, start.data(), widths.data(), sliceCrd.data(),
             sliceVal.data(), x, y);
    });
    Indices full, fullPos{0};
    for (int i = 0; i < m; ++i)
      if (pos[i] < pos[i + 1]) {
        full.push_back(i);
        fullPos.push_back(pos[i + 1]);
      }
    D.recordValue("only full rows", [&] {
      Vector y(m, 3);
      onlyFullRows(full, fullPos, D.A.crd, D.A.val, D.x, y);
      return y;
    });
    // Slices of up to eight rows make a tensor.
    Indices jpos, jcrd;
    for (int i = 0; i < m; ++i) {
      if (i % 8 == 0)
        jpos.push_back(i);
      jcrd.push_back(i % 8);
    }
    const int I = int(jpos.size());
    jpos.push_back(m);
    D.recordValue("tensor times vector", [&] {
      Vector out(size_t(I) * 8, 3);
      tensorTimesVector(I, jpos.data(), jcrd.data(), pos, crd, val, x, out, 8);
      return out;
    });
    Vector C = run::Random(12).vector<double>(8 * K);
    D.record("mttkrp", I * K, [&](double *out) {
      mttkrp(I, jpos.data(), jcrd.data(), pos, crd, val, C.data(), X.data(),
             out);
    });
    D.recordValue("gauss-seidel", [&] {
      Vector y(std::max(m, n), 3);
      gaussSeidel(m, pos, D.A.crd, D.A.val, D.b.data(), y);
      return y;
    });
    D.recordValue("forward solve", [&] {
      Vector y(std::max(m, n), 3);
      forwardSolve(m, pos, D.A.crd, D.A.val, y);
      return y;
    });
    D.record("recurrence", m, [&](double *y) { recurrence(m, pos, val, y); });
  });
}
