#!/usr/bin/env python3
"""Random loops whose iterations need earlier ones compute in the order of a plan what
the plain loops do: sweeps, solves, updates of rows by markers, merges and searches."""

import os
import random
import sys

import kernels

PRELUDE = """#include <algorithm>
#include <cmath>
using Ints = std::vector<int>;
using Vector = std::vector<double>;
struct Matrix { int n; Ints pos, crd, diag; };
"""

# Unsorted rows, empty ones, equal coordinates, diagonals that are not there: `diag` is
# then some position of the row, or its end.
MAIN = """static unsigned state;
static int below(int n) { state = state * 1103515245u + 12345u; return int(state / 65536 %% unsigned(n)); }
static Matrix make(int n, unsigned seed) {
  Matrix A{n, {0}, {}, {}};
  state = seed;
  for (int i = 0; i < n; ++i) {
    Ints row;
    for (int l = below(6); l > 0; --l)
      row.push_back(l %% 2 ? below(n) : std::min(n - 1, std::max(0, i - 3 + below(7))));
    if (below(3))
      row.push_back(i);
    if (below(2))
      std::sort(row.begin(), row.end());
    A.diag.push_back(A.pos.back() + int(std::find(row.begin(), row.end(), i) - row.begin()));
    A.crd.insert(A.crd.end(), row.begin(), row.end());
    A.pos.push_back(int(A.crd.size()));
  }
  A.crd.resize(A.crd.size() + 2);
  return A;
}
int main() {
  for (int n : {1, 7, 40, 300}) {
    Matrix A = make(n, unsigned(n));
    const Ints order = make(n, 5).diag;
    Ints to(n);
    for (int i = 0; i < n; ++i)
      to[i] = order[i] %% n;
    for (int run = 0; run < 3; ++run) {
      Vector x(2 * n + 2), y(2 * n + 2), v(A.crd.size(), 0.5);
      for (int i = 0; i < 2 * n + 2; ++i) {
        x[i] = i %% 7 * 0.25 + 1;
        y[i] = i %% 5 * 0.5 - 1;
      }
%s
      if (run == 1)
        for (int i = 0; i < n; i += 3)
          A.crd[A.pos[i]] = below(n);
    }
  }
}
"""

ROW = ["pos[{i}]; p < pos[{i} + 1]"] * 5 + ["pos[{i}]; p < diag[{i}]", "pos[{i}]; p < pos[{i} + 1] - 1"]
MARKED = """for (int p = pos[i]; p < pos[i + 1]; ++p) iw[crd[p]] = p;
for (int p = pos[i]; p < %s; ++p) {
  const int k = crd[p];
  %s
  for (int q = %s; q < pos[k + 1]; ++q) { const int z = iw[crd[q]]; if (%s) v[z] -= 0.25 * v[p] * v[q]; }
}
for (int p = pos[i]; p < pos[i + 1]; ++p) iw[crd[p]] = -1;"""
MERGED = """for (int p = pos[i]; p < pos[i + 1]; ++p) {
  const int k = crd[p];
  int a = %s, b = %s;
  while (a < pos[i + 1] && b < pos[k + 1]) {
    if (crd[a] == crd[b]) { v[a] -= 0.125 * v[p] * v[b]; ++a; ++b; }
    else if (crd[a] < crd[b]) ++a; else ++b;
  }
}"""
SEARCHED = """for (int p = pos[i]; p < pos[i + 1]; ++p) {
  const int k = crd[p];
  for (int q = %s; q < pos[k + 1]; ++q)
    for (int r = %s; r < pos[i + 1]; ++r)
      if (crd[r] == crd[q]) { v[r] -= 0.125 * v[p] * v[q]; %s }
}"""


