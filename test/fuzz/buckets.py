#!/usr/bin/env python3
"""Random loops that place entries by arrays of cursors compute what the plain
loops do: transpositions, counting sorts, filling from the ends, ranges that
overlap. Some are such that threads cannot run them, and must be refused."""

import random
import sys

import kernels

PRELUDE = """static const int N = 43, BUCKETS = 24, SIZE = 8000;
using Ints = std::vector<int>;
static Ints pos, crd, key;
"""

MAIN = kernels.main_of_rows(("crd", "random() % BUCKETS"), ("key", "random() % BUCKETS"))

SCHEDULES = ["parallelize(i, cpu_thread, scan)",
             "parallelize(i, cpu_thread, scan)",
             "parallelize(i, cpu_thread, scan, schedule(dynamic))",
             "split(i, i0, i1, 3) parallelize(i0, cpu_thread, scan)"]

UP = ["const T at = next[{e}]++; {x}[at] {op} {v}; {y}[at] = i;",
      "{x}[next[{e}]++] {op} {v};",
      "{x}[next[{e}]] {op} {v}; {y}[next[{e}]] = {v}; next[{e}] += 1;",
      "const T at = next[{e}]; next[{e}] = at + 1; {x}[at] {op} {v};",
      "const int k = {e}; {x}[next[k]] {op} {v}; ++next[k];",
      "const T at = next[{e}]; {x}[at + 1] {op} {v}; {x}[at] = {v}; next[{e}] += 2;",
      "next[{e}]++; {x}[next[{e}] - 1] {op} {v};",
      "T &c = next[{e}]; {x}[c] {op} {v}; c++;",
      "{x}[next[{e}]] = {v}; next[{e}]++; where[p] = int(next[{e}]);"]

DOWN = ["{x}[--next[{e}]] {op} {v};",
        "const T at = --next[{e}]; {x}[at] {op} {v}; {y}[at] = i;",
        "next[{e}] -= 1; {x}[next[{e}]] {op} {v};",
        "{x}[next[{e}] - 1] {op} {v}; next[{e}]--;",
        "next[{e}] -= 2; {x}[next[{e}]] {op} {v}; {x}[next[{e}] + 1] = {v};"]

WRONG = ["{x}[next[{e}] + 1] = {v}; next[{e}]++;",
         "next[{e}]++; {x}[next[{e}]] = {v};",
         "{x}[next[crd[p]]] = {v}; next[key[p]]++;",
         "{x}[next[{e}]] = {v}; if (p % 2) next[{e}]++;",
         "if (next[{e}] < 4000) {x}[next[{e}]++] = {v};",
         "{x}[next[{e}]++] = {v}; next[{e}] = 3;",
         "{x}[next[{x}[p] % BUCKETS]++] = {v};"]


class Kernel:
    MAY_BE_REFUSED = True

    def __init__(self, seed, number):
        self.rng = random.Random("%d/%d" % (seed, number))
        self.number = number
        self.schedule = self.rng.choice(SCHEDULES)
        self.type = self.rng.choice(["int", "int", "long", "size_t", "unsigned"])
        self.down = self.rng.random() < 0.3
        self.gap = self.rng.choice([0, 1, 700, 700, 700, 700])
        self.body = [self.statement() for _ in range(self.rng.randrange(1, 4))]

    def statement(self):
        rng = self.rng
        form = rng.choice(DOWN if self.down else UP)
        if rng.random() < 0.05:
            form = rng.choice(WRONG)
        text = form.format(e=rng.choice(["crd[p]", "key[p]", "crd[p]", "i % BUCKETS", "(i + crd[p]) % 7"]),
                           v=rng.choice(["crd[p]", "i", "p", "crd[p] * 7 + i"]),
                           x="x", y="y", op=rng.choice(["=", "=", "=", "+="]))
        if rng.random() < 0.3:
            text = "if (%s) { %s }" % (rng.choice(["crd[p] % 3 == 1", "key[p] < i", "p % 2"]), text)
        if rng.random() < 0.15:
            text += " if (crd[p] > 20) continue;"
        if rng.random() < 0.15:
            text += " count += crd[p];"
        return "{ %s }" % text

    def text(self):
        lines = ["void kernel%d(int m, const Ints &pos, const Ints &crd, const Ints &key," % self.number,
                 "              std::vector<%s> &next, Ints &x, Ints &y, Ints &where," % self.type,
                 "              long &total) {",
                 "  using T = %s;" % self.type,
                 "  long count = 0;"]
        if self.schedule:
            lines.append("#pragma sparse " + self.schedule)
        lines += ["  for (int i = 0; i < m; ++i)",
                  "    for (int p = pos[i]; p < pos[i + 1]; ++p) {"]
        lines += ["      " + line for line in self.body] + ["    }"]
        return "\n".join(lines + ["  total += count;", "}"])

    def call(self):
        begin = "4000" if self.gap < 700 else "(700 + %d * b) %% SIZE" % (300 if self.down else 290)
        return """    {
      Ints x(2 * SIZE, 7), y(2 * SIZE, 8), where(crd.size(), 1);
      std::vector<%s> next(BUCKETS);
      for (int b = 0; b < BUCKETS; ++b)
        next[b] = %s + %d * b;
      long total = 0;
      kernel%d(m, pos, crd, key, next, x, y, where, total);
      print("%d", Ints(next.begin(), next.end()));
      print("%d", Ints(1, int(total)));
      for (const Ints *v : {&x, &y, &where})
        print("%d", *v);
    }""" % (self.type, begin, self.gap if self.gap < 700 else 0, self.number,
            self.number, self.number, self.number)


if __name__ == "__main__":
    sys.exit(kernels.main("buckets", __doc__, PRELUDE, MAIN, Kernel))
