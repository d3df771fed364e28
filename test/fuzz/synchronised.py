#!/usr/bin/env python3
"""Random loops with atomic operations of their own leave what the plain loops do, on
threads and in order: updates, least values by comparing and setting, claims, slots, in
all spellings, such that their order does not matter."""

import random
import sys

import kernels

PRELUDE = """#include <atomic>
#include <algorithm>
static const int N = 61, K = 13;
using Ints = std::vector<int>;
using Reals = std::vector<double>;
static Ints pos, crd;
template <class T, class U> static T fetchAdd(T &x, U v) { return __sync_fetch_and_add(&x, v); }
template <class T> static bool compareAndSwap(T &x, const T &was, const T &is) {
  return __sync_bool_compare_and_swap(&x, was, is);
}
struct Counter {
  int *at;
  int add(int e, int v) const { return __atomic_add_fetch(&at[e], v, __ATOMIC_ACQ_REL); }
};
"""

MAIN = kernels.main_of_rows(("crd", "random() % K"))

SCHEDULES = ["parallelize(i, cpu_thread, {races})", "parallelize(i, cpu_thread, {races})",
             "parallelize(i, cpu_thread, {races}, schedule(dynamic, 2))",
             "split(i, i0, i1, 4) parallelize(i0, cpu_thread, {races})",
             "split(i, i0, i1, 4) unroll(i1) parallelize(i0, cpu_thread, {races})",
             "divide(i, i0, i1, 3) parallelize(i0, cpu_thread, {races})",
             "split(i, i0, i1, 3)", "split(i, i0, i1, 4) unroll(i1)"]

OPERATORS = {"add": "+", "or": "|", "and": "&", "xor": "^"}


