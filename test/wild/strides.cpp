// Loops that step by more than one, or elsewhere than in their header: blocks,
// rows behind a pointer that moves on, tiles and unrolling by hand.
// REQUIRES: cholmod
// RUN: xz -dc %examples/data/bcsstk16.mtx.xz >%t.mtx
// RUN: %check-run --loops 12 %s %examples/spmv/Csr.cpp \
// RUN:   -I %examples/spmv -lcholmod -o %t --argument %t.mtx

#include "support/wild.h"

using namespace wild;

/// The step ends the body, as in the days of `while`.
void stepsAtTheEnd(int m, const int *pos, const int *crd, const double *val,
                   const double *x, double *y) {
  int i = 0;
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  while (i < m) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1];) {
      sum += val[p] * x[crd[p]];
      p++;
    }
    y[i] = sum;
    i++;
  }
}

/// Blocks of 2 x 2 behind pointers that never look back, as solvers for PDEs
/// have them for each size of block.
void blockRows(int m, const int *pos, const int *crd, const double *val,
               const double *x, double *z) {
  const int *ii = pos, *idx = crd;
  const double *v = val;
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; i++) {
    const int n = ii[1] - ii[0];
    ii++;
    double sum1 = 0, sum2 = 0;
    for (int j = 0; j < n; j++) {
      const double *xb = x + 2 * (*idx++);
      const double x1 = xb[0], x2 = xb[1];
      sum1 += v[0] * x1 + v[2] * x2;
      sum2 += v[1] * x1 + v[3] * x2;
      v += 4;
    }
    z[0] = sum1;
    z[1] = sum2;
    z += 2;
  }
}

/// The first row of each block.
void everyOtherRow(int m, const int *pos, const int *crd, const double *val,
                   const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; i += 2) {
    y[i] = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p] * x[crd[p]];
  }
}

void blocksOfAnySize(int m, int bs, const int *pos, const double *val,
                     double *y) {
#pragma sparse split(ib, ib0, ib1, 4) parallelize(ib0, cpu_thread, no_races)
  for (int ib = 0; ib < m; ib += bs)
    for (int r = 0; r < bs; ++r) {
      double sum = 0;
      for (int p = pos[ib + r]; p < pos[ib + r + 1]; ++p)
        sum += val[p];
      y[ib + r] = sum;
    }
}

/// Dense rows, one after the other.
void denseRows(int m, int ncol, const double *A, const double *x, double *y) {
  const double *row = A;
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int j = 0; j < ncol; ++j)
      sum += row[j] * x[j];
    y[i] = sum;
    row += ncol;
  }
}

void offsets(int m, int ncol, const double *x, double *C) {
  int off = 0;
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < ncol; ++j)
      C[off + j] = x[i] + j;
    off += ncol;
  }
}

/// Rows of one length behind two pointers.
void ellpackWalk(int m, int width, const int *crd, const double *val,
                 const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int k = 0; k < width; ++k)
      sum += *val++ * x[*crd++];
    y[i] = sum;
  }
}

/// Four entries at a time, and those that are left.
void unrolled(int m, const int *pos, const int *crd, const double *val,
              const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    int p = pos[i];
    const int end = pos[i + 1];
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    for (; p + 3 < end; p += 4) {
      s0 += val[p] * x[crd[p]];
      s1 += val[p + 1] * x[crd[p + 1]];
      s2 += val[p + 2] * x[crd[p + 2]];
      s3 += val[p + 3] * x[crd[p + 3]];
    }
    for (; p < end; ++p)
      s0 += val[p] * x[crd[p]];
    y[i] = s0 + s1 + s2 + s3;
  }
}

/// Tiles of right-hand sides by hand.
void tiles(int m, int K, const int *pos, const int *crd, const double *val,
           const double *B, double *C) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)      \
    assume(noalias(C, val), noalias(C, B), noalias(C, pos), noalias(C, crd))
  for (int i = 0; i < m; ++i)
    for (int kk = 0; kk < K; kk += 4)
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        for (int k = kk; k < std::min(kk + 4, K); ++k)
          C[i * K + k] += val[p] * B[crd[p] * K + k];
}

/// Down to 0 in types that have nothing below.
void unsignedDescents(size_t m, unsigned n, const int *pos, const double *val,
                      double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (size_t i = m - 1; i != size_t(-1); --i) {
    y[i] = 0;
    const double *first = val + pos[i], *v = val + pos[i + 1];
    while (--v >= first)
      y[i] += *v;
  }
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (unsigned i = n - 1; i < n; --i) {
    const double *first = val + pos[i], *v = val + pos[i + 1];
    while (v-- > first)
      y[i] = y[i] / 2 + *v;
  }
}

/// What is left to do counts down while pointers go up.
void countsLeft(int m, const int *pos, const int *crd, const double *val,
                const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    const int *c = crd + pos[i];
    const double *v = val + pos[i];
    double sum = 0;
    for (int left = pos[i + 1] - pos[i]; left > 0; left--, c++, v++)
      sum += *v * x[*c];
    y[i] = sum;
  }
}

void every(const Data &D) {
  auto Product = [&](const char *Name, auto Kernel) {
    D.record(Name, D.m, [&](double *y) {
      Kernel(D.m, D.pos, D.crd, D.val, D.x.data(), y);
    });
  };
  Product("steps at the end", stepsAtTheEnd);
  Product("every other row", everyOtherRow);
  Product("unrolled", unrolled);
  Product("counts left", countsLeft);
  Vector Blocks(4 * D.count() + 1), Wide(2 * D.n + 1);
  for (size_t p = 0; p < Blocks.size(); ++p)
    Blocks[p] = 1.0 / double(p + 3);
  for (size_t j = 0; j < Wide.size(); ++j)
    Wide[j] = double(j % 17);
  D.record("block rows", 2 * D.m, [&](double *z) {
    blockRows(D.m, D.pos, D.crd, Blocks.data(), Wide.data(), z);
  });
  D.record("blocks of any size", D.m, [&](double *y) {
    blocksOfAnySize(D.m / 3 * 3, 3, D.pos, D.val, y);
  });
  Vector Dense(10 * D.m + 5);
  for (size_t p = 0; p < Dense.size(); ++p)
    Dense[p] = double(p % 23) / 7;
  Vector Few{1, -2, 3, 5, 7};
  D.record("dense rows", D.m, [&](double *y) {
    denseRows(D.m, 5, Dense.data(), Few.data(), y);
  });
  D.record("offsets", 5 * D.m, [&](double *C) {
    offsets(D.m, 5, Dense.data(), C);
  });
  Indices Columns(4 * D.m + 1);
  for (size_t p = 0; p < Columns.size(); ++p)
    Columns[p] = D.n ? int(p * 7 % D.n) : 0;
  D.record("ellpack", D.m, [&](double *y) {
    ellpackWalk(D.m, D.n ? 4 : 0, Columns.data(), Dense.data(), D.x.data(), y);
  });
  Vector B(7 * D.n + 1, 1.5);
  D.record("tiles", 7 * D.m, [&](double *C) {
    tiles(D.m, 7, D.pos, D.crd, D.val, B.data(), C);
  });
  D.record("unsigned descents", D.m, [&](double *y) {
    unsignedDescents(D.m, D.m, D.pos, Blocks.data(), y);
  });
}

int main(int Arguments, char **Argument) {
  return forEach(Arguments, Argument, every);
}
