#!/usr/bin/env python3
"""Random loops whose subscripts are clamped, wrapped round, shifted and compared, over plain
pointers into one piece of memory: what is said of how far an array is accessed is true
of every access, or an overlap is missed."""

import random
import sys

import kernels

PRELUDE = """#include <algorithm>
#include <cstdlib>
#include <cstring>
static unsigned long State;
static long below(long n) {
  State = State * 6364136223846793005ul + 1442695040888963407ul;
  return long((State >> 33) % (unsigned long)n);
}
constexpr long Pool = 9000, Middle = Pool / 2, Calls = 80;
"""

MAIN = """
template <class T, class I, class F> static void run(int number, F f) {
  State = number * 7919 + 13;
  unsigned long hash = 14695981039346656037ul;
  for (int call = 0; call < Calls; ++call) {
    static T all[Pool];
    for (T &e : all)
      e = T(below(9) - 4);
    std::vector<I> idx(64);
    for (I &e : idx)
      e = I(below(40) - (I(-1) < 0 ? 12 : 0));
    const long m = below(25), w = 1 + below(12), r = below(5), lo = below(6), hi = lo + 1 + below(9);
    // Beside each other, one half over the other, or apart.
    T *x = all + Middle, *y = x + (below(3) ? below(80) - 50 : 1500);
    f(m, w, r, lo, hi, idx.data(), x, y);
    for (T e : all) {
      unsigned long bits = 0;
      std::memcpy(&bits, &e, sizeof e);
      hash = (hash ^ bits) * 1099511628211ul;
    }
  }
  std::printf("%%d: %%lx\\n", number, hash);
}

int main() {
%s
}
"""


