#!/usr/bin/env python3
"""Random loops over plain pointers into one piece of memory: arrays lie apart, beside
each other, one inside another one, or half over it, and what is computed stays what
the plain loop computes. All numbers are small whole ones: sums in any order are equal
as long as no array that is read is written."""

import random
import sys

import kernels

# Index arrays lie where no call before had others: what a walk finds is kept.
PRELUDE = """#include <algorithm>
#include <cstring>
#include <numeric>
static unsigned long State;
static long below(long n) {
  State = State * 6364136223846793005ul + 1442695040888963407ul;
  return long((State >> 33) % (unsigned long)n);
}
constexpr long Pool = 400, Calls = 60, Rows = 12, Columns = 24;
template <class T> struct Memory {
  T all[Pool];
  Memory() {
    for (T &e : all)
      e = T(below(7) - 3);
  }
  // Where an array of n elements begins: near to another one as often as not.
  T *place(long n, const T *near) {
    long at = below(3) && near ? near - all + below(2 * Columns) - Columns : below(Pool - n);
    return all + (at < 8 ? 8 : at > Pool - 8 - n ? Pool - 8 - n : at);
  }
};
template <class I> static std::vector<I> Indices;
template <class I> static I *indices(long n) {
  static std::size_t used = 0;
  Indices<I>.resize(2000000);
  I *at = Indices<I>.data() + used;
  used += n;
  return at;
}
"""

