#!/usr/bin/env python3
"""Random annotated loops of every kind: each is rewritten or left with one
message, and the compiler never crashes."""

import argparse
import os
import random
import re
import subprocess
import sys

import crash

PRELUDE = """#include <cmath>
#include <span>
#include <vector>
struct Point { double a; int b : 5; double z[4]; };
struct Proxy { double operator[](int) const; int begin() const; };
extern int m, *pos, *crd, g();
extern double *val, *x, *y, h(double), pure(double) noexcept;
extern std::vector<double> vx, vy;
extern std::vector<bool> flags;
extern Point *points;
extern Proxy proxy;
extern volatile double vol;
thread_local double local;
template <class T> T id(T t) { return t; }
"""

EXPRESSIONS = [
    "val[p]", "x[crd[p]]", "x[j]", "x[i]", "vx[crd[p]]", "y[i]", "i", "p", "m",
    "1", "0.5", "2.f", "3L", "-1", "true", "'c'", "nullptr", "vol", "local",
    "points[i].a", "points->b", "(&points[p])->z[1]", "*x", "*(x + i)", "p[val]",
    "h(x[i])", "std::sqrt(val[p])", "std::fabs(x[j])", "id(val[p])", "g()",
    "flags[i]", "proxy[i]", "vx.at(i)", "vx.size()", "sizeof(i)", "(i, p)",
    "++j", "j--", "(j = i)", "[&] { return i; }()", "throw 1", "new double",
    "static_cast<float>(val[p])", "(long)p", "reinterpret_cast<long>(x)",
    "({ int q = i; q; })", "__builtin_expect(i, 0)", "x[x[0] > 0 ? i : p]",
    "this_does_not_exist", "x[i + 1]", "x[i * 4 + k]", "std::max(i, p)",
]
OPERATORS = ["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "&&", "||", "<",
             ">", "==", "!=", ","]
TARGETS = ["y[i]", "sum", "y[crd[p]]", "y[p]", "y[i * 4 + k]", "vy[i]", "x[i]",
           "*y", "points[i].a", "points[i].b", "flags[i]", "local", "pos[i]",
           "i", "p", "m", "y[j]", "vol"]
HEADERS = [
    "for (int %s = 0; %s < m; ++%s)", "for (long %s = m; %s > 0; --%s)",
    "for (int %s = 0; %s < m; %s += 2)", "for (unsigned %s = 0; %s != m; %s++)",
    "for (int %s = pos[i]; %s < pos[i + 1]; ++%s)",
    "for (auto %s = pos[i]; %s <= pos[i + 1] - 1; %s = %s + 1)",
    "for (int %s = 0; %s < 8; ++%s)", "for (int %s = g(); %s < g(); ++%s)",
    "for (double %s = 0; %s < 1; %s += .1)", "for (;;)",
    "for (int %s = 0, q = 1; %s < q; ++%s)", "for (char %s = 0; %s < m; ++%s)",
    "for (int *%s = pos; %s != pos + m; ++%s)", "for (int %s : {1, 2})",
    "while (%s < m)", "for (%s = 0; %s < m; ++%s)", "for (int %s = m; %s--;)",
    "for (int %s = 0; %s < vx.size(); ++%s)", "do", "if (int %s = m)",
]
SCHEDULES = [
    "", "auto", "split(i, i0, i1, 32) parallelize(i0, cpu_thread, no_races)",
    "parallelize(i, cpu_thread, no_races)", "split(p, p0, p1, 4)",
    "parallelize(p, cpu_vector, parallel_reduction)", "unroll(i)",
    "unroll(p, 4)", "divide(i, i0, i1, 3)", "reorder(i, p)", "order(k, i, p)",
    "parallelize(i, cpu_thread, ignore_races)", "reorder(p, k)",
    "fuse(i, p, f) split(f, c, q, 8) parallelize(c, cpu_thread, temporary)",
    "divide(i, t, r, threads, balance(p)) parallelize(t, cpu_thread, no_races)",
    "parallelize(i, cpu_thread, atomics)", "parallelize(p, cpu_thread, no_races)",
    "unsupported",
]


