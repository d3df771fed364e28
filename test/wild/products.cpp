// Products and sums of sparse matrices: workspaces that rows share, cursors in
// the result. Where there are no entries, arrays without elements have one
// address, null, and the user's loops run.
// REQUIRES: cholmod
// RUN: xz -dc %examples/data/bcsstk16.mtx.xz >%t.mtx
// RUN: %check-run --loops 11 --fallback 6 %s %examples/spmv/Csr.cpp \
// RUN:   -I %examples/spmv -lcholmod -o %t --argument %t.mtx

#include "support/wild.h"

using namespace wild;

/// Pattern of C = A B, counted row by row.
void pattern(int m, const int *ia, const int *ja, const int *ib, const int *jb,
             Indices mask, int *ic) {
  int nnz = 0;
#pragma sparse private(mask) divide(i, t, r, threads, balance(p))              \
    parallelize(t, cpu_thread, scan)
  for (int i = 0; i < m; ++i) {
    for (int p = ia[i]; p < ia[i + 1]; ++p) {
      const int k = ja[p];
      for (int q = ib[k]; q < ib[k + 1]; ++q)
        if (mask[jb[q]] != i) {
          mask[jb[q]] = i;
          ++nnz;
        }
    }
    ic[i + 1] = nnz;
  }
}

/// Counts of rows, to be added up by another loop.
void rowLengths(int m, const run::Csr<> &A, const run::Csr<> &B, Indices mask,
                int *length) {
#pragma sparse private(mask) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    int count = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      const int k = A.crd[p];
      for (int q = B.pos[k]; q < B.pos[k + 1]; ++q) {
        if (mask[B.crd[q]] == i)
          continue;
        mask[B.crd[q]] = i;
        count++;
      }
    }
    length[i] = count;
  }
}

/// Lengths to positions.
void prefixSums(int m, const int *length, int *pos) {
  pos[0] = 0;
  int sum = 0;
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i) {
    sum += length[i];
    pos[i + 1] = sum;
  }
}

/// The same in the array itself, shifted.
void startsInPlace(Indices &count) {
  int sum = 0;
#pragma sparse parallelize(j, cpu_thread, scan)
  for (size_t j = 0; j < count.size(); ++j) {
    const int here = count[j];
    count[j] = sum;
    sum += here;
  }
}

/// Rows are filled from their own start, entries found again by their place.
void productByPosition(int m, const run::Csr<> &A, const run::Csr<> &B,
                       Indices place, const int *pos, Indices &crd,
                       Vector &val) {
#pragma sparse private(place) parallelize(i, cpu_thread, ignore_races)
  for (int i = 0; i < m; ++i) {
    int end = pos[i];
    const int begin = end;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      const double a = A.val[p];
      const int k = A.crd[p];
      for (int q = B.pos[k]; q < B.pos[k + 1]; ++q) {
        const int j = B.crd[q];
        const double v = a * B.val[q];
        if (place[j] < begin) {
          place[j] = end;
          crd[end] = j;
          val[end] = v;
          end++;
        } else {
          val[place[j]] += v;
        }
      }
    }
  }
}

/// The values alone: the pattern is known.
void values(int m, const run::Csr<> &A, const run::Csr<> &B, const int *pos,
            const Indices &crd, Vector work, Vector &val) {
#pragma sparse private(work) split(i, i0, i1, 16)                              \
    parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    for (int r = pos[i]; r < pos[i + 1]; ++r)
      work[crd[r]] = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      const int k = A.crd[p];
      for (int q = B.pos[k]; q < B.pos[k + 1]; ++q)
        work[B.crd[q]] += A.val[p] * B.val[q];
    }
    for (int r = pos[i]; r < pos[i + 1]; ++r)
      val[r] = work[crd[r]];
  }
}

/// Gustavson's algorithm in one pass.
int product(int m, const run::Csr<> &A, const run::Csr<> &B, Indices xb,
            Vector x, int *ic, Indices &jc, Vector &c) {
  int ip = 0;
#pragma sparse private(xb, x) divide(i, t, r, threads, balance(jp))            \
    parallelize(t, cpu_thread, scan)
  for (int i = 0; i < m; i++) {
    ic[i] = ip;
    const int first = ip;
    for (int jp = A.pos[i]; jp < A.pos[i + 1]; jp++) {
      int j = A.crd[jp];
      for (int kp = B.pos[j]; kp < B.pos[j + 1]; kp++) {
        int k = B.crd[kp];
        if (xb[k] != i) {
          jc[ip] = k;
          ip++;
          xb[k] = i;
          x[k] = A.val[jp] * B.val[kp];
        } else
          x[k] = x[k] + A.val[jp] * B.val[kp];
      }
    }
    for (int v = first; v < ip; v++)
      c[v] = x[jc[v]];
  }
  ic[m] = ip;
  return ip;
}

