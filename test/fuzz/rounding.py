#!/usr/bin/env python3
"""Random arithmetic in loops, functions, members, constants and conversions is
rounded as in the plain loops, bit by bit, where the processor can fuse a product
with a sum: what compilers fuse depends on which expressions they see."""

import os
import platform
import random
import sys

import kernels

PRELUDE = """#include <algorithm>
#include <cmath>
#include <limits>
static const int N = 23;
using T = NUMBER;
static std::vector<int> pos, crd;
struct Pair {
  T a, b = T(1.1);
  T product() const { return a * b; }
  T with(T c) const { return a * c + b; }
};
struct Fixed {
  static constexpr T f = T(1.3);
  T g = T(0.7);
  const T h = T(-1.1);
};
static constexpr Fixed fixed{};
static constexpr T table[3] = {T(1.1), T(-0.3), T(2.7)};
// Not static: of what it knows all numbers of, a compiler computes sums with or without
// fusing them.
T global = T(1.7);
static const T constant = T(-1.9);
constexpr T both(T a, T b) { return a * b + b; }
template <int K> T times(T a) { return a * K - a; }
template <class F> T apply(F f, T a) { return f(a) + a; }
"""

MAIN = """int main() {
  unsigned seed = 5;
  auto random = [&] { return (seed = seed * 1103515245u + 12345u) >> 16 & 1023; };
  std::vector<T> x, y, z;
  pos.push_back(0);
  for (int i = 0; i < N; ++i) {
    x.push_back(EXACT ? T(int(random() %% 5)) - 2 : T(random()) / 7 - 60);
    for (int n = random() %% 4; n > 0; --n)
      crd.push_back(random() %% N);
    pos.push_back(crd.size());
  }
  for (int p = 0; p < pos.back(); ++p)
    z.push_back(EXACT ? T(int(random() %% 5)) - 2 : T(random()) / 3 - 100);
%s
}
"""

SCHEDULES = ["split(i, i0, i1, 4)", "divide(i, i0, i1, 3)", "unroll(i, 2)",
             "parallelize(i, cpu_thread, no_races)", "parallelize(i, cpu_vector, no_races)",
             "split(i, i0, i1, 4) unroll(i1)"]
WITH_SUMS = SCHEDULES[:4] + ["split(p, p0, p1, 2)", "unroll(p, 2)",
                             "split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)"]


def has_fma():
    if platform.machine() != "x86_64" or not os.path.exists("/proc/cpuinfo"):
        return False
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        return " fma " in file.read()


class Arithmetic:
    """Random expressions over the names in `atoms`."""

    def __init__(self, rng, exact):
        self.rng, self.exact, self.names = rng, exact, 0

    def number(self):
        if self.exact:
            return self.rng.choice(["2", "3", "-1", "0.5", "1"])
        return self.rng.choice(["1.1", "-1.1", "0.3", "2", "-1", "1", "1e-3", "3", "0.7"])

    def expression(self, atoms, depth=0):
        rng = self.rng
        kind = rng.randrange(14) if depth < 3 else rng.randrange(3)
        if depth == 3 or kind < 2:
            return rng.choice(atoms)
        if kind == 2:
            return "T(%s)" % self.number()
        a, b = (self.expression(atoms, depth + 1) for _ in "ab")
        if kind < 6:
            return "(%s %s %s)" % (a, rng.choice("++-"), b)
        if kind < 10:
            return "%s * %s" % (self.factor(a), self.factor(b))
        if kind == 10:
            return "-" + self.factor(a)
        if kind == 11:
            return rng.choice(["(T)(%s)", "T(+(%s))", "+(%s)", "(T)(float)(%s)", "static_cast<T>(%s)",
                               "std::fabs(%s)", "std::abs(%s)"]) % a
        if kind == 12:
            return "(%s < %s ? %s : %s)" % (a, b, self.expression(atoms, 3), a)
        return rng.choice(["std::max<T>(%s, %s)", "std::min<T>(%s, %s)",
                           "(sizeof(T) > 2 ? %s : %s)"]) % (a, b)

    @staticmethod
    def factor(text):
        return text if text.startswith("(") or text.isidentifier() else "(" + text + ")"

    def statements(self, atoms, own):
        """Declarations and updates of local variables, which `atoms` gets."""
        rng, lines = self.rng, []
        for _ in range(rng.choice([0, 0, 1, 2, 3])):
            changing = [v for v in own if v.startswith("v")]
            if changing and rng.random() < 0.4:
                lines.append("%s %s %s;" % (rng.choice(changing), rng.choice(["+=", "-=", "*=", "="]),
                                            self.expression(atoms)))
                continue
            # An inner variable that hid an outer one would name itself.
            self.names += 1
            name = rng.choice("cv") + str(self.names)
            init = "T(%s)" % self.number() if rng.random() < 0.4 else self.expression(atoms)
            lines.append("%sT %s = %s;" % ("const " if name[0] == "c" else "", name, init))
            own.append(name)
            atoms.append(name)
        return lines