class Maker:
    def __init__(self, rng):
        self.rng = rng

    def expression(self, depth=0):
        rng = self.rng
        if depth > 2 or rng.random() < 0.35:
            return rng.choice(EXPRESSIONS)
        kind = rng.randrange(8)
        if kind == 0:
            return "(%s)" % self.expression(depth + 1)
        if kind == 1:
            return "-%s" % self.expression(depth + 1)
        if kind == 2:
            return "(%s ? %s : %s)" % tuple(self.expression(depth + 1) for _ in "abc")
        return "%s %s %s" % (
            self.expression(depth + 1),
            rng.choice(OPERATORS[:3] * 4 + OPERATORS),
            self.expression(depth + 1),
        )

    def plain(self):
        """An expression that is likely to be understood."""
        rng = self.rng
        atoms = ["val[p]", "x[crd[p]]", "x[j]", "x[i]", "y[i]", "2.0", "vx[i]"]
        return (" %s " % rng.choice("+*-")).join(
            rng.choice(atoms) for _ in range(rng.randrange(1, 4))
        )

    def statement(self, depth):
        rng = self.rng
        value = self.plain() if rng.random() < 0.75 else self.expression()
        kind = rng.randrange(18)
        if kind < 5:
            operator = rng.choice(["+=", "+=", "=", "-=", "*=", "|=", "<<="])
            return "%s %s %s;" % (rng.choice(TARGETS[:3] * 3 + TARGETS), operator, value)
        if kind == 5:
            return "double sum = %s;" % value
        if kind == 6:
            return "const auto t%d = %s;" % (rng.randrange(3), value)
        if kind == 7:
            return "int j = crd[p];"
        if kind == 8:
            return "if (%s) { %s }" % (self.expression(), self.statement(depth + 1))
        if kind == 9:
            return rng.choice(
                ["break;", "continue;", "return;", "goto end;", "end:;", ";", "{}",
                 "throw 1;", "asm(\"\");", "static int s;", "switch (i) { case 1:; }",
                 "try { } catch (...) { }", "using T = int;", "struct L { int a; };",
                 "auto f = [=] { return i; };", "delete x;", "#pragma omp parallel",
                 "#pragma omp simd", "#pragma sparse", "if constexpr (true) ++y[i];",
                 "case 3:;", "[[maybe_unused]] int u;", "auto [a, b] = points[0];"]
            )
        if depth < 3:
            return self.loop(rng.choice("ipk"), depth + 1)
        return "%s;" % value

    def loop(self, name, depth=0):
        rng = self.rng
        usual = {"i": 0, "p": 4, "k": 6}[name]
        header = HEADERS[usual] if rng.random() < 0.75 else rng.choice(HEADERS)
        header = header.replace("%s", name)
        body = [self.statement(depth) for _ in range(rng.randrange(0, 4))]
        if depth == 0 or (depth == 1 and name == "p" and rng.random() < 0.3):
            body.insert(
                rng.randrange(len(body) + 1), self.loop("p" if depth == 0 else "k", depth + 1)
            )
        tail = " while (m);" if header == "do" else ""
        lines = []
        for statement in body:
            lines += statement.splitlines() if "#" in statement else [statement]
        return "%s {\n%s\n}%s" % (header, "\n".join(lines), tail)


def make(seed):
    rng = random.Random(seed)
    maker = Maker(rng)
    parts = [PRELUDE]
    for n in range(120):
        before = rng.choice(["int p = 0, j = 0, k = 0; double sum = 0;"] * 4 + ["int i, p, k, j = 0; double sum = 0;", "int j = 1;", ""])
        template = rng.choice(["", "", "", "template <class T> "])
        text = "%svoid f%d(%s) {\n%s\n#pragma sparse %s\n%s\n}\n" % (
            template,
            n,
            rng.choice(["", "", "int m, const int *pos, double *y"]),
            before,
            rng.choice(SCHEDULES),
            maker.loop("i"),
        )
        if template:
            arguments = "int, const int *, double *" if "int m" in text.split("{")[0] else ""
            text += "template void f%d<double>(%s);\n" % (n, arguments)
        parts.append(text)
    return parts


def keep_valid(plain, path, parts):
    """`parts` less those with errors, which would keep the plugin from working."""
    while True:
        crash.write(path, "\n".join(parts))
        result = subprocess.run(
            plain + ["-fsyntax-only", "-fno-caret-diagnostics", path],
            capture_output=True,
            text=True,
            errors="replace",
        )
        lines = re.findall(r"^[^:\n]+:(\d+):\d+: (?:fatal )?error", result.stderr, re.M)
        if not lines:
            return parts
        wrong, line = {int(text) for text in lines}, 1
        kept = []
        for part in parts:
            length = part.count("\n") + 1
            if not wrong & set(range(line, line + length)):
                kept.append(part)
            line += length
        if len(kept) == len(parts):
            return parts[:1]
        parts = kept


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clangxx", required=True)
    parser.add_argument("--plugin", required=True, help="-fplugin=…")
    crash.add_options(parser, 12)
    arguments = parser.parse_args()
    plain = [arguments.clangxx, "-std=c++20", "-fopenmp", "-w", "-ferror-limit=0"]
    command = plain + [
        arguments.plugin,
        "-fplugin-arg-sparse-unsupported=warn",
        "-fno-crash-diagnostics",
        "-O1",
        "-c",
        "-o",
        "/dev/null",
    ]
    os.makedirs(arguments.output, exist_ok=True)
    scratch = os.path.join(arguments.output, "loops-valid.cpp")
    return crash.hunt(
        "loops",
        arguments,
        lambda seed: keep_valid(plain, scratch, make(seed)),
        lambda path: command + [path],
    )


if __name__ == "__main__":
    sys.exit(main())
