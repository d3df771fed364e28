// Complex numbers that are set to, and updated by, real and complex ones: real numbers are added to
// the real part alone, and scale both parts, whatever the signs of zeros are.
// RUN: %check-run --loops 9 --fallback 0 %s -o %t
// RUN: %check-run --loops 9 --fallback 0 -O1 -fplugin-arg-sparse-verify -Wno-pass-failed %s -o %t.verify

#include "support/support.h"
#include <complex>

using Complex = std::complex<double>;

static void set(int n, std::vector<Complex> &z, const double *w) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    z[i] = i % 2 ? 0 : w[i];
}

static void add(int n, std::vector<Complex> &z, const double *w) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    z[i] += w[i];
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    z[i] -= 2 * w[i];
}

static void scale(int n, std::vector<Complex> &z, const double *w) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    z[i] *= w[i];
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    z[i] /= i + 1;
}

static void divide(int n, std::vector<Complex> &z, const std::vector<Complex> &by) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    z[i] /= by[i];
}

/// A variable that is set in the nest, of narrower numbers.
static void rows(int m, int n, const float *w, std::complex<float> *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    std::complex<float> s;
    s = 1;
    for (int j = 0; j < n; ++j) {
      s += w[j];
      s *= -w[i];
    }
    y[i] = s;
  }
}

static Complex sum(int n, const double *w) {
  Complex s(0, 3);
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i)
    s += w[i];
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i)
    s -= 2 * w[i];
  return s;
}

/// The parts, and the signs of zeros.
template <class T> static void record(const char *Name, const std::vector<std::complex<T>> &z) {
  std::vector<T> Parts;
  for (const auto &V : z) {
    Parts.push_back(V.real());
    Parts.push_back(V.imag());
    Parts.push_back(std::signbit(V.real()) + 2 * std::signbit(V.imag()));
  }
  run::record(Name, Parts);
}

int main() {
  const int n = 300;
  run::Random R(11);
  std::vector<double> w = R.vector<double>(n);
  w[4] = 0;
  w[5] = -0.0;
  std::vector<Complex> z(n), by(n);
  for (int i = 0; i < n; ++i) {
    z[i] = {w[i], i % 3 ? -0.0 : 1.5};
    by[i] = {R.value<double>(), 1 + R.value<double>()};
  }
  add(n, z, w.data());
  record("sums", z);
  scale(n, z, w.data());
  record("scaled", z);
  divide(n, z, by);
  record("quotients", z);
  set(n, z, w.data());
  record("set", z);
  std::vector<float> f(w.begin(), w.end());
  std::vector<std::complex<float>> y(20);
  rows(20, 7, f.data(), y.data());
  record("rows", y);
  std::vector<double> whole(n);
  for (int i = 0; i < n; ++i)
    whole[i] = i % 17 - 5;
  record("sum", std::vector<Complex>{sum(n, whole.data())});
}
