// A `std::array` that is handed on by value, returned or assigned is a copy.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 9 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 9 --threads 3 %s -o %t --reuse
// RUN: %check-run -O1 -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-verify --lines 9 %s -o %t.verified

#include "support/support.h"
#include <array>
#include <cstring>

using Three = std::array<double, 3>;
using Threes = std::vector<Three>;
using Values = std::vector<double>;

static double changed(Three v) {
  v[0] += 1;
  return v[0];
}
static Three moved(Three v) {
  v[0] += 10;
  return v;
}
static Three sum(const Three &a, const Three &b) {
  Three c;
  for (int k = 0; k < 3; ++k)
    c[k] = a[k] + b[k];
  return c;
}
static Three operator-(const Three &a, const Three &b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
struct Holder {
  Three v;
  double by;
};
static double held(Holder h) {
  h.v[0] += 1;
  return h.v[0] * h.by;
}
static Three &same(Three &a) { return a; }
static double total(const double *p, int n) {
  double s = 0;
  for (int k = 0; k < n; ++k)
    s += p[k];
  return s;
}

static void handedOn(int m, const Threes &x, Values &y) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    Three w{1.0 * i};
    y[i] = changed(w) * 100 + w[0];
  }
#pragma sparse
  for (int i = 0; i < m; ++i) {
    Three w = x[i];
    Holder h{w, 2};
    h.v[0] += 2;
    y[i] += h.v[0] * 100 + w[0] + held(h) + h.v[0];
  }
#pragma sparse
  for (int i = 0; i < m; ++i) {
    Three w = x[i];
    same(w)[0] = 1;
    y[i] += w[0] + total(w.data(), 3) + total(&w[1], 2);
  }
}

static void returned(int m, const Threes &x, Values &y) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    Three w{1.0 * i};
    const Three v = moved(w);
    y[i] = v[0] * 100 + w[0];
  }
#pragma sparse
  for (int i = 0; i < m; ++i) {
    Three w = x[i], u = sum(w, x[i]);
    w[0] = 3;
    y[i] += u[0] * 100 + w[0];
  }
#pragma sparse
  for (int i = 0; i < m; ++i) {
    Three w = x[i], u = w - x[m - 1 - i];
    w[0] = u[1];
    y[i] += u[0] * 100 + w[0];
  }
}

static void assigned(int m, const Threes &x, Threes &y, Threes &z) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    Three w = x[i], v;
    v = w;
    w[0] = -1;
    y[i] = v;
    y[i][1] += w[0];
  }
#pragma sparse
  for (int i = 0; i < m; ++i)
    z[i] = sum(x[i], y[i]) - x[i];
#pragma sparse
  for (int i = 0; i < m; ++i) {
    Three w = x[i];
    std::memcpy(w.data(), z[m - 1 - i].data(), sizeof w);
    Three *p = &w;
    (*p)[1] += 2;
    y[i] = w;
  }
  // Each one needs the one in front of it.
#pragma sparse
  for (int i = 1; i < m; ++i) {
    Three w = z[i - 1];
    w[0] += 1;
    z[i] = w;
  }
  // Onto itself, too.
#pragma sparse
  for (int i = 0; i < m; ++i)
    z[i] = z[i] - sum(z[i], x[i]);
}

int main() {
  run::Random R(3);
  for (int m : {0, 1, 7, 300}) {
    Threes x(m), y(m), z(m);
    for (auto &One : x)
      for (double &E : One)
        E = R.vector<double>(1)[0];
    Values v(m);
    handedOn(m, x, v);
    run::record("handed on", v);
    returned(m, x, v);
    run::record("returned", v);
    assigned(m, x, y, z);
    for (int i = 0; i < m; ++i)
      v[i] = y[i][0] + 2 * y[i][1] + 3 * y[i][2] + 4 * z[i][0] + 5 * z[i][1] + 6 * z[i][2];
    run::record("assigned", v);
  }
}
