// Records by value whose members are arrays.
// clang-format off
// RUN: %check-run --loops 17 --fallback 2 -fplugin-arg-sparse-min-work=0 %s -o %t --threads 3
// clang-format on

#include "support/support.h"
#include <array>
#include <cmath>

/// As in ray tracers and codes of particles.
struct Vec3 {
  double e[3];
  Vec3() : e{0, 0, 0} {}
  Vec3(double a, double b, double c) : e{a, b, c} {}
  double x() const { return e[0]; }
  double operator[](int i) const { return e[i]; }
  double &operator[](int i) { return e[i]; }
  Vec3 operator-() const { return Vec3(-e[0], -e[1], -e[2]); }
  Vec3 &operator+=(const Vec3 &v) {
    e[0] += v.e[0];
    e[1] += v.e[1];
    e[2] += v.e[2];
    return *this;
  }
  Vec3 &operator*=(double t) {
    for (double &c : e)
      c *= t;
    return *this;
  }
};
static Vec3 operator-(const Vec3 &a, const Vec3 &b) {
  return Vec3(a.e[0] - b.e[0], a.e[1] - b.e[1], a.e[2] - b.e[2]);
}
static Vec3 operator*(double t, const Vec3 &b) {
  return Vec3(t * b.e[0], t * b.e[1], t * b.e[2]);
}
static double dot(const Vec3 &a, const Vec3 &b) {
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += a[i] * b[i];
  return s;
}
static Vec3 cross(const Vec3 &u, const Vec3 &v) {
  return Vec3(u.e[1] * v.e[2] - u.e[2] * v.e[1],
              u.e[2] * v.e[0] - u.e[0] * v.e[2],
              u.e[0] * v.e[1] - u.e[1] * v.e[0]);
}

using Vectors = std::vector<Vec3>;

static void forces(int n, const std::vector<int> &pos,
                   const std::vector<int> &nbr, const Vectors &p, Vectors &f) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    Vec3 sum;
    for (int k = pos[i]; k < pos[i + 1]; ++k) {
      const Vec3 d = p[nbr[k]] - p[i];
      sum += (1.0 / (dot(d, d) + 0.01)) * d;
    }
    f[i] = sum;
  }
}

/// A variable is another object than what it was copied from.
static void copies(int n, const Vectors &p, Vectors &q) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    Vec3 a = p[i], b = a;
    a[1] = 7;
    b += a;
    const Vec3 c = b;
    b *= 2;
    q[i] = cross(c, b) - c;
  }
}

static void exchanged(int n, Vectors &p, Vectors &q) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    const Vec3 t = p[i];
    p[i] = -q[i];
    q[i] = t;
  }
}

/// The old values of what is set are read.
static void turned(int n, Vectors &p) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    Vec3 v = p[i];
    v = Vec3(v.e[1], v.e[2], v.x());
    p[i] = v;
    p[i] = cross(p[i], v);
  }
}

/// Set element by element, with values in front.
struct Weights {
  double w[4] = {1, 2, 3, 4};
  int used = 0;
  explicit Weights(double t) {
    for (int k = 0; k < 4; ++k)
      w[k] *= t + k;
    used = t > 0.5 ? 4 : 2;
  }
  double sum() const {
    double s = 0;
    for (int k = 0; k < 4; ++k)
      s += k < used ? w[k] : 0;
    return s;
  }
};
static void weighted(int n, const std::vector<double> &t,
                     std::vector<double> &y) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    Weights w(t[i]);
    w.w[3] -= w.sum();
    y[i] = w.sum() + Weights(t[i] * 2).sum();
  }
}

