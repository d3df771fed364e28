// Records by value: each has the numbers that it had when it was taken.
// RUN: %check-run --loops 11 %s -o %t

#include "support/support.h"

struct V {
  double x, y;
  V &operator+=(const V &o) {
    x += o.x;
    y += o.y;
    return *this;
  }
  void swapWith(V &o) {
    double t = x;
    x = o.x;
    o.x = t;
  }
  V &turnLeft() {
    double t = x;
    x = -y;
    y = t;
    return *this;
  }
};
struct W {
  V a, b;
};

inline V turn(const V &a) { return {a.y, a.x}; }
inline V times(double s, V a) {
  a.x *= s;
  a.y *= s;
  return a;
}
inline void put(V *out, V a, double s) {
  a.x += s;
  out->x = a.x;
  out->y = a.y;
  a.x = 7;
}
inline void add(double *y, const V &o) {
  y[0] += o.x;
  y[1] += o.y;
}

/// The argument reads what the function writes.
void argument(int n, V *f) {
#pragma sparse unroll(i, 2)
  for (int i = 0; i < n; ++i)
    f[i] += turn(f[i]);
}

void whole(int n, V *f) {
#pragma sparse unroll(i, 2)
  for (int i = 0; i < n; ++i) {
    V t = f[i];
    f[i] = turn(t);
    f[i] += t;
    f[i] = turn(f[i]);
  }
}

/// Parameters are copies, and so are copies of copies.
void parameters(int n, V *f, const V *g) {
#pragma sparse unroll(i, 2)
  for (int i = 0; i < n; ++i) {
    V t = g[i];
    put(&f[i], t, 2);
    f[i] += t;
    V u = t;
    u.turnLeft();
    f[i] += u;
    f[i] += t;
  }
}

void references(int n, V *f, const V *g) {
#pragma sparse unroll(i, 2)
  for (int i = 0; i < n; ++i) {
    V s = g[i];
    V &r = s;
    r.x += 1;
    const V &c = s;
    s.y = 5;
    f[i].x = c.y;
    f[i].y = s.x;
    V t = times(2, s);
    t.swapWith(s);
    f[i] += t;
    f[i] += s;
  }
}

/// What changes a record is not always called like it.
void throughOthers(int n, V *f, const V *g) {
#pragma sparse unroll(i, 2)
  for (int i = 0; i < n; ++i) {
    V v = g[i];
    V &r = v;
    r.x += 5;
    V w = v;
    auto &[a, b] = w;
    b += 2;
    V u = w;
    auto add = [&](double d) { u.y += d; };
    add(a);
    f[i] += v;
    f[i] += w;
    f[i] += u;
  }
}

void nested(int n, V *f, const W *g, W *h) {
#pragma sparse unroll(i, 2)
  for (int i = 0; i < n; ++i) {
    W w = g[i];
    w.a.x += 1;
    V b = w.b;
    w.b.x = 9;
    f[i] = b;
    h[i] = w;
    h[i].a = b;
    V z{};
    z.x = 1;
    h[i].b += z;
    W k = {z, {1, 2}};
    f[i] += k.b;
  }
}

void temporaries(int n, double *y) {
#pragma sparse unroll(i, 2)
  for (int i = 0; i < n; ++i) {
    V s{y[0], y[1]};
    add(y, V{y[1], y[0]});
    y[0] += s.x;
    add(y, s);
  }
}

void elements(std::vector<V> &f) {
#pragma sparse unroll(v, 2)
  for (V v : f) {
    v.x *= 2;
    for (int k = 0; k < 2; ++k) {
      f[k].y += v.x;
      f[k + 1] = v;
    }
  }
#pragma sparse unroll(v, 2)
  for (V &v : f) {
    V w = v;
    v.x *= 2;
    v.y += w.x;
  }
#pragma sparse unroll(a, 2)
  for (auto [a, b] : f) {
    a += 1;
    for (int k = 0; k < 4; ++k)
      f[k].x += a * b;
  }
}

// Literals as C has them, in the macros of older code.
#define SWAPPED(a)                                                             \
  (V) { (a).y, (a).x }
#define SCALED(a, s)                                                           \
  (V) { (a).x *(s), (a).y *(s) }
void literals(int n, V *f, V *g) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    f[i] = SWAPPED(f[i]);
    g[i] = SCALED(f[i], g[i].x);
  }
}

int main() {
  V f[5], g[5];
  W w[5], h[5];
  double y[] = {1, 2};
  std::vector<double> all;
  auto keep = [&](const V &v) {
    all.push_back(v.x);
    all.push_back(v.y);
  };
  for (int i = 0; i < 5; ++i) {
    f[i] = {1.0 + i, 2.0 - i};
    g[i] = {0.5 * i, 3};
    w[i] = {f[i], g[i]};
    h[i] = {{0, 0}, {1, 1}};
  }
  auto keepAll = [&] {
    for (const V &v : f)
      keep(v);
  };
  argument(5, f);
  keepAll();
  whole(5, f);
  keepAll();
  parameters(5, f, g);
  keepAll();
  references(5, f, g);
  keepAll();
  throughOthers(5, f, g);
  keepAll();
  nested(5, f, w, h);
  keepAll();
  for (const W &part : h) {
    keep(part.a);
    keep(part.b);
  }
  temporaries(4, y);
  keep({y[0], y[1]});
  std::vector<V> v(f, f + 5);
  elements(v);
  for (const V &part : v)
    keep(part);
  literals(5, f, g);
  keepAll();
  for (const V &part : g)
    keep(part);
  run::record("values", all);
}
