// The products and sweeps of sparse linear and multilinear algebra, each under
// a parallel schedule. The values are small whole numbers, so that no sum
// depends on its order.
//
// RUN: %check-run -Wno-pass-failed %s -o %t

#include "support/support.h"

using Matrix = run::Csr<>;
using Vector = std::vector<double>;
using Indices = std::vector<int>;

constexpr int J = 8;

/// C = A B, B stored by columns.
void spmmColumns(int m, int n, int K, const int *pos, const int *crd,
                 const double *val, const double *B, double *C) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
#pragma sparse parallelize(p, cpu_vector, parallel_reduction, width(4))
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < K; ++k) {
      double sum = 0;
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        sum += val[p] * B[k * n + crd[p]];
      C[k * m + i] = sum;
    }
}

/// C += A B, B stored by rows, in lanes around the sum.
void spmmRows(int m, int K, const int *pos, const int *crd, const double *val,
              const double *B, double *C) {
#pragma sparse split(i, i0, i1, 8) split(p, p0, p1, 8)
#pragma sparse order(i0, i1, p0, k, p1)
#pragma sparse parallelize(i0, cpu_thread, no_races)
#pragma sparse parallelize(k, cpu_vector, ignore_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int j = crd[p];
      for (int k = 0; k < K; ++k)
        C[i * K + k] += val[p] * B[j * K + k];
    }
}

/// P = A .* (C D^T), balanced over the entries.
void sddmm(int m, int K, const int *pos, const int *crd, const double *val,
           const double *C, const double *D, double *P) {
#pragma sparse divide(i, t, ir, threads, balance(p))
#pragma sparse parallelize(t, cpu_thread, no_races)
#pragma sparse parallelize(k, cpu_vector, parallel_reduction)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int j = crd[p];
      double sum = 0;
      for (int k = 0; k < K; ++k)
        sum += C[i * K + k] * D[j * K + k];
      P[p] = val[p] * sum;
    }
}

/// The rows of A times d.
void scaleRows(int m, const int *pos, double *val, const double *d) {
#pragma sparse fuse(i, p, f) split(f, c, q, 64)
#pragma sparse parallelize(c, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      val[p] *= d[i];
}

/// Entries of two matrices with one pattern.
void elementwise(int m, const int *pos, const double *a, const double *b,
                 double *c) {
#pragma sparse parallelize(i, cpu_thread, no_races, schedule(dynamic, 8))
#pragma sparse parallelize(p, cpu_vector, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      c[p] = a[p] * b[p];
}

/// y += A^T x.
void transposed(int m, const int *pos, const int *crd, const double *val,
                const double *x, double *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, atomics)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[crd[p]] += val[p] * x[i];
}

/// y += A x over a list of entries.
void coo(int nnz, const int *row, const int *col, const double *val,
         const double *x, double *y) {
#pragma sparse split(p, p0, p1, 32) parallelize(p0, cpu_thread, atomics)
  for (int p = 0; p < nnz; ++p)
    y[row[p]] += val[p] * x[col[p]];
}

/// MTTKRP over a list of entries, rows of the result in lanes.
void cooMttkrp(int nnz, const int *i, const int *k, const int *l,
               const double *val, const double *C, const double *D, double *A) {
#pragma sparse parallelize(p, cpu_thread, atomics)
#pragma sparse unroll(j)
  for (int p = 0; p < nnz; ++p)
    for (int j = 0; j < J; ++j)
      A[i[p] * J + j] += val[p] * C[k[p] * J + j] * D[l[p] * J + j];
}

/// Which rows have an entry of at least 3, by the operator `or`.
void anyLarge(int m, const int *pos, const double *val, bool *y) {
#pragma sparse parallelize(p, cpu_thread, parallel_reduction)
  for (int i = 0; i < m; ++i) {
    bool any = false;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      any |= val[p] >= 3;
    y[i] = any;
  }
}

/// Degrees, smallest and largest entries: integers.
void extremes(int m, const int *pos, const int *crd, int *least, int *most) {
#pragma sparse divide(i, t, ir, threads, balance(p))
#pragma sparse parallelize(t, cpu_thread, no_races)
#pragma sparse parallelize(p, cpu_vector, parallel_reduction)
  for (int i = 0; i < m; ++i) {
    int lo = 1000, hi = -1;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int j = crd[p];
      lo = std::min(lo, j);
      if (j > hi)
        hi = j;
    }
    least[i] = lo;
    most[i] = hi;
  }
}

// Tensors whose levels are all compressed ------------------------------------

struct Tensor {
  Indices pos0, crd0, pos1, crd1, pos2, crd2, pos3, crd3, pos4, crd4;
  Vector val;
};

