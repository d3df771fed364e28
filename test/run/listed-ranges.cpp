// Range-based loops over lists of values: the list is an array that is made in front of the loop, once.
// RUN: %check-run --loops 5 --fallback 0 %s -o %t
// RUN: %check-run --loops 5 --fallback 0 -O1 -fplugin-arg-sparse-verify -Wno-pass-failed %s -o %t.verify

#include "support/support.h"

struct Face {
  int own, nei;
  double flux;
};

static void ends(int n, const std::vector<Face> &faces, double *y) {
#pragma sparse parallelize(f, cpu_thread, parallel_reduction)
  for (int f = 0; f < n; ++f)
    for (int v : {faces[f].own, faces[f].nei})
      y[v] += faces[f].flux;
}

/// The loop may change what the list was made of.
static void changing(int n, const int *first, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    int k = first[i];
    double s = 0;
    for (int v : {k, k + 1, 2 * k}) {
      s += v;
      k += v;
    }
    y[i] = s + k;
  }
}

static double half(double x) {
  double h = x;
  h /= 2;
  return h;
}

/// Values that take statements, zeros, and a loop that ends early.
static void early(int n, const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    for (double v : {half(x[i]), 0., x[i] * x[i], half(half(x[i]))}) {
      if (v > 0.2)
        break;
      y[i] += v + 1;
    }
}

static void zeros(int n, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    for (auto v : std::initializer_list<float>{0, 0})
      y[i] += v + 1;
}

/// The loop over the list alone.
static double few(double a, double b) {
  double s = 0;
#pragma sparse order(v)
  for (double v : {a, b, a * b})
    s += v;
  return s;
}

int main() {
  const int n = 200;
  run::Random R(3);
  std::vector<Face> faces(n);
  std::vector<double> x = R.vector<double>(n), y(n), z(n), e(n);
  std::vector<int> first(n);
  for (int i = 0; i < n; ++i) {
    faces[i] = {i * 7 % n, i * 13 % n, double(i % 9)};
    first[i] = i % 11;
  }
  ends(n, faces, y.data());
  run::record("ends", y);
  changing(n, first.data(), z.data());
  run::record("changing", z);
  early(n, x.data(), e.data());
  zeros(n, e.data());
  run::record("early", e);
  run::record("few", std::vector<double>{few(x[0], x[1])});
}
