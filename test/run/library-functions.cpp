// Functions of the standard library: those of <cmath>, and those of <algorithm>,
// <numeric> and <utility> whose bodies are lifted where they are called.
// RUN: %check-run --loops 18 %s -o %t -fno-math-errno
// RUN: %check-run --loops 18 %s -o %t -fno-math-errno \
// RUN:   -fplugin-arg-sparse-verify -Wno-pass-failed

#include "support/support.h"

#include <bit>
#include <cstdlib>
#include <numeric>
#include <utility>

#define SCHEDULE split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)

/// Rows of a sorting network, planes of a buffer, a permutation.
void exchanges(int n, double *a, double *b, int *perm, double *old) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    if (b[i] < a[i])
      std::swap(a[i], b[i]);
    double x = a[i], y = b[i] * .5;
    if (x > y)
      std::swap(x, y);
    old[i] = std::exchange(a[i], x + y);
  }
#pragma sparse unroll(k)
  for (int i = 0; i < n / 2; ++i)
    for (int k = 0; k < 2; ++k)
      std::swap(perm[2 * i], perm[2 * i + k]);
#pragma sparse SCHEDULE
  for (int i = 0; i < n / 2; ++i)
    std::iter_swap(a + 2 * i, a + 2 * i + 1);
}

struct Entry {
  int col;
  double val;
};

/// Elements of a vector of vectors, and structures.
void rows(std::vector<std::vector<double>> &A, std::vector<Entry> &e) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (size_t i = 0; i < A.size(); ++i)
    for (size_t k = 0; k + 1 < A[i].size(); k += 2)
      std::swap(A[i][k], A[i][k + 1]);
#pragma sparse SCHEDULE
  for (size_t i = 0; i < e.size() / 2; ++i)
    if (e[2 * i].col > e[2 * i + 1].col)
      std::swap(e[2 * i], e[2 * i + 1]);
}

void extrema(int n, const double *x, const int *k, double *y, int *m) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    y[i] = std::min({x[3 * i], x[3 * i + 1], x[3 * i + 2]});
    y[i] += 2 * std::max({x[3 * i], x[3 * i + 1], x[3 * i + 2], 0.25, y[i]});
    m[i] = std::clamp(k[i], -2, 3) + std::max({k[i], k[i + 1], -1});
  }
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    const double t = std::clamp(x[i], 0., .5);
    y[i] += t * t * (3 - 2 * t) + std::clamp<double>(k[i], -0., 2);
  }
  double least = std::numeric_limits<double>::infinity();
#pragma sparse split(i, i0, i1, 8)
  for (int i = 0; i < n; ++i)
    least = std::min({least, x[i], std::abs(x[i + 1])});
  y[0] = least;
}

/// Nine numbers: what stands there twice would stand there 512 times.
void longList(int n, const double *x, const long *k, double *y, long *m) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    const double *r = x + i;
    y[i] = std::max({r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]});
    m[i] = std::min({k[i], k[i + 1], k[i + 2], k[i + 3], k[i + 4], k[i + 5],
                     k[i + 6], k[i + 7], 3l});
  }
}

template <class T> void absolute(int n, const T *x, T *y) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    y[i] = T(std::abs(x[i]) + std::abs(x[n - 1 - i]));
}

void absoluteC(int n, const long *x, const long long *z, long *y) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    y[i] = labs(x[i]) + llabs(z[i]);
}

template <class T> void questions(int n, const T *x, int *y) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    int bits = std::isnan(x[i]) | std::isinf(x[i]) << 1;
    if (std::isfinite(x[i]))
      bits |= 4;
    if (!std::signbit(x[i]) && std::isnormal(x[i]))
      bits |= 8;
    y[i] = bits;
  }
}

void rounded(int n, const double *x, const float *z, double *y, long *k) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    k[i] = std::lround(4 * x[i]) + 3 * std::lrint(8 * z[i]) + llround(x[i]);
    y[i] = std::rint(8 * x[i]) + std::nearbyint(z[i]) + std::trunc(4 * x[i]);
    y[i] += std::hypot(x[i], 2.) + std::fma(x[i], x[i], -.5);
    y[i] += std::copysign(z[i], -1.f) + std::fdim(x[i], .25);
    y[i] += std::ldexp(x[i], i % 5) + std::remainder(x[i], .3);
  }
}

/// Integers and numbers of two types, which namespace std converts.
void mixed(int n, const float *z, const int *k, double *y) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    y[i] = std::pow(z[i], 2) + std::pow(1. + z[i] * z[i], k[i]) +
           std::sqrt(k[i] * k[i]) + std::floor(k[i]) + std::fmax(z[i], .5);
}

