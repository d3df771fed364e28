// clang-format off: what is checked is long
// Lambdas that are made in functions which the nest calls: what they capture is
// what it is there, of elements of arrays, records of the nest's own and objects.
// RUN: %check-run %s -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-fp=strict --fallback 0 -o %t
// RUN: %clangxx_sparse -fsyntax-only -fplugin-arg-sparse-min-work=0 -Rpass=sparse -Rpass-missed=sparse %s 2>&1 | FileCheck %s

#include "support/support.h"

#include <cmath>

using V = std::vector<double>;

struct Vec3 {
  double x, y, z;
  double len2() const {
    auto sq = [](double t) { return t * t; };
    return sq(x) + sq(y) + sq(z);
  }
  double dot(const Vec3 &o) const {
    auto f = [&] { return x * o.x + y * o.y + z * o.z; };
    return f();
  }
  double scaled(double k) const {
    auto f = [=, this](double t) { return k * t * x; };
    return f(y) + f(z);
  }
};

static double ofRecord(const Vec3 &p) {
  Vec3 d{p.x - 1, p.y, p.z * 2};
  auto f = [&] { return d.x * d.y; };
  return f() + d.len2();
}

static double ofVector(const V &v, int i) {
  auto at = [&](int k) { return v[k]; };
  return at(i) + at(i / 2);
}

static double ofArray(const double *row, int m) {
  double w[3] = {.25, .5, .25};
  auto f = [&](int k) { return w[k] * row[k]; };
  double s = 0;
  for (int k = 0; k < 3 && k < m; ++k)
    s += f(k);
  return s;
}

static double ofPoints(const Vec3 *ps, int i, int j) {
  auto dist = [&](int a, int b) {
    const Vec3 d{ps[a].x - ps[b].x, ps[a].y - ps[b].y, ps[a].z - ps[b].z};
    return d.len2();
  };
  return dist(i, j) + dist(j, i);
}

static void sets(V &o, const V &u, int i) {
  auto put = [&](int k, double t) { o[k] = t; };
  put(i, u[i] * 2);
}

static double largest(double x) {
  double best = -1;
  auto upd = [&](double t) {
    if (t > best)
      best = t;
  };
  upd(x);
  upd(2 * x - 0.3);
  upd(-x);
  return best;
}

static double changes(double x) {
  double a = x;
  auto f = [&](double t) { return a + t; };
  double r = f(1);
  a = 7;
  return r + f(1);
}

static double sameName(double a) {
  auto sq = [](double a) { return a * a; };
  return sq(a + 1) + sq(a - 1);
}

static double nested(double x) {
  auto f = [x](double t) {
    auto g = [t, x](double s) { return s * t + x; };
    return g(2) + g(t);
  };
  return f(3) + f(x);
}

static double linear(double k, double x) {
  auto f = [&](double t) { return k * t; };
  return f(x);
}

struct Grid {
  int nx;
  V d;
  double at(int i, int j) const {
    auto id = [this](int a, int b) { return a * nx + b; };
    return d[id(i, j)];
  }
  double laplace(int i, int j) const {
    auto g = [&](int a, int b) { return at(i + a, j + b); };
    return g(0, 1) + g(0, -1) + g(1, 0) + g(-1, 0) - 4 * g(0, 0);
  }
};

template <class F> static double apply(F f, double x) { return f(x) + 1; }

struct Line {
  double k;
  double direct(double x) const {
    auto f = [this](double t) { return k * t; };
    return f(x) * f(2);
  }
  double handedOn(double x) const {
    return apply([this](double t) { return k * t; }, x);
  }
};

/// Points by cells, which visitors go through: `this` is that of the function
/// that makes the visitor, wherever it is called, of objects, of elements and of
/// records of an iteration's own.
class Cloud {
public:
  explicit Cloud(const V &at) : At(at) {}
  template <class F> void visit(int around, F f) const {
    for (int k = around > 2 ? around - 2 : 0; k < around + 3 && k < int(At.size()); ++k)
      f(k);
  }
  double nearest(double x, int around) const {
    double best = 1e9;
    visit(around, [&](int k) {
      const double d = std::fabs(At[k] - x);
      if (d < best)
        best = d;
    });
    return best;
  }
  double weighted(const Line &l, int around) const {
    double s = 0;
    visit(around, [&, this](int k) {
      s += l.handedOn(At[k]) + apply([this, k](double t) { return At[k] * t; }, 2);
    });
    return s;
  }

private:
  V At;
};

struct Pair {
  double a, b;
  template <class F> double both(F f) const { return f(a) + f(b); }
  double against(const Pair &o) const {
    return both([this, &o](double t) { return o.both([this, t](double u) { return u * t * a; }); });
  }
  double spread() const {
    return both([this](double t) { return (t - a) * b; });
  }
};

static double ofPair(double x) {
  const Pair p{x, x + 1};
  return p.spread() + Pair{2, x}.spread();
}

static double copyChanges(double x) {
  double a = x;
  auto f = [=](double t) { return a + t; };
  a = 7;
  return f(1) + a;
}