/// A matrix, and rows of one.
struct Mat3 {
  double m[3][3];
  double operator()(int i, int j) const { return m[i][j]; }
};
static Mat3 outer(const Vec3 &a, const Vec3 &b) {
  Mat3 r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      r.m[i][j] = a[i] * b[j];
  return r;
}
static Vec3 operator*(const Mat3 &A, const Vec3 &v) {
  Vec3 r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      r[i] += A(i, j) * v[j];
  return r;
}
static void products(int n, const Vectors &p, std::vector<Mat3> &A,
                     Vectors &q) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    const Mat3 B = outer(p[i], p[n - 1 - i]);
    q[i] = B * p[i] - A[i] * (B * p[i]);
    A[i] = B;
  }
}

template <class T, int N> struct Vec {
  T data[N];
  T &operator[](int i) { return data[i]; }
  const T &operator[](int i) const { return data[i]; }
  Vec operator+(const Vec &o) const {
    Vec r;
    for (int i = 0; i < N; ++i)
      r[i] = data[i] + o[i];
    return r;
  }
  Vec operator*(T s) const {
    Vec r(*this);
    for (auto &d : r.data)
      d *= s;
    return r;
  }
};
using Float4 = Vec<float, 4>;
static void rows(int n, const std::vector<int> &pos,
                 const std::vector<int> &crd, const std::vector<float> &w,
                 const std::vector<Float4> &x, std::vector<Float4> &y) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    Float4 s{};
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s = s + x[crd[p]] * w[p];
    y[i] = s;
  }
}

/// An array of the standard library, beside numbers and another record.
struct State {
  double mass;
  Vec3 at;
  std::array<int, 2> cell;
};
static State moved(State s, double t) {
  s.at *= t;
  s.cell[1] += s.cell[0];
  s.cell[0] = int(s.at[0]);
  s.mass += s.cell[1];
  return s;
}
static void states(int n, std::vector<State> &s, std::vector<double> &y) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    const State before = s[i];
    s[i] = moved(before, 1.5);
    y[i] = s[i].mass - before.mass + before.at[1] + before.cell[1];
  }
}

/// As in C.
struct Pair {
  int v[2];
};
static Pair sorted(struct Pair p) {
  if (p.v[0] > p.v[1]) {
    const int t = p.v[0];
    p.v[0] = p.v[1];
    p.v[1] = t;
  }
  return p;
}
static void pairs(int n, const int *a, Pair *out) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    Pair p = {{a[i], a[n - 1 - i]}};
    out[i] = sorted(p);
    if (p.v[0] == out[i].v[1])
      out[i].v[1] += 100;
  }
}

/// What a reference of the function's leads to.
static void shifted(int n, const Vec3 &by, Vectors &p) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    Vec3 b = by;
    b *= i;
    p[i] += b;
    p[i] += by;
  }
}

/// Some elements alone are set.
static void partly(int n, const Vectors &p, std::vector<double> &y) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    Mat3 A;
    A.m[1][2] = p[i][0];
    A.m[2][1] = p[i][2];
    y[i] = A(1, 2) - A(2, 1);
  }
}

/// Functions that change what they get, or give it back.
static void scale(Vec3 &v, double t) { v *= t; }
static Vec3 scaled(Vec3 v, double t) {
  v *= t;
  return v;
}
static Vec3 same(const Vec3 &v) { return v; }
static void handed(int n, const Vectors &p, Vectors &q) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    Vec3 a = p[i];
    const Vec3 b = same(a);
    scale(a, 3);
    Vec3 c = scaled(a, 0.5);
    c += same(a) - b;
    q[i] = c - same(scaled(a, 2));
  }
}

/// Constructed in the midst of an expression.
static void lengths(int n, const Vectors &p, std::vector<double> &y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = std::sqrt(std::fabs(dot(Vec3(p[i][0], 1, 2), p[i] - Vec3()))) +
           dot(Vec3(), p[i]);
}

/// Conditions around them.
static void chosen(int n, const Vectors &p, Vectors &q) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    Vec3 best = p[i];
    for (int k = 0; k < 5; ++k) {
      const Vec3 other = 1.0 * p[(i + k) % n];
      if (dot(other, other) < dot(best, best))
        best = other;
      else
        best[2] += 0.25;
    }
    q[i] = best;
  }
}

