// Merges: loops over two sorted lists at once, cut by coordinates.
// REQUIRES: cholmod
// RUN: xz -dc %examples/data/bcsstk16.mtx.xz >%t.mtx
// RUN: %check-run --loops 9 %s %examples/spmv/Csr.cpp \
// RUN:   -I %examples/spmv -lcholmod -o %t --argument %t.mtx

#include "support/wild.h"

using namespace wild;

/// Similarity of each row to one list, as search engines score documents.
void scores(int m, const int *pos, const int *term, const double *weight,
            int terms, const int *query, const double *boost, double *score) {
#pragma sparse assume(sorted(term), sorted(query)) split(t, t0, t1, 64)        \
    split(d, d0, d1, 16) parallelize(d0, cpu_thread, no_races)
  for (int d = 0; d < m; ++d) {
    double s = 0.0;
    int p = pos[d], q = 0;
    const int end = pos[d + 1];
    while (p < end && q < terms) {
      const int t = std::min(term[p], query[q]);
      const bool in_document = term[p] == t, in_query = query[q] == t;
      if (in_document && in_query)
        s += weight[p] * boost[q];
      p += in_document;
      q += in_query;
    }
    score[d] = s;
  }
}

/// Common neighbours of the ends of each edge.
void sharedNeighbours(int m, const int *rowptr, const int *adj, long *shared) {
#pragma sparse assume(sorted(adj)) divide(u, t, r, threads, balance(e))        \
    divide(w, w0, w1, 4) parallelize(t, cpu_thread, no_races)
  for (int u = 0; u < m; u++) {
    long n = 0;
    for (int e = rowptr[u]; e < rowptr[u + 1]; e++) {
      const int v = adj[e];
      if (v >= u)
        continue;
      int p = rowptr[u], q = rowptr[v];
      const int pe = rowptr[u + 1], qe = rowptr[v + 1];
      while (p < pe && q < qe) {
        if (adj[p] < adj[q])
          p++;
        else if (adj[q] < adj[p])
          q++;
        else {
          const int w = adj[p];
          n += w > u;
          p++;
          q++;
        }
      }
    }
    shared[u] = n;
  }
}

/// The first of two passes: how long the rows of A + B are.
void addLengths(int m, const int *ap, const int *aj, const int *bp,
                const int *bj, int *length) {
#pragma sparse assume(sorted(aj), sorted(bj)) split(j, j0, j1, 256)            \
    divide(i, t, r, threads, balance(k)) parallelize(t, cpu_thread, no_races)
  for (int i = 0; i < m; i++) {
    int n = 0, k = ap[i], l = bp[i];
    const int kend = ap[i + 1], lend = bp[i + 1];
    while (k < kend && l < lend) {
      const int d = aj[k] - bj[l];
      if (d <= 0)
        k++;
      if (d >= 0)
        l++;
      n++;
    }
    for (; k < kend; k++)
      n++;
    while (l < lend) {
      l++;
      n++;
    }
    length[i] = n;
  }
}

/// The second: C = alpha A + beta B, row by row through a cursor in C.
void add(int m, double alpha, const int *ap, const int *aj, const double *ax,
         double beta, const int *bp, const int *bj, const double *bx,
         const int *cp, int *cj, double *cx) {
#pragma sparse assume(sorted(aj), sorted(bj)) split(j, j0, j1, 256)            \
    parallelize(i, cpu_thread, ignore_races)
  for (int i = 0; i < m; i++) {
    int k = ap[i], l = bp[i], nnz = cp[i];
    const int kend = ap[i + 1], lend = bp[i + 1];
    while (k < kend && l < lend) {
      const int A = aj[k], B = bj[l];
      if (A == B) {
        cj[nnz] = A;
        cx[nnz] = alpha * ax[k++] + beta * bx[l++];
      } else if (A < B) {
        cj[nnz] = A;
        cx[nnz] = alpha * ax[k++];
      } else {
        cj[nnz] = B;
        cx[nnz] = beta * bx[l++];
      }
      nnz++;
    }
    for (; k < kend; k++, nnz++) {
      cj[nnz] = aj[k];
      cx[nnz] = alpha * ax[k];
    }
    for (; l < lend; l++, nnz++) {
      cj[nnz] = bj[l];
      cx[nnz] = beta * bx[l];
    }
  }
}

/// A product entry by entry on the pattern of the first matrix.
void masked(int m, const int *ap, const int *aj, const double *ax,
            const int *bp, const int *bj, const double *bx, double *out) {
#pragma sparse assume(sorted(aj), sorted(bj)) split(ja, j0, j1, 32)            \
    parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    int p = ap[i], q = bp[i];
    for (; p < ap[i + 1] && q < bp[i + 1];) {
      const int ja = aj[p], jb = bj[q];
      if (ja == jb)
        out[p] = ax[p] * bx[q];
      if (ja < jb)
        out[p] = 0;
      p += ja <= jb;
      q += jb <= ja;
    }
    while (p < ap[i + 1])
      out[p++] = 0;
  }
}

