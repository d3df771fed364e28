// What `assume` vouches for makes loops parallel that the subscripts alone do
// not keep apart: scatters, lists of rows, levels that are all compressed.
// RUN: %check-run %s -o %t

#include "support/support.h"

using Matrix = run::Csr<>;
using Vector = std::vector<double>;
using Indices = std::vector<int>;

/// y[a[i]] for a permutation a.
void permute(int n, const int *a, const double *x, double *y) {
#pragma sparse assume(injective(a)) split(i, i0, i1, 8)
#pragma sparse parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    y[a[i]] += 2 * x[i];
}

/// Through an offset, which may be negative, and rows of run-time width.
void permuteRows(int n, int K, const int *a, const double *x, double *y) {
#pragma sparse assume(injective(a)) parallelize(i, cpu_thread, no_races)
#pragma sparse parallelize(k, cpu_vector, no_races)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < K; ++k)
      y[(n - 1 - a[i]) * K + k] = x[i * K + k];
}

/// Rows by their numbers: doubly compressed.
void rows(int R, const int *list, const int *pos, const int *crd,
          const double *val, const double *x, double *y) {
#pragma sparse assume(unique(list)) parallelize(r, cpu_thread, no_races)
  for (int r = 0; r < R; ++r) {
    double sum = 0;
    for (int p = pos[r]; p < pos[r + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[list[r]] = sum;
  }
}

/// The same with the first level in the form of the others.
void levels(const int *pos0, const int *crd0, const int *pos, const int *crd,
            const double *val, const double *x, double *y) {
#pragma sparse assume(unique(crd0)) split(pi, b, pi1, 4)
#pragma sparse parallelize(b, cpu_thread, no_races)
  for (int pi = pos0[0]; pi < pos0[1]; ++pi) {
    int i = crd0[pi];
    double sum = 0;
    for (int p = pos[pi]; p < pos[pi + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

/// A tensor times a vector: fibres (i, j) of a dense result.
void ttv(int I, int J, const int *pos1, const int *crd1, const int *pos2,
         const int *crd2, const double *val, const double *x, double *A) {
#pragma sparse assume(sorted(crd1)) split(i, i0, i1, 8)
#pragma sparse parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < I; ++i)
    for (int pj = pos1[i]; pj < pos1[i + 1]; ++pj) {
      int j = crd1[pj];
      double s = 0;
      for (int pk = pos2[pj]; pk < pos2[pj + 1]; ++pk)
        s += val[pk] * x[crd2[pk]];
      A[i * J + j] = s;
    }
}

/// Columns of one row on threads, in unsigned arithmetic.
void expand(size_t m, size_t n, const int *pos, const int *crd,
            const double *val, double *D) {
#pragma sparse tensor(M(i, j) : dense, compressed(pos, crd); val)
#pragma sparse assume(sorted(crd), unique(crd), n < 100000)
#pragma sparse parallelize(p, cpu_thread, no_races)
  for (size_t i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int j = crd[p];
      D[i * n + j] = val[p];
    }
}

/// That the end of y is known lets it stand in front of x in one array.
void neighbours(int n, const int *a, const double *x, double *y) {
#pragma sparse assume(injective(a), extent(y, n))
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    y[a[i]] = x[i];
}

Indices permutation(int n) {
  Indices a(n);
  for (int i = 0; i < n; ++i)
    a[i] = i;
  run::Random R(5);
  for (int i = n - 1; i > 0; --i)
    std::swap(a[i], a[R.below(i + 1)]);
  return a;
}

int main() {
  for (int n : {1, 2, 33, 1000}) {
    Indices a = permutation(n);
    Vector x = run::Random(1).vector<double>(3 * n);
    Vector y = run::Random(2).vector<double>(3 * n);
    permute(n, a.data(), x.data(), y.data());
    run::record("permuted " + std::to_string(n), y);
    permuteRows(n, 3, a.data(), x.data(), y.data());
    run::record("permuted rows " + std::to_string(n), y);
    Vector both(2 * n);
    std::copy(x.begin(), x.begin() + n, both.begin() + n);
    neighbours(n, a.data(), both.data() + n, both.data());
    run::record("neighbours " + std::to_string(n), both);
  }
  for (const Matrix &A : run::shapes()) {
    int m = int(A.Rows), n = int(A.Cols);
    Indices list = permutation(m), all = {0, m};
    Vector x = run::Random(3).vector<double>(n), y(m + 1);
    rows(m, list.data(), A.pos.data(), A.crd.data(), A.val.data(), x.data(),
         y.data());
    run::record("rows of " + A.Name, y);
    levels(all.data(), list.data(), A.pos.data(), A.crd.data(), A.val.data(),
           x.data(), y.data());
    run::record("levels of " + A.Name, y);
    Vector D(m * n + 1);
    expand(m, n, A.pos.data(), A.crd.data(), A.val.data(), D.data());
    run::record(A.Name + ", expanded", D);
    // A fibre of two for each entry.
    Indices pos2(A.crd.size() + 1), crd2(2 * A.crd.size());
    for (size_t p = 0; p < pos2.size(); ++p)
      pos2[p] = int(2 * p);
    for (size_t p = 0; p < crd2.size(); ++p)
      crd2[p] = A.crd[p / 2];
    Vector val = run::Random(4).vector<double>(crd2.size());
    ttv(m, n, A.pos.data(), A.crd.data(), pos2.data(), crd2.data(), val.data(),
        x.data(), D.data());
    run::record("TTV with " + A.Name, D);
  }
}