/// A sum in a variable of the function's, whose array has a known length.
static Mat3 total(int n, const std::vector<Mat3> &A) {
  Mat3 sum = {};
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 3; ++j)
      sum.m[j][1] += A[i].m[j][j];
  return sum;
}

/// Records that lie over others, of which data choose which are read.
static void scattered(int n, const int *at, const Vec3 *a, Vec3 *b) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    b[i] = a[at[i]] - a[i];
}
/// Numbers in the midst of records.
static void collected(int n, const Vec3 *a, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = dot(a[i], a[i]);
}

static std::vector<double> numbers(const Vectors &p) {
  std::vector<double> all;
  for (const Vec3 &v : p)
    all.insert(all.end(), v.e, v.e + 3);
  return all;
}

int main() {
  const int n = 300;
  std::vector<int> pos{0}, crd, a;
  std::vector<float> w;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i % 7; ++k) {
      crd.push_back((i * 5 + k * 31) % n);
      w.push_back(float(k) * 0.5f);
    }
    pos.push_back(int(crd.size()));
    a.push_back(i * 37 % 101);
  }
  Vectors p, q(n), f(n);
  std::vector<double> t, y(n);
  std::vector<Float4> x(n), z(n);
  std::vector<State> s(n);
  for (int i = 0; i < n; ++i) {
    p.emplace_back(i % 13 * 0.5, i % 7 - 3.0, i % 5 * 0.25);
    t.push_back(i % 9 * 0.2);
    for (int k = 0; k < 4; ++k)
      x[i][k] = float(i % 11) + float(k) * 0.125f;
    s[i] = {i * 0.5, p.back(), {i % 3, i % 4}};
  }
  forces(n, pos, crd, p, f);
  run::record("forces", numbers(f));
  copies(n, p, q);
  run::record("copies", numbers(q));
  exchanged(n, p, q);
  run::record("exchanged p", numbers(p));
  run::record("exchanged q", numbers(q));
  turned(n, p);
  run::record("turned", numbers(p));
  weighted(n, t, y);
  run::record("weighted", y);
  std::vector<Mat3> A(n);
  products(n, p, A, q);
  products(n, q, A, f);
  run::record("products", numbers(f));
  for (Mat3 &B : A)
    B = {{{1, 2, 3}, {4, 5, 6}, {7, 8, 9.5}}};
  const Mat3 sum = total(n, A);
  run::record("total", std::vector<double>(sum.m[0], sum.m[0] + 9));
  rows(n, pos, crd, w, x, z);
  for (int k = 0; k < 4; ++k) {
    std::vector<float> column;
    for (const Float4 &v : z)
      column.push_back(v[k]);
    run::record("rows", column);
  }
  states(n, s, y);
  run::record("states", y);
  std::vector<Pair> out(n);
  pairs(n, a.data(), out.data());
  std::vector<int> ints;
  for (const Pair &o : out)
    ints.insert(ints.end(), o.v, o.v + 2);
  run::record("pairs", ints);
  shifted(n, Vec3(0.5, 0.25, -1), p);
  run::record("shifted", numbers(p));
  partly(n, p, y);
  run::record("partly", y);
  handed(n, p, q);
  run::record("handed", numbers(q));
  lengths(n, p, y);
  run::record("lengths", y);
  chosen(n, p, q);
  run::record("chosen", numbers(q));
  std::vector<int> at;
  for (int i = 0; i < n; ++i)
    at.push_back(i * 7 % 100);
  Vectors all(p);
  all.insert(all.end(), q.begin(), q.end());
  scattered(100, at.data(), all.data() + 200, all.data() + 299);
  run::record("meet", numbers(all));
  scattered(100, at.data(), all.data() + 200, all.data() + 300);
  run::record("apart", numbers(all));
  collected(100, all.data() + 200, all[299].e + 1);
  run::record("inside", numbers(all));
  collected(100, all.data() + 200, all[300].e);
  run::record("behind", numbers(all));
}