/// Parts of one long row on threads, in the order of the parts.
void longRows(int m, const int *ap, const int *aj, const int *bp, const int *bj,
              long *both) {
#pragma sparse assume(sorted(aj), sorted(bj)) split(j, j0, j1, 128)            \
    parallelize(j0, cpu_thread, parallel_reduction)
  for (int i = 0; i < m; ++i) {
    long n = 0;
    int p = ap[i], q = bp[i];
    const int pend = ap[i + 1], qend = bp[i + 1];
    while (p < pend && q < qend) {
      if (aj[p] < bj[q])
        ++p;
      else if (aj[p] > bj[q])
        ++q;
      else {
        ++p, ++q;
        ++n;
      }
    }
    both[i] = n;
  }
}

/// The same scores by pointers and iterators.
void byPointers(int m, const int *pos, const int *term, const double *weight,
                const Indices &query, const double *boost, double *score) {
#pragma sparse assume(sorted(term), sorted(query)) divide(t, t0, t1, 3)        \
    split(d, d0, d1, 16) parallelize(d0, cpu_thread, no_races)
  for (int d = 0; d < m; ++d) {
    double s = 0.0;
    const int *p = term + pos[d], *const end = term + pos[d + 1];
    auto q = query.begin();
    while (p < end && q < query.end()) {
      const int t = std::min(*p, *q);
      if (*p == *q)
        s += weight[p - term] * boost[q - query.begin()];
      const bool in_document = *p == t, in_query = *q == t;
      p += in_document;
      q += in_query;
    }
    score[d] = s;
  }
}

/// Distances between rows: what stands for the end of a row is behind all of
/// its columns.
void distances(int m, int n, const int *ap, const int *aj, const double *ax,
               const int *bp, const int *bj, const double *bx, double *out) {
#pragma sparse assume(sorted(aj), sorted(bj)) split(col, c0, c1, 256)          \
    parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; i++) {
    double sum = 0;
    int k = ap[i], l = bp[i];
    while (k < ap[i + 1] || l < bp[i + 1]) {
      int ca = k < ap[i + 1] ? aj[k] : n;
      int cb = l < bp[i + 1] ? bj[l] : n;
      int col = ca < cb ? ca : cb;
      double d = 0;
      if (ca == col)
        d = ax[k++];
      if (cb == col)
        d -= bx[l++];
      sum += d * d;
    }
    out[i] = sum;
  }
}

/// Common columns, by pointers that meet their ends.
void commonColumns(int m, const int *ap, const int *aj, const int *bp,
                   const int *bj, long *common) {
#pragma sparse assume(sorted(aj), sorted(bj)) split(j, j0, j1, 128)            \
    parallelize(j0, cpu_thread, parallel_reduction)
  for (int i = 0; i < m; i++) {
    const int *a = aj + ap[i], *a_end = aj + ap[i + 1];
    const int *b = bj + bp[i], *b_end = bj + bp[i + 1];
    long count = 0;
    while (a != a_end && b != b_end) {
      if (*a == *b) {
        ++count;
        ++a;
        ++b;
      } else if (*a < *b)
        ++a;
      else
        ++b;
    }
    common[i] = count;
  }
}

int main(int argc, char **argv) {
  return forEach(argc, argv, [](const Data &Given) {
    // Rows in the order of their columns, some of them twice.
    const Data T(transposed(Given.A)), D(transposed(T.A));
    const int m = std::min(D.m, T.m), *ap = D.pos, *aj = D.crd;
    const int *bp = T.pos, *bj = T.crd;
    const double *ax = D.val, *bx = T.val;
    Indices query;
    for (int j = 0; j < D.n; j += 3)
      query.push_back(j);
    D.record("by pointers", D.m, [&](double *y) {
      byPointers(D.m, ap, aj, ax, query, D.x.data(), y);
    });
    D.record("scores", D.m, [&](double *y) {
      scores(D.m, ap, aj, ax, int(query.size()), query.data(), D.x.data(), y);
    });
    if (D.m == D.n)
      D.record<long>("shared neighbours", D.m,
                     [&](long *y) { sharedNeighbours(D.m, ap, aj, y); });
    Indices cp(1);
    D.record<int>("lengths", m, [&](int *y) {
      addLengths(m, ap, aj, bp, bj, y);
      for (int i = 0; i < m; ++i)
        cp.push_back(cp.back() + y[i]);
    });
    Indices cj(cp.back() + 1);
    D.record("sum", cp.back() + 1, [&](double *y) {
      add(m, 2.0, ap, aj, ax, -1.0, bp, bj, bx, cp.data(), cj.data(), y);
    });
    D.recordValue("columns of the sum", [&] { return cj; });
    D.record("masked", D.count() + 1,
             [&](double *y) { masked(m, ap, aj, ax, bp, bj, bx, y); });
    D.record("distances", m, [&](double *y) {
      distances(m, std::max(D.n, T.n), ap, aj, ax, bp, bj, bx, y);
    });
    D.record<long>("common columns", m,
                   [&](long *y) { commonColumns(m, ap, aj, bp, bj, y); });
    D.record<long>("long rows", m,
                   [&](long *y) { longRows(m, ap, aj, bp, bj, y); });
  });
}
