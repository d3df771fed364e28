// Functions that return records by several ways, and choices between records.
// clang-format off
// RUN: %check-run --loops 9 -fplugin-arg-sparse-min-work=0 %s -o %t --threads 3
// clang-format on

#include "support/support.h"
#include <array>
#include <cmath>

struct Vec3 {
  double x, y, z;
};
static Vec3 operator*(double t, const Vec3 &v) {
  return {t * v.x, t * v.y, t * v.z};
}
static Vec3 operator+(const Vec3 &a, const Vec3 &b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
struct Row {
  double e[3];
  int col;
};
using Vectors = std::vector<Vec3>;
using Rows = std::vector<Row>;

static Vec3 normalized(const Vec3 &v) {
  const double length = std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
  if (length < 1e-9)
    return v;
  return 1 / length * v;
}
static Vec3 larger(const Vec3 &a, const Vec3 &b) {
  if (a.x > b.x)
    return a;
  else
    return b;
}
static void units(int n, const Vectors &p, Vectors &q) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    q[i] = normalized(p[i]) + larger(p[i], normalized(p[n - 1 - i]));
}

/// An argument that is changed meanwhile.
static Vec3 limited(Vec3 v, double most) {
  if (v.x > most) {
    v.x = most;
    if (v.y > most)
      return {most, most, v.z};
  } else if (v.z > most) {
    return most * v;
  }
  v.y += v.x;
  return v;
}
static void limits(int n, Vectors &p, double most) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    p[i] = limited(p[i], most);
}

/// What is not chosen is not read: behind the last row there is none.
static void ends(int n, const std::vector<int> &pos, const Row *rows,
                 std::vector<double> &y) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    const Row none = {{1, 2, 3}, -1};
    const Row first = pos[i] < pos[i + 1] ? rows[pos[i]] : none;
    y[i] = first.e[0] + first.e[2] * first.col;
  }
}

/// From within a loop.
static Row found(const std::vector<int> &pos, const Rows &rows, int i,
                 int col) {
  for (int p = pos[i]; p < pos[i + 1]; ++p)
    if (rows[p].col == col)
      return rows[p];
  return Row{{0, -1, 0}, col};
}
static void searched(int n, const std::vector<int> &pos, const Rows &rows,
                     std::vector<double> &y) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    const Row r = found(pos, rows, i, i % 5);
    y[i] = r.e[1] + r.col;
  }
}

/// A `switch`, and records in records.
struct Pair {
  Vec3 first;
  std::array<int, 2> at;
};
static Pair kindOf(int k, const Vec3 &v) {
  switch (k % 3) {
  case 0:
    return {v, {k, 0}};
  case 1:
    return {2 * v, {0, k}};
  default:
    break;
  }
  return {{1, 2, 3}, {}};
}
static void kinds(int n, const Vectors &p, std::vector<double> &y) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    Pair k = kindOf(i, p[i]);
    k.first.z += k.at[0] - k.at[1];
    y[i] = k.first.x + k.first.z;
  }
}

/// An array.
static std::array<double, 2> roots(double b, double c) {
  const double d = b * b - c;
  if (d < 0)
    return {-1, -1};
  return {b - std::sqrt(std::fabs(d)), b + std::sqrt(std::fabs(d))};
}
static void solved(int n, const Vectors &p, std::vector<double> &y) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    const auto r = roots(p[i].y, p[i].z);
    y[i] = r[0] + 2 * r[1];
  }
}

/// The result takes the place of an argument.
static void swapped(int n, Vectors &p, Vectors &q) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    Vec3 a = p[i], b = q[i];
    a = larger(b, a);
    b = a.y < 0 ? b + a : larger(a, b);
    p[i] = b;
    q[i] = i % 2 == 0 ? a : (a.x < b.x ? b : 0.5 * a);
  }
}

/// Sums in a loop.
static void sums(int n, const std::vector<int> &pos, const Rows &rows,
                 const Vectors &p, Vectors &q) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    Vec3 s = {0, 0, 0};
    for (int k = pos[i]; k < pos[i + 1]; ++k)
      s = s + (rows[k].e[0] > 0.5 ? limited(p[rows[k].col], 1) : p[i]);
    q[i] = s;
  }
}

/// In a condition.
static void counted(int n, const Vectors &p, std::vector<double> &y) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    const Vec3 unit = normalized(p[i]), more = larger(p[i], p[(i + 1) % n]);
    if (unit.x > 0.25 && more.y < 2)
      y[i] += unit.z;
  }
}

static std::vector<double> numbers(const Vectors &p) {
  std::vector<double> all;
  for (const Vec3 &v : p)
    all.insert(all.end(), {v.x, v.y, v.z});
  return all;
}

int main() {
  const int n = 300;
  std::vector<int> pos{0};
  Rows rows;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i % 5 && i + 1 < n; ++k)
      rows.push_back({{k * 0.25, i * 0.5, 1.0 + k}, (i + k) % 7});
    pos.push_back(int(rows.size()));
  }
  Vectors p, q(n);
  for (int i = 0; i < n; ++i)
    p.push_back({i % 13 * 0.5 - 2, i % 7 - 3.0, i % 5 * 0.25});
  p[7] = {0, 0, 0};
  std::vector<double> y(n);
  units(n, p, q);
  run::record("units", numbers(q));
  limits(n, q, 0.75);
  run::record("limits", numbers(q));
  ends(n, pos, rows.data(), y);
  run::record("ends", y);
  searched(n, pos, rows, y);
  run::record("searched", y);
  kinds(n, p, y);
  run::record("kinds", y);
  solved(n, p, y);
  run::record("solved", y);
  Vectors a = p, b = q;
  swapped(n, a, b);
  run::record("swapped a", numbers(a));
  run::record("swapped b", numbers(b));
  sums(n, pos, rows, p, q);
  run::record("sums", numbers(q));
  counted(n, p, y);
  run::record("counted", y);
}
