#!/usr/bin/env python3
"""Random loops that append to vectors leave in them what the plain loops do: elements
of all kinds, made in all ways, under conditions and in inner loops, beside sums and
stores, of containers that may be one. Some are such that threads cannot run them, and
must be left alone."""

import random
import sys

import kernels

PRELUDE = """#include <cmath>
#include <utility>
static const int N = 61;
using Ints = std::vector<int>;
using Reals = std::vector<double>;
struct Edge { int a, b; double w; };
struct Cell { double x = 1; short kind = 2; bool on = false; };
class Triplet {
public:
  Triplet() : r(0), c(0), v(0) {}
  Triplet(int r, int c, double v = 1) : r(r), c(c), v(v) {}
  int r, c;
  double v;
};
using Pair = std::pair<int, long>;
static Ints flat(const Ints &v) { return v; }
static Reals flat(const Reals &v) { return v; }
static Ints flat(const std::vector<short> &v) { return Ints(v.begin(), v.end()); }
static Reals flat(const std::vector<Edge> &v) {
  Reals f;
  for (auto &e : v) f.insert(f.end(), {double(e.a), double(e.b), e.w});
  return f;
}
static Reals flat(const std::vector<Cell> &v) {
  Reals f;
  for (auto &e : v) f.insert(f.end(), {e.x, double(e.kind), double(e.on)});
  return f;
}
static Reals flat(const std::vector<Triplet> &v) {
  Reals f;
  for (auto &e : v) f.insert(f.end(), {double(e.r), double(e.c), e.v});
  return f;
}
static Reals flat(const std::vector<Pair> &v) {
  Reals f;
  for (auto &e : v) f.insert(f.end(), {double(e.first), double(e.second)});
  return f;
}
template <class T> struct Holder {
  std::vector<T> list;
  int count() const { return (int)list.size(); }
  void add(const T &v) { list.push_back(v); }
};
template <class T> static void append(std::vector<T> &to, T v) { to.push_back(v); }
static Ints pos, crd;
static Reals val;
"""

MAIN = kernels.main_of_rows(("crd", "random() % N"), ("val", "random() / 512.0 - 0.7"))

SCHEDULES = ["", "", "", "", "",
             "parallelize(i, cpu_thread, buffered_scan)",
             "parallelize(i, cpu_thread, buffered_scan, schedule(dynamic))",
             "split(i, i0, i1, 3) parallelize(i0, cpu_thread, buffered_scan)"]

# Types of elements: how one is made of two integers and a number.
MADE = {
    "int": ["{a}", "{a} * 3 + {b}", "int({x} * 8)"],
    "short": ["{a}", "(short)({a} + {b})"],
    "double": ["{x}", "{x} * {x} + {a}", "{a}"],
    "Edge": ["Edge{{{a}, {b}, {x}}}", "{{{a}, {b}, {x}}}", "Edge{{{a}, {b}}}", "Edge()"],
    "Cell": ["Cell{{{x}, (short){a}, {a} > {b}}}", "Cell()", "Cell{{{x}}}"],
    "Triplet": ["Triplet({a}, {b}, {x})", "Triplet({a}, {b})", "{{{a}, {b}, {x}}}"],
    "Pair": ["{{{a}, {b}}}", "Pair({a}, {b})", "std::make_pair({a}, (long){b})"],
}
EMPLACED = {
    "int": ["{a}", "{a} - {b}"], "short": ["{a}"], "double": ["{x}", "{a}", ""],
    "Edge": ["Edge{{{a}, {b}, {x}}}"], "Cell": ["", "Cell{{{x}}}"],
    "Triplet": ["{a}, {b}, {x}", "{a}, {b}"], "Pair": ["{a}, {b}"],
}


