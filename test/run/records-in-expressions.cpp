// Functions that change the record that they return, in the middle of
// expressions, under conditions, and with an effect.
// RUN: %check-run --loops 5 --fallback 0 -fplugin-arg-sparse-min-work=0 %s -o %t --threads 3

#include "support/support.h"

#include <cmath>

struct Vec3 {
  double x, y, z;
  Vec3 operator-(const Vec3 &o) const { return {x - o.x, y - o.y, z - o.z}; }
  Vec3 &operator*=(double t) {
    x *= t;
    y *= t;
    z *= t;
    return *this;
  }
  double norm2() const { return x * x + y * y + z * z; }
};
using Vectors = std::vector<Vec3>;
using Numbers = std::vector<double>;

struct Box {
  double length;
  int *turns;
  /// The nearest of all images.
  Vec3 nearest(Vec3 d) const {
    d.x -= length * std::floor(d.x / length + 0.5);
    d.y -= length * std::floor(d.y / length + 0.5);
    return d;
  }
  Vec3 scaled(const Vec3 &v, double t) const {
    Vec3 d = v;
    if (d.x < 0)
      d.x = -d.x;
    d *= t;
    return d;
  }
  /// Tells that it was asked.
  Vec3 counted(const Vec3 &v, int i) const {
    ++turns[i];
    return {v.x + turns[i], v.y, v.z};
  }
};

void neighbours(const Box &b, const Vectors &p, std::vector<int> &n, double r2) {
#pragma sparse
  for (int i = 0; i < (int)p.size(); ++i) {
    int c = 0;
    for (int j = 0; j < (int)p.size(); ++j)
      if (j != i && b.nearest(p[i] - p[j]).norm2() < r2)
        c++;
    n[i] = c;
  }
}

void sums(const Box &b, const Vectors &p, Numbers &s) {
#pragma sparse
  for (size_t i = 0; i < p.size(); ++i)
    s[i] += b.nearest(b.scaled(p[i], 2) - b.nearest(p[0])).norm2() - b.scaled(p[i], p[i].z).y;
}

void chosen(const Box &b, const Vectors &p, Numbers &s) {
#pragma sparse
  for (size_t i = 0; i < p.size(); ++i) {
    s[i] = p[i].x > 1 ? b.scaled(p[i], 0.5).x : p[i].y < 0 || b.nearest(p[i]).x < 0 ? b.scaled(p[i], 3).z : 1;
    if (i % 2 == 0 || b.scaled(p[i], 1).x > 2)
      s[i] -= 0.25;
  }
}

/// What is counted by one call, the next one reads, where both run.
void counts(const Box &b, const Vectors &p, Numbers &s) {
#pragma sparse
  for (int i = 0; i < (int)p.size(); ++i)
    s[i] = b.counted(p[i], i).x + (p[i].z > 0 && b.counted(p[i], i).x > 2 ? b.counted(p[i], i).x : 0) + b.turns[i];
}

void back(const Box &b, Vectors &p) {
#pragma sparse
  for (size_t i = 0; i < p.size(); ++i)
    p[i] = b.scaled(b.nearest(p[i]), b.nearest(p[i]).norm2() < 2 ? 2 : b.scaled(p[i], 4).x);
}

int main() {
  const int n = 61;
  Vectors p(n);
  for (int i = 0; i < n; ++i)
    p[i] = {i % 7 * 0.5 - 1, i % 5 - 2.0, i % 3 - 1.0};
  std::vector<int> turns(n), near(n);
  const Box b{3, turns.data()};
  Numbers s(n, 1.0);
  neighbours(b, p, near, 2);
  run::record("neighbours", near);
  sums(b, p, s);
  run::record("sums", s);
  chosen(b, p, s);
  run::record("chosen", s);
  counts(b, p, s);
  run::record("counts", s);
  run::record("turns", turns);
  back(b, p);
  for (const Vec3 &v : p)
    run::record("back", Numbers{v.x, v.y, v.z});
}
