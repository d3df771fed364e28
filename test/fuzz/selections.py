#!/usr/bin/env python3
"""Random loops that look for the least or greatest element with what belongs to it,
or for the last one of a kind: among equal ones, numbers that are none, zeros of both
signs, infinities, and none at all. Bits are compared."""

import random
import sys

import kernels

PRELUDE = """#include <cmath>
#include <cstring>
#include <limits>
template <class T> static T number(unsigned &state) {
  state = state * 1664525u + 1013904223u;
  const unsigned roll = state >> 24;
  if constexpr (T(0.5) != 0) {
    if (roll < 12)
      return std::numeric_limits<T>::quiet_NaN();
    if (roll < 24)
      return roll % 2 ? T(-0.0) : T(0.0);
    if (roll < 30)
      return (roll % 2 ? -1 : 1) * std::numeric_limits<T>::infinity();
  }
  return T(int(state >> 8) % 7) - T(T(-1) < T(0) ? 3 : 0);
}
template <class T> static void bits(T v) {
  unsigned char bytes[sizeof v];
  std::memcpy(bytes, &v, sizeof v);
  if (v == v)
    for (unsigned char b : bytes)
      std::printf("%02x", b);
  std::printf(v == v ? " " : "nan ");
}
"""

MAIN = """
template <class T, class F> static void run(int number_, F f) {
  unsigned state = number_ * 97 + 5;
  std::printf("%%d:", number_);
  for (int n : {0, 1, 2, 3, 4, 7, 12, 40})
    for (int round = 0; round < 6; ++round) {
      std::vector<T> x(n * 3 + 1), w(n * 3 + 1);
      std::vector<int> ok(n * 3 + 1);
      for (T &e : x)
        e = round == 5 ? T(4) : number<T>(state);
      for (T &e : w)
        e = number<T>(state);
      for (int &e : ok)
        e = int(number<int>(state) > -2);
      T best = number<T>(state), other = number<T>(state);
      int at = -1, more = -2, col = -3;
      f(n, x.data(), w.data(), ok.data(), best, other, at, more, col);
      bits(best);
      bits(other);
      std::printf("%%d %%d %%d;", at, more, col);
    }
  std::printf("\\n");
}
int main() {
%s
}
"""

TYPES = ["double", "float", "int", "unsigned", "long", "short", "unsigned char"]


class Kernel:
    MAY_BE_REFUSED = False

    def __init__(self, seed, number):
        rng = self.rng = random.Random(seed * 1000 + number)
        self.number, self.type = number, rng.choice(TYPES)
        nested = rng.random() < 0.3
        element = "x[i * 3 + j]" if nested else "x[i]"
        weight, okay = element.replace("x[", "w["), element.replace("x[", "ok[")
        offered = rng.choice([element, element, element, "T(%s - %s)" % (element, weight),
                              "T(-%s)" % element])
        named = rng.random() < 0.5
        name = "v" if named else offered
        relation = rng.choice(["<", ">", "<=", ">="])
        compare = "best %s %s" % (relation, name) if rng.random() < 0.3 else "%s %s best" % (name, relation)
        sets = ["best = %s;" % name, "at = i;"]
        if rng.random() < 0.5:
            sets.append(rng.choice(["more = i + 1;", "more = n;", "more = int(3u * i + unsigned(at_));"]))
        if nested:
            sets.append("col = j;")
        if named and rng.random() < 0.3:
            sets.append("other = v;")
        kind = rng.random()
        self.place = not nested and kind >= 0.2 and rng.random() < 0.35
        self.none = kind >= 0.2 and rng.random() < 0.35
        if self.place:  # by the place alone
            held = offered.replace("[i]", "[at]")
            compare = "%s %s %s" % (held, relation, name) if rng.random() < 0.3 else "%s %s %s" % (name, relation, held)
            sets = sets[1:]
        if self.none:  # nothing is selected in front
            compare = "(%s || %s)" % (rng.choice(["at < 0", "at == -1"]), compare)
        if kind < 0.2:  # the last one of a kind
            compare, sets = "%s %s bound" % (name, relation), sets[1:]
        rng.shuffle(sets)
        # What is compared is known in front of what it is compared with.
        cond = rng.choice([compare, compare, "%s && %s" % (okay, compare), "%s && i %% 3" % compare])
        inner = "if (%s) { %s }" % (cond, " ".join(sets))
        if named:
            inner = "const T v = %s; %s" % (offered, inner)
        if rng.random() < 0.2:
            inner = "if (%s) { %s }" % (okay, inner)
        if kind > 0.85 and not nested:  # two at once
            inner = "{ %s } { if (w[i] > other) { other = w[i]; more = i; } }" % inner.replace("other = v;", "").replace("more", "col")
        self.body = "for (int j = 0; j < 3; ++j) { %s }" % inner if nested else inner
        self.clause = rng.choice(["parallelize(i, cpu_thread, parallel_reduction)"] * 3 + [
            "split(i, i0, i1, 2) parallelize(i0, cpu_thread, parallel_reduction)",
            "divide(i, t, ir, 3) parallelize(t, cpu_thread, parallel_reduction)",
            "parallelize(i, cpu_thread, temporary)"])

    def start(self):
        return "at_out < 0 ? 0 : at_out" if self.place and not self.none else "at_out"

    def text(self):
        return """static void kernel%d(int n, const %s *x, const %s *w, const int *ok, %s &best_, %s &other_, int &at_out, int &more_out, int &col_out) {
  using T = %s;
  T best = best_, other = other_;
  const T bound = best;
  int at = %s, more = more_out, col = col_out;
  const int at_ = at;
  (void)w, (void)ok, (void)bound, (void)at_;
#pragma sparse %s
  for (int i = 0; i < n; ++i) { %s }
  best_ = best;
  other_ = other;
  at_out = at;
  more_out = more;
  col_out = col;
}
""" % (self.number, self.type, self.type, self.type, self.type, self.type, self.start(), self.clause, self.body)

    def call(self):
        return "  run<%s>(%d, kernel%d);" % (self.type, self.number, self.number)


if __name__ == "__main__":
    sys.exit(kernels.main("selections", __doc__, PRELUDE, MAIN, Kernel))
