#!/usr/bin/env python3
"""Random loops over records that hold arrays, by value and in memory that may overlap,
compute what the plain loops do."""

import random
import sys

import kernels

PRELUDE = """#include <array>
struct Vec {
  double e[3];
  Vec() : e{0, 0, 0} {}
  Vec(double a, double b, double c) : e{a, b, c} {}
  explicit Vec(double t) { for (int k = 0; k < 3; ++k) e[k] = t + k; }
  double operator[](int k) const { return e[k]; }
  double &operator[](int k) { return e[k]; }
  Vec &operator+=(const Vec &v) { for (int k = 0; k < 3; ++k) e[k] += v.e[k]; return *this; }
  Vec &operator*=(double t) { e[0] *= t; e[1] *= t; e[2] *= t; return *this; }
  Vec operator-() const { return Vec(-e[0], -e[1], -e[2]); }
  bool operator<(const Vec &v) const { return e[0] + e[2] < v.e[1]; }
};
static Vec operator+(const Vec &a, const Vec &b) { return Vec(a[0] + b[0], a[1] + b[1], a[2] + b[2]); }
static Vec operator-(Vec a, const Vec &b) { for (int k = 0; k < 3; ++k) a[k] -= b[k]; return a; }
static Vec operator*(double t, Vec v) { v *= t; return v; }
static Vec turned(const Vec &v) { return Vec(v[1], v[2], v.e[0]); }
static Vec same(const Vec &v) { return v; }
static double dot(const Vec &a, const Vec &b) { double s = 0; for (int k = 0; k < 3; ++k) s += a[k] * b.e[k]; return s; }
struct Body { Vec at; double mass; std::array<double, 2> w; int c[2]; };
static Body moved(Body b, double t) { b.at *= t; b.w[1] = b.w[0] - t; b.c[0] += 1; return b; }
static Vec larger(const Vec &a, const Vec &b) { if (a < b) return b; return a; }
static Vec limited(Vec v, double most) {
  if (v[1] > most) {
    v[1] = most;
    if (v[2] > most) return Vec(most, most, v[0]);
  } else if (v[0] < 0) {
    return -v;
  }
  v[0] += v[2];
  return v;
}
static Body first(const Body *b, int from, int to, double t) {
  for (int p = from; p < to; ++p)
    if (b[p].at[0] > t) return b[p];
  return moved(b[from], 0.25);
}
static double weight(const Body &b) { return b.mass + b.w[0] * b.c[1] + b.at[2]; }
"""

# All arrays lie in one, so that they meet in many ways; the last call but one has
# numbers inside of records.
MAIN = """static void fill(std::vector<Body> &pool) {
  for (size_t i = 0; i < pool.size(); ++i) {
    pool[i].at = Vec(i %% 7 * 0.5 - 1, i %% 5 * 0.25, i %% 11 * 0.125 - 0.5);
    pool[i].mass = i %% 3 * 0.5;
    pool[i].w = {i %% 4 * 0.25, 1.5};
    pool[i].c[0] = i %% 6, pool[i].c[1] = i %% 2;
  }
}
static void show(const char *name, const std::vector<Body> &pool, const std::vector<double> &s) {
  std::vector<double> all(s);
  for (const Body &b : pool) {
    all.insert(all.end(), b.at.e, b.at.e + 3);
    all.push_back(b.mass);
    all.insert(all.end(), b.w.begin(), b.w.end());
    all.insert(all.end(), b.c, b.c + 2);
  }
  print(name, all);
}
int main() {
  const int n = 30;
  std::vector<int> pos{0}, crd;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i %% 4; ++k)
      crd.push_back((i * 3 + k * 7) %% n);
    pos.push_back(int(crd.size()));
  }
  crd.push_back(0);
%s
}
"""


