// Arrays that are one and the same are no obstacle where each element belongs
// to one iteration; where it does not, the user's loop runs.
// RUN: %check-run --fallback 5 %s -o %t

#include "support/support.h"

using Vector = std::vector<double>;

/// w = a x + b y, with w for x or y or both.
void axpby(int n, double a, const double *x, double b, const double *y,
           double *w) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    w[i] = a * x[i] + b * y[i];
}

void inLanes(int n, double a, const double *x, double b, const double *y,
             double *w) {
#pragma sparse split(i, i0, i1, 64) parallelize(i1, cpu_vector, no_races)
  for (int i = 0; i < n; ++i)
    w[i] = a * x[i] + b * y[i];
}

/// Two outputs: the order of the statements stays.
void twice(int n, const double *x, double *v, double *w) {
#pragma sparse unroll(i, 4)
  for (int i = 0; i < n; ++i) {
    v[i] = 2 * x[i];
    w[i] = v[i] + x[i];
    v[i] += w[i];
  }
}

/// Neighbours: an iteration reads what another one writes.
void shifted(int n, const double *x, double *w) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < n - 1; ++i)
    w[i] = x[i] + x[i + 1];
}

/// One element for many iterations.
void summed(int n, const double *x, double *w) {
#pragma sparse parallelize(k, cpu_vector, no_races)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 8; ++k)
      w[k] += x[i] * x[k];
}

/// The value of the last iteration outlives the nest.
double last(int n, const double *x, double *w) {
  double t = 0;
#pragma sparse split(i, i0, i1, 8)
  for (int i = 0; i < n; ++i) {
    t = x[i];
    w[i] = 3 * t;
  }
  return t;
}

/// A temporary that is used behind the store.
void kept(int n, const double *x, double *v, double *w) {
#pragma sparse split(i, i0, i1, 8)
  for (int i = 0; i < n; ++i) {
    const double t = x[i];
    w[i] = 3 * t;
    v[i] = t;
  }
}

/// Another type is another array.
void retyped(int n, const float *x, double *w) {
#pragma sparse split(i, i0, i1, 8)
  for (int i = 0; i < n; ++i)
    w[i] = x[i];
}

int main() {
  const int n = 301;
  run::Random R(1);
  const Vector x = R.vector<double>(n), y = R.vector<double>(n);
  for (auto *F : {axpby, inLanes}) {
    Vector w(n), one = x, other = y, both = x;
    F(n, 2, x.data(), 3, y.data(), w.data());
    F(n, 2, one.data(), 3, y.data(), one.data());
    F(n, 2, x.data(), 3, other.data(), other.data());
    F(n, 2, both.data(), 3, both.data(), both.data());
    for (const Vector *V : {&w, &one, &other, &both})
      run::record("axpby", *V);
  }
  for (int Same = 0; Same < 4; ++Same) {
    Vector a = x, b = y, c = y;
    twice(n, a.data(), Same & 1 ? a.data() : b.data(),
          Same & 2 ? a.data() : c.data());
    for (const Vector *V : {&a, &b, &c})
      run::record("twice", *V);
  }
  Vector a = x, b = x, c = x, d = x, e = x;
  shifted(n, a.data(), a.data()); // falls back
  shifted(n, x.data(), b.data());
  axpby(n - 9, 2, c.data(), 3, y.data(), c.data() + 9); // falls back
  run::record("shifted", a);
  run::record("apart", b);
  run::record("partly", c);
  summed(n, d.data(), d.data()); // falls back
  run::record("summed", d);
  run::record("last", last(n, e.data(), e.data())); // falls back
  run::record("elements", e);
  Vector f = x, g = y;
  kept(n, f.data(), g.data(), f.data()); // falls back
  run::record("kept", g);
  std::vector<float> h = R.vector<float>(n);
  retyped(n, h.data(), f.data());
  run::record("retyped", f);
}
