#!/usr/bin/env python3
"""Loops over all columns that look for each in a row of a sparse matrix compute what
they compute as written: by accessors of many spellings, some of which search wrongly,
over rows that ascend or do not, with values and vectors that are not finite, and with
sums that come to -0.0."""

import random
import re
import sys

import kernels

PRELUDE = """#include <algorithm>
#include <cmath>
#include <limits>
struct Matrix {
  int n, m;
  std::vector<int> pos, crd;
  std::vector<double> val;
};
static Matrix make(int n, int m, int form, unsigned seed) {
  auto random = [&] { return (seed = seed * 1103515245u + 12345u) >> 16 & 1023; };
  Matrix A{n, m, {0}, {}, {}};
  const double special[] = {0.0, -0.0, 1e-200, -1e-200, 1e-320, -3.5, 1e300};
  for (int i = 0; i < n; ++i) {
    std::vector<int> row;
    for (int k = random() % 9; k > 0; --k)
      row.push_back(random() % std::max(m, 1));
    if (form == 4 && i == n / 2)
      row.push_back(m + 3);
    if (form == 5 && i == n / 3)
      row.push_back(-2);
    if (form != 2)
      std::sort(row.begin(), row.end());
    if (form != 3)
      row.erase(std::unique(row.begin(), row.end()), row.end());
    for (int c : row) {
      A.crd.push_back(c);
      A.val.push_back(random() % 4 ? random() / 64.0 - 7 : special[random() % 7]);
    }
    A.pos.push_back(A.crd.size());
  }
  return A;
}
"""

PRELUDE += """static Matrix fromOne(Matrix A) {
  for (auto *v : {&A.pos, &A.crd})
    for (int &e : *v)
      ++e;
  return A;
}
"""

MAIN = """int main() {
  const double inf = std::numeric_limits<double>::infinity();
  for (int form : {0, 1, 2, 3, 4, 5})
    for (int n : {0, 1, 2, 13})
      for (int m : {0, 1, 14}) {
        const Matrix A = make(n, m, form, 7 * form + n + m), A1 = fromOne(A);
        for (int kind : {0, 1, 2, 3}) {
          std::vector<double> x(std::max(n, m) + 4, 0.75), y0(x.size(), kind %% 2 ? -0.0 : 0.5);
          for (size_t k = 0; k < x.size(); ++k)
            x[k] = k %% 5 == 1 ? -0.0 : k %% 5 == 2 ? -1e-200 : k * 0.25 - 1;
          if (kind == 2)
            x[x.size() / 2] = inf;
          if (kind == 3)
            x[0] = -inf;
%s
        }
      }
}
"""

# How a row is searched: from @B to @E, positions of type @P, for @J, or @N is returned.
SEARCHES = [
    """for (@P p = @B; p < @E; ++p)
    if (crd[p] == @J) return val[p];
  return @N;""",
    """@P p = @B;
  while (p < @E && crd[p] != @J) ++p;
  return p < @E ? val[p] : @N;""",
    """double v = @N;
  for (@P p = @B; p < @E; ++p)
    if (@J == crd[p]) v = val[p];
  return v;""",
    """double v = @N;
  for (@P p = @B; p < @E; ++p)
    if (crd[p] == @J) v += val[p];
  return v;""",
    """double v = @N;
  for (@P p = @B; p < @E; p++) {
    if (crd[p] == @J) { v = val[p]; break; }
  }
  return v;""",
    """for (@P p = @B; p < @E; ++p) {
    if (crd[p] > @J) break;
    if (crd[p] == @J) return val[p];
  }
  return @N;""",
    """@P p = @B;
  while (p < @E && crd[p] < @J) ++p;
  return p < @E && crd[p] == @J ? val[p] : @N;""",
    """@P l = @B, h = @E;
  while (l < h) {
    const @P q = l + (h - l) / 2;
    if (crd[q] < @J) l = q + 1; else h = q;
  }
  return l != @E && crd[l] == @J ? val[l] : @N;""",
    """@P l = @B, h = @E;
  while (l < h) {
    @P q = (l + h) / 2;
    if (crd[q] >= @J) h = q; else l = q + 1;
  }
  if (l < @E && crd[l] == @J) return val[l];
  return @N;""",
    """@P l = @B, h = @E - 1;
  while (l <= h) {
    @P q = (l + h) / 2;
    if (crd[q] == @J) return val[q];
    if (crd[q] < @J) l = q + 1; else h = q - 1;
  }
  return @N;""",
    """@P l = @B, h = @E;
  while (l < h) {
    @P q = (l + h) >> 1;
    if (crd[q] == @J) return val[q];
    else if (crd[q] > @J) h = q;
    else l = q + 1;
  }
  return @N;""",
    """const int *b = crd + @B, *e = crd + @E;
  const int *q = std::lower_bound(b, e, @J);
  return q != e && *q == @J ? val[q - crd] : @N;""",
    """const int *b = crd + @B, *e = crd + @E, *q = std::lower_bound(b, e, @J);
  if (q == e || *q != @J) return @N;
  return val[q - crd];""",
    """const int *b = crd + @B, *e = crd + @E;
  const int *q = std::find(b, e, @J);
  return q != e ? val[q - crd] : @N;""",
    """const int *q = std::find(crd + @B, crd + @E, @J);
  if (q == crd + @E) return @N;
  return val[q - crd];""",
]