class Kernel:
    MAY_BE_REFUSED = True

    def __init__(self, seed, number):
        setting = random.Random("setting-%d" % seed)
        contract = setting.choice(["on", "on", "on", "off", "fast"])
        self.exact = contract == "fast"
        kind = "double" if self.exact else setting.choice(["double", "double", "float"])
        self.FLAGS = ["-O%d" % setting.randrange(4), "-ffp-contract=" + contract, "-DNUMBER=" + kind,
                      "-DEXACT=%d" % self.exact] + ["-mfma"] * has_fma() + ["-Wno-invalid-constexpr"]
        self.rng = random.Random("%d-%d" % (seed, number))
        self.number = number
        self.make = Arithmetic(self.rng, self.exact)
        self.has_sum = self.rng.random() < 0.4
        self.schedule = self.rng.choice(WITH_SUMS if self.has_sum else SCHEDULES)
        self.functions = [self.function(n) for n in range(self.rng.randrange(3))]
        self.lines = self.body()

    def function(self, number):
        rng = self.rng
        atoms, own = ["a", "b"], []
        first = rng.choice(["T a", "const T a", "const T &a"])
        second = rng.choice(["T b", "T b", "T b = T(%s)" % self.make.number()])
        lines = self.make.statements(atoms, own)
        if rng.random() < 0.2:
            lines.append("if (a > b) return %s;" % self.make.expression(atoms))
        lines.append("return %s;" % self.make.expression(atoms))
        return "%sT f%d(%s, %s) { %s }" % (rng.choice(["static ", "inline ", "constexpr "]), number,
                                           first, second, " ".join(lines))

    def call(self, atoms):
        rng, make = self.rng, self.make
        a, b = (rng.choice([make.expression(atoms, 2), "T(%s)" % make.number()]) for _ in "ab")
        choices = ["f%d(%s, %s)" % (n, a, b) for n in range(len(self.functions))] * 3
        choices += ["f%d(%s)" % (n, a) for n, f in enumerate(self.functions) if "= T(" in f.split(")")[0]]
        choices += ["both(T(%s), T(%s))" % (make.number(), make.number()), "both(%s, %s)" % (a, b),
                    "times<3>(%s)" % a, "Pair{%s}.product()" % a, "Pair{%s, %s}.with(%s)" % (a, b, a),
                    "apply([](T q) { return q * q; }, %s)" % a, "fixed.g", "fixed.h", "Fixed::f",
                    "table[1]", "global", "constant", "T(i)", "std::numeric_limits<T>::epsilon()"]
        if self.exact:
            choices = [c for c in choices if not any(
                name in c for name in ("fixed", "Fixed", "table", "global", "constant", "epsilon", "Pair{"))]
            choices.append("Pair{%s, %s}.product()" % (a, b))
        return rng.choice(choices)

    def body(self):
        rng, make = self.rng, self.make
        atoms, own = ["x[i]", "x[i]", "s"], []
        atoms += [self.call(["x[i]"]) for _ in range(rng.randrange(3))]
        lines = make.statements(atoms, own)
        if self.has_sum:
            inner = ["z[p]", "x[crd[p]]"] + own
            inner += [self.call(inner) for _ in range(rng.randrange(2))]
            sums = make.statements(list(inner), [])
            sums = [line for line in sums if line.split()[0] in ("T", "const")]
            lines.append("for (int p = pos[i]; p < pos[i + 1]; ++p) { %s %s %s %s; }" % (
                " ".join(sums), rng.choice(["s", "y[i]"]), rng.choice(["+=", "-="]),
                make.expression(inner + [line.split("=")[0].split()[-1] for line in sums])))
        atoms += [self.call(atoms) for _ in range(rng.randrange(2))]
        lines += make.statements(atoms, own)
        lines.append("y[i] %s %s;" % (rng.choice(["=", "+=", "-=", "*="]), make.expression(atoms)))
        return ["T s = T(%s);" % make.number()] + lines

    def text(self):
        lines = ["namespace kernel%d {" % self.number] + self.functions
        lines.append("__attribute__((noinline)) void run(int n, const int *pos, const int *crd,")
        lines.append("                                   const T *x, const T *z, T *y) {")
        if self.schedule:
            lines.append("#pragma sparse " + self.schedule)
        lines.append("  for (int i = 0; i < n; ++i) {")
        return "\n".join(lines + ["    " + line for line in self.lines] + ["  }", "}", "}"])

    def call_in_main(self):
        return ('  y.assign(N, 1); kernel%d::run(N, pos.data(), crd.data(), x.data(), z.data(), '
                'y.data()); print("%d", y);' % (self.number, self.number))


class Program(Kernel):
    def call(self, atoms=None):
        return self.call_in_main() if atoms is None else super().call(atoms)


if __name__ == "__main__":
    sys.exit(kernels.main("rounding", __doc__, PRELUDE, MAIN, Program))
