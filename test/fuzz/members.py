#!/usr/bin/env python3
"""Random loops that set members of objects: by functions that return early, hand
each other references, or return something, on objects that are local, passed, behind
pointers, inside of others, elements of arrays, or among the elements that the loop
reads and writes."""

import random
import sys

import kernels

PRELUDE = """#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
struct Base {
  double b0 = 1, b1 = 0;
};
struct Part {
  double p0 = 0, p1 = 2;
  void put(double v) { p0 += v; }
};
static void addTo(double *to, double v) { *to += v; }
static double touch(Part *p, double v) {
  if (v < 0)
    return p->p1;
  addTo(&p->p0, v);
  (*p).p1++;
  return p->p0 + v;
}
"""

MAIN = """
template <class S, class F> static void run(int number, F f) {
  std::printf("%%d:", number);
  const int sizes[] = {0, 1, 2, 3, 5, 8, 13, 21};
  for (int n : sizes)
    for (int place = -1; place < 3; ++place) {
      const int words = sizeof(S) / sizeof(double);
      std::vector<double> room(3 * n + 2 * words + 8, 0.5), apart(words);
      std::vector<int> index(n + 1);
      for (int i = 0; i < 2 * n; ++i)
        room[i] = (i * 37 + number) %% 9 - 4;
      for (int i = 0; i < n; ++i)
        index[i] = (i * 5 + number) %% (n + 1);
      // Apart, or in x, in y, or across the end of y.
      const int at = place < 0 ? 0 : place == 0 ? n / 2 : place == 1 ? n + n / 3 : 2 * n;
      void *where = place < 0 ? apart.data() : &room[at];
      S &s = *new (where) S;
      f(n, room.data(), room.data() + n, index.data(), s);
      for (int i = 0; i < 3 * n + words; ++i)
        std::printf(" %%a", room[i]);
      for (double v : apart)
        std::printf(" %%a", v);
    }
  std::printf("\\n");
}
int main() {
%s
}
"""

FIELDS = ["d0", "d1", "d2", "b0", "b1", "part.p0", "part.p1", "deep.in.p0"]


