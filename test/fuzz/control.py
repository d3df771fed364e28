#!/usr/bin/env python3
"""Random control flow inside scheduled rows computes what the plain loops do:
loops that are not counted, break and continue anywhere, variables declared in
front of the nest, in the row and in arms, rows that functions compute."""

import random
import sys

import kernels

PRELUDE = """static const int N = 37;
static std::vector<int> pos, crd;
static std::vector<double> val;
"""

MAIN = """int main() {
  unsigned seed = 5;
  auto random = [&] { return (seed = seed * 1103515245u + 12345u) >> 16 & 1023; };
  pos.push_back(0);
  for (int i = 0; i < N; ++i) {
    for (int n = random() %% 11; n > 0; --n) {
      crd.push_back(random() %% 64);
      val.push_back(random() / 64.0 - 7);
    }
    pos.push_back(crd.size());
  }
  for (int m : {0, 1, 2, 7, 8, 9, N}) {
%s
  }
}
"""

SCHEDULES = [
    "split(i, i0, i1, 4)",
    "split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)",
    "split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)",
    "parallelize(i, cpu_thread, no_races)",
    "unroll(i, 3)",
    "divide(i, i0, i1, 3) parallelize(i0, cpu_thread, no_races)",
    "",
]


class Kernel:
    MAY_BE_REFUSED = False

    def __init__(self, seed, number):
        self.rng = random.Random("%d %d" % (seed, number))
        self.number = number
        self.fuel = 0
        self.called = False
        # Mutable ints in scope, and loop variables, which are only read.
        front = ["a", "b"] if self.rng.random() < 0.4 else []
        self.front = front
        self.schedule = self.rng.choice(SCHEDULES)
        if front and self.rng.random() < 0.8:
            self.schedule = self.rng.choice(["split(i, i0, i1, 4)", "unroll(i, 3)"])
        body = []
        scope = list(front)
        if front and self.rng.random() < 0.6:
            body.append("a = %s;" % self.integer([], []))
            body.append("b = i;")
        for name in ("c", "d"):
            body.append("int %s = %s;" % (name, self.integer(scope, [])))
            scope.append(name)
        body.append("double s = %s;" % self.rng.choice(["0", "y[i]", "val[0]"]))
        self.called = not front and self.rng.random() < 0.5
        if self.called:
            body.append("double e = %s;" % self.integer(scope, []))
        body += self.statements(scope, [], 0, False)
        if self.called and self.rng.random() < 0.3:
            body.append("if (%s) return s;" % self.condition(scope, []))
        value = self.rng.choice(["s + %s", "s * %s", "%s"]) % self.integer(scope, [])
        if self.called:
            value = self.rng.choice(["e", value, value + " + e"])
        body.append(("return %s;" if self.called else "y[i] = %s;") % value)
        self.body = body

    def integer(self, scope, counters):
        rng = self.rng
        atoms = scope * 2 + counters * 2 + ["i", "1", "3", "5", "pos[i]", "crd[i & 15]"]
        kind = rng.randrange(6)
        first, second = rng.choice(atoms), rng.choice(atoms)
        if kind < 2:
            return first
        if kind == 2:
            return "crd[(%s + %s) & 15]" % (first, second)
        return "((%s %s %s) & 31)" % (first, rng.choice("+-^"), second)

    def condition(self, scope, counters):
        rng = self.rng
        test = "%s %s %s" % (
            self.integer(scope, counters),
            rng.choice(["<", ">", "==", "!=", "<=", ">="]),
            self.integer(scope, counters),
        )
        if rng.random() < 0.2:
            return "%s %s %s" % (test, rng.choice(["&&", "||"]), "s < 40")
        return test

    def block(self, scope, counters, depth, in_loop, least=1):
        lines = self.statements(list(scope), list(counters), depth + 1, in_loop, least)
        return ["{"] + ["  " + line for line in lines] + ["}"]

    def statements(self, scope, counters, depth, in_loop, least=1):
        lines = []
        for _ in range(self.rng.randrange(least, 5 if depth < 2 else 3)):
            lines += self.statement(scope, counters, depth, in_loop)
        return lines

    def statement(self, scope, counters, depth, in_loop):
        rng = self.rng
        kind = rng.randrange(22 if depth < 4 else 6)
        if kind == 0 and self.called:  # what the function returns, and nothing else reads
            return ["e = %s;" % self.rng.choice(["s", self.integer(scope, counters)])]
        if kind < 3:
            return ["s += val[(%s) & 31] * 0.5;" % self.integer(scope, counters)]
        if kind < 6:
            target = rng.choice(scope)
            operator = rng.choice(["=", "=", "+=", "-="])
            if operator == "=":
                return ["%s = %s;" % (target, self.integer(scope, counters))]
            value = self.integer(scope, counters)
            return ["%s %s %s;" % (target, operator, value), "%s &= 63;" % target]
        if kind == 6:
            name = "t%d" % rng.randrange(100000)
            line = "%s %s = %s;" % (
                rng.choice(["int", "const int"]),
                name,
                self.integer(scope, counters),
            )
            (counters if "const" in line else scope).append(name)
            return [line]
        if kind == 7:
            return ["%s%s;" % (rng.choice(scope), rng.choice(["++", "--"])),
                    "%s &= 63;" % scope[0]]
        if kind < 12 and in_loop:
            jump = "continue;" if in_loop == "switch" else rng.choice(["break;", "continue;"])
            test = "if (%s)" % self.condition(scope, counters)
            form = rng.randrange(3)
            if form == 0:
                return [test, "  " + jump]
            inside = self.block(scope, counters, depth + 1, in_loop)
            if rng.random() < 0.6:
                inside.insert(-1, "  " + jump)
            if form == 1:
                return [test] + inside
            return [test] + inside + ["else"] + self.block(scope, counters, depth + 1, in_loop)
        if kind < 14:
            if rng.random() < 0.3:
                return self.declaring(scope, counters, depth, in_loop)
            test = self.condition(scope, counters)
            if rng.random() < 0.2:
                test = self.effect(scope, counters)
            lines = ["if (%s)" % test]
            lines += self.block(scope, counters, depth + 1, in_loop)
            if rng.random() < 0.4:
                lines += ["else"] + self.block(scope, counters, depth + 1, in_loop)
            return lines
        if kind < 16:
            return self.switch(scope, counters, depth, in_loop)
        return self.loop(scope, counters, depth)

    def effect(self, scope, counters):
        """A condition that begins with an assignment or a step."""
        own = [name for name in scope if name not in self.front]
        name = self.rng.choice(own)
        first = self.rng.choice(["(%s = %s)" % (name, self.integer(own, counters)),
                                 "(%s += %s & 7)" % (name, self.integer([], counters)),
                                 "++" + name, "--" + name])
        rest = self.rng.choice(["", " && s < 30", " || i == 3", " && %s %% 2" % name])
        return "%s %s %d%s" % (first, self.rng.choice(["<", ">", "==", "!="]),
                               self.rng.randrange(12), rest)

    def declaring(self, scope, counters, depth, in_loop):
        """A branch that declares what it asks, a variable or a constant."""
        name = "t%d" % self.rng.randrange(100000)
        value = self.integer(scope, counters)
        head = self.rng.choice(["if (int %s = %s)", "if (int %s = %s; %s < 9)",
                                "if (const int %s = %s)"])
        head = head % ((name, value, name)[: head.count("%s")])
        inner = scope if "const" in head else scope + [name]
        known = counters + [name] if "const" in head else counters
        lines = [head] + self.block(inner, known, depth + 1, in_loop)
        if self.rng.random() < 0.5:
            lines += ["else"] + self.block(inner, known, depth + 1, in_loop)
        return lines

    def switch(self, scope, counters, depth, in_loop):
        rng = self.rng
        values = rng.sample(range(-1, 20), rng.randrange(0, 7))
        labels = ["case %d:" % v if v < 20 and rng.random() < 0.9 else "case %d ... %d:" % (v, v)
                  for v in values]
        if rng.random() < 0.6:
            labels.insert(rng.randrange(len(labels) + 1), "default:")
        lines = ["switch (%s) {" % self.integer(scope, counters)]
        while labels:
            count = rng.randrange(1, 4)
            lines += labels[:count]
            labels = labels[count:]
            arm = self.block(scope, counters, depth + 1, in_loop and "switch", 0)
            end = "continue;" if in_loop and rng.random() < 0.15 else "break;"
            if not labels and rng.random() < 0.4:
                end = ""
            if rng.random() < 0.5:
                arm.insert(-1, "  " + end)
            else:
                arm.append(end)
            lines += ["  " + line for line in arm]
        return lines + ["}"]

    def loop(self, scope, counters, depth):
        rng = self.rng
        self.fuel += 1
        fuel, k = "f%d" % self.fuel, "k%d" % self.fuel
        start = "int %s = %d;" % (fuel, rng.randrange(1, 7))
        counters = list(counters)
        kind = rng.randrange(8)
        if kind == 0:
            inside = self.block(scope, counters + [k], depth, True)
            return ["for (int %s = 0; %s < (%s & 7); ++%s)"
                    % (k, k, self.integer(scope, counters), k)] + inside
        if kind == 1:
            inside = self.block(scope, counters + [k], depth, True)
            return ["for (int %s = pos[i]; %s < pos[i + 1]; %s += %d)"
                    % (k, k, k, rng.randrange(1, 3))] + inside
        if kind == 2:
            inside = self.block(scope, counters + [k], depth, True)
            return ["for (int %s = pos[i + 1] - 1; %s >= pos[i]; --%s)" % (k, k, k)] + inside
        if kind == 3:
            inside = self.block(scope, counters + [k], depth, True)
            after = "s += %s;" % k
            return ["int %s;" % k,
                    "for (%s = pos[i]; %s < pos[i + 1]; ++%s)" % (k, k, k)] + inside + [after]
        inside = self.block(scope, counters, depth, True)
        test = self.condition(scope, counters)
        if kind == 4:
            inside.insert(1, "  --%s;" % fuel)
            return [start, "while (%s > 0 && (%s))" % (fuel, test)] + inside
        if kind == 5:
            inside.insert(1, "  --%s;" % fuel)
            inside[-1] += " while (%s > 0 && (%s));" % (fuel, test)
            return [start, "do"] + inside
        if kind == 6:
            inside[1:1] = ["  if (%s <= 0)" % fuel, "    break;", "  --%s;" % fuel]
            return [start, "for (;;)"] + inside
        return [start, "for (; %s > 0; --%s)" % (fuel, fuel)] + inside

    def text(self):
        body = ["    " + line for line in self.body]
        lines = []
        if self.called:
            lines += ["static double row%d(int i, const int *pos, const int *crd," % self.number,
                      "                     const double *val, const double *y) {"] + body + ["}"]
            body = ["    y[i] = row%d(i, pos, crd, val, y);" % self.number]
        lines += ["void kernel%d(int m, const int *pos, const int *crd," % self.number,
                  "             const double *val, double *y, double *out) {"]
        if self.front:
            lines.append("  int a = 2, b = 9;")
        lines += ["#pragma sparse " + self.schedule, "  for (int i = 0; i < m; ++i) {"]
        lines += body + ["  }"]
        if self.front:
            lines.append("  out[0] = a + 100 * b;")
        return "\n".join(lines + ["}"])

    def call(self):
        return """    {
      std::vector<double> y(N, 0.5), out(1);
      kernel%d(m, pos.data(), crd.data(), val.data(), y.data(), out.data());
      print("%d", y);
      print("out", out);
    }""" % (self.number, self.number)


if __name__ == "__main__":
    sys.exit(kernels.main("control", __doc__, PRELUDE, MAIN, Kernel))