class Kernel:
    MAY_BE_REFUSED = True
    FLAGS = ["-fno-math-errno"]
    WAYS = {"sparse": ["-fplugin-arg-sparse-min-work=0"],
            "full": ["-fplugin-arg-sparse-min-work=0", "-fplugin-arg-sparse-check=full"]}

    def __init__(self, seed, number):
        self.rng = random.Random("%d/%d" % (seed, number))
        self.number = number
        self.vectors, self.bodies, self.constant = [], [], set()
        self.schedule = self.pick("", "", "", "parallelize(i, cpu_thread, no_races)", "unroll(i, 2)")
        self.holds = self.pick("std::vector<Body> &", "Body *", "Body *", "Body *")
        self.depth = 0
        self.lines = self.statements(self.rng.randrange(2, 6))

    def pick(self, *words):
        return self.rng.choice(words)

    def place(self):
        """A record in memory that is read."""
        inner = ["x[crd[p]]"] * 2 if self.depth else []
        return self.pick("x[i]", "y[i]", "x[n - 1 - i]", "x[crd[i]]", *inner)

    def vector(self, depth=2):
        known = self.vectors + [b + ".at" for b in self.bodies] + [self.place() + ".at"]
        if depth == 0 or self.rng.random() < 0.3:
            return self.pick(*known)
        a, b = self.vector(depth - 1), self.vector(depth - 1)
        return self.pick("(%s + %s)" % (a, b), "(%s - %s)" % (a, b), "(%s * %s)" % (self.number_of(depth - 1), a),
                         "turned(%s)" % a, "same(%s)" % a, "(-%s)" % a, "Vec(%s)" % self.number_of(0),
                         "Vec(%s[0], 0.5, %s.e[2])" % (a, b), "Vec()", "larger(%s, %s)" % (a, b),
                         "limited(%s, %s)" % (a, self.number_of(0)))

    def number_of(self, depth=1):
        leaves = ["0.5", "0.25", self.place() + ".mass", self.place() + ".w[1]", "x[i].at.e[1]"]
        leaves += [v + "[%d]" % self.rng.randrange(3) for v in self.vectors]
        leaves += [self.pick(b + ".w[0]", b + ".c[1]", b + ".mass") for b in self.bodies]
        if depth == 0 or self.rng.random() < 0.4:
            return self.pick(*leaves)
        return self.pick("dot(%s, %s)" % (self.vector(depth - 1), self.vector(depth - 1)),
                         "weight(%s)" % self.pick(self.place(), *self.bodies),
                         "weight(moved(%s, %s))" % (self.place(), self.number_of(0)),
                         "limited(%s, %s)[%d]" % (self.vector(depth - 1), self.number_of(0), self.rng.randrange(3)),
                         "(%s ? limited(%s, 0.5).e[1] : %s)" % (self.condition(0), self.vector(0), self.number_of(0)))

    def condition(self, depth=1):
        if depth and self.rng.random() < 0.3:
            return "(%s %s %s)" % (self.condition(0), self.pick("&&", "||"), self.condition(0))
        return self.pick("%s < %s" % (self.vector(0), self.vector(1)), "i % 3 == 1", "%s > 0.5" % self.number_of())

    def mutable(self):
        return [v for v in self.vectors if v not in self.constant]

    def statement(self):
        kind = self.rng.randrange(12)
        if kind < 2 or not self.mutable():
            name = "v%d" % self.rng.randrange(1000)
            if name in self.vectors:
                return []
            text = "%sVec %s = %s;" % (self.pick("", "", "const "), name, self.vector())
            self.vectors.append(name)
            if text.startswith("const"):
                self.constant.add(name)
            return [text]
        v = self.pick(*self.mutable())
        if kind == 2:
            name = "b%d" % self.rng.randrange(1000)
            if name in self.bodies:
                return []
            text = "Body %s = %s;" % (name, self.pick(
                self.place(), "moved(%s, %s)" % (self.place(), self.number_of()),
                "%s ? %s : %s" % (self.condition(), self.place(), self.pick(self.place(), "moved(%s, 2)" % self.place())),
                "first(&x[i], 0, %s, %s)" % (self.pick("1", "2", "i % 3"), self.number_of(0))))
            self.bodies.append(name)
            return [text]
        if kind == 3 and self.bodies:
            b = self.pick(*self.bodies)
            return [self.pick("%s.at += %s;" % (b, self.vector()), "%s.w[0] -= %s;" % (b, self.number_of()),
                              "%s = moved(%s, 0.5);" % (b, b), "%s.at = %s;" % (b, self.vector()),
                              "y[i] = %s;" % b, "y[i].w = %s.w;" % b)]
        if kind < 6:
            return [self.pick("%s += %s;" % (v, self.vector()), "%s = %s;" % (v, self.vector()),
                              "%s = %s ? %s : %s;" % (v, self.condition(), self.vector(1), self.vector(1)),
                              "%s *= %s;" % (v, self.number_of()))]
        if kind == 6:
            return ["for (int k = 0; k < 3; ++k) %s.e[k] %s %s;" % (v, self.pick("+=", "=", "-="), self.pick(
                "x[i].at.e[k]", "k * 0.5", "%s[2 - k]" % self.pick(*self.vectors)))]
        if kind == 7:
            return ["%s[%d] = %s;" % (v, self.rng.randrange(3), self.number_of())]
        if kind == 8:
            return ["if (%s) {" % self.condition()] + self.block() + ["}"]
        if kind == 9 and not self.depth:
            self.depth = 1
            body = self.block()
            self.depth = 0
            return ["for (int p = pos[i]; p < pos[i + 1]; ++p) {"] + body + ["}"]
        if kind == 10:
            return ["s[i] += %s;" % self.number_of()]
        return [self.pick("y[i].at = %s;" % self.vector(), "y[i].at += %s;" % self.vector(),
                          "y[i].mass = %s;" % self.number_of(), "y[i].at.e[1] -= %s;" % self.number_of())]

    def block(self):
        vectors, bodies = len(self.vectors), len(self.bodies)
        lines = self.statements(self.rng.randrange(1, 3))
        del self.vectors[vectors:], self.bodies[bodies:]
        return lines

    def statements(self, count):
        return [line for _ in range(count) for line in self.statement()]

    def text(self):
        lines = ["void kernel%d(int n, const std::vector<int> &pos, const std::vector<int> &crd, %s%sx, %sy, double *s) {" % (
            self.number, "const ", self.holds, self.holds)]
        if self.schedule is not None:
            lines.append("#pragma sparse " + self.schedule)
        return "\n".join(lines + ["  for (int i = 0; i < n; ++i) {"] + ["    " + line for line in self.lines] +
                         ["    y[i].mass += 0.5;", "  }", "}"])

    def call(self):
        if self.holds != "Body *":
            return """  {
    std::vector<Body> x(2 * n), y(n);
    std::vector<double> s(n);
    fill(x), fill(y);
    kernel%d(n, pos, crd, x, y, s.data());
    show("%d", y, s);
    kernel%d(n, pos, crd, x, x, s.data());
    show("same", x, s);
  }""" % (self.number, self.number, self.number)
        return """  for (int at : {0, 60, 1, 59, 15, 30, 29, 45}) {
    std::vector<Body> pool(4 * n);
    std::vector<double> s(n);
    fill(pool);
    kernel%d(n, pos, crd, pool.data() + 30, pool.data() + at, s.data());
    show("%d", pool, s);
    kernel%d(n, pos, crd, pool.data() + 30, pool.data() + at, &pool[at == 15 ? 30 : 59].at.e[at %% 3]);
    show("inside", pool, s);
  }""" % (self.number, self.number, self.number)


if __name__ == "__main__":
    sys.exit(kernels.main("vectors", __doc__, PRELUDE, MAIN, Kernel))