class Kernel:
    MAY_BE_REFUSED = True
    INSTEAD = "split(i, i0, i1, 3)"

    def __init__(self, seed, number):
        self.rng = random.Random(seed * 1000 + number)
        self.number = number
        rng = self.rng
        self.functions = []
        for k in range(rng.randint(1, 3)):
            returns = rng.choice(["void", "void", "double", "bool"])
            body = self.block(k, returns, rng.randint(1, 4))
            last = {"void": "", "double": " return %s;" % self.value(k, "v"),
                    "bool": " return %s > 1;" % self.field()}[returns]
            self.functions.append((returns, "  %s m%d(double v) {%s%s }\n" % (returns, k, body, last)))
        self.schedule = rng.choice(["split(i, i0, i1, 3)", "split(i, i0, i1, 4)", "split(i, i0, i1, 2) unroll(i1)",
                                    "parallelize(i, cpu_thread, parallel_reduction)",
                                    "parallelize(i, cpu_thread, parallel_reduction)",
                                    "parallelize(i, cpu_thread, temporary)"])
        self.reach = rng.choice(["argument", "argument", "pointer", "local", "method", "reference",
                                 "lambda", "lambda inside", "copy", "element", "vector", "own pointer"])
        self.loop = self.statements(rng.randint(1, 3))

    def field(self):
        return self.rng.choice(FIELDS)

    def value(self, depth, of):
        rng = self.rng
        choices = [of, "2 * " + of, "%s - 1" % of, "-" + of, "3.0", self.field()]
        return rng.choice(choices)

    def update(self, of):
        rng = self.rng
        f = self.field()
        return rng.choice([
            "%s += %s;" % (f, of), "%s += %s;" % (f, of), "%s -= 2 * %s;" % (f, of), "%s++;" % f,
            "%s = std::max(%s, %s);" % (f, f, of), "if (%s < %s) %s = %s;" % (of, f, f, of),
            "%s = %s;" % (f, of), "%s = %s + 1;" % (f, self.field()), "part.put(%s);" % of,
            "add(%s, %s);" % (f, of), "std::swap(%s, %s);" % (f, self.field()),
            "{ Part q = part; q.p0 += %s; part = q; }" % of, "addTo(&%s, %s);" % (f, of),
            "touch(&%s, %s);" % (rng.choice(["part", "deep.in"]), of),
            "{ double q = 1; addTo(&q, %s); %s += q; }" % (of, f)])

    def condition(self, of):
        rng = self.rng
        return rng.choice(["%s > 0" % of, "%s < -1" % of, "%s == 2" % of, "%s > %s" % (self.field(), of)])

    def block(self, k, returns, count):
        rng, text = self.rng, ""
        early = {"void": "return;", "double": "return %s;" % self.value(k, "v"), "bool": "return false;"}[returns]
        for _ in range(count):
            kind = rng.random()
            if kind < 0.25:
                text += " if (%s) {%s %s }" % (self.condition("v"), rng.choice(["", " " + self.update("v")]), early)
            elif kind < 0.4:
                text += " if (%s) { %s } else { %s }" % (self.condition("v"), self.update("v"), self.update("v"))
            elif kind < 0.5 and k:
                text += " m%d(%s);" % (rng.randrange(k), rng.choice(["v", "v + 1"]))
            elif kind < 0.55 and k:
                other, _ = self.functions[rng.randrange(k)]
                j = next(n for n, (r, _) in enumerate(self.functions) if r == other)
                if other != "void":
                    text += " %s += m%d(v);" % (self.field(), j)
            elif kind < 0.6:
                text += " switch (int(v)) { case 0: %s case 1: %s break; case 2: case 3: %s %s default: %s }" % (
                    rng.choice(["", early, self.update("v")]), self.update("v"), self.update("v"),
                    rng.choice([early, "break;"]), self.update("v"))
            elif kind < 0.65:
                text += " for (int k = 0; k < 2; ++k) { %s }" % self.update("v")
            else:
                text += " " + self.update("v")
        return text

    def statements(self, count):
        rng, text = self.rng, ""
        for _ in range(count):
            kind = rng.random()
            k = rng.randrange(len(self.functions))
            if kind < 0.4:
                text += " S_m%d(x[i]);" % k
            elif kind < 0.5 and self.functions[k][0] != "void":
                text += " y[i] = S_m%d(x[i]);" % k
            elif kind < 0.6:
                text += " y[i] += S_%s;" % self.field()
            elif kind < 0.7:
                text += " if (x[index[i]] > 0) { S_m%d(x[index[i]]); }" % k
            elif kind < 0.8:
                text += " if (x[i] == 1) continue;"
            elif kind < 0.9:
                text += " S_%s += x[i];" % self.field()
            else:
                text += " if (x[i] > S_%s) { S_%s = x[i]; S_d2 = i; }" % ((self.field(),) * 2)
        return text

    def text(self):
        number = self.number
        name = "S%d" % number
        directive = "#pragma sparse %s\n" % self.schedule if self.schedule else ""
        loop = "for (int i = 0; i < n; ++i) {%s }" % self.loop

        def reached(prefix):
            return directive + loop.replace("S_", prefix)

        method, body = "", ""
        if self.reach == "method":
            method = "  void go(int n, double *x, double *y, const int *index) {\n%s\n  }\n" % reached("")
            body = "s.go(n, x, y, index);"
        elif self.reach == "argument":
            body = reached("s.")
        elif self.reach == "pointer":
            body = "%s *const p = n ? &s : nullptr;\n%s" % (name, reached("p->"))
        elif self.reach == "local":
            body = "%s t = s;\n%s\ns = t;" % (name, reached("t."))
        elif self.reach == "reference":
            body = "%s &t = s;\n%s" % (name, reached("t."))
        elif self.reach == "lambda":
            body = "auto all = [&] {\n%s\n};\nall();" % reached("s.")
        elif self.reach == "lambda inside":
            call = "auto each = [&](int i) {%s };\n" % self.loop.replace("continue;", "return;").replace("S_", "s.")
            body = call + directive + "for (int i = 0; i < n; ++i) each(i);"
        elif self.reach in ("element", "vector"):
            # Perhaps the same one by two names.
            array = "%s all[3] = {s, s, s};" if self.reach == "element" else "std::vector<%s> all(3, s);"
            other = self.rng.choice(["all[k].", "all[(k + 1) %% 3].", "all[index[n] %% 2]."])
            first, found, rest = reached("all[k].").partition("all[k].")
            both = first + found + rest.replace("all[k].", other.replace("%%", "%"), 1)
            body = array % name + "\nconst int k = index[n] % 3;\n" + both + "\ns = all[k];"
        elif self.reach == "own pointer":
            inside = loop.replace("{", "{ %s *const o = &s;" % name, 1).replace("S_", "o->")
            body = directive + inside
        else:
            body = "struct Holder { int before; %s held; } h{1, s};\n%s\ns = h.held;" % (name, reached("h.held."))
        functions = "".join(text for _, text in self.functions)
        return """struct %s : Base {
  double d0 = 0, d1 = -1, d2 = 3;
  Part part;
  struct {
    Part in;
  } deep;
  static void add(double &to, double v) { to += v; }
%s%s};
static void kernel%d(int n, double *x, double *y, const int *index, %s &s) {
%s
}
""" % (name, functions, method, number, name, body)

    def call(self):
        return "  run<S%d>(%d, kernel%d);" % (self.number, self.number, self.number)


if __name__ == "__main__":
    sys.exit(kernels.main("members", __doc__, PRELUDE, MAIN, Kernel))
