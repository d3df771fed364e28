// std::lower_bound, std::upper_bound, std::binary_search and std::find over numbers, of
// sorted ranges and of others, in which the elements that are looked at decide.
// RUN: %check-run --loops 11 %s -o %t
// RUN: %check-run --loops 11 %s -o %t -O1 -fplugin-arg-sparse-verify -Wno-pass-failed

#include "support/support.h"

#define SCHEDULE split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)

/// The position of a column in its row.
template <class T>
void positions(long n, const int *pos, const T *crd, const int *want,
               long *found) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    found[i] = std::lower_bound(crd + pos[i], crd + pos[i + 1], want[i]) - crd;
}

/// Where a row has an entry, in place.
void add(const run::Csr<> &A, const std::vector<int> &want, double *val) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, ignore_races)
  for (long i = 0; i < A.Rows; ++i) {
    auto b = A.crd.begin() + A.pos[i], e = A.crd.begin() + A.pos[i + 1];
    auto it = std::lower_bound(b, e, want[i]);
    if (it != e && *it == want[i])
      val[it - A.crd.begin()] += 1;
  }
}

/// The entries that two rows have in common, by search, and the transposed ones.
void common(const run::Csr<> &A, double *y) {
  const int *pos = A.pos.data(), *crd = A.crd.data();
  const double *val = A.val.data();
  const int n = int(A.Rows);
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    const int k = n - 1 - i;
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const int *end = crd + pos[k + 1];
      const int *q = std::lower_bound(crd + pos[k], end, crd[p]);
      if (q != end && *q == crd[p])
        s += val[p] * val[q - crd];
      if (std::binary_search(crd + pos[crd[p]], crd + pos[crd[p] + 1], i))
        s -= val[p];
    }
    y[i] = s;
  }
}

/// Bins with borders that are floating-point numbers; a table of its own.
void bins(int n, const std::vector<double> &border, const float *x, int *bin,
          int *last) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    bin[i] = int(std::upper_bound(border.begin(), border.end(), x[i]) -
                 border.begin()) - 1;
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    const unsigned char table[] = {1, 3, 3, 7, 20, 21, 90};
    last[i] = int(std::upper_bound(table, table + 7, i % 30) - table);
    if (std::binary_search(std::begin(table), std::end(table), bin[i]))
      last[i] = -last[i];
  }
}

/// The row of a position.
void rowsOf(long n, long m, const int *pos, long *row) {
#pragma sparse SCHEDULE
  for (long i = 0; i < n; ++i)
    row[i] = std::upper_bound(pos, pos + m + 1, int(i)) - pos - 1;
}

/// Numbers of two signs are compared as C++ does.
void signs(int n, const std::vector<unsigned> &v, const int *want, long *at) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    at[i] = std::lower_bound(v.begin(), v.end(), want[i]) - v.begin();
}

/// One after the other: numbers of two types, and such as equal nothing.
void firsts(int n, const std::vector<unsigned> &v, const std::vector<short> &narrow,
            const std::vector<double> &border, const float *x, const int *want, long *at) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    at[i] = std::find(v.begin(), v.end(), want[i]) - v.begin();
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    at[i] += 1000 * (std::find(narrow.data() + i % 2, narrow.data() + narrow.size(), want[i]) -
                     narrow.data());
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    if (std::find(border.begin(), border.end(), i % 3 ? x[i] : 0.0) == border.end())
      at[i] = -at[i];
}

/// A search from where the last one ended, and a loop over what lies between.
void narrowed(int n, std::vector<int> &v, const int *want, int *found) {
#pragma sparse split(i, i0, i1, 8)
  for (int i = 0; i < n; ++i) {
    auto lo = std::lower_bound(v.begin(), v.end(), want[i]);
    auto hi = std::upper_bound(lo, v.end(), want[i]);
    found[i] = int(hi - lo);
    for (auto p = lo; p != hi; ++p)
      ++*p;
  }
}

int main() {
  run::Random R(31);
  for (const run::Csr<> &A : run::shapes(9)) {
    const int n = int(A.Rows);
    std::vector<int> want(n), bin(n), last(n), unsorted = A.crd;
    std::vector<long> found(n), row(A.val.size());
    std::vector<float> x(n);
    for (int i = 0; i < n; ++i) {
      want[i] = int(R.below(A.Cols + 2)) - 1;
      x[i] = i % 9 ? float(R.value<double>()) : NAN;
    }
    for (int &j : unsorted)
      j = int(R.below(A.Cols));
    auto val = A.val;
    std::vector<double> y(n), border = R.vector<double>(n % 20);
    positions(n, A.pos.data(), A.crd.data(), want.data(), found.data());
    run::record("found", found);
    positions(n, A.pos.data(), unsorted.data(), want.data(), found.data());
    run::record("in what is not sorted", found);
    std::vector<short> narrow(A.crd.begin(), A.crd.end());
    positions(n, A.pos.data(), narrow.data(), want.data(), found.data());
    run::record("narrow", found);
    add(A, want, val.data()), run::record("added", val);
    if (A.Rows == A.Cols)
      common(A, y.data()), run::record("common", y);
    for (bool sorted : {false, true}) {
      if (sorted)
        std::sort(border.begin(), border.end());
      bins(n, border, x.data(), bin.data(), last.data());
      run::record("bins", bin), run::record("last", last);
    }
    rowsOf(long(row.size()), n, A.pos.data(), row.data());
    run::record("rows", row);
    std::vector<unsigned> u(unsorted.begin(), unsorted.end());
    signs(n, u, want.data(), found.data()), run::record("signs", found);
    for (double &b : border)
      b = b < 0 ? -0.0 : NAN;
    if (!narrow.empty()) {
      firsts(n, u, narrow, border, x.data(), want.data(), found.data());
      run::record("firsts", found);
    }
    narrowed(n, unsorted, want.data(), bin.data());
    run::record("narrowed", bin), run::record("moved", unsorted);
  }
}