MAIN = """
template <class T, class I, class F> static void run(int number, F f) {
  State = number * 7919 + 13;
  unsigned long hash = 14695981039346656037ul;
  for (int call = 0; call < Calls; ++call) {
    const int m = int(below(Rows) + (call %% 5 != 0)), K = int(below(5));
    Memory<T> M;
    Memory<I> N;
    I *pos = indices<I>(m + 1), *perm = indices<I>(m + 1);
    pos[0] = I(below(3));
    for (int i = 0; i < m; ++i)
      pos[i + 1] = pos[i] + I(below(5));
    std::iota(perm, perm + m, I(0));
    for (int i = m; i > 1; --i)
      std::swap(perm[i - 1], perm[below(i)]);
    I *crd = indices<I>(pos[m] + 1);
    const long reach = 1 + below(Columns);
    for (long p = 0; p <= pos[m]; ++p)
      crd[p] = I(below(reach));
    for (int i = 0; i < m && call %% 2; ++i)
      std::sort(crd + pos[i], crd + pos[i + 1]);
    T *x = M.place(5 * Columns, nullptr), *val = M.place(4 * Rows + 8, x);
    T *y = M.place(5 * Columns, below(2) ? x : val), *out = M.place(4 * Rows + 8, below(2) ? y : val);
    f(m, K, pos, crd, perm, val, x, y, out);
    for (T e : M.all) {
      unsigned long bits = 0;
      if (e == e) // not of a NaN, which may have any bits
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

SCHEDULES = ["", "", "", "auto", "parallelize(i, cpu_thread, no_races)",
             "split(i, i0, i1, 2) parallelize(i0, cpu_thread, no_races)",
             "parallelize(i, cpu_thread, no_races, schedule(dynamic, 1))",
             "parallelize(i, cpu_thread, atomics)"]
INNER = ["parallelize(p, cpu_vector, no_races)", "parallelize(p, cpu_vector, parallel_reduction)",
         "divide(i, t, ir, threads, balance(p)) parallelize(t, cpu_thread, no_races)",
         "fuse(i, p, f) split(f, f0, f1, 7) parallelize(f0, cpu_thread, temporary)"]


class Kernel:
    MAY_BE_REFUSED = True
    INSTEAD = ""
    WAYS = {"sparse": ["-fplugin-arg-sparse-min-work=0"],
            "verified": ["-fplugin-arg-sparse-min-work=0", "-fplugin-arg-sparse-verify"]}

    def __init__(self, seed, number):
        rng = self.rng = random.Random("%d:%d" % (seed, number))
        self.number = number
        self.value = rng.choice(["double", "double", "float", "unsigned long"])
        self.index = rng.choice(["int", "int", "unsigned", "short"])
        self.flat = rng.random() < 0.2
        self.schedule = rng.choice(SCHEDULES if self.flat else SCHEDULES + INNER)
        self.before = []
        self.body = rng.choice([self.rows, self.rows, self.rows, self.uncounted, self.merge, self.compress])()

    def at(self, known):
        """A subscript between -8 and 4 * Columns."""
        rng = self.rng
        forms = ["i", "i", "i + 1", "i - 3", "2 * i", "m - 1 - i", "perm[i]", "perm[i] * 2 + 1", "i * K"]
        if "p" in known:
            forms += ["crd[p]"] * 4 + ["crd[p] + 2", "3 * crd[p]", "p", "p"]
            if self.index != "unsigned":
                forms += ["p - 2", "crd[p] - i / 2"]
        if "k" in known:
            forms += ["i * K + k", "crd[p] * K + k", "k"]
        return rng.choice(forms)

    def read(self, known):
        array = self.rng.choice(["x"] * 3 + ["val"])
        index = "p" if array == "val" and "p" in known else "i" if array == "val" else self.at(known)
        return "%s[%s]" % (array, index)

    def term(self, known):
        text = " * ".join(self.read(known) for _ in range(self.rng.choice([1, 2, 2])))
        if self.rng.random() < 0.15:
            text = "(%s > 0 ? %s : %s)" % (self.read(known), text, self.read(known))
        return text

    def store(self, known):
        rng = self.rng
        if "k" in known:
            target = rng.choice(["y[i * K + k]", "y[i * K + k]", "y[perm[i] * K + k]", "y[crd[p] * K + k]"])
        elif "p" in known:
            target = rng.choice(["y[i]", "out[p]", "out[p]", "y[crd[p]]"])
        else:
            target = rng.choice(["y[i]", "y[i]", "y[perm[i]]", "y[2 * i]", "y[m - 1 - i]", "out[i]"])
        line = "%s %s %s;" % (target, rng.choice(["=", "+=", "+=", "-="]), self.term(known))
        if rng.random() < 0.15:
            line = "if (%s != 1) %s" % (self.read(known), line)
        return line

    def rows(self):
        rng = self.rng
        if self.flat:
            return ["for (int i = 0; i < m; ++i)", "  " + self.store("i")]
        inner = [self.store("ip")]
        if rng.random() < 0.4:
            inner = ["sum += %s;" % self.term("ip")]
        elif rng.random() < 0.3:
            inner = ["for (int k = 0; k < K; ++k)", "  " + self.store("ipk")]
        lines = ["for (%s p = pos[i]; p < pos[i + 1]; ++p)%s" % (self.index, " {" * (len(inner) > 1))]
        lines += ["  " + line for line in inner] + ["}"] * (len(inner) > 1)
        if "sum" in inner[0]:
            lines = ["%s sum = 0;" % self.value] + lines + [
                "%s %s sum;" % (rng.choice(["y[i]", "y[i]", "y[perm[i]]", "out[i]"]), rng.choice(["=", "+="]))]
        elif rng.random() < 0.3:
            lines.insert(rng.choice([0, len(lines)]), self.store("i"))
        return ["for (int i = 0; i < m; ++i) {"] + ["  " + line for line in lines] + ["}"]

    def uncounted(self):
        """Rows whose loop ends, or goes on, as what was read says."""
        rng = self.rng
        how = rng.randrange(4)
        store = self.store("ip")
        if how == 0:
            inner = ["for (%s p = pos[i]; p < pos[i + 1]; ++p) {" % self.index,
                     "  if (%s > 1) break;" % self.read("ip"), "  " + store, "}"]
        elif how == 1:
            inner = ["%s p = pos[i];" % self.index, "while (p < pos[i + 1]) {", "  " + store,
                     "  if (%s > 0) ++p;" % self.read("ip"), "  ++p;", "}"]
        elif how == 2:
            inner = ["for (%s p = pos[i]; p < pos[i + 1]; ++p)" % self.index,
                     "  if (%s < y[i]) y[i] = %s;" % (("x[crd[p]]",) * 2)]
        else:
            inner = ["for (%s p = pos[i]; p < pos[i + 1]; ++p) {" % self.index,
                     "  y[i] += %s;" % self.term("ip"), "  if (y[i] > 3) out[i] = %s;" % self.term("ip"), "}"]
        return ["for (int i = 0; i < m; ++i) {"] + ["  " + line for line in inner] + ["}"]

    def merge(self):
        """Two rows side by side."""
        rng = self.rng
        other = rng.choice(["m - 1 - i", "perm[i]", "i"])
        inner = ["const int l = %s;" % other, "%s p = pos[i], q = pos[l];" % self.index]
        update = "y[i] += %s * %s;" % (rng.choice(["val[p]", "x[p]"]), rng.choice(["val[q]", "x[q]", "x[crd[q]]"]))
        if rng.random() < 0.5:
            inner += ["while (p < pos[i + 1] && q < pos[l + 1]) {",
                      "  if (crd[p] == crd[q]) { %s ++p; ++q; }" % update,
                      "  else if (crd[p] < crd[q]) ++p;", "  else ++q;", "}"]
        else:
            inner += ["while (p < pos[i + 1] && q < pos[l + 1]) {",
                      "  const %s j = crd[p], k = crd[q];" % self.index,
                      "  if (j == k) %s" % update,
                      "  if (j <= k) ++p;", "  if (k <= j) ++q;", "}"]
        return ["for (int i = 0; i < m; ++i) {"] + ["  " + line for line in inner] + ["}"]

    def compress(self):
        """What passes a test is stored one behind the other."""
        rng = self.rng
        self.schedule = rng.choice(["", "", "parallelize(i, cpu_thread, scan)"])
        self.before = ["%s n = K;" % rng.choice(["int", "long", "unsigned"])]
        known = "i" if self.flat else "ip"
        target = rng.choice(["out", "out", "y"])
        keep = ["if (%s %s) {" % (self.read(known), rng.choice(["> 0", "!= 1", "< y[i]"])),
                "  %s[n] = %s;" % (target, self.term(known)), "  ++n;", "}"]
        if rng.random() < 0.3:
            keep = ["if (%s > 0)" % self.read(known), "  %s[n++] = %s;" % (target, self.read(known))]
        if rng.random() < 0.3:
            keep.append(self.store(known))
        if not self.flat:
            keep = ["for (%s p = pos[i]; p < pos[i + 1]; ++p) {" % self.index] + [
                "  " + line for line in keep] + ["}"]
        return ["for (int i = 0; i < m; ++i) {"] + ["  " + line for line in keep] + ["}"]

    def text(self):
        value, index = self.value, self.index
        lines = ["[[gnu::noinline]] void kernel%d(int m, int K, const %s *pos, const %s *crd, const %s *perm,"
                 " const %s *val, const %s *x, %s *y, %s *out) {"
                 % (self.number, index, index, index, value, value, value, value)]
        lines += ["  " + line for line in self.before]
        if self.schedule is not None:
            lines.append("#pragma sparse " + self.schedule)
        return "\n".join(lines + ["  " + line for line in self.body] + ["}"])

    def call(self):
        return "  run<%s, %s>(%d, kernel%d);" % (self.value, self.index, self.number, self.number)


if __name__ == "__main__":
    sys.exit(kernels.main("overlaps", __doc__, PRELUDE, MAIN, Kernel))