void ttm(const Tensor &T, int K, const double *B, double *C) {
  const int *pos0 = T.pos0.data(), *pos1 = T.pos1.data();
  const int *pos2 = T.pos2.data(), *crd2 = T.crd2.data();
  const double *val = T.val.data();
#pragma sparse split(pi, b, pi1, 4) parallelize(b, cpu_thread, no_races)
#pragma sparse parallelize(j, cpu_vector, no_races)
  for (int pi = pos0[0]; pi < pos0[1]; ++pi)
    for (int pk = pos1[pi]; pk < pos1[pi + 1]; ++pk)
      for (int pl = pos2[pk]; pl < pos2[pk + 1]; ++pl) {
        int l = crd2[pl];
        for (int j = 0; j < K; ++j)
          C[pk * K + j] += val[pl] * B[l * K + j];
      }
}

void mttkrp3(const Tensor &T, const double *C, const double *D, double *A) {
  const int *pos0 = T.pos0.data(), *crd0 = T.crd0.data();
  const int *pos1 = T.pos1.data(), *crd1 = T.crd1.data();
  const int *pos2 = T.pos2.data(), *crd2 = T.crd2.data();
  const double *val = T.val.data();
#pragma sparse assume(unique(crd0)) precompute(val[pl] * D[l * J + j], j, j, w)
#pragma sparse split(pi, b, pi1, 4) parallelize(b, cpu_thread, no_races)
  for (int pi = pos0[0]; pi < pos0[1]; ++pi) {
    int i = crd0[pi];
    for (int pk = pos1[pi]; pk < pos1[pi + 1]; ++pk) {
      int k = crd1[pk];
      for (int pl = pos2[pk]; pl < pos2[pk + 1]; ++pl) {
        int l = crd2[pl];
        for (int j = 0; j < J; ++j)
          A[i * J + j] += val[pl] * C[k * J + j] * D[l * J + j];
      }
    }
  }
}

void mttkrp4(const Tensor &T, const double *C, const double *D, const double *E,
             double *A) {
  const int *pos0 = T.pos0.data(), *crd0 = T.crd0.data();
  const int *pos1 = T.pos1.data(), *crd1 = T.crd1.data();
  const int *pos2 = T.pos2.data(), *crd2 = T.crd2.data();
  const int *pos3 = T.pos3.data(), *crd3 = T.crd3.data();
  const double *val = T.val.data();
#pragma sparse assume(unique(crd0))
#pragma sparse precompute(val[pm] * E[m * J + j] * D[l * J + j], j, j, bde)
#pragma sparse precompute(val[pm] * E[m * J + j], j, j, be)
#pragma sparse parallelize(pi, cpu_thread, no_races)
  for (int pi = pos0[0]; pi < pos0[1]; ++pi) {
    int i = crd0[pi];
    for (int pk = pos1[pi]; pk < pos1[pi + 1]; ++pk) {
      int k = crd1[pk];
      for (int pl = pos2[pk]; pl < pos2[pk + 1]; ++pl) {
        int l = crd2[pl];
        for (int pm = pos3[pl]; pm < pos3[pl + 1]; ++pm) {
          int m = crd3[pm];
          for (int j = 0; j < J; ++j)
            A[i * J + j] +=
                val[pm] * C[k * J + j] * D[l * J + j] * E[m * J + j];
        }
      }
    }
  }
}

void mttkrp5(const Tensor &T, const double *C, const double *D, const double *E,
             const double *F, double *A) {
  const int *pos0 = T.pos0.data(), *crd0 = T.crd0.data();
  const int *pos1 = T.pos1.data(), *crd1 = T.crd1.data();
  const int *pos2 = T.pos2.data(), *crd2 = T.crd2.data();
  const int *pos3 = T.pos3.data(), *crd3 = T.crd3.data();
  const int *pos4 = T.pos4.data(), *crd4 = T.crd4.data();
  const double *val = T.val.data();
#pragma sparse assume(unique(crd0))
#pragma sparse precompute(val[pn] * F[n * J + j], j, jp, bf)
#pragma sparse parallelize(jp, cpu_vector, no_races)
#pragma sparse parallelize(pi, cpu_thread, no_races)
  for (int pi = pos0[0]; pi < pos0[1]; ++pi) {
    int i = crd0[pi];
    for (int pk = pos1[pi]; pk < pos1[pi + 1]; ++pk) {
      int k = crd1[pk];
      for (int pl = pos2[pk]; pl < pos2[pk + 1]; ++pl) {
        int l = crd2[pl];
        for (int pm = pos3[pl]; pm < pos3[pl + 1]; ++pm) {
          int m = crd3[pm];
          for (int pn = pos4[pm]; pn < pos4[pm + 1]; ++pn) {
            int n = crd4[pn];
            for (int j = 0; j < J; ++j)
              A[i * J + j] += val[pn] * C[k * J + j] * D[l * J + j] *
                              E[m * J + j] * F[n * J + j];
          }
        }
      }
    }
  }
}

