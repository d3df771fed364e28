// Records that are values of the nest's are taken apart into numbers.
// RUN: %clangxx -std=c++20 -w %plugin -fplugin-arg-sparse-dump=graph \
// RUN:   -fsyntax-only -DACCEPTED %s 2>&1 | FileCheck %s
// RUN: %clangxx -std=c++20 -w -ferror-limit=0 %plugin -fsyntax-only \
// RUN:   -Xclang -verify %s
#include <vector>

struct Vec3 {
  double x, y, z;
  Vec3 &operator+=(const Vec3 &o) {
    x += o.x;
    y += o.y;
    z += o.z;
    return *this;
  }
  void scale(double s) { x *= s, y *= s, z *= s; }
  double norm() const { return x * x + y * y + z * z; }
};
inline Vec3 operator*(double s, const Vec3 &v) {
  return {s * v.x, s * v.y, s * v.z};
}
inline Vec3 operator+(Vec3 a, const Vec3 &b) {
  a += b;
  return a;
}
inline Vec3 cross(const Vec3 &a, const Vec3 &b) {
  return Vec3{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z,
              a.x * b.y - a.y * b.x};
}

#ifdef ACCEPTED

void sums(int m, const int *pos, const int *crd, const Vec3 *x,
          const double *val, Vec3 *f) {
#pragma sparse order(i, p)
  for (int i = 0; i < m; ++i) {
    Vec3 sum{0, 0, 0};
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    f[i] = sum;
  }
}
// What a function returns is rounded before it is added.
// CHECK-LABEL: nest @sums {
// CHECK:           var sum_x : f64 = 0.0
// CHECK-NEXT:      var sum_y : f64 = 0.0
// CHECK-NEXT:      var sum_z : f64 = 0.0
// CHECK:             let o_x = s * x_x[v_at]
// CHECK:             sum_x += o_x
// CHECK-NEXT:        sum_y += o_y
// CHECK:           f_x[i] = sum_x

/// Copies that change, of which only what is used is read.
void copies(int m, const std::vector<Vec3> &x, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < m; ++i) {
    Vec3 v = x[i];
    v.scale(2);
    Vec3 w = x[i];
    w.y += 1;
    y[i] = v.norm() * w.y;
  }
}
// CHECK-LABEL: nest @copies {
// CHECK:           var v_x : f64 = x_x[i]
// CHECK:           v_x *= s
// CHECK:           var w_y : f64 = x_y[i]
// CHECK-NEXT:      w_y += 1.0
// CHECK-NEXT:      y[i] = (v_x * v_x + v_y * v_y + v_z * v_z) * w_y

/// What is copied is changed afterwards; all numbers are read before one is
/// written.
void inOrder(int m, Vec3 *f, const Vec3 *g) {
#pragma sparse order(i)
  for (int i = 0; i < m; ++i) {
    Vec3 before = f[i];
    f[i].x = 0;
    f[i].y += before.x;
    f[i] = cross(f[i], g[i]);
  }
}
// CHECK-LABEL: nest @inOrder {
// CHECK:           let before_x = f_x[i]
// CHECK-NEXT:      f_x[i] = 0.0
// CHECK-NEXT:      f_y[i] += before_x
// CHECK-NEXT:      let value = f_y[i] * g_z[i] - f_z[i] * g_y[i]
// CHECK:           f_x[i] = value

#else

struct Sum {
  double &s;
  void add(double v) { s += v; }
};
struct Logged {
  double x;
  ~Logged(); // hidden
};
struct Counted {
  double x;
  Counted(double x) : x(x) { throw x; } // expected-note {{here, in the body of what is called}}
};
struct Table {
  double v[3];
  struct Entry {
    int col;
  } e[2];
};
Vec3 chosen(bool first, const Vec3 &a, const Vec3 &b) {
  if (first)
    throw a; // expected-note {{here, in the body of what is called}}
  return b;
}

void refused(int m, const Vec3 *x, const Logged *logged, const Table *tables,
             double *y, Vec3 *f) {
#pragma sparse order(i)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    Sum s{sum}; // expected-error {{'s' refers to a variable; accepted are references to array elements, and constant ones}}
    s.add(x[i].x);
    y[i] = sum;
  }
#pragma sparse order(i)
  for (int i = 0; i < m; ++i) {
    Logged l = logged[i]; // expected-error {{values of type 'Logged' are not supported}}
    y[i] = l.x;
  }
#pragma sparse order(i)
  for (int i = 0; i < m; ++i) {
    Counted c(y[i]); // expected-error {{constructor of 'Counted' cannot become a part of the loop: 'throw' leaves the nest early; accepted are loops that run to their bound, and checks that compare loop variables with values that stay the same}}
    y[i] = c.x;
  }
#pragma sparse order(i)
  for (int i = 0; i < m; ++i) {
    Table t = tables[i]; // expected-error {{'struct Entry' is used here as a whole, in a way that is not supported; accepted are its members, one by one}}
    t.v[0] += 1;
    y[i] = t.v[0] + t.e[1].col;
  }
#pragma sparse order(i)
  for (int i = 0; i < m; ++i)
    f[i] = chosen(y[i] > 0, x[i], f[i]); // expected-error {{call of 'chosen' cannot become a part of the loop: 'throw' leaves the nest early; accepted are loops that run to their bound, and checks that compare loop variables with values that stay the same}}
}

#endif
