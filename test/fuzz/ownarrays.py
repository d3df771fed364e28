#!/usr/bin/env python3
"""Random loops whose iterations declare arrays: of the language, of computed size,
`std::array`, vectors; copied, assigned, returned, and handed to functions."""

import random
import sys

import kernels

PRELUDE = """#include <algorithm>
#include <array>
#include <numeric>
template <class T> using Four = std::array<T, 4>;
template <class T> using Grid = std::array<std::array<T, 2>, 3>;
template <class A> static void touch(A &a, int by) {
  for (auto &e : a)
    e += by;
}
template <class A> static auto peek(const A &a) { return a[0] * 2 + a[1]; }
template <class T> static T byValue(Four<T> a, int k) {
  a[k] += 3;
  return a[k] - a[0];
}
template <class T> static Four<T> mixed(const Four<T> &a, Four<T> b) {
  Four<T> c{};
  for (int k = 0; k < 4; ++k)
    c[k] = a[3 - k] - b[k];
  b[1] = 0;
  c[0] += b[1];
  return c;
}
template <class T> static Four<T> twice(const Four<T> &a) { return {T(a[0] + a[0]), T(a[1] + a[1]), a[2], a[3]}; }
template <class T> static T sumOf(const T *p, int n) {
  T s = 0;
  for (int k = 0; k < n; ++k)
    s += p[k];
  return s;
}
"""

MAIN = """
template <class T, class F> static void run(int number, F f) {
  std::printf("%%d:", number);
  for (int m : {0, 1, 3, 20})
    for (int n : {2, 3, 8}) {
      std::vector<T> x(40), y(40);
      std::vector<Four<T>> rows(40);
      for (int i = 0; i < 40; ++i) {
        x[i] = T(i * 7 %% 11 - 3);
        rows[i] = {T(i), T(2 - i), T(i %% 3), T(5)};
      }
      f(m, n, x, y, rows);
      for (int i = 0; i < 40; ++i)
        std::printf(" %%ld", long(y[i]) + 3 * long(rows[i][0]) + 5 * long(rows[i][1]) + 7 * long(rows[i][3]));
    }
  std::printf("\\n");
}
int main() {
%s
}
"""


