#!/usr/bin/env python3
"""Random loops over rows compute over layouts what the plain loops compute over the
user's arrays: any types, rows and values, which change between calls."""

import os
import random
import sys

import kernels

PRELUDE = """#include <algorithm>
#include <cmath>
#include <limits>
using Ints = std::vector<int>;
"""

# Unsorted rows, empty ones, equal coordinates, rows that are much longer than others;
# infinite and negative zero values, where each sum is that of the plain loop.
MAIN = """static unsigned state;
static int below(int n) { state = state * 1103515245u + 12345u; return int(state / 65536 %% unsigned(n)); }
static int length(int shape, int i) {
  switch (shape) {
  case 0: return below(6);
  case 1: return i %% 17 == 3 ? 40 + below(30) : below(3);
  case 2: return 5;
  case 3: return below(2) * 4;
  case 4: return 0;
  default: return 3;
  }
}
// Blocks of 2 and 3, and diagonals, where shapes are for these; else anywhere.
static int place(int shape, int i, int k, int m) {
  switch (shape) {
  case 5: return std::min((i / 2 * 2 + k) %% std::max(m, 1), m - 1);
  case 6: return std::min(i / 3 * 3 %% std::max(m - 2, 1) + k, m - 1);
  case 7: return std::min(std::max(i, 1) - 1 + k, m - 1);
  default: return below(m);
  }
}
template <class T> static T value(int k, bool nasty) {
  if constexpr (std::numeric_limits<T>::has_infinity) {
    if (nasty && k %% 61 == 7)
      return std::numeric_limits<T>::infinity();
    if (k %% 13 == 5)
      return T(-0.0);
    return T(k %% 29 - 14) * T(0.25);
  }
  return T(k %% 29 - 14);
}
template <class T> static std::vector<T> values(size_t n, int from, bool nasty) {
  std::vector<T> v(n);
  for (size_t k = 0; k < n; ++k)
    v[k] = value<T>(int(k) * 7 + from, nasty);
  return v;
}
template <class T> static std::vector<T> as(const Ints &from) { return {from.begin(), from.end()}; }
int main() {
  for (int shape = 0; shape < 8; ++shape)
    for (int n : {1, 6, 9, 70, 300}) {
      const int m = shape < 5 ? n / 2 + 3 : n + 3;
      Ints pos = {0}, crd;
      state = unsigned(n * 5 + shape);
      for (int i = 0; i < n; ++i) {
        for (int l = length(shape, i), k = 0; k < l; ++k)
          crd.push_back(place(shape, i, k, m));
        pos.push_back(int(crd.size()));
      }
      const int nnz = int(crd.size());
%s
    }
}
"""

INDICES = ["int"] * 5 + ["unsigned", "long", "size_t", "short"]
VALUES = ["double"] * 5 + ["float", "int", "long"]


