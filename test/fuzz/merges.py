#!/usr/bin/env python3
"""Random loops over several cursors, written in many ways and cut by random
schedules, compute what the plain loops do. Some of them are no merges, or not
quite: those must be refused or left alone."""

import random
import re
import sys

import kernels

PRELUDE = """#include <algorithm>
#include <limits>
static const int N = 23;
static unsigned seed = 5;
static unsigned any() { return (seed = seed * 1103515245u + 12345u) >> 16 & 1023; }
template <class Pos, class Crd> struct Lists {
  std::vector<Pos> pos{0};
  std::vector<Crd> crd;
  std::vector<double> val;
  // Rows that ascend: empty ones, equal elements, with Wide the ends of the type.
  explicit Lists(bool Wide) {
    using Limits = std::numeric_limits<Crd>;
    for (int i = 0; i < N; ++i) {
      std::vector<Crd> row;
      unsigned range = any() % 3 ? 40 : 6;
      for (int n = any() % 4 ? any() % 12 : 0; n > 0; --n)
        row.push_back(Crd(any() % range) - (Limits::is_signed ? 7 : 0));
      if (Wide && any() % 5 == 0)
        row.push_back(any() % 2 ? Limits::max() : Limits::min());
      std::sort(row.begin(), row.end());
      for (Crd j : row) {
        crd.push_back(j);
        val.push_back(any() / 64.0 - 7);
      }
      pos.push_back(crd.size());
    }
    crd.push_back(0);
    val.push_back(0);
  }
};
"""

MAIN = """int main() {
  for (int m : {0, 1, 2, N}) {
%s
  }
}
"""

POSITIONS = ["int", "int", "long", "unsigned", "size_t"]
COORDINATES = ["int", "int", "short", "unsigned char", "unsigned", "long", "size_t"]

# What a result is made of, and whether parts may be joined in any order.
ACTIONS = {
    "both": ["s = s / 2 + a[p] * b[q];", "s -= a[p] - b[q];", "if (a[p] > b[q]) s += 2;",
             "out[nz] = a[p] * b[q];", "++n;", "n += long(a[p]) * 3 - 1;", "n -= long(b[q]);"],
    "a": ["s = s / 3 + a[p];", "out[nz] = a[p];", "n++;", "n += long(a[p]);",
          "const double w = 2 * a[p]; s = w - s / 2;"],
    "b": ["s = s / 5 - b[q];", "out[nz] = -b[q];", "n -= 3;", "n += long(b[q]);",
          "for (int k = 0; k < 3; ++k) s = s / 2 + k * b[q];"],
}