class Kernel:
    MAY_BE_REFUSED = False
    WAYS = {"sparse": [], "verified": ["-fplugin-arg-sparse-verify"]}

    def __init__(self, seed, number):
        rng = self.rng = random.Random(seed * 1000 + number)
        self.number, self.type = number, rng.choice(["double", "int", "long", "float", "short"])
        self.arrays = []  # name, kind, size as text
        self.lines = ["T s = T(x[i]);"]
        self.row = rng.random() < 0.4
        for _ in range(rng.randint(1, 3)):
            self.declare()
        for _ in range(rng.randint(3, 9)):
            self.statement()
        self.lines.append("y[i] = T(long(s) % 1000);")
        if self.row:
            of = [a for a, kind, _ in self.arrays if kind == "four"]
            self.lines.append("rows[i] = %s;" % (rng.choice(of) if of else "Four<T>{s, 1}"))

    def index(self, size):
        return self.rng.choice(["0", "1", "(i + %d) %% (%s)" % (self.rng.randint(0, 3), size)])

    def value(self):
        options = ["T(%d)" % self.rng.randint(-2, 9), "x[i]", "T(i % 7)", "s"]
        for name, kind, size in self.arrays:
            options += ["%s[1][0]" % name if kind == "grid" else "%s[%s]" % (name, self.index(size))]
        return "T(long(%s) %% 100)" % self.rng.choice(options)

    def declare(self):
        rng, name = self.rng, "v%d" % len(self.arrays)
        kind = rng.choice(["plain", "computed", "four", "four", "vector", "vector", "list", "grid"])
        same = [a for a in self.arrays if a[1] == kind]
        size = rng.choice(["n", "n + 1", "2 * n"]) if kind in ("computed", "vector") else "4"
        if kind == "plain":
            text = rng.choice(["T {0}[4] = {{}};", "T {0}[4] = {{{1}, {2}}};"])
        elif kind == "computed":
            text = "T {0}[{3}]; for (int j = 0; j < {3}; ++j) {0}[j] = T(j) + {1};"
        elif kind == "four":
            text = rng.choice(["Four<T> {0}{{}};", "Four<T> {0} = {{{1}, {2}, 3}};", "Four<T> {0} = rows[i];",
                               "Four<T> {0}; for (auto &e : {0}) e = {1};"])
            if same and rng.random() < 0.6:
                text = rng.choice(["auto {0} = {4};", "const Four<T> {0}c = {4}; Four<T> {0} = {0}c;",
                                   "Four<T> {0} = mixed({4}, {4});", "Four<T> {0} = twice({4});",
                                   "auto {0} = mixed(twice({4}), rows[i]);"])
        elif kind == "vector":
            text = rng.choice(["std::vector<T> {0}({3});", "std::vector<T> {0}({3}, {1});"])
            if same and rng.random() < 0.5:
                size = same[-1][2]
                text = rng.choice(["std::vector<T> {0}({4});", "auto {0} = {4};",
                                   "std::vector<T> {0}({4}.begin(), {4}.end());"])
        elif kind == "list":
            text, size = rng.choice([("std::vector<T> {0} = {{{1}, {2}, 3}};", "3"),
                                     ("std::vector<T> {0}{{{1}, {2}}};", "2")])
        else:
            text = rng.choice(["Grid<T> {0}{{}};", "Grid<T> {0} = {{{{{{1, 2}}, {{3, {1}}}, {{5, 6}}}}}};"])
            if same:
                text = "auto {0} = {4};"
        other = same[-1][0] if same else ""
        self.lines.append(text.format(name, self.value(), self.value(), size, other))
        self.arrays.append((name, kind, size))

    def statement(self):
        rng = self.rng
        name, kind, size = rng.choice(self.arrays)
        if kind == "grid":
            self.lines.append(rng.choice([
                "for (int a = 0; a < 3; ++a) for (int b = 0; b < 2; ++b) {0}[a][b] += T(a - b) + {1};",
                "{0}[i % 3][1] = {1};", "s += {0}[2][i % 2];", "{0}[0] = {0}[2];",
            ]).format(name, self.value()))
            return
        options = ["{0}[{2}] += {1};", "{0}[{2}] = {1};", "s += {0}[{2}];",
                   "for (int j = 0; j < {3}; ++j) {0}[j] = T({0}[j] - j);",
                   "if (x[i] > 0) {0}[{2}] = {1};",
                   "{{ T *p = &{0}[0]; p[{2}] -= {1}; }}",
                   "std::fill(&{0}[0], &{0}[0] + 2, {1});"]
        if kind != "computed" and kind != "plain":
            options += ["touch({0}, {4});", "s += peek({0});", "s += sumOf({0}.data(), 2);", "s += {0}.front() - {0}.back();",
                        "for (auto e : {0}) s += e;", "s = std::accumulate({0}.begin(), {0}.end(), s);",
                        "s += T({0}.size());"]
        if kind == "four":
            options += ["s += byValue({0}, i % 4);", "{0} = twice({0});", "{0} = rows[i];", "{0} = mixed(rows[i], {0});"]
            others = [a for a, k, _ in self.arrays if k == "four" and a != name]
            if others:
                options += ["{0} = %s;" % rng.choice(others), "s += mixed({0}, %s)[2];" % rng.choice(others)] * 2
        if rng.random() < 0.25:
            self.declare()
        text = rng.choice(options)
        if "mixed({0}, v" in text and "[2]" in text:
            text = "{ const auto t = %s; s += t[2]; }" % text[5:-4]
            text = text.replace("{ const", "{{ const").replace("; }", "; }}")
        self.lines.append(text.format(name, self.value(), self.index(size), size, rng.randint(0, 4)))
        self.lines.append("s = T(long(s) % 1000);")

    def text(self):
        return """static void kernel%d(int m, int n, const std::vector<%s> &x, std::vector<%s> &y, std::vector<Four<%s>> &rows) {
  using T = %s;
#pragma sparse fp(strict) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    %s
  }
}
""" % (self.number, self.type, self.type, self.type, self.type, "\n    ".join(self.lines))

    def call(self):
        return "  run<%s>(%d, kernel%d);" % (self.type, self.number, self.number)


if __name__ == "__main__":
    sys.exit(kernels.main("ownarrays", __doc__, PRELUDE, MAIN, Kernel))