// Data ------------------------------------------------------------------------

constexpr int Size = 30;

Vector wholes(size_t Count, uint64_t Seed) {
  run::Random R(Seed);
  Vector V(Count);
  for (double &E : V)
    E = double(R.below(7) - 3);
  return V;
}

/// For each of Parents fibres up to Most ascending coordinates, often none.
void addLevel(run::Random &R, size_t Parents, int Most, Indices &pos,
              Indices &crd) {
  pos = {0};
  for (size_t P = 0; P < Parents; ++P) {
    int First = int(R.below(Size - Most)), Count = int(R.below(Most + 2)) - 1;
    for (int Q = 0; Q < Count; ++Q)
      crd.push_back(First + Q);
    pos.push_back(int(crd.size()));
  }
}

Tensor tensor(int Rows) {
  run::Random R(Rows);
  Tensor T;
  for (int I = Rows; I > 0; --I)
    T.crd0.push_back(I % Size);
  T.pos0 = {0, Rows};
  addLevel(R, T.crd0.size(), 9, T.pos1, T.crd1);
  addLevel(R, T.crd1.size(), 5, T.pos2, T.crd2);
  addLevel(R, T.crd2.size(), 4, T.pos3, T.crd3);
  addLevel(R, T.crd3.size(), 4, T.pos4, T.crd4);
  T.val = wholes(T.crd2.size() + T.crd3.size() + T.crd4.size() + 1, 9);
  return T;
}

void runMatrices() {
  for (const Matrix &A : run::shapes()) {
    int m = int(A.Rows), n = int(A.Cols), nnz = int(A.crd.size());
    const int *pos = A.pos.data(), *crd = A.crd.data();
    Vector val = wholes(nnz + 1, 1), x = wholes(m + n + 1, 2);
    Vector B = wholes((m + n + 1) * 19, 3), C((m + 1) * 19), P(nnz + 1);
    Vector y(m + n + 1);
    for (int K : {1, 8, 19}) {
      spmmColumns(m, n, K, pos, crd, val.data(), B.data(), C.data());
      run::record(A.Name + ", by columns", C);
      spmmRows(m, K, pos, crd, val.data(), B.data(), C.data());
      run::record(A.Name + ", by rows", C);
      sddmm(m, K, pos, crd, val.data(), B.data(), B.data(), P.data());
      run::record(A.Name + ", sampled", P);
    }
    Vector scaled = val;
    scaleRows(m, pos, scaled.data(), x.data());
    run::record(A.Name + ", scaled", scaled);
    elementwise(m, pos, val.data(), scaled.data(), P.data());
    run::record(A.Name + ", elementwise", P);
    transposed(m, pos, crd, val.data(), x.data(), y.data());
    Indices row(1);
    row.clear();
    for (int i = 0; i < m; ++i)
      row.insert(row.end(), pos[i + 1] - pos[i], i);
    coo(nnz, row.data(), crd, val.data(), x.data(), y.data());
    run::record(A.Name + ", transposed and as a list", y);
    cooMttkrp(nnz, row.data(), crd, crd, val.data(), B.data(), B.data(),
              C.data());
    run::record(A.Name + ", MTTKRP over a list", C);
    bool any[300] = {};
    anyLarge(m, pos, val.data(), any);
    run::record(A.Name + ", any", any, 300);
    Indices least(m + 1), most(m + 1);
    extremes(m, pos, crd, least.data(), most.data());
    run::record(A.Name + ", least", least);
    run::record(A.Name + ", most", most);
  }
}

int main() {
  runMatrices();
  for (int Rows : {0, 1, 7, Size}) {
    Tensor T = tensor(Rows);
    std::string Name = std::to_string(Rows) + " slices, ";
    Vector B = wholes(Size * J, 5), C = wholes(Size * J, 6);
    Vector D = wholes(Size * J, 7), E = wholes(Size * J, 8), A(Size * J);
    Vector Fibres(T.crd1.size() * J + 1);
    ttm(T, J, B.data(), Fibres.data());
    run::record(Name + "TTM", Fibres);
    mttkrp3(T, B.data(), C.data(), A.data());
    run::record(Name + "order 3", A);
    mttkrp4(T, B.data(), C.data(), D.data(), A.data());
    run::record(Name + "order 4", A);
    mttkrp5(T, B.data(), C.data(), D.data(), E.data(), A.data());
    run::record(Name + "order 5", A);
  }
}