class Kernel:
    MAY_BE_REFUSED = True
    WAYS = {"sparse": ["-fplugin-arg-sparse-min-work=0"]}

    def __init__(self, seed, number):
        self.rng = random.Random("%d/%d" % (seed, number))
        self.number = number
        self.arrays = []
        for _ in range(self.rng.choice([1, 1, 2, 3])):
            family = self.rng.choice(["add", "add", "or", "and", "xor", "min", "claim", "slots"])
            ty = self.rng.choice(["int", "int", "short", "unsigned", "long", "unsigned char"])
            if family in ("min", "claim", "slots"):
                ty = self.rng.choice(["int", "int", "long"])
            form = self.rng.choice(["vector", "vector", "pointer", "atomic"])
            self.arrays.append((family, ty, "vector" if family == "slots" else form))
        self.counts = False
        self.body = self.loop()
        races = "parallel_reduction" if self.counts else "ignore_races"
        self.schedule = self.rng.choice(SCHEDULES).format(races=races)

    def value(self, family, inner):
        values = ["i + 1", "2 * i + 3", "5", "b[i] + 2"] + (["p", "crd[p] + i"] if inner else [])
        if family in ("or", "xor"):
            return "1 << (%s) %% 7" % self.rng.choice(values)
        if family == "and":
            return "~(1 << (%s) %% 7)" % self.rng.choice(values)
        return self.rng.choice(values)

    def place(self, inner):
        return self.rng.choice(["b[i]", "(i * 7 + 3) % K", "b[i] / 2"] + (["crd[p]"] * 3 if inner else []))

    def update(self, which, inner):
        family, ty, form = self.arrays[which]
        to, v = "a%d[%s]" % (which, self.place(inner)), self.value(family, inner)
        sign = self.rng.choice(["add", "add", "sub"]) if family == "add" else family
        symbol = "-" if sign == "sub" else OPERATORS[family]
        if form == "atomic":
            ways = ["%s %s= %s;" % (to, symbol, v), "%s.fetch_%s(%s);" % (to, sign, v),
                    "%s.fetch_%s(%s, std::memory_order_relaxed);" % (to, sign, v)]
            if family == "add":
                ways += ["++%s;" % to, "%s--;" % to]
            return self.rng.choice(ways)
        ways = ["__sync_fetch_and_%s(&%s, %s);" % (sign, to, v),
                "__sync_%s_and_fetch(&%s, %s);" % (sign, to, v),
                "__atomic_fetch_%s(&%s, %s, __ATOMIC_RELAXED);" % (sign, to, v),
                "(void)__atomic_%s_fetch(&%s, %s, __ATOMIC_SEQ_CST);" % (sign, to, v),
                "{\n#pragma omp atomic\n%s %s= %s; }" % (to, symbol, v)]
        if sign == "add":
            ways.append("fetchAdd(%s, %s);" % (to, v))
            if form == "pointer" and ty == "int":
                ways.append("Counter{a%d}.add(%s, %s);" % (which, self.place(inner), v))
        return self.rng.choice(ways)

    def least(self, which, inner):
        _, ty, form = self.arrays[which]
        to, v = "a%d[%s]" % (which, self.place(inner)), self.value("min", inner)
        if form == "atomic":
            load = self.rng.choice(["%s", "%s.load()"]) % to
            swap = "%s.compare_exchange_%s(found, want)" % (to, self.rng.choice(["weak", "strong"]))
        else:
            load = self.rng.choice(["%s", "__atomic_load_n(&%s, __ATOMIC_ACQUIRE)"]) % to
            swap = "__atomic_compare_exchange_n(&%s, &found, want, 0, 5, 5)" % to
            if self.rng.random() < 0.4:
                return ("{ const %s want = %s; %s found = %s; while (want < found) { %s was = "
                        "__sync_val_compare_and_swap(&%s, found, want); if (was == found) break; "
                        "found = was; } }" % (ty, v, ty, load, ty, to))
        return "{ const %s want = %s; %s found = %s; while (want < found) if (%s) break; }" % (
            ty, v, ty, load, swap)

    def claim(self, which, inner):
        _, ty, form = self.arrays[which]
        to = "a%d[%s]" % (which, self.place(inner))
        self.counts = True
        if form == "atomic":
            return "{ %s none = 100; if (%s.compare_exchange_strong(none, -1)) ++count; }" % (ty, to)
        swap = self.rng.choice(["__sync_bool_compare_and_swap(&%s, 100, -1)",
                                "compareAndSwap<" + ty + ">(%s, 100, -1)"]) % to
        return self.rng.choice(["if (%s == 100 && %s) ++count;" % (to, swap),
                                "if (%s) ++count;" % swap,
                                "count += %s > 0 ? %s : 0;" % (to, swap)])

    def slot(self, which, inner):
        at = self.rng.choice(["__sync_fetch_and_add(&a%d[%s], 1)", "fetchAdd(a%d[%s], 1)",
                              "__atomic_fetch_add(&a%d[%s], 1, __ATOMIC_RELAXED)"])
        at %= (which, self.place(inner))
        return self.rng.choice(["out[%s] = 2;" % at, "{ const int at = int(%s); out[at] = 2; }" % at])

    def statement(self, inner):
        which = self.rng.randrange(len(self.arrays))
        family = self.arrays[which][0]
        make = {"min": self.least, "claim": self.claim, "slots": self.slot}.get(family, self.update)
        text = make(which, inner)
        if self.rng.random() < 0.35:
            condition = self.rng.choice(["w[i] > 0.1", "i % 3", "b[i] > 2"] + (["crd[p] < i"] if inner else []))
            text = "if (%s) { %s }" % (condition, text)
        return text

    def loop(self):
        inner = self.rng.random() < 0.5
        body = [self.statement(inner) for _ in range(self.rng.randrange(1, 4))]
        if self.rng.random() < 0.3:
            body.append("y[i] = w[i] * 2;")
        if inner:
            body = ["for (int p = pos[i]; p < pos[i + 1]; ++p) {"] + ["  " + s for s in body if "y[i]" not in s]
            body.append("}")
        return body

    def text(self):
        lines = ["long kernel%d(int m, const Ints &b, const Reals &w, Reals &y, Ints &out," % self.number]
        forms = {"vector": "std::vector<%s> &a%d", "pointer": "%s *a%d",
                 "atomic": "std::vector<std::atomic<%s>> &a%d"}
        lines.append("    " + ", ".join(forms[form] % (ty, n) for n, (_, ty, form) in enumerate(self.arrays)) + ") {")
        lines.append("  long count = 0;")
        if self.schedule is not None:
            lines.append("#pragma sparse " + self.schedule)
        lines.append("  for (int i = 0; i < m; ++i) {")
        lines += ["    " + line for line in self.body] + ["  }", "  return count;"]
        return "\n".join(lines + ["}"])

    def call(self):
        lines = ["      Reals w(N), y(N, 1);", "      Ints b(N), out(8 * N * N * K, 1);",
                 "      for (int i = 0; i < N; ++i) { w[i] = (i * 37 % 50) / 25.0 - 0.6; b[i] = i * i % K; }"]
        for n, (family, ty, form) in enumerate(self.arrays):
            of = "std::atomic<%s>" % ty if form == "atomic" else ty
            lines.append("      std::vector<%s> a%d(K);" % (of, n))
            first = {"min": "100", "claim": "100", "slots": "e * 8 * N * N"}.get(family, "e * 3")
            lines.append("      for (int e = 0; e < K; ++e) a%d[e] = %s;" % (n, first))
        names = ["a%d.data()" % n if form == "pointer" else "a%d" % n
                 for n, (_, _, form) in enumerate(self.arrays)]
        lines.append("      const long count = kernel%d(m, b, w, y, out, %s);" % (self.number, ", ".join(names)))
        for n in range(len(self.arrays)):
            lines.append('      print("%d", Ints(a%d.begin(), a%d.end()));' % (self.number, n, n))
        lines += ['      print("%d", y);' % self.number,
                  '      print("%d", Ints{int(count), int(std::count(out.begin(), out.end(), 2))});' % self.number]
        return "    {\n" + "\n".join(lines) + "\n    }"


if __name__ == "__main__":
    sys.exit(kernels.main("synchronised", __doc__, PRELUDE, MAIN, Kernel))