class Kernel:
    MAY_BE_REFUSED = True
    WAYS = {"sparse": ["-fplugin-arg-sparse-min-work=0"]}

    def __init__(self, seed, number):
        self.rng = random.Random("%d/%d" % (seed, number))
        self.number = number
        self.schedule = self.rng.choice(SCHEDULES)
        self.types = [self.rng.choice(list(MADE)) for _ in range(self.rng.choice([1, 1, 2]))]
        if len(self.types) == 2 and self.rng.random() < 0.4:
            self.types[1] = self.types[0]
        self.are_one = len(set(self.types)) == 1 and len(self.types) == 2 and self.rng.random() < 0.5
        self.how = [self.rng.choice(["reference", "reference", "pointer", "holder"]) for _ in self.types]
        self.body = self.loop()

    def rarely(self):
        return self.rng.random() < 0.05

    def words(self, text, inner):
        a, b = ("i", "crd[p]") if inner == "row" else ("i", "j") if inner else ("i", "m - i")
        x = "val[p]" if inner == "row" else "w[j]" if inner else "w[i]"
        return text.format(a=a, b=b, x=x)

    def list(self, which):
        return {"reference": "v%d", "pointer": "(*v%d)", "holder": "v%d.list"}[self.how[which]] % which

    def append(self, inner):
        which = self.rng.randrange(len(self.types))
        ty, how = self.types[which], self.how[which]
        target = "v%d->" % which if how == "pointer" else self.list(which) + "."
        value = self.words(self.rng.choice(MADE[ty]), inner)
        kind = self.rng.randrange(6)
        if kind == 0:
            return "%semplace_back(%s);" % (target, self.words(self.rng.choice(EMPLACED[ty]), inner))
        if kind == 1 and not value.startswith("{"):
            return "append<%s>(%s, %s);" % (ty, self.list(which), value)
        if kind == 2 and how == "holder":
            return "v%d.add(%s);" % (which, value)
        if kind == 3:
            return "{ %s t = %s; %spush_back(t); }" % (ty, value, target)
        return "%spush_back(%s);" % (target, value)

    def condition(self, inner):
        x = self.words("{x}", inner)
        choices = ["%s > 0.1" % x, "%s * %s + 0.25 < 1" % (x, x), "std::sqrt(std::fabs(%s)) > 0.5" % x,
                   "i % 3 == 1", self.words("{b} % 2 == 0", inner), self.words("{a} < {b}", inner)]
        if self.rarely():
            choices = ["%s.size() < 9" % self.list(0), "%s.empty()" % self.list(0)]
        return self.rng.choice(choices)

    def statement(self, inner):
        kind = self.rng.randrange(8)
        if kind <= 3:
            return "if (%s) { %s }" % (self.condition(inner), self.append(inner))
        if kind == 4:
            return self.append(inner)
        if kind == 5:
            return "if (%s) { %s } else { %s }" % (
                self.condition(inner), self.append(inner),
                self.rng.choice([self.append(inner), "++count;", ";"]))
        if kind == 6 and inner:
            return "if (%s) %s;" % (self.condition(inner), self.rng.choice(["break", "continue"]))
        return self.rng.choice(["count += i;", "++count;", "y[i] += 0.5;", "y[i] = count0 + i;",
                                self.words("total += 0.25 * int(4 * {x});", inner), self.append(inner)])

    def behind(self):
        text = []
        if self.rng.random() < 0.3:
            text.append("ends[i + 1] = int(%s.size());" % self.list(0))
        if self.rng.random() < 0.2:
            text.append("list.push_back(%s.size());" % self.list(0))
        if self.rng.random() < 0.1 and self.how[0] == "holder":
            text.append("y[i] = v0.count();")
        if self.rarely() and self.types[0] in ("int", "double"):
            text.append("if (!{0}.empty()) y[i] += {0}.back();".format(self.list(0)))
        if self.rarely():
            text.append("if (!{0}.empty()) {0}.pop_back();".format(self.list(0)))
        return text

    def loop(self):
        rng = self.rng
        inner = rng.choice([None, None, "row", "row", "columns", "triangle"])
        head = {None: [], "row": ["for (int p = pos[i]; p < pos[i + 1]; ++p) {"],
                "columns": ["for (int j = 0; j < m; ++j) {"],
                "triangle": ["for (int j = i + 1; j < m; ++j) {"]}[inner]
        body = [self.statement(inner) for _ in range(rng.randrange(1, 4))]
        if not any("push_back" in line or "add(" in line or "append" in line for line in body):
            body.append(self.append(inner))
        lines = head + ["  " + line if inner else line for line in body]
        return lines + (["}"] if inner else []) + self.behind()

    def text(self):
        lines = ["void kernel%d(int m, const Reals &w, Reals &y, Ints &ends, Ints &list," % self.number]
        for which, (ty, how) in enumerate(zip(self.types, self.how)):
            form = {"reference": "std::vector<%s> &v%d", "pointer": "std::vector<%s> *v%d",
                    "holder": "Holder<%s> &v%d"}[how] % (ty, which)
            lines.append("    %s," % form)
        lines += ["    double &total, long &count) {", "  const int count0 = 5;"]
        if self.schedule is not None:
            lines.append("#pragma sparse " + self.schedule)
        lines.append("  for (int i = 0; i < m; ++i) {")
        lines += ["    " + line for line in self.body] + ["  }"]
        return "\n".join(lines + ["}"])

    def call(self):
        lines = ["      Reals w(N), y(N, 1);",
                 "      for (int i = 0; i < N; ++i) w[i] = (i * 37 % 50) / 25.0 - 0.6;",
                 "      Ints ends(N + 1, 3), list(2, 1);",
                 "      double total = 1;", "      long count = 0;"]
        arguments = []
        for which, (ty, how) in enumerate(zip(self.types, self.how)):
            lines.append("      Holder<%s> h%d;" % (ty, which))
            if self.rng.random() < 0.5:
                lines.append("      h%d.list.resize(3);" % which)
            if self.rng.random() < 0.3:
                lines.append("      h%d.list.reserve(100);" % which)
            of = 0 if self.are_one else which
            arguments.append({"reference": "h%d.list", "pointer": "&h%d.list", "holder": "h%d"}[how] % of)
        lines.append("      kernel%d(m, w, y, ends, list, %s, total, count);" % (
            self.number, ", ".join(arguments)))
        for which in range(len(self.types)):
            lines.append('      print("%d", flat(h%d.list));' % (self.number, which))
        lines += ['      print("%d", y);' % self.number,
                  '      print("%d", ends);' % self.number, '      print("%d", list);' % self.number,
                  '      print("%d", Reals{total, double(count)});' % self.number]
        return "    {\n" + "\n".join(lines) + "\n    }"


if __name__ == "__main__":
    sys.exit(kernels.main("appends", __doc__, PRELUDE, MAIN, Kernel))