class Kernel:
    MAY_BE_REFUSED = False
    WAYS = {"sparse": ["-fplugin-arg-sparse-min-work=0"],
            "wrapping": ["-fplugin-arg-sparse-min-work=0", "-fwrapv"]}

    def __init__(self, seed, number):
        rng = self.rng = random.Random("%d:%d" % (seed, number))
        self.number = number
        self.value = rng.choice(["int", "long", "double", "short"])
        self.type = rng.choice(["int", "int", "int", "long", "size_t", "unsigned", "short", "unsigned char"])
        # What is subtracted wraps round: to a subscript that exists only in 64 bits.
        self.signed = self.type in ("int", "long", "short")
        self.wide = self.type == "size_t"
        self.index = rng.choice(["int", "int", "long", "short"] if self.signed else ["unsigned char"])
        self.inner = rng.random() < 0.6
        self.names = 0
        self.scaled = self.combined = 0
        self.lines = []
        self.body()

    def start(self):
        rng = self.rng
        options = ["i", "i + 1", "2 * i", "idx[i]", "idx[i] + i", "m", "i * w"]
        if self.inner:
            options += ["i + k", "i + k", "k * w + i", "idx[i + k]"] if self.signed else ["i + k + r"]
            options += ["(i << 1) | (k & 1)", "(i << r) | ((k + r) & 3)"]
        options += ["i & w", "idx[i] & w", "i ^ 1", "i ^ r", "i | w", "i << 1", "i << r", "i >> 1", "i >> r", "(i >> 1) * w + i", "1 << r",
                    "unsigned(i * w + i)", "unsigned(i) * unsigned(w) + unsigned(i)", "unsigned(i) + 1u", "unsigned(i + 1) - 1u",
                    "(unsigned char)(i * 3)", "short(i + m)", "idx[i] & ~3", "(i * 40503u) & 31", "i & lo"]
        if self.signed or self.wide:
            options += ["i - 1", "m - 1 - i", "i - w", "idx[i] - lo"]
        return rng.choice(options)

    def limit(self):
        return self.rng.choice(["0", "lo", "hi", "w", "w - 1", "hi - 1", "m", "7", "hi - lo"])

    def cast(self, text):
        return "(%s)(%s)" % (self.type, text)

    def condition(self, name):
        rng = self.rng
        ops = ["<", "<=", ">", ">=", "==", "!="]
        one = lambda: rng.choice(["{0} {1} {2}", "{2} {1} {0}"]).format(name, rng.choice(ops), self.cast(self.limit()))
        return rng.choice([one(), one(), "%s && %s" % (one(), one()), "%s || %s" % (one(), one()), "!(%s)" % one()])

    def change(self, name):
        """A statement that gives the variable another value."""
        rng, limit = self.rng, self.cast(self.limit())
        forms = ["if ({c}) {0} = {l};", "if ({c}) {0} = {l};", "if ({0} >= {l}) {0} = {l};", "if ({0} > {l}) {0} = {l}; else if ({0} < {k}) {0} = {k};",
                 "{0} = {0} < {l} ? {l} : {0};", "{0} = {0} > {l} ? {l} : {0} < {k} ? {k} : {0};",
                 "{0} = std::min<{t}>({0}, {l});", "{0} = std::max<{t}>({0}, {l});",
                 "{0} = {c} ? {0} : {l};", "{0} = std::clamp<{t}>({0}, lo, hi);",
                 "{0} = {0} % ({t})w;", "{0} %= {n};", "{0} = {0} & {n};",
                 "{0} += {n};", "if ({c}) {0} += w;", "if ({c}) {{ {0} = {l}; }} else {{ {0} += {n}; }}",
                 "{{ bool in = {c}; if (!in) {0} = {l}; }}", "if ({c}) {{ if ({c2}) {0} = {l}; else {0} = {k}; }}"]
        if self.signed:
            forms += ["if ({c}) {0} = -{0};", "{0} = std::abs({0});", "{0} -= {n};", "if ({c}) {0} -= w;", "{0} = {l} - {0};",
                      "{0} = std::abs({0}) % ({t})w;"]
        forms += ["{0} &= {l};", "{0} = ({0} ^ {n}) & 31;", "if ({c}) {0} &= ~{n};", "{0} = {0} & ({t})w;",
                  "{0} = ({0} * ({t})2177342782468422677ul) % ({t})w;" if self.wide else "{0} = ({0} & 63) % ({t})w;",
                  "{0} = ({t})(unsigned short)({0});" if self.type == "unsigned" else "{0} = ({t})(unsigned({0}) & 63u);"]
        if not self.outside:
            # Of what is shifted and combined no more than once, so that it stays in the pool.
            if self.combined < 1:
                forms += ["{0} = {0} | {n};", "{0} ^= {n};", "{0} |= ({t})w;", "{0} = {0} ^ ({t})r;"]
            if self.scaled < 1:
                forms += ["{0} = {0} << 1;", "{0} = {0} << (r & 1);"]
        if not self.wide:
            forms += ["{0} = {0} / {n};", "{0} >>= 1;", "{0} >>= r;"]
        if self.wide:
            forms += ["{0} -= {n};", "{0} = ({0} - 1) % ({t})w;", "{0} = std::min<{t}>({0} - 1, hi);"]
        if self.scaled < 1 and not self.outside:
            forms += ["{0} = {0} * {n};"]
        text = rng.choice(forms)
        self.scaled += "* {n}" in text or "<<" in text
        self.combined += "|" in text or "^" in text
        return text.format(name, c=self.condition(name), c2=self.condition(name), l=limit, k=self.cast(self.limit()),
                           t=self.type, n=rng.randint(1, 4))

    def subscript(self, name):
        rng = self.rng
        forms = ["{0}", "{0}", "{0} + 1", "{0} * 2"]
        if self.signed or self.wide:
            forms += ["{0} - 1"]
        if self.signed:
            forms += ["lo - {0}"]
        return rng.choice(forms).format(name)

    def use(self, name):
        rng = self.rng
        at = self.subscript(name)
        read = rng.choice(["x[%s]" % at, "x[%s]" % at, "(%s ? x[%s] : T(1))" % (self.condition(name), at),
                           "(%s && x[%s] > 0)" % (self.condition(name), at)])
        text = "s += T(%s);" % read
        if rng.random() < 0.4:
            text = "if (%s) %s" % (self.condition(name), text)
        if rng.random() < 0.1:
            text = "{ if (%s) continue; %s }" % (self.condition(name), text)
        return text

    def body(self):
        rng, inside = self.rng, []
        for _ in range(rng.randint(1, 2)):
            name = "t%d" % self.names
            self.names += 1
            start = self.start()
            self.outside = "k" not in start and rng.random() < 0.2
            (self.lines if self.outside else inside).append("%s %s = %s;" % (self.type, name, self.cast(start)))
            for _ in range(rng.randint(1, 4)):
                inside.append(self.change(name))
            if rng.random() < 0.2:
                # No more than eight steps, of at most four.
                inside.append("{ int left = 8; while (%s && left > 0) { --left; %s %s += %d; } }" % (
                    rng.choice(["x[%s] > 0" % name, "x[%s] != 3 && %s" % (name, self.condition(name))]),
                    rng.choice(["", "s += T(x[%s]);" % name, "if (x[%s] == 2) break;" % name]), name, rng.randint(1, 4)))
            if rng.random() < 0.3:
                inside.append("const %s c%s = %s;" % (self.type, name, self.cast(name + " + 1")))
                inside.append(self.change(name))
                inside.append("s += T(x[%s]);" % ("c" + name))
            inside.append(self.use(name))
        self.inside = inside

    def text(self):
        inside = "\n      ".join(self.inside)
        if self.inner:
            inside = "for (int k = -r; k <= r; ++k) {\n      %s\n    }" % inside
        else:
            inside = "do {\n      %s\n    } while (0);" % inside if "continue" in inside else inside
        return """static void kernel%d(int m, int w, int r, int lo, int hi, const %s *idx0, %s *x, %s *y) {
  using T = %s;
  const %s *idx = idx0 + 12;
#pragma sparse
  for (int i = 0; i < m; ++i) {
    T s = 0;
    %s
    %s
    y[i] = T(long(s) %% 50);
  }
}
""" % (self.number, self.index, self.value, self.value, self.value, self.index, "\n    ".join(self.lines), inside)

    def call(self):
        return "  run<%s, %s>(%d, kernel%d);" % (self.value, self.index, self.number, self.number)


if __name__ == "__main__":
    sys.exit(kernels.main("clamps", __doc__, PRELUDE, MAIN, Kernel))
