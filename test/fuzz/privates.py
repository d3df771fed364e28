#!/usr/bin/env python3
"""Random loops whose iterations fill arrays and read them compute what the plain
loops do. Some fill what they read and leave the same elements, so that threads may
have copies; some only nearly."""

import random
import sys

import kernels

PRELUDE = """using Ints = std::vector<int>;
static int line[64], plane[16][6], lineRoom[64], planeRoom[16][6], held;
// How large these are nothing says.
int *tip = lineRoom, (*tap)[6] = planeRoom;
const int ends[2] = {3, 5};
"""

MAIN = """int main() {
  Ints x(40), y;
  for (int i = 0; i < 40; ++i)
    x[i] = i * 37 %% 101;
  const int sets[][3] = {{5, 1, 4}, {0, 0, 0}, {12, 2, 11}, {1, 0, 1}, {8, 3, 2}, {9, 1, 12}};
  for (auto [n, lo, hi] : sets)
    for (int m : {0, 1, 2, 40}) {
      for (int i = 0; i < 64; ++i)
        line[i] = lineRoom[i] = 1000 + i;
      for (int i = 0; i < 96; ++i)
        plane[i / 6][i %% 6] = planeRoom[i / 6][i %% 6] = 2000 + i;
      held = 3;
%s
    }
}
"""


class Kernel:
    MAY_BE_REFUSED = False
    WAYS = {"sparse": ["-fplugin-arg-sparse-min-work=0"]}

    def __init__(self, seed, number):
        self.rng = random.Random("%d/%d" % (seed, number))
        self.number = number
        self.type = self.rng.choice(["int", "int", "int", "long", "size_t", "unsigned", "short"])
        self.array = self.rng.choice(["line", "plane", "own", "table", "tip", "tap"])
        self.read_behind = self.rng.random() < 0.2
        self.bounds = [self.bound() for _ in range(2)]
        self.body = self.iteration()

    def rarely(self):
        return self.rng.random() < 0.06

    def bound(self):
        low = self.rng.choice(["0", "0", "0", "1", "lo", "2"])
        high = self.rng.choice(["n", "n", "n", "hi", "hi + 1", "n + 1", "8", "12", "5"])
        if self.rarely():
            high = self.rng.choice(["i % 7", "x[i] % 9", "n + i % 2", "lo"])
        return low, high

    def loop(self, statement, bounds=None):
        low, high = bounds or self.rng.choice(self.bounds)
        if self.rarely():
            low, high = self.bound()
        kind = self.rng.random()
        if kind < 0.3 and self.type in ("int", "long", "short"):
            return "for (T k = T(%s) - 1; k >= T(%s); --k) { %s }" % (high, low, statement)
        if kind < 0.12:
            return "for (T k = %s; k <= T(%s) ; ++k) { %s }" % (low, high, statement)
        if kind < 0.2:
            return "{ T k = %s; while (k < T(%s)) { %s ++k; } }" % (low, high, statement)
        return "for (T k = %s; k < T(%s); k++) { %s }" % (low, high, statement)

    def value(self):
        return self.rng.choice(["x[i] + int(k)", "x[i]", "int(k)", "i * 3 - x[i]", "x[i] * int(k)"])

    def is_line(self):
        return self.array in ("line", "own", "tip")

    def place(self, k):
        """Of a line; of a plane all of its row, or one place."""
        if self.is_line():
            return "%s[%s]" % (self.array, k)
        return "%s[%s][%s]" % (self.array, k, self.rng.choice("012345" if self.rarely() else "01"))

    def subscript(self):
        return self.rng.choice(["k", "k", "k", "k + 1", "k + 2"] +
                               (["2 * k", "13 - k"] if self.is_line() and self.rarely() else []))

    def each(self, statement):
        """Over all of a row of a plane."""
        return "for (int c = 0; c < %s; ++c) { %s }" % (self.rng.choice(["6", "6", "6", "5", "n / 2"]), statement)

    def store(self):
        if not self.is_line() and self.rng.random() < 0.5:
            place = "%s[%s][c]" % (self.array, self.subscript())
            return self.loop(self.each("%s = %s;" % (place, self.value())))
        if self.rng.random() < 0.25:
            return "{ const int k = %s; %s = %s; }" % (
                self.rng.choice(["0", "1", "n", "lo", "3", "ends[0]", "ends[1] - 1"]), self.place("k"), self.value())
        if self.rng.random() < 0.15:
            place = self.place("k")
            return self.loop("%s = (%s + x[i]) & 255;" % (place.replace("[k]", "[k + 1]"), place))
        text = "%s = %s;" % (self.place(self.subscript()), self.value())
        if self.rng.random() < 0.1:
            text = "held = %s; %s = held;" % (self.value(), self.place(self.subscript()))
        if self.rarely():
            text = "if (x[i] %% 3) { %s }" % text
        return self.loop(text)

    def read(self):
        if not self.is_line() and self.rng.random() < 0.5:
            return self.loop(self.each("y[i] += %s[%s][c];" % (self.array, self.subscript())))
        if self.rng.random() < 0.2:
            return "y[i] += %s;" % self.place(self.rng.choice(["0", "1", "n", "lo", "3"]))
        if self.rng.random() < 0.15:
            return self.loop("%s += x[i];" % self.place(self.subscript()))
        return self.loop("y[i] += %s;" % self.place(self.subscript()))

    def iteration(self):
        lines = [self.store() for _ in range(self.rng.randrange(1, 4))]
        lines += [self.rng.choice([self.read, self.read, self.store])()
                  for _ in range(self.rng.randrange(1, 4))]
        if self.rarely():
            self.rng.shuffle(lines)
        if self.rng.random() < 0.25:
            bounds = self.rng.choice(["0; j < 2", "0; j < hi", "lo; j < n", "i / 8; j < 4"])
            lines = ["for (int j = %s; ++j) {" % bounds] + lines + ["}"]
        return lines

    def text(self):
        lines = ["void kernel%d(int m, int n, int lo, int hi, const Ints &x, Ints &y) {" % self.number,
                 "  using T = %s;" % self.type,
                 "  int own[64], table[16][6];",
                 "  for (int k = 0; k < 64; ++k) own[k] = k;",
                 "  for (int k = 0; k < 96; ++k) table[k / 6][k % 6] = k;",
                 "#pragma sparse",
                 "  for (int i = 0; i < m; ++i) {"]
        lines += ["    " + line for line in self.body] + ["  }"]
        if self.read_behind:
            lines.append("  for (int k = 0; k < 16; ++k) y[k] += own[k] + table[k][1];")
        return "\n".join(lines + ["}"])

    def call(self):
        return """      y.assign(40, 0);
      kernel%d(m, n, lo, hi, x, y);
      print("%d", y);
      print("held", Ints(1, held));
      print("line", Ints(line, line + 64));
      print("tip", Ints(lineRoom, lineRoom + 64));
      print("tap", Ints(planeRoom[0], planeRoom[0] + 96));
      print("plane", Ints(plane[0], plane[0] + 96));""" % (self.number, self.number)


if __name__ == "__main__":
    sys.exit(kernels.main("privates", __doc__, PRELUDE, MAIN, Kernel))