int main() {
  const int n = 2003;
  V u(n), o(n);
  std::vector<Vec3> p(n);
  std::vector<Line> lines(n);
  for (int i = 0; i < n; ++i) {
    u[i] = i % 17 * 0.25 - 1;
    o[i] = i % 13 * 0.5;
    p[i] = {u[i], o[i], u[i] * o[i]};
    lines[i].k = u[i] + 1;
  }
  Grid grid{40, u};
  Line line{1.25};
// CHECK: :[[@LINE+2]]:{{.*}}parallelize(i, cpu_thread
#pragma sparse
  for (int i = 0; i < n; ++i)
    o[i] = p[i].len2();
  run::record("len2", o);
// CHECK: :[[@LINE+2]]:{{.*}}parallelize(i, cpu_thread
#pragma sparse
  for (int i = 0; i < n; ++i)
    o[i] = p[i].dot(p[n - 1 - i]);
  run::record("dot", o);
// CHECK: :[[@LINE+2]]:{{.*}}parallelize(i, cpu_thread
#pragma sparse
  for (int i = 0; i < n; ++i)
    o[i] = p[i].scaled(u[i]);
  run::record("scaled", o);
// CHECK: :[[@LINE+2]]:{{.*}}parallelize(i, cpu_thread
#pragma sparse
  for (int i = 0; i < n; ++i)
    o[i] = ofRecord(p[i]);
  run::record("record", o);
// CHECK: :[[@LINE+2]]:{{.*}}parallelize(i, cpu_thread
#pragma sparse
  for (int i = 0; i < n; ++i)
    o[i] = ofVector(u, i);
  run::record("vector", o);
// CHECK: :[[@LINE+2]]:{{.*}}parallelize(i, cpu_thread
#pragma sparse
  for (int i = 0; i < n; ++i)
    o[i] = ofPoints(p.data(), i, n - 1 - i);
  run::record("points", o);
// CHECK: :[[@LINE+2]]:{{.*}}parallelize(i, cpu_thread
#pragma sparse
  for (int i = 0; i < n; ++i)
    sets(o, u, i);
  run::record("sets", o);
// CHECK: :[[@LINE+2]]:{{.*}}parallelize(i, cpu_thread
#pragma sparse
  for (int i = 0; i < n; ++i)
    o[i] = largest(u[i]);
  run::record("largest", o);
// CHECK: :[[@LINE+2]]:{{.*}}parallelize(i, cpu_thread
#pragma sparse
  for (int i = 0; i < n; ++i)
    o[i] = changes(u[i]);
  run::record("changes", o);
// CHECK: :[[@LINE+2]]:{{.*}}parallelize(i, cpu_thread
#pragma sparse
  for (int i = 0; i < n; ++i)
    o[i] = sameName(u[i]);
  run::record("same name", o);
// CHECK: :[[@LINE+2]]:{{.*}}parallelize(i, cpu_thread
#pragma sparse
  for (int i = 0; i < n; ++i)
    o[i] = nested(u[i]);
  run::record("nested", o);
// CHECK: :[[@LINE+2]]:{{.*}}parallelize(i, cpu_thread
#pragma sparse
  for (int i = 0; i < n; ++i)
    o[i] = linear(u[i], 2) + linear(linear(3, u[i]), o[i]);
  run::record("linear", o);
// CHECK: :[[@LINE+2]]:{{.*}}parallelize(i, cpu_thread
#pragma sparse
  for (int i = 0; i < n; ++i)
    o[i] = line.direct(u[i]);
  run::record("direct", o);
// CHECK: :[[@LINE+2]]:{{.*}}parallelize(i, cpu_thread
#pragma sparse
  for (int i = 0; i < n; ++i)
    o[i] = lines[i].direct(u[i]);
  run::record("element", o);
// CHECK: :[[@LINE+2]]:{{.*}}parallelize(i, cpu_thread
#pragma sparse
  for (int i = 0; i < n; ++i) {
      Line own{u[i] * 3};
      o[i] = own.direct(u[i]);
    }
  run::record("own", o);
// CHECK: :[[@LINE+2]]:{{.*}}parallelize(i, cpu_thread
#pragma sparse
  for (int i = 0; i < n - 3; ++i)
    o[i] = ofArray(u.data() + i, n);
  run::record("array", o);
// CHECK: :[[@LINE+2]]:{{.*}}parallelize(i, cpu_thread
#pragma sparse
  for (int i = 1; i < 39; ++i)
    for (int j = 1; j < 39; ++j)
      o[i * 40 + j] = grid.laplace(i, j);
  run::record("laplace", o);
// CHECK: :[[@LINE+2]]:{{.*}}parallelize(i, cpu_thread
#pragma sparse
  for (int i = 0; i < n; ++i)
    o[i] = line.handedOn(u[i]);
  run::record("handed on", o);
  const Cloud cloud(u);
// CHECK: :[[@LINE+2]]:{{.*}}parallelize(i, cpu_thread
#pragma sparse
  for (int i = 0; i < n; ++i)
    o[i] = cloud.nearest(p[i].z, i);
  run::record("nearest", o);
// CHECK: :[[@LINE+2]]:{{.*}}parallelize(i, cpu_thread
#pragma sparse
  for (int i = 0; i < n; ++i)
    o[i] = cloud.weighted(lines[i], i);
  run::record("weighted", o);
  std::vector<Pair> pairs(n);
  for (int i = 0; i < n; ++i)
    pairs[i] = {u[i], u[n - 1 - i]};
// CHECK: :[[@LINE+2]]:{{.*}}parallelize(i, cpu_thread
#pragma sparse
  for (int i = 0; i < n; ++i)
    o[i] = pairs[i].spread() + ofPair(u[i]);
  run::record("spread", o);
// CHECK: :[[@LINE+2]]:{{.*}}parallelize(i, cpu_thread
#pragma sparse
  for (int i = 0; i < n; ++i)
    o[i] = pairs[i].against(pairs[i / 2]);
  run::record("against", o);
// CHECK: :[[@LINE+3]]:{{.*}}call of 'copyChanges' cannot become a part of the loop
#pragma sparse
  for (int i = 0; i < n; ++i)
    o[i] = copyChanges(u[i]);
  run::record("copy changes", o);
}
