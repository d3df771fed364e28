// Merges whose cursors meet their ends, or have a value for the coordinate behind
// it: where a list holds that value the user's loop runs.
// RUN: %check-run --loops 4 --fallback 3 %s -o %t

#include "support/support.h"
#include <climits>

using Vector = std::vector<double>;

namespace {

/// Rows of coordinates that ascend, some of them twice.
template <class Crd> struct Lists {
  std::vector<int> pos{0};
  std::vector<Crd> crd;
  Vector val;

  Lists(unsigned Seed, int Rows, std::vector<Crd> Last) {
    run::Random R(Seed);
    for (int i = 0; i < Rows; ++i) {
      std::vector<Crd> Row;
      for (long n = i % 3 ? R.below(20) : 0; n > 0; --n)
        Row.push_back(Crd(R.below(60)));
      std::sort(Row.begin(), Row.end());
      if (i == Rows / 2)
        Row.insert(Row.end(), Last.begin(), Last.end());
      crd.insert(crd.end(), Row.begin(), Row.end());
      pos.push_back(int(crd.size()));
    }
    // What is read behind an end.
    crd.push_back(0);
    val = R.vector<double>(crd.size() + 1);
  }
};

} // namespace

void largest(int m, const int *apos, const int *acrd, const double *a,
             const int *bpos, const int *bcrd, const double *b, double *y) {
#pragma sparse assume(sorted(acrd), sorted(bcrd)) split(j, j0, j1, 8)          \
    parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    int p = apos[i], q = bpos[i];
    const int pe = apos[i + 1], qe = bpos[i + 1];
    double s = 0;
    while (p < pe || q < qe) {
      const int ja = p < pe ? acrd[p] : INT_MAX;
      const int jb = q < qe ? bcrd[q] : INT_MAX;
      const int j = ja < jb ? ja : jb;
      double v = 0;
      if (ja == j)
        v += a[p++];
      if (jb == j)
        v -= 2 * b[q++];
      s += v * v * (j % 1000);
    }
    y[i] = s;
  }
}

/// The number of columns, of a wider type, stands for the end of either list.
template <class Crd>
void columns(int m, long n, const int *apos, const Crd *acrd, const double *a,
             const int *bpos, const Crd *bcrd, const double *b, double *y) {
#pragma sparse assume(sorted(acrd), sorted(bcrd)) divide(j, j0, j1, 3)         \
    divide(i, t, r, threads, balance(p)) parallelize(t, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    int p = apos[i], q = bpos[i];
    double s = 0;
    while (p < apos[i + 1] || q < bpos[i + 1]) {
      const long none = n;
      const long ja = p >= apos[i + 1] ? none : long(acrd[p]);
      const long jb = q < bpos[i + 1] ? long(bcrd[q]) : none;
      if (ja < jb)
        s += a[p++];
      else if (jb < ja)
        s -= b[q++];
      else
        s += a[p++] * b[q++];
    }
    y[i] = s;
  }
}

void meets(int m, const int *apos, const int *acrd, const double *a,
           const int *bpos, const int *bcrd, const double *b, double *y) {
#pragma sparse assume(sorted(acrd), sorted(bcrd)) split(j, j0, j1, 8)          \
    split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    const int *p = acrd + apos[i], *q = bcrd + bpos[i];
    const int *const pe = acrd + apos[i + 1], *const qe = bcrd + bpos[i + 1];
    double s = 0;
    while (p != pe && qe != q) {
      if (*p < *q)
        ++p;
      else if (*q < *p)
        ++q;
      else {
        s += a[p - acrd] * b[q - bcrd];
        ++p, ++q;
      }
    }
    y[i] = s;
  }
}

/// With loops over what is left, counted in order.
void unites(int m, const int *apos, const int *acrd, const int *bpos,
            const int *bcrd, double *y) {
#pragma sparse assume(sorted(acrd), sorted(bcrd)) split(j, j0, j1, 8)          \
    parallelize(j0, cpu_thread, parallel_reduction)
  for (int i = 0; i < m; ++i) {
    int p = apos[i], q = bpos[i];
    long n = 0;
    for (; p != apos[i + 1] && q != bpos[i + 1]; ++n) {
      const int ja = acrd[p], jb = bcrd[q];
      p += ja <= jb;
      q += jb <= ja;
    }
    for (; p != apos[i + 1]; ++p)
      ++n;
    while (q != bpos[i + 1])
      ++n, ++q;
    y[i] = n;
  }
}

template <class Crd> void recordColumns(const char *Name, long n) {
  Lists<Crd> A(5, 30, {}), B(6, 30, {60});
  Vector y(30);
  columns(30, n, A.pos.data(), A.crd.data(), A.val.data(), B.pos.data(),
          B.crd.data(), B.val.data(), y.data());
  run::record(Name, y);
}

int main() {
  using Ends = std::vector<int>;
  for (const Ends &Last : {Ends{}, Ends{INT_MAX - 1}, Ends{100, INT_MAX},
                           Ends{INT_MAX, INT_MAX}}) {
    Lists<int> A(1, 40, {}), B(2, 40, Last);
    Vector y(40);
    largest(40, A.pos.data(), A.crd.data(), A.val.data(), B.pos.data(),
            B.crd.data(), B.val.data(), y.data());
    run::record("largest", y);
    meets(40, A.pos.data(), A.crd.data(), A.val.data(), B.pos.data(),
          B.crd.data(), B.val.data(), y.data());
    run::record("meets", y);
    unites(40, A.pos.data(), A.crd.data(), B.pos.data(), B.crd.data(),
           y.data());
    run::record("unites", y);
  }
  // 60 is a column, and may not stand for the end.
  recordColumns<int>("columns", 61);
  recordColumns<unsigned short>("columns of another type", 61);
  recordColumns<int>("one column too many", 60);
}