class Kernel:
    MAY_BE_REFUSED = True

    def __init__(self, seed, number):
        self.rng = random.Random("%d/%d" % (seed, number))
        self.number = number
        self.pos, self.crd = self.pick(*INDICES), self.pick(*INDICES)
        self.row = self.pick("int", "int", "int", "long", "unsigned", "size_t")
        self.value, self.in_value = self.pick(*VALUES), None
        self.low = self.pick("0", "0", "0", "1")
        self.one = self.rng.random() < 0.2  # coordinates count from one
        self.wide = False
        self.scatters = self.rng.random() < 0.4
        self.nasty = True
        if self.scatters:
            self.scatter()
        else:
            self.gather()
        if "val[p]" not in " ".join(self.body):
            self.schedule = self.schedule.replace("format(val", "format(crd")

    def pick(self, *words):
        return self.rng.choice(words)

    def column(self):
        return "(crd[p] - 1)" if self.one else "crd[p]"

    def named(self, statement):
        """With the coordinate, the value or the position in a variable."""
        kind = self.rng.random()
        if kind < 0.3:
            return "const auto j = %s; %s" % (self.column(), statement.replace("COL", "j"))
        if kind < 0.4:
            return "auto q = p; %s" % statement.replace("COL", self.column()).replace("[p]", "[q]")
        if kind < 0.5:
            return "const auto v = val[p]; %s" % statement.replace("COL", self.column()).replace("val[p]", "v")
        return statement.replace("COL", self.column())

    def term(self):
        terms = ["val[p] * x[COL]"] * 5 + [
            "x[COL]", "val[p]", "val[p] * x[COL] * w[i]", "(val[p] + x[COL]) * w[i]", "val[p] * T(i)",
            "(val[p] > 0 ? val[p] * 2 : x[COL])", "(COL != i ? val[p] * x[COL] : w[i])", "val[p] * T(COL)"]
        return self.pick(*terms)

    def gather(self):
        lanes = self.pick(4, 8, 8, 16, 32, 64)
        window = self.pick(lanes, lanes * 2, 64, 128, "all")
        threads = self.pick("", " parallelize(i, cpu_thread, no_races)", " parallelize(i, cpu_thread, no_races)")
        kind = self.pick("sell(%d, %s)" % (lanes, window), "sell(%d, %s)" % (lanes, window),
                         "bsr(%d, %d)" % (self.pick(2, 3, 8), self.pick(2, 3, 4)), "dia")
        self.schedule = "format(val: %s)%s" % (kind, threads)
        update = self.pick("s += %s;", "s += %s;", "s += %s;", "s -= %s;", "s = s < %s ? %s : s;",
                           "s = s + %s;", "if (COL != i) s += %s;", "if (val[p] > 0) s += %s; else s -= 1;")
        update = update.replace("%s", self.term())
        if self.rng.random() < 0.2:
            update += " t += val[p];"
        finish = self.pick("y[i] = s;", "y[i] = s;", "y[i] += s;", "y[i] = s * w[i];", "if (s > 0) y[i] = s;",
                           "y[i] = (w[i] - s) / (T(2) + w[i] * w[i]);")
        if " t +=" in update:
            finish += " y[i] = y[i] + t;"
        seed = self.pick("0", "0", "w[i]", "y[i]", "T(i)")
        if self.rng.random() < 0.25:  # in the element itself
            self.body = ["%sfor (%s) { %s }" % (
                self.pick("", "y[i] = 0; ", "y[i] = w[i]; "), self.positions(),
                self.named(self.pick("y[i] += %s;", "y[i] = y[i] + %s;", "y[i] -= %s;") % self.term()))]
            return
        self.body = ["T s = %s;%s" % (seed, " T t = 1;" if " t +=" in update else ""),
                     "for (%s) { %s }" % (self.positions(), self.named(update)), finish]

    def scatter(self):
        self.schedule = "format(val: csc)"
        self.wide = self.rng.random() < 0.2
        if self.rng.random() < 0.3:
            self.schedule += " parallelize(i, cpu_thread, no_races)"
        elif self.rng.random() < 0.6:
            self.schedule += " assume(extent(y, %s)) parallelize(i, cpu_thread, parallel_reduction)" % (
                "3 * m" if self.wide else "m")
            self.nasty = False
        term = self.pick("val[p] * w[i]", "val[p] * w[i]", "w[i]", "val[p]", "val[p] * T(i)",
                         "(val[p] > 0 ? val[p] : w[i])", "val[p] * xi")
        before = "const T xi = w[i]; " if "xi" in term else ""
        target = "y[COL * 3 + k]" if self.wide else "y[COL]"
        update = "%s %s %s;" % (target, self.pick("+=", "+=", "+=", "-="), term)
        if self.wide:
            update = "for (int k = 0; k < 3; ++k) " + update
        self.body = ["%sfor (%s) { %s }" % (before, self.positions(), self.named(update))]

    def positions(self):
        return "%s p = pos[i]; p < pos[i + 1]; %s" % (self.pick(self.pos, self.pos, "auto"), self.pick("++p", "p++"))

    def text(self):
        lines = ["static void kernel%d(%s n, int m, const std::vector<%s> &pos, const std::vector<%s> &crd,"
                 % (self.number, self.row, self.pos, self.crd),
                 "  const std::vector<{0}> &val, const std::vector<{0}> &x, const std::vector<{0}> &w,"
                 " std::vector<{0}> &y) {{".format(self.value), "  using T = %s;" % self.value]
        if self.schedule:
            lines.append("#pragma sparse " + self.schedule)
        lines.append("  for (%s i = %s; i < n; ++i) {" % (self.row, self.low))
        return "\n".join(lines + ["    " + line for line in self.body] + ["  }", "}"])

    def call(self):
        return """      {{
        auto p = as<{pos}>(pos);
        auto c = as<{crd}>(crd);
        for (auto &j : c) j += {one};
        auto val = values<{T}>(nnz, 3, {nasty}), x = values<{T}>(m, 1, {nasty});
        const auto w = values<{T}>(n, 2, false);
        for (int run = 0; run < 3; ++run) {{
          auto y = values<{T}>(std::max(n, 3 * m), 4, false);
          kernel{k}(n, m, p, c, val, x, w, y);
          print("{k}", y);
          if (nnz != 0 && run == 1) {{
            val[nnz / 2] = {T}(3);
            c[nnz / 3] = c[nnz - 1];
          }}
          if (run == 0)
            x[m / 2] = {T}(5);
        }}
      }}""".format(pos=self.pos, crd=self.crd, T=self.value, k=self.number, one=int(self.one),
                   nasty="true" if self.nasty else "false")


if __name__ == "__main__":
    PLUGIN = next(a for a in sys.argv if a.startswith("--plugin="))
    LIBRARY = os.path.dirname(PLUGIN.split("=")[-1])
    Kernel.FLAGS = ["-L" + LIBRARY, "-llacuna_rt", "-Wl,-rpath," + LIBRARY]
    sys.exit(kernels.main("formats", __doc__, PRELUDE, MAIN, Kernel))
