#!/usr/bin/env python3
"""Random loops that note whether something is so, in variables of many types and
in many ways, compute what the plain loops do on threads and lanes. Some of them
look at what they note, or note this and that: those must be refused."""

import random
import sys

import kernels

PRELUDE = """#include <limits>
static const int N = 19;
static unsigned seed = 5;
static unsigned any() { return (seed = seed * 1103515245u + 12345u) >> 16 & 1023; }
struct Rows {
  std::vector<int> pos{0}, v;
  std::vector<double> x;
  Rows() {
    const double odd[] = {0.0, -0.0, std::numeric_limits<double>::quiet_NaN(),
                          -std::numeric_limits<double>::infinity()};
    for (int i = 0; i < N; ++i) {
      for (int n = any() % 3 ? any() % 40 : 0; n > 0; --n) {
        v.push_back(int(any() % 50) - 8);
        x.push_back(any() % 16 ? any() / 512.0 : odd[any() % 4]);
      }
      pos.push_back(v.size());
    }
    v.push_back(0);
    x.push_back(0);
  }
};
"""

MAIN = """int main() {
  Rows R;
  for (int m : {0, 1, N}) {
%s
  }
}
"""

TYPES = ["bool", "bool", "bool", "int", "int", "char", "unsigned char", "short", "unsigned",
         "long", "size_t"]
CONDITIONS = ["v[p] == 7", "v[p] > 40", "v[p] >= i", "x[p] < 0", "!(x[p] < 1.9)", "x[p] != x[p]",
              "v[p] == i && x[p] > 1", "v[p] < -5 || x[p] > 1.9", "p % 64 == 63", "j == 3"]
# What may be evaluated where the user's loop does not, and what may not.
FREE = ["j == 7", "j > 40 || j < -6", "j >= i", "y0 < 1.5", "y0 * 2 > j", "!(y0 < 1.9)"]
BOUND = ["v[p] == 7", "j + 1 > 40", "x[p] > 1.9 && j > 0", "v[p] > x[p]"]


class Kernel:
    MAY_BE_REFUSED = True

    def __init__(self, seed, number):
        self.rng = rng = random.Random("%d %d" % (seed, number))
        self.number = number
        self.row, self.all = rng.choice(TYPES), rng.choice(TYPES)
        mark, other = self.mark(self.row), self.mark(self.all)
        begin = rng.choice(["0", "1", str(mark), "first" if self.row == self.all else "0"])
        if rng.random() < 0.8:
            begin = str(1 - mark) if mark < 2 else "0"
        lines = [self.note("row", self.row, mark) for _ in range(rng.choice([1, 1, 2]))]
        if rng.random() < 0.5:
            lines.append(self.note("all", self.all, other))
        rng.shuffle(lines)
        behind = []
        if rng.random() < 0.6:
            behind.append("if (%s) all = %d;" % (rng.choice(["row", "!row", "row == %d" % mark]),
                                                 other))
        self.body = ["%s row = %s;" % (self.row, begin),
                     "for (int p = pos[i]; p < pos[i + 1]; ++p) {",
                     "  const int j = v[p];", "  const double y0 = x[p];"]
        self.body += ["  " + line for line in lines]
        self.body += ["}"] + behind + ["out[i] = row + 2 * n;"]
        self.schedule = rng.choice([
            "parallelize(p, cpu_vector, parallel_reduction)",
            "split(i, i0, i1, 4) parallelize(i0, cpu_thread, parallel_reduction)",
            "split(i, i0, i1, 3) parallelize(i0, cpu_thread, parallel_reduction) "
            "parallelize(p, cpu_vector, parallel_reduction)",
            "split(p, p0, p1, 8) parallelize(p0, cpu_thread, parallel_reduction)",
            "split(p, p0, p1, 8) parallelize(p1, cpu_vector, parallel_reduction)",
            "divide(i, t, r, threads, balance(p)) parallelize(t, cpu_thread, parallel_reduction)",
            "split(i, i0, i1, 5) unroll(p, 2)",
        ])

    def mark(self, ty):
        return self.rng.choice([0, 1, 1] if ty == "bool" else [0, 1, 1, 3, 100])

    def note(self, name, ty, mark):
        rng = self.rng
        ways = ["if (%s) %s = %d;" % (rng.choice(CONDITIONS), name, mark),
                "if (%s) { %s = %d; }" % (rng.choice(FREE), name, mark),
                "if (%s) { ++n; %s = %d; }" % (rng.choice(CONDITIONS), name, mark)]
        if mark < 2:
            operator, test = ("||", "!") if mark else ("&&", "")
            free = rng.choice(FREE + BOUND if rng.random() < 0.4 else FREE)
            negated = "" if mark else "!"
            ways += ["%s = (%s) %s %s;" % (name, rng.choice(CONDITIONS), operator, name),
                     "%s = %s %s (%s);" % (name, name, operator, free),
                     "if (%s%s && (%s)) %s = %d;" % (test, name, free, name, mark),
                     "if ((%s) && %s%s) %s = %s;" % (rng.choice(CONDITIONS), test, name, name,
                                                     ["false", "true"][mark])]
            if ty == "bool":
                ways.append("%s %s= %s(%s);" % (name, operator[0], negated,
                                                rng.choice(CONDITIONS)))
        if rng.random() < 0.06:
            return rng.choice(["if (j == 5) %s = 2;" % name, "%s = j;" % name,
                               "n += %s;" % name, "if (%s == 0) %s = %d;" % (name, name, mark)])
        return rng.choice(ways)

    def text(self):
        lines = ["long kernel%d(int m, const int *pos, const int *v, const double *x, %s first,"
                 % (self.number, self.all), "             double *out) {",
                 "  %s all = first;" % self.all]
        if self.schedule is not None:
            lines.append("#pragma sparse " + self.schedule)
        lines += ["  for (int i = 0; i < m; ++i) {", "    int n = 0;"]
        lines += ["    " + line for line in self.body]
        return "\n".join(lines + ["  }", "  return long(all);", "}"])

    def call(self):
        return """    for (int first : {0, 1, 3, 101}) {
      std::vector<double> out(N + 1, -1);
      out[N] = kernel%d(m, R.pos.data(), R.v.data(), R.x.data(), first, out.data());
      print("%d", out);
    }""" % (self.number, self.number)


if __name__ == "__main__":
    sys.exit(kernels.main("flags", __doc__, PRELUDE, MAIN, Kernel))
