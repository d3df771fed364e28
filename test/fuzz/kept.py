#!/usr/bin/env python3
"""Random loops with searches whose results later runs read compute what the plain loops
do, while arrays change between runs."""

import os
import random
import sys

import kernels

PRELUDE = """#include <algorithm>
#include <cmath>
using Ints = std::vector<int>;
using Vector = std::vector<double>;
struct Matrix { int n; Ints pos, crd; };
static int linear(const Matrix &A, int row, int col) {
  for (int p = A.pos[row]; p < A.pos[row + 1]; ++p)
    if (A.crd[p] == col)
      return p;
  return A.pos[row];
}
static int binary(const Matrix &A, int row, int col) {
  int lo = A.pos[row], hi = A.pos[row + 1];
  while (lo < hi) {
    const int mid = (lo + hi) / 2;
    if (A.crd[mid] < col)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}
"""

# Rows of some entries, sorted or not; there is an element behind the last one.
MAIN = """static unsigned state;
static int below(int n) { state = state * 1103515245u + 12345u; return int(state / 65536 %% unsigned(n)); }
static Matrix make(int n, unsigned seed) {
  Matrix A{n, {0}, {}};
  state = seed;
  for (int i = 0; i < n; ++i) {
    Ints row;
    for (int l = below(9); l > 0; --l)
      row.push_back(below(n));
    if (below(2))
      std::sort(row.begin(), row.end());
    A.crd.insert(A.crd.end(), row.begin(), row.end());
    A.pos.push_back(int(A.crd.size()));
  }
  A.crd.push_back(n);
  return A;
}
int main() {
  for (int n : {1, 7, 40}) {
    Matrix A = make(n, unsigned(n));
    Ints to(n);
    for (int i = 0; i < n; ++i)
      to[i] = below(n);
    for (int run = 0; run < 9; ++run) {
      Vector x(n + 1), v(A.crd.size(), 0.5);
      for (int i = 0; i <= n; ++i)
        x[i] = i %% 7 * 0.25 + 1;
%s
      if (run == 2)
        A.crd[below(int(A.crd.size()))] = below(n);
      if (run == 3)
        to[below(n)] = below(n);
      if (run == 5)
        std::reverse(A.crd.begin(), A.crd.end());
      if (run == 6)
        A = make(n, unsigned(n) + 1), A.crd.resize(v.size() + A.crd.size());
    }
  }
}
"""


class Kernel:
    MAY_BE_REFUSED = True

    def __init__(self, seed, number):
        self.rng = random.Random("%d/%d" % (seed, number))
        self.number = number
        self.loops = self.rng.choice(["i", "i", "ij", "ij", "ijk"])
        self.kept = ["q"]
        self.body = [self.search("q"), self.use("q")]
        if self.rng.random() < 0.25:
            self.body.insert(self.rng.randrange(3), self.use("0"))
        if self.rng.random() < 0.25:
            self.body += [self.search("r"), self.use("r")]
            self.kept = self.pick(["q"], ["r"], ["q", "r"], ["r", "q"])
        if self.rng.random() < 0.3:
            self.body = ["if (%s) {" % self.pick("to[i] % 3 != 1", "i + n > 5", "x[to[i]] > 1.5")] + self.body + ["}"]
        keeps = ["keep(%s)" % name for name in self.kept]
        others = [self.pick("", "", "split(i, i0, i1, 3)", "unroll(i, 2)")]
        if len(self.loops) > 1:
            others.append(self.pick("", "reorder(i, j)", "fuse(i, j, f)"))
        elif others[0] == "":
            others.append(self.pick("", "parallelize(i, cpu_thread, wavefront)",
                                    "parallelize(i, cpu_thread, wavefront, schedule(list))"))
        clauses = keeps + others if self.rng.random() < 0.5 else others + keeps
        self.schedule = " ".join(c for c in clauses if c)

    def pick(self, *words):
        return self.rng.choice(words)

    def row(self):
        return self.pick("to[i]", "i", "n - 1 - i", "to[(i + %s) %% n]" % self.loops[-1])

    def column(self):
        last = self.loops[-1]
        return self.pick("to[%s %% n]" % last, last, "x.size() / 2", "A.crd[A.pos[i]]")

    def search(self, name):
        row, column = self.row(), self.column()
        kind = self.rng.randrange(8)
        ty = self.pick("int", "int", "long", "unsigned")
        if kind < 2:
            return "const %s %s = linear(A, %s, int(%s));" % (ty, name, row, column)
        if kind < 4:
            return "const %s %s = binary(A, %s, int(%s));" % (ty, name, row, column)
        if kind < 5:
            return ("const %s %s = std::lower_bound(A.crd.data() + A.pos[%s], A.crd.data() + A.pos[%s + 1], int(%s))"
                    " - A.crd.data();" % (ty, name, row, row, column))
        if kind < 6:
            return ("%s %s = A.pos[%s]; for (int p = A.pos[%s]; p < A.pos[%s + 1]; ++p) if (A.crd[p] %s int(%s)) %s = p;" % (
                ty, name, row, row, row, self.pick("==", "<=", ">"), column, name))
        if kind < 7:
            return "%s %s = A.pos[%s]; while (A.crd[%s] < int(%s) && %s + 1 < int(A.crd.size())) ++%s;" % (
                ty, name, row, name, column, name, name)
        return ("int %s = A.pos[%s], left = 3; while (%s > 0 && left > 0) { --%s; if (A.crd[%s] != int(%s)) --left; }" % (
            name, row, name, name, name, column)).replace("left", "left_" + name)

    def use(self, name):
        return self.pick("v[%s] += 0.25 * x[i];", "v[%s] = 0.5 * v[%s] + %s;" % ("%s", "%s", self.loops[-1]),
                         "x[i] += v[%s];", "x[i] = 0.5 * x[i] + 0.125 * v[%s] * (%s %% 3);" % ("%s", "%s"),
                         "if (v[%s] > 0.75) x[i] -= 0.5;", "v[%s] += 1; v[%s] *= 0.75;").replace("%%", "%").replace("%s", name)

    def header(self, var):
        n = "n" if var == "i" else self.pick("3", "4", "n / 2", "n")
        return self.pick("for (int {v} = 0; {v} < {n}; ++{v})", "for (int {v} = 0; {v} < {n}; ++{v})",
                         "for (long {v} = {n} - 1; {v} >= 0; --{v})", "for (int {v} = 1; {v} < {n}; {v} += 2)").format(v=var, n=n)

    def text(self):
        lines = ["void kernel%d(int n, const Matrix &A, const Ints &to, Vector &v, Vector &x) {" % self.number]
        if self.schedule:
            lines.append("#pragma sparse " + self.schedule)
        lines += ["  " + self.header(var) + (" {" if var == self.loops[-1] else "") for var in self.loops]
        return "\n".join(lines + ["    " + line for line in self.body] + ["  }", "}"])

    def call(self):
        return """      {
        Vector a = v, b = x;
        kernel%d(n, A, to, a, b);
        print("%d", a), print("x", b);
      }""" % (self.number, self.number)


if __name__ == "__main__":
    PLUGIN = next(a for a in sys.argv if a.startswith("--plugin="))
    LIBRARY = os.path.dirname(PLUGIN.split("=")[-1])
    Kernel.FLAGS = ["-L" + LIBRARY, "-llacuna_rt", "-Wl,-rpath," + LIBRARY]
    sys.exit(kernels.main("kept", __doc__, PRELUDE, MAIN, Kernel))