# What accessors look at first.
CHECKS = ["if (i < 0 || i >= rows || j < 0 || j >= cols) return @N;\n  @S", "if (j >= cols || i >= rows) return @N;\n  @S",
          "if (!(i < rows && cols > j)) return @N;\n  @S", "if (i < rows && 0 <= j && (long)j < cols) {\n  @S\n  }\n  return @N;",
          "if (rows <= i) return @N;\n  if (j >= 1) { @S } else return 0.25;", "if (i >= rows || j == 3) return @N;\n  @S",
          "if (i >= rows || cols == 14) return @N;\n  @S"]

# Searches in the loop itself, which do @A where they have found it.
IN_PLACE = [
    """for (@P p = @B; p < @E; ++p)
        if (crd[p] == @J) { @A break; }""",
    """for (@P p = @B; p < @E; ++p)
        if (crd[p] == @J) { @A }""",
    """for (@P p = @B; p < @E; ++p) {
        if (crd[p] < @J) continue;
        if (crd[p] == @J) { @A }
        break;
      }""",
    """bool found = false;
      for (@P p = @B; p < @E && !found; ++p)
        if (crd[p] == @J) { @A found = true; }
      if (!found) { @N }""",
    """bool found = false;
      for (@P p = @B; !found && p < @E; ++p) {
        if (crd[p] == @J) { found = true; @A }
      }""",
    """bool goes = true;
      @P p;
      p = @B;
      while (goes && p < @E) {
        if (crd[p] == @J) { @A goes = false; }
        else ++p;
      }
      if (p == @E) { @N }""",
    """@P l = @B, h = @E - 1;
      while (l <= h) {
        const @P p = (l + h) / 2;
        if (crd[p] == @J) { @A break; }
        if (crd[p] < @J) l = p + 1; else h = p - 1;
      }""",
    """@P l = @B, h = @E;
      bool found = false;
      while (l < h && !found) {
        @P p = (l + h) / 2;
        if (crd[p] < @J) l = p + 1;
        else if (crd[p] > @J) h = p;
        else { found = true; @A }
      }
      if (!found) { @N }""",
    """for (@P p = @B; p < @E; ++p) {
        t += 1;
        if (crd[p] == @J) { @A break; }
      }""",
    """double v = 0, u = 1;
      for (@P p = @B; p < @E; ++p)
        if (crd[p] == @J) { u = val[p]; @A v = u; break; }
      s += v * x[j];""",
]

ACTIONS = [
    "s += val[p] * x[j];", "y[i] += val[p];", "if (val[p] != 0) s -= x[j] / val[p];",
    "t += 1; s += t * val[p];", "const double a = val[p] * x[j]; s += a; y[i] -= a;",
    "s += x[j]; s *= val[p];", "s = val[p];", "t += p;", "const int k = crd[p]; s += x[k] * val[p];",
]

# What makes a search another one.
WRONG = [("p < @E", "p + 1 < @E"), ("crd[q] < @J", "crd[q] <= @J"), ("l = q + 1", "l = q + 2"),
         ("== @J", "== @J + 1"), ("return @N", "return @N + @J"), ("h = q - 1", "h = q - 2"),
         ("= @B", "= @B + (@B < @E)"), ("val[p]", "val[@B]"), (">= @J", "> @J"), ("h = @E", "h = @E - (@B < @E)")]

BODIES = [
    ("s += {a} * x[j];", "s"), ("s -= {a} * x[j];", "s"), ("y[i] += {a} * x[j];", ""),
    ("if (j != i) s += {a} * x[j];", "s"), ("if (j != i) s -= x[j] * {a};", "s"),
    ("double a = {a}; if (a != 0) s += a * x[j];", "s"),
    ("double a = {a}; if (a != 0) y[i] += a * a; else s += x[j];", "s"),
    ("s += {a} * x[j] * 2.0; y[i] -= 0.5 * {a};", "s"), ("s += {a} / (1 + x[j] * x[j]);", "s"),
    ("if (s < {a}) s = {a};", "s"), ("s += ({a} + 1) * x[j];", "s"), ("s += w * {a} * x[j];", "s"),
    ("s += {a}; t += {a} * x[j];", "s + t"), ("if ({a} == 0) s += x[j];", "s"),
    ("y[i] = {a} > y[i] ? {a} : y[i];", ""), ("s += x[j] * {a} * x[i];", "s"),
    ("s += std::fabs({a});", "s"),
    ("double a = {a} * s; s += 1; t += a;", "s + t"),
    ("double a = {a} + y[i]; y[i] += 1; s += a * x[j];", "s + y[i]"),
    ("s += {a} * x[j]; if ({a} != 0) t += 1;", "s + t"),
    ("double a = {a}; if (a != 0) y[i] += 1; s += a * x[j];", "s - y[i]"),
    ("double a = {a}; if (a != 0) { t += 1; } s += a * x[j]; y[i] += a * x[j];", "s + y[i] * t"),
    ("const double a = {a}, b = a * x[j]; s += b;", "s"),
]


