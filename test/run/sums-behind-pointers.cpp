// Sums into arrays of which nothing says how many elements they have: how far
// they are accessed is found in front of the loop, and no further are copies
// made.
// clang-format off
// RUN: %check-run %s -o %t --loops 9 --fallback 4
// RUN: %check-run -fplugin-arg-sparse-min-work=0 -DBARE --loops 9 --fallback 4 %s -o %t.bare
// RUN: %check-run -fplugin-arg-sparse-check=full --loops 9 --fallback 4 --threads 5 %s -o %t.full
// RUN: %check-run -fplugin-arg-sparse-check=off -DTRUSTED --loops 9 --fallback 1 --threads 2 %s -o %t.off
// RUN: %check-run -O1 -fplugin-arg-sparse-verify -DTRUSTED --loops 9 --fallback 1 %s -o %t.verified
// RUN: %check-run --threads 1 --reuse %s -o %t --loops 9 --fallback 4
#include "support/guarded.h"
#include "support/support.h"

#define TEXT(...) #__VA_ARGS__
#define PRAGMA(...) _Pragma(TEXT(sparse __VA_ARGS__))
#ifdef BARE
#define SUMS PRAGMA()
#else
#define SUMS PRAGMA(parallelize(i, cpu_thread, parallel_reduction))
#endif

void transposed(int m, const int *pos, const int *crd, const double *val,
                const double *x, double *y) {
  SUMS
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[crd[p]] += val[p] * x[i];
}

/// Two arrays, one of them under a condition.
void two(int n, const int *at, const int *to, const double *x, double *y,
         long *count) {
  SUMS
  for (int i = 0; i < n; ++i) {
    y[at[i]] += x[i];
    if (x[i] > 0)
      count[to[i]] += at[i];
  }
}

/// Rows of a matrix; the order of the extremes does not matter.
void rows(int n, int k, const int *at, const int *x, int *least, int *most) {
  SUMS
  for (int i = 0; i < n; ++i)
    for (int q = 0; q < k; ++q) {
      least[at[i] * k + q] = std::min(least[at[i] * k + q], x[i * k + q]);
      most[at[i] * k + q] = std::max(most[at[i] * k + q], x[i * k + q]);
    }
}

/// The array begins somewhere inside of another one.
void inFront(int n, const int *at, const double *x, double *y) {
  SUMS
  for (int i = 0; i < n; ++i)
    y[at[i] - 40] += x[i];
}

/// What is added to may be what is read, by other iterations.
void aliased(int n, const int *at, const double *x, double *y) {
  SUMS
  for (int i = 0; i < n; ++i)
    y[at[i]] += x[i];
}

/// Entries of a symmetric matrix, as lists of two.
void symmetric(long n, const long *pairs, const float *a, const float *x,
               float *y) {
  SUMS
  for (long i = 0; i < n; ++i) {
    y[pairs[2 * i]] += a[i] * x[pairs[2 * i + 1]];
    y[pairs[2 * i + 1]] += a[i] * x[pairs[2 * i]];
  }
}

/// A whole number of elements in front are never added to.
void behind(int n, const int *at, const double *x, double *y) {
  SUMS
  for (int i = 0; i < n; ++i)
    y[1000 + at[i]] += x[i];
}

/// Steps that the sum does not depend on.
void stepped(int n, const unsigned char *at, const int *x, int *y) {
  SUMS
  for (int i = 0; i < n; i++) {
    const int step = at[i] & 7;
    y[step * 3] += x[i];
    y[step * 3 + 1] -= x[i];
  }
}

struct Mesh {
  int n;
  int *at;
  double *y;
};

void member(const Mesh *M, const double *x) {
  SUMS
  for (int i = 0; i < M->n; ++i)
    M->y[M->at[i]] += x[i];
}

int main() {
  run::Random R(3);
  const int n = 5000, Places = 70;
  std::vector<int> at(n), to(n), x(size_t(n) * 4);
  std::vector<double> v(n);
  std::vector<unsigned char> bytes(n);
  std::vector<long> pairs(2 * size_t(n));
  std::vector<float> a(n);
  for (int I = 0; I < n; ++I) {
    at[I] = int(R.below(Places));
    to[I] = int(R.below(Places));
    v[I] = double(R.below(64) - 32) / 8;
    bytes[I] = uint8_t(R.below(256));
    a[I] = float(R.below(16));
    pairs[2 * I] = R.below(Places), pairs[2 * I + 1] = R.below(Places);
  }
  for (int &E : x)
    E = int(R.below(1000));

  std::vector<int> pos(n / 4 + 1);
  for (int I = 0; I <= n / 4; ++I)
    pos[I] = 4 * I;
  // Neither in front nor behind of what is accessed is anything.
  double *y = run::guarded(std::vector<double>(Places));
  transposed(n / 4, pos.data(), at.data(), v.data(), v.data(), y);
  run::record("transposed", y, Places);
  transposed(0, nullptr, nullptr, nullptr, nullptr, nullptr);

  long *count = run::guarded(std::vector<long>(Places));
  two(n, at.data(), to.data(), v.data(), y, count);
  run::record("sums", y, Places);
  run::record("counts", count, Places);

  int *least = run::guarded(std::vector<int>(Places * 4, 500)),
      *most = run::guarded(std::vector<int>(Places * 4, 500));
  rows(n, 4, at.data(), x.data(), least, most);
  rows(n, 0, at.data(), x.data(), nullptr, nullptr);
  run::record("least", least, Places * 4);
  run::record("most", most, Places * 4);

  // Falls back: in front of 'y'.
  std::vector<double> both(Places + 40);
  inFront(n, at.data(), v.data(), both.data() + 40);
  run::record("in front", both);

#ifndef TRUSTED
  // Fall back, all three: they lie in each other.
  std::vector<double> mixed(2 * size_t(n), 1);
  aliased(n, at.data(), mixed.data(), mixed.data());
  aliased(n, at.data(), mixed.data(), mixed.data() + 3);
  aliased(n, at.data(), mixed.data() + Places - 1, mixed.data());
  run::record("mixed", mixed);
#endif
  std::vector<double> apart(n + size_t(Places), 1);
  aliased(n, at.data(), apart.data() + Places, apart.data());
  run::record("apart", apart);

  float *sums = run::guarded(std::vector<float>(Places));
  symmetric(n, pairs.data(), a.data(), a.data(), sums);
  run::record("symmetric", sums, Places);

  double *late = run::guarded(std::vector<double>(Places));
  behind(n, at.data(), v.data(), late - 1000);
  run::record("behind", late, Places);

  int *steps = run::guarded(std::vector<int>(23));
  stepped(n, bytes.data(), x.data(), steps);
  run::record("stepped", steps, 23);

  const Mesh M{n, at.data(), y};
  member(&M, v.data());
  run::record("member", y, Places);
}
