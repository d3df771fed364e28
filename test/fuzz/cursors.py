#!/usr/bin/env python3
"""Random loops with running cursors compute what the plain loops do: stores
along one or two of them, second cursors over what a row has stored, markers,
sums in place. Some are such that threads cannot run them, and must be refused."""

import random
import sys

import kernels

PRELUDE = """static const int N = 43, SIZE = 4000;
using Ints = std::vector<int>;
static Ints pos, crd;
"""

MAIN = kernels.main_of_rows(("crd", "random() % 50"))

SCHEDULES = ["parallelize(i, cpu_thread, scan)",
             "parallelize(i, cpu_thread, scan, schedule(dynamic))",
             "split(i, i0, i1, 3) parallelize(i0, cpu_thread, scan)",
             "parallelize(i, cpu_thread, buffered_scan)",
             "parallelize(i, cpu_thread, buffered_scan, schedule(dynamic))",
             "split(i, i0, i1, 3) parallelize(i0, cpu_thread, buffered_scan)"]

OVER_THE_ROW = [
    "for (T r = first; r < n; ++r) y[r] = x[r] + 1;",
    "for (T r = first; r < n; ++r) if (x[r] % 2) y[r] = i;",
    "T r = first; while (r < n) { y[r] += 1; ++r; }",
    "const T end = n; for (T r = first; r < end; ++r) y[r] = int(end - r);"]

BEYOND_THE_ROW = [
    "T r = first; while (r < n) { ++r; y[r] = 1; }",
    "for (T r = first; r < n; ++r) { while (r < n && x[r] > 5) ++r; y[r] = 1; }",
    "for (T r = 0; r < n; ++r) y[r] = 1;",
    "for (T r = first; r <= n; ++r) y[r] = 3;",
    "x[n] = -1;"]


