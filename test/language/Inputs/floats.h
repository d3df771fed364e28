// Loops that keep the order of operations, and what they are given: numbers
// that are rounded, or with EXACT small integers, of which nothing is.
#include "../../run/support/records.h"
#include <cmath>

template <class T> T weight(T a, T b = T(1.1)) { return a * b; }

template <class T>
__attribute__((noinline)) void products(int n, const T *x, const T *z, T *y) {
  T h = 3;
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    y[i] -= x[i] * z[i];
    y[i] += weight(x[i], T(2)) + h * h;
    y[i] = (y[i] + x[i]) - y[i] * T(0.5);
  }
}

template <class T>
__attribute__((noinline)) void rows(int n, const int *pos, const T *x, const T *z,
                                    T *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    T s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += x[p % n] * z[i];
    y[i] += s;
  }
}

template <class T>
__attribute__((noinline)) void choices(int n, const T *x, const T *z, T *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    T m = x[i] < z[i] ? x[i] : z[i];
    y[i] += std::abs(m) + (x[i] == z[i] ? T(1) : T(0));
    if (x[i] > y[i])
      y[i] = x[i] > z[i] ? x[i] : z[i];
  }
}

template <class T> void run_all(const char *name) {
  const int n = 50;
  std::vector<int> pos = {0};
  std::vector<T> x(n), y(n, 1), z(n);
  for (int i = 0; i < n; ++i) {
    pos.push_back(pos.back() + i % 4);
#ifdef EXACT
    x[i] = i % 7 - 3, z[i] = 2 * (i % 5) - 4;
#else
    x[i] = T(i * 37 % 41) / 7 - 2, z[i] = T(i * 29 % 31) / 3 - 5;
#endif
  }
  products(n, x.data(), z.data(), y.data());
  rows(n, pos.data(), x.data(), z.data(), y.data());
  choices(n, x.data(), z.data(), y.data());
  run::record(name, y);
}