void between(int n, const double *x, double *y) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    y[i] = std::lerp(x[i], x[i + 1], .25);
}

/// The library's own loops.
void ranges(int n, const int *pos, const double *x, const int *k, double *y,
            int *m) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    y[i] = std::accumulate(x + pos[i], x + pos[i + 1], .5);
    m[i] = int(std::count(k + pos[i], k + pos[i + 1], 3));
  }
}

/// Arguments are evaluated once, in front of what the body stores.
void onceEach(int n, double *x, int *next) {
#pragma sparse split(i, i0, i1, 8)
  for (int i = 0; i < n; ++i) {
    const int p = next[i];
    std::swap(x[p], x[i]);
    std::swap(next[i], next[p]);
  }
}

/// Numbers of bits.
long bits(int n, const unsigned long *a, const unsigned long *b,
          const unsigned *c, int *d) {
  long common = 0;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i) {
    common += std::popcount(a[i] & b[i]) - __builtin_popcountl(a[i]);
    d[i] = c[i] ? __builtin_clz(c[i]) * 64 + __builtin_ctz(c[i]) : -1;
    d[i] += int(__builtin_bswap32(c[i]) >> 8) ^ __builtin_parityl(b[i]);
  }
  return common;
}

int main() {
  const int N = 1003;
  run::Random R(5);
  auto a = R.vector<double>(3 * N + 9), b = R.vector<double>(N), y = b, x = a;
  auto f = R.vector<float>(N), g = f;
  auto k = R.vector<int>(N + 9), m = k, perm = k, next = k;
  auto l = R.vector<long>(N + 9), o = l;
  auto ll = R.vector<long long>(N);
  auto s = R.vector<short>(N), t = s;
  for (int i = 0; i < N; ++i)
    next[i] = int(R.below(N));
  const double Odd[] = {NAN, -NAN, INFINITY, -INFINITY,
                        -0., 0.,   5e-324,   -1e308};
  for (int i = 0; i < 64; ++i) {
    x[i * 7] = Odd[i % 8];
    f[i * 5] = float(Odd[(i + 3) % 8]);
  }
  exchanges(N, a.data(), b.data(), perm.data(), y.data());
  run::record("swapped", a), run::record("other", b);
  run::record("permuted", perm), run::record("old", y);
  std::vector<std::vector<double>> A(40);
  for (size_t i = 0; i < A.size(); ++i)
    A[i] = R.vector<double>(i % 7);
  std::vector<Entry> e(100);
  for (Entry &E : e)
    E = {R.value<int>(), R.value<double>()};
  rows(A, e);
  for (auto &Row : A)
    run::record("row", Row);
  for (Entry &E : e)
    run::record("entry", std::vector<double>{double(E.col), E.val});
  extrema(N, x.data(), k.data(), y.data(), m.data());
  run::record("least", y), run::record("clamped", m);
  longList(N, x.data(), l.data(), y.data(), o.data());
  run::record("most", y), run::record("least of nine", o);
  absolute(N, s.data(), t.data()), run::record("short", t);
  absolute(N, k.data(), m.data()), run::record("int", m);
  absolute(N, f.data(), g.data()), run::record("float", g);
  absolute(N, x.data(), y.data()), run::record("double", y);
  absoluteC(N, l.data(), ll.data(), o.data()), run::record("labs", o);
  questions(N, x.data(), m.data()), run::record("of double", m);
  questions(N, f.data(), m.data()), run::record("of float", m);
  rounded(N, b.data(), g.data(), y.data(), o.data());
  run::record("rounded", y), run::record("to long", o);
  mixed(N, f.data(), k.data(), y.data()), run::record("mixed", y);
  between(N, x.data(), y.data()), run::record("between", y);
  std::vector<int> pos(N + 1);
  for (int i = 0; i < N; ++i)
    pos[i + 1] = pos[i] + (i % 4 == 3 ? 3 : 0);
  ranges(N, pos.data(), x.data(), k.data(), y.data(), m.data());
  run::record("sums", y), run::record("counts", m);
  std::vector<unsigned long> u(N), w(N);
  std::vector<unsigned> v(N);
  for (int i = 0; i < N; ++i) {
    u[i] = R.bits(), w[i] = R.bits() >> (i % 64);
    v[i] = unsigned(u[i] >> (i % 64));
  }
  o[0] = bits(N, u.data(), w.data(), v.data(), m.data());
  run::record("bits", m), run::record("common", o);
  onceEach(N, a.data(), next.data());
  run::record("through", a), run::record("next", next);
}