class Kernel:
    MAY_BE_REFUSED = False
    FLAGS = ["-fplugin-arg-sparse-min-work=0", "-mfma"]

    def __init__(self, seed, number):
        rng = self.rng = random.Random("%d %d" % (seed, number))
        self.number = number
        self.isInPlace = rng.random() < 0.35
        search = rng.choice(IN_PLACE if self.isInPlace else SEARCHES)
        search = search.replace("@A", rng.choice(ACTIONS))
        if rng.random() < 0.3:
            old, new = rng.choice(WRONG)
            search = search.replace(old, new)
        check = rng.random() < 0.3 and not self.isInPlace
        if check:
            search = rng.choice(CHECKS).replace("@S", search)
        self.more = rng.choice([0, 0, 1, 3]) if check else 0
        position = rng.choice(["int", "int", "long"])
        # Positions and columns that begin with 1: as they are stored, or as they are meant.
        self.base, begin, end = 0, "pos[i]", "pos[i + 1]"
        if "crd +" not in search and rng.random() < 0.25:
            self.base = 1
            if rng.random() < 0.5:
                search = re.sub(r"crd\[(\w)\]", r"crd[\1] - 1", search)
                begin, end = "(pos[i] - 1)", "(pos[i + 1] - 1)"
            else:
                search = re.sub(r"(crd|val)\[(\w)\]", r"\1[\2 - 1]", search).replace("@J", "(@J + 1)")
                search = search.replace("val[@B]", "val[@B - 1]")
        none = rng.choice(["0.0", "0.0", "0", "-0.0", "1.5"])
        if self.isInPlace:
            none = rng.choice(["", "s += 0 * x[j];", "s += x[j];"])
        sought = rng.choice(["j", "j", "(int)j"])
        cast = "" if position == "int" else "(long)"
        for mark, text in (("@B", cast + begin), ("@E", cast + end), ("@N", none),
                           ("@J", sought), ("@P", position)):
            search = search.replace(mark, text)
        self.search = search
        self.column = rng.choice(["int", "int", "long", "size_t"]) if sought != "j" else "int"
        body, result = rng.choice(BODIES)
        self.body = body.replace("{a}", "get%d(pos, crd, val, i, j, rows, cols)" % number)
        self.result = result
        if self.isInPlace:
            self.body, self.result = search, rng.choice(["s", "s + t", "s - y[i]"])
        self.start = rng.choice(["0", "y[i]", "-0.0", "x[i]"])
        self.schedule = rng.choice(["", "", "parallelize(i, cpu_thread, no_races)",
                                    "split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)"])
        # Where the loop over rows is refused, the one over columns may run on threads.
        self.schedule += " fp(strict)"
        if rng.random() < 0.5:
            self.schedule += " assume(extent(crd, size), extent(val, size))"

    def text(self):
        lines = ["static double get%d(const int *pos, const int *crd, const double *val, int i, %s j, int rows, int cols) {"
                 % (self.number, self.column), "  " + self.search, "}"]
        if self.isInPlace:
            lines = []
        lines += ["void kernel%d(int n, int m, const int *pos, const int *crd, const double *val,"
                 % self.number, "             long size, const double *x, double *y, double w, int rows, int cols) {",
                 "#pragma sparse " + self.schedule, "  for (int i = 0; i < n; ++i) {",
                 "    double s = %s, t = 0;" % self.start,
                 "    for (int j = 0; j < m; ++j) {", "      " + self.body, "    }"]
        if self.result:
            lines.append("    y[i] = %s;" % self.result)
        return "\n".join(lines + ["  }", "}"])

    def call(self):
        return """          {
            std::vector<double> y = y0;
            kernel%d(n + %d, m + %d, {A}.pos.data(), {A}.crd.data(), A.val.data(), A.crd.size(), x.data(), y.data(), kind - 1.5, n, m);
            print("%d", y);
          }""".replace("{A}", "A1" if self.base else "A") % (self.number, self.more, self.more, self.number)


if __name__ == "__main__":
    sys.exit(kernels.main("searches", __doc__, PRELUDE, MAIN, Kernel))