class Kernel:
    MAY_BE_REFUSED = True

    def __init__(self, seed, number):
        self.rng = rng = random.Random("%d %d" % (seed, number))
        self.number = number
        self.pos, self.crd = rng.choice(POSITIONS), rng.choice(COORDINATES)
        present = rng.choice(["both", "both", "both a b", "both a b", "a b", "both a", "a", "b",
                              "both b"]).split()
        self.actions = {which: self.action(which) for which in present}
        ends = ["pe", "qe"]
        row = ["%s p = apos[i], q = bpos[i];" % self.pos]
        if rng.random() < 0.6:
            row.append("const %s pe = apos[i + 1], qe = bpos[i + 1];" % self.pos)
        else:
            ends = ["apos[i + 1]", "bpos[i + 1]"]
        self.left = {"a": "p < " + ends[0], "b": "q < " + ends[1]}
        self.ended = {"a": "p >= " + ends[0], "b": "%s <= q" % ends[1]}
        trip = rng.choice([self.arms, self.arms, self.computed, self.least, self.one_loop,
                           self.behind])
        if rng.random() < 0.3:
            self.left["a"] = ends[0] + " > p"
        elif rng.random() < 0.3 and trip != self.behind:
            self.left = {"a": "p != " + ends[0], "b": ends[1] + " != q"}
            self.ended = {"a": ends[0] + " == p", "b": "q == " + ends[1]}
        self.name = "j"
        body = trip()
        self.schedule = "assume(sorted(acrd), sorted(bcrd)) " + self.cuts()
        condition = "%s && %s" % (self.left["a"], self.left["b"])
        tails = self.tails()
        if trip in (self.one_loop, self.behind):
            condition, tails = condition.replace("&&", "||"), []
        if rng.random() < 0.15 and trip != self.behind:
            self.spoil(body, tails)
        loop = rng.choice(["while (%s)", "for (; %s;)"]) % condition
        self.body = row + [loop + " {"] + ["  " + line for line in body] + ["}"] + tails

    def action(self, which):
        lines = [self.rng.choice(ACTIONS[which])]
        if self.rng.random() < 0.4:
            lines.append(self.rng.choice(ACTIONS[which]))
        if self.rng.random() < 0.4:
            lines.append("s += double(%s) * 0.5;" % {"both": "acrd[p]", "a": "acrd[p]",
                                                    "b": "bcrd[q]"}[which])
        if len(lines) > 1 and "const" in lines[0] + lines[1]:
            lines = lines[:1]
        if any("out[nz]" in line for line in lines):
            lines.append("++nz;")
        return lines

    def cuts(self):
        rng = self.rng
        cut = rng.choice(["split(%s, j0, j1, %d)", "divide(%s, j0, j1, %d)"])
        cut %= (self.name, rng.randrange(1, 12))
        alone = "nz" not in " ".join(sum(self.actions.values(), []))
        around = ["", "split(i, i0, i1, 4)"]
        if alone:
            around += ["parallelize(i, cpu_thread, no_races)",
                       "divide(i, t, ir, threads, balance(p)) "
                       "parallelize(t, cpu_thread, no_races)",
                       "split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)"]
            if "s " not in " ".join(sum(self.actions.values(), [])):
                around += ["parallelize(j0, cpu_thread, parallel_reduction)"] * 3
        self.cut = cut
        return cut + " " + rng.choice(around)

    def arm(self, which, steps=True):
        lines = list(self.actions.get(which, []))
        step = {"both": ["++p;", "q++;"], "a": ["p += 1;"], "b": ["++q;"]}[which]
        if lines and not steps:
            return lines
        return lines + step if steps else lines

    def coordinates(self):
        """Names for the coordinates at the cursors."""
        if self.rng.random() < 0.5:
            return [], "acrd[p]", "bcrd[q]"
        return self.named("acrd[p]", "bcrd[q]")

    def named(self, a, b):
        if all(which in ("both", "a") for which in self.actions):
            self.name = "u"
        elif all(which in ("both", "b") for which in self.actions):
            self.name = "v"
        return ["const %s u = %s, v = %s;" % (self.crd, a, b)], "u", "v"

    def tests(self, a, b):
        """Conditions for each case, as people write them."""
        signed = self.crd in ("int", "short", "unsigned char")
        if signed and self.rng.random() < 0.25 and a == "u":
            # The ends of the type would overflow, as in the plain loop.
            if self.crd != "int":
                return {"both": "u - v == 0", "a": "u - v < 0", "b": "u - v > 0"}
        flip = self.rng.random() < 0.5
        return {"both": "%s == %s" % (a, b) if flip else "!(%s != %s)" % (a, b),
                "a": "%s < %s" % (a, b) if flip else "%s > %s" % (b, a),
                "b": "%s < %s" % (b, a)}

    def arms(self):
        """`if … else if … else` in any order, or `continue`."""
        return self.cases(*self.coordinates())

    def behind(self):
        """One loop to both ends, with a value for the coordinate behind them; where a
        list holds it, the other cursor moves on behind its end."""
        end = "std::numeric_limits<%s>::max()" % self.crd
        return self.cases(*self.named("%s ? acrd[p] : %s" % (self.left["a"], end),
                                      "%s ? %s : bcrd[q]" % (self.ended["b"], end)))

    def cases(self, lets, a, b):
        tests = self.tests(a, b)
        order = list(tests)
        self.rng.shuffle(order)
        lines = list(lets)
        jumps = self.rng.random() < 0.3
        for at, which in enumerate(order):
            arm = ["  " + line for line in self.arm(which)]
            if at == 2:
                lines += arm if jumps else ["else {"] + arm + ["}"]
            else:
                head = "if (%s) {" % tests[which]
                if at and not jumps:
                    head = "else " + head
                lines += [head] + arm + (["  continue;"] if jumps else []) + ["}"]
        return lines

    def computed(self):
        """Steps that are computed behind what is done."""
        lets, a, b = self.coordinates()
        if not lets:
            lets, a, b = self.named("acrd[p]", "bcrd[q]")
        tests = self.tests(a, b)
        lines = list(lets)
        for which in self.actions:
            lines += ["if (%s) {" % tests[which]]
            lines += ["  " + line for line in self.arm(which, steps=False)] + ["}"]
        return lines + self.rng.choice([
            ["p += u <= v;", "q += v <= u;"],
            ["q += !(u < v);", "p += (u > v) ? 0 : 1;"],
            ["if (u <= v) ++p;", "if (v <= u) ++q;"],
        ])

    def least(self):
        """The least coordinate, and who has it."""
        self.name = "least"
        lines = ["const %s least = %s;" % (self.crd, self.rng.choice([
            "std::min(acrd[p], bcrd[q])", "acrd[p] < bcrd[q] ? acrd[p] : bcrd[q]"])),
                 "const bool A = acrd[p] == least, B = bcrd[q] == least;"]
        for which, test in (("both", "A && B"), ("a", "A && !B"), ("b", "!A && B")):
            if which in self.actions:
                lines += ["if (%s) {" % test]
                lines += ["  " + line for line in self.arm(which, steps=False)] + ["}"]
        return lines + self.rng.choice([["p += A;", "q += B;"], ["if (A) ++p;", "q += B;"]])

    def one_loop(self):
        lines = ["const bool A = %s && (%s || acrd[p] <= bcrd[q]);"
                 % (self.left["a"], self.ended["b"]),
                 "const bool B = %s && (%s || bcrd[q] <= acrd[p]);"
                 % (self.left["b"], self.ended["a"])]
        for which, test in (("both", "A && B"), ("a", "A && !B"), ("b", "B && !A")):
            if which in self.actions:
                lines += ["if (%s) {" % test]
                lines += ["  " + line for line in self.arm(which, steps=False)] + ["}"]
        return lines + ["p += A;", "q += B;"]

    def tails(self):
        tails = []
        for which in ("a", "b"):
            if which in self.actions:
                lines = self.arm(which, steps=False)
                step = "++p" if which == "a" else "q++"
                if self.rng.random() < 0.5:
                    head, lines = "while (%s) {" % self.left[which], lines + [step + ";"]
                else:
                    head = "for (; %s; %s) {" % (self.left[which], step)
                tails.append("\n    ".join([head] + ["  " + line for line in lines] + ["}"]))
        self.rng.shuffle(tails)
        return tails

    def spoil(self, body, tails):
        """Something that a merge does not do, or not there."""
        kind = self.rng.randrange(5)
        if kind == 0 and tails:
            tails.pop()
        elif kind == 1 and tails:
            tails[0] = tails[0].replace("\n", "\n      s += 1;\n", 1)
        elif kind == 2:
            tests = [at for at, line in enumerate(body) if not re.search(r"[pq] ?\+|\+[pq]", line)]
            at = self.rng.choice(tests)
            for old, new in (("<=", "<"), (" < ", " <= "), ("==", ">=")):
                if old in body[at] and not re.search("pe|pos", body[at]):
                    body[at] = body[at].replace(old, new, 1)
                    break
        elif kind == 3:
            body.insert(0, "s += a[p];")
        else:
            tails.append("s += double(p + q);")

    def text(self):
        lines = ["void kernel%d(int m, const %s *apos, const %s *acrd, const double *a,"
                 % (self.number, self.pos, self.crd),
                 "             const %s *bpos, const %s *bcrd, const double *b,"
                 % (self.pos, self.crd),
                 "             double *out, double *y) {"]
        if self.schedule is not None:
            lines.append("#pragma sparse " + self.schedule)
        lines += ["  for (int i = 0; i < m; ++i) {", "    double s = y[i];",
                  "    long n = 0;"]
        if any("nz" in line for line in self.body):
            lines.append("    int nz = 40 * i;")
        lines += ["    " + line for line in self.body]
        nz = " + nz" if any("nz" in line for line in self.body) else ""
        return "\n".join(lines + ["    y[i] = s + n%s;" % nz, "  }", "}"])

    def call(self):
        # Parts of a given size are many where the range is that of a wide type.
        small = self.crd in ("short", "unsigned char") or "divide" in self.cut
        wide = "true" if small else "false"
        return """    {
      seed = %d;
      Lists<%s, %s> A(%s), B(%s);
      std::vector<double> y(N, 0.5), out(40 * N, -1);
      kernel%d(m, A.pos.data(), A.crd.data(), A.val.data(), B.pos.data(), B.crd.data(),
               B.val.data(), out.data(), y.data());
      print("%d", y);
      print("out", out);
    }""" % (self.number + 3, self.pos, self.crd, wide, wide, self.number, self.number)


if __name__ == "__main__":
    sys.exit(kernels.main("merges", __doc__, PRELUDE, MAIN, Kernel))