class Kernel:
    MAY_BE_REFUSED = True

    def __init__(self, seed, number):
        self.rng = random.Random("%d/%d" % (seed, number))
        self.number = number
        self.schedule = self.rng.choice(SCHEDULES)
        self.type = self.rng.choice(["int", "long", "size_t", "int", "long", "unsigned"])
        # One pass knows cursors late, and fills all that they pass over.
        self.is_buffered = "buffered" in self.schedule
        self.filled = self.rng.choice(["x", "y", "xy"])
        self.body = self.row()
        if any("mark[" in line for line in self.body):
            self.schedule = "private(mark) " + self.schedule

    def rarely(self):
        return self.rng.random() < 0.04

    def value(self):
        if self.is_buffered and not self.rarely():
            return self.rng.choice(["crd[p]", "i", "p", "crd[p] * 7 + i"])
        return self.rng.choice(["crd[p]", "i", "p", "crd[p] * 7 + i", "int(n)", "int(n - first)"])

    def condition(self):
        if self.rarely():
            return self.rng.choice(["n < 40", "first < 30", "x[p] > 3", "count % 2"])
        return self.rng.choice(["crd[p] % 3 == 1", "crd[p] < i", "p % 2", "crd[p] > 20"])

    def step(self):
        if self.rarely():
            return "n += crd[p] > 25;"
        return self.rng.choice(["n++;", "++n;", "n += 2;", "n = n + 1;"])

    def append(self):
        if self.is_buffered and not self.rarely():
            return self.fill()
        text = ""
        for _ in range(self.rng.randrange(1, 3)):
            place = "n + 1" if self.rarely() else "n"
            text += "%s[%s] %s %s; " % (self.rng.choice("xy"), place,
                                        self.rng.choice(["=", "=", "+="]), self.value())
        return text + self.step()

    def fill(self):
        """Stores to all places of a step, in front of it or at a copy behind."""
        step = self.rng.choice([1, 1, 1, 2])
        base = self.rng.choice(["n", "at"])
        stores = ["%s[%s + %d] = %s;" % (array, base, at, self.value())
                  for array in self.filled for at in range(step)]
        stores = [store.replace(" + 0]", "]") for store in stores]
        self.rng.shuffle(stores)
        if self.rng.random() < 0.2:
            stores.append("%s[%s] += %s;" % (self.filled[0], base, self.value()))
        if self.rng.random() < 0.1:
            stores.pop()
        advance = "n += %d;" % step if step > 1 else self.rng.choice(["n++;", "++n;", "n = n + 1;"])
        if base == "n":
            return " ".join(stores + [advance])
        return "{ const T at = n; %s %s }" % (advance, " ".join(stores))

    def over_the_row(self):
        """What was stored may be read, and where nothing was, stored."""
        if not self.is_buffered or self.rarely():
            return self.rng.choice(OVER_THE_ROW)
        if len(self.filled) == 2:
            return self.rng.choice(["for (T r = first; r < n; ++r) if (x[r] % 2) y[r] = i;",
                                    "T r = first; while (r < n) { y[r] += x[r]; ++r; }"])
        other = "y" if self.filled == "x" else "x"
        return self.rng.choice([
            "for (T r = first; r < n; ++r) %s[r] = %s[r] + 1;" % (other, self.filled),
            "for (T r = first; r < n; ++r) z[i] = %s[r];" % self.filled])

    def statement(self):
        kind = self.rng.randrange(9)
        if self.is_buffered and kind in (2, 3, 4):
            kind = 0 if self.rng.random() < 0.7 else 5
        if kind <= 1:
            return "if (%s) { %s }" % (self.condition(), self.append())
        if kind == 2:
            return self.append()
        if kind == 3:
            return "{ const T at = n++; x[at] = %s; y[at] = i; }" % self.value()
        if kind == 4:
            other = self.rng.choice([self.append(), "n++;"])
            return "if (%s) { %s } else { %s }" % (self.condition(), self.append(), other)
        if kind == 5:
            return "if (mark[crd[p]] != i) { mark[crd[p]] = i; %s }" % self.append()
        if kind == 6:
            return "if (%s) %s;" % (self.condition(), self.rng.choice(["break", "continue"]))
        if self.is_buffered and not self.rarely():
            return self.rng.choice(["count += crd[p];", "count++;", "z[i] = crd[p];", self.append()])
        return self.rng.choice(["count += crd[p];", "count++;", "z[i] += crd[p];", self.append()])

    def row(self):
        rng = self.rng
        lines = ["const T first = n;"]
        if rng.random() < 0.3:
            lines.append("sums[i] = sum; sum += pos[i + 1] - i;" if self.is_buffered else
                         "const int t = sums[i]; sums[i] = sum; sum += t;")
        lines.append("for (int p = pos[i]; p < pos[i + 1]; ++p) {")
        lines += ["  " + self.statement() for _ in range(rng.randrange(1, 4))] + ["}"]
        if rng.random() < 0.3:
            lines.append("{ %s }" % self.over_the_row())
        if self.rarely():
            lines.append("{ %s }" % rng.choice(BEYOND_THE_ROW))
        if rng.random() < 0.6:
            lines.append("ends[i + 1] = int(n);")
        if rng.random() < 0.2 and not (self.is_buffered and rng.random() < 0.9):
            lines.append("z[i] += int(count);")
        return lines

    def text(self):
        lines = ["void kernel%d(int m, const Ints &pos, const Ints &crd, Ints &x, Ints &y," % self.number,
                 "             Ints &z, Ints &ends, Ints &sums, Ints mark) {",
                 "  using T = %s;" % self.type,
                 "  T n = 2;",
                 "  long count = 0;",
                 "  int sum = 5;"]
        if self.schedule:
            lines.append("#pragma sparse " + self.schedule)
        lines.append("  for (int i = 0; i < m; ++i) {")
        lines += ["    " + line for line in self.body] + ["  }"]
        return "\n".join(lines + ["  ends[0] = int(n) + 1000 * int(count) + sum;", "}"])

    def call(self):
        return """    {
      Ints x(SIZE, 7), y(SIZE, 8), z(N, 1), ends(N + 1, 3), sums(N, 2), mark(50, -1);
      kernel%d(m, pos, crd, x, y, z, ends, sums, mark);
      for (const Ints *v : {&x, &y, &z, &ends, &sums})
        print("%d", *v);
    }""" % (self.number, self.number)


if __name__ == "__main__":
    sys.exit(kernels.main("cursors", __doc__, PRELUDE, MAIN, Kernel))