class Kernel:
    MAY_BE_REFUSED = True

    def __init__(self, seed, number, on_gpu=False):
        self.rng = random.Random("%d/%d" % (seed, number))
        # Threads of a GPU have no copies of a marker.
        self.may_mark = not on_gpu
        self.number = number
        self.vectors = self.rng.random() < 0.5
        self.down = self.rng.random() < 0.3
        self.marked = False
        self.body = [self.statement() for _ in range(self.rng.choice([1, 1, 1, 2]))]
        order = ", schedule(levels)" if on_gpu else self.rng.choice(["", ", schedule(list)", ", schedule(levels)"])
        private = "private(iw) " if self.marked else ""
        extents = "" if self.vectors else self.rng.choice(["", "assume(extent(crd, nnz)) "])
        self.schedule = private + extents + ("target(cuda) " if on_gpu else "") + self.rng.choice(
            ["parallelize(i, %s, wavefront%s)"] * 3 + ["split(i, i0, i1, 4) parallelize(i0, %s, wavefront%s)"]) % (
                "gpu_thread" if on_gpu else "cpu_thread", order)

    def pick(self, *words):
        return self.rng.choice(words)

    def element(self):
        return self.pick("i", "i", "i", "n - 1 - i", "i / 2", "i * 3 % n", "to[i]", "2 * i + 1", "i + n")

    def gathered(self):
        return self.pick("crd[p]", "crd[p]", "crd[p]", "to[crd[p]]", "crd[p] + n", "2 * crd[p]", "n - 1 - crd[p]")

    def condition(self):
        return self.pick("", "", "", "if (crd[p] < i) ", "if (crd[p] > i) ", "if (crd[p] != i) ",
                         "if (%s[crd[p]] > 0.5) " % self.pick("x", "y"), "if (p % 2 && crd[p] <= i) ")

    def row(self, statement, i="i"):
        kind = self.rng.random()
        if kind < 0.15:
            stop = self.pick("", " && crd[p] < i", " && crd[p] != i")
            return "{ int p = pos[%s]; while (p < pos[%s + 1]%s) { %s ++p; } }" % (i, i, stop, statement)
        if kind < 0.3:
            stop = self.pick("if (crd[p] >= i) break;", "if (crd[p] == i) continue;")
            return "for (int p = pos[%s]; p < pos[%s + 1]; ++p) { %s %s }" % (i, i, stop, statement)
        step = self.pick("++p", "++p", "++p", "++p", "p += 2")
        return "for (int p = %s; %s) { %s }" % (self.pick(*ROW).format(i=i), step, statement)

    def statement(self):
        kind = self.rng.random()
        if kind < 0.4:
            out, scale = self.pick("x", "x", "y"), self.pick("0.5", "0.125", "v[pos[i]]")
            sum_up = "%ss -= 0.25 * v[p] * %s[%s];" % (self.condition(), self.pick("x", "x", "y"), self.gathered())
            return "{ double s = %s[i]; %s %s[%s] = s * %s; }" % (
                self.pick("x", "y"), self.row(sum_up, self.pick("i", "i", "i", "to[i]")), out, self.element(), scale)
        if kind < 0.55:
            return self.row("%s%s[%s] += 0.125 * v[p] * %s[%s];" % (
                self.condition(), self.pick("x", "y"), self.gathered(), self.pick("x", "y"), self.element()))
        if kind < 0.65:
            return self.row("v[p] = 0.5 * v[p] + 0.125 * v[%s];" % self.pick(
                "pos[crd[p]]", "diag[crd[p]]", "pos[crd[p] + 1]", "pos[i]"))
        if kind < 0.8 and self.may_mark:
            self.marked = True
            return MARKED % (self.pick("diag[i]", "pos[i + 1]"), self.pick("v[p] *= 0.5 + v[diag[k]];", ""),
                             self.pick("pos[k]", "diag[k]", "diag[k] + 1"),
                             self.pick("z >= 0", "z != -1", "z > -1", "-1 < z", "!(z < 0)", "z >= -1 && z >= 0"))
        starts = ("pos[k]", "diag[k]", "diag[k] + 1"), ("pos[i]", "p + 1")
        if kind < 0.9:
            return MERGED % (self.pick(*starts[1]), self.pick(*starts[0]))
        return SEARCHED % (self.pick(*starts[0]), self.pick(*starts[1]), self.pick("", "break;"))

    def text(self):
        header = "int i = n - 1; i >= 0; --i" if self.down else "int i = 0; i < n; ++i"
        lines = ["void kernel%d(int n, int nnz, %s, %s) {" % (
            self.number, "const Ints &pos, const Ints &crd, const Ints &diag, const Ints &to" if self.vectors else
            "const int *pos, const int *crd, const int *diag, const int *to",
            "Vector &v, Vector &x, Vector &y" if self.vectors else "double *v, double *x, double *y")]
        if self.marked:
            lines.append("  Ints iw(n, -1);")
        if self.schedule:
            lines.append("#pragma sparse " + self.schedule)
        lines.append("  for (%s) {" % header)
        return "\n".join(lines + ["    " + line for line in self.body] + ["  }", "}"])

    def call(self):
        arguments = ["A.pos", "A.crd", "A.diag", "to", "a", "b", "c"]
        if not self.vectors:
            arguments = [a + ".data()" for a in arguments]
        return """      {
        Vector a = v, b = x, c = y;
        kernel%d(n, int(A.crd.size()), %s);
        print("%d", a), print("x", b), print("y", c);
      }""" % (self.number, ", ".join(arguments), self.number)


if __name__ == "__main__":
    PLUGIN = next(a for a in sys.argv if a.startswith("--plugin="))
    LIBRARY = os.path.dirname(PLUGIN.split("=")[-1])
    Kernel.FLAGS = ["-L" + LIBRARY, "-llacuna_rt", "-Wl,-rpath," + LIBRARY]
    sys.exit(kernels.main("waves", __doc__, PRELUDE, MAIN, Kernel))