/// Entries that are large enough stay.
void filter(int m, const int *pos, const int *crd, const double *val,
            double drop, int *newPos, int *newCrd, double *newVal) {
  int nnz = 0;
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i) {
    newPos[i] = nnz;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      if (std::fabs(val[p]) < drop && crd[p] != i)
        continue;
      newCrd[nnz] = crd[p];
      newVal[nnz++] = val[p];
    }
  }
  newPos[m] = nnz;
}

/// Lower triangles.
long lower(const run::Csr<> &A, Indices &pos, Indices &crd, Vector &val) {
  long end = 0;
#pragma sparse parallelize(row, cpu_thread, scan)
  for (int row = 0; row < A.Rows; ++row) {
    for (int p = A.pos[row]; p < A.pos[row + 1]; ++p)
      if (A.crd[p] <= row) {
        const long at = end++;
        crd[at] = A.crd[p];
        val[at] = A.val[p];
      }
    pos[row + 1] = int(end);
  }
  return end;
}

/// C = A + B; columns ascend.
void add(int m, const int *ia, const int *ja, const double *a, const int *ib,
         const int *jb, const double *b, int *ic, int *jc, double *c) {
  int k = 0;
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i) {
    ic[i] = k;
    int p = ia[i], q = ib[i];
    while (p < ia[i + 1] || q < ib[i + 1]) {
      const int ca = p < ia[i + 1] ? ja[p] : 1 << 30;
      const int cb = q < ib[i + 1] ? jb[q] : 1 << 30;
      jc[k] = ca < cb ? ca : cb;
      c[k] = 0;
      if (ca <= cb)
        c[k] += a[p++];
      if (cb <= ca)
        c[k] += b[q++];
      ++k;
    }
  }
  ic[m] = k;
}

/// Rows that are not empty.
int nonempty(int m, const int *pos, int *rows) {
  int count = 0;
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i)
    if (pos[i] < pos[i + 1])
      rows[count++] = i;
  return count;
}

int main(int argc, char **argv) {
  return forEach(argc, argv, [](const Data &D) {
    const int m = D.m, *pos = D.pos, *crd = D.crd;
    const double *val = D.val;
    const run::Csr<> &A = D.A, T = transposed(A);
    const size_t n = size_t(m);
    Indices mask(n, -1), ic(n + 1);
    pattern(m, pos, crd, T.pos.data(), T.crd.data(), mask, ic.data());
    D.recordValue("pattern", [&] { return ic; });
    Indices jc(size_t(ic[m]), -1);
    Vector c(jc.size()), work(n, 4);
    D.record<int>("row lengths", m, [&](int *length) {
      mask.assign(n, -1);
      rowLengths(m, A, T, mask, length);
    });
    mask.assign(n, -1);
    productByPosition(m, A, T, mask, ic.data(), jc, c);
    D.recordValue("columns by position", [&] { return jc; });
    D.recordValue("product by position", [&] { return c; });
    c.assign(c.size(), 1);
    values(m, A, T, ic.data(), jc, work, c);
    D.recordValue("values", [&] { return c; });
    mask.assign(n, -1);
    D.recordValue("entries", [&] {
      return product(m, A, T, mask, work, ic.data(), jc, c);
    });
    D.recordValue("positions", [&] { return ic; });
    D.recordValue("columns", [&] { return jc; });
    D.recordValue("product", [&] { return c; });
    Indices count(size_t(D.n) + 1);
    for (int j : A.crd)
      ++count[j];
    D.record<int>("prefix sums", D.n + 1,
                  [&](int *sums) { prefixSums(D.n, count.data(), sums); });
    startsInPlace(count);
    D.recordValue("starts", [&] { return count; });
    Indices newPos(n + 1), newCrd(A.crd.size(), -1);
    Vector newVal(A.crd.size());
    filter(m, pos, crd, val, 0.5, newPos.data(), newCrd.data(), newVal.data());
    D.recordValue("filter, positions", [&] { return newPos; });
    D.recordValue("filter, columns", [&] { return newCrd; });
    D.recordValue("filter, values", [&] { return newVal; });
    D.recordValue("lower", [&] { return lower(A, newPos, newCrd, newVal); });
    D.recordValue("lower, columns", [&] { return newCrd; });
    Indices sumCrd(2 * A.crd.size(), -1);
    Vector sumVal(sumCrd.size());
    add(m, pos, crd, val, newPos.data(), newCrd.data(), newVal.data(),
        ic.data(), sumCrd.data(), sumVal.data());
    D.recordValue("sum, positions", [&] { return ic; });
    D.recordValue("sum, columns", [&] { return sumCrd; });
    D.recordValue("sum, values", [&] { return sumVal; });
    D.record<int>("nonempty", m, [&](int *rows) { nonempty(m, pos, rows); });
  });
}
