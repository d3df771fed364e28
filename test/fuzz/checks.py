#!/usr/bin/env python3
"""Random loops with checks that throw, of variables and of elements, in the loops and in functions
that they call, under random conditions: each is refused, or throws where the plain loops do and
stores what they store."""

import random

from matrices import PRINT_HASH
from refusals import campaign

MAIN = """#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <vector>
using Int = %(integer)s;
using Other = %(other)s;
using T = double;
using Index = %(index)s;
struct Grid {
  Int n, m;
  std::vector<T> d;
  void check(Int i, Other j) const {
    if (%(bad)s)
      throw 7;
  }
  T &at(Int i, Other j) { %(place)s return d[size_t(i) %% 64 * 64 + size_t(j) %% 64]; }
  T get(Int i, Other j) const { %(value)s }
};
__attribute__((noinline)) static void kernel(Int n, Int m, Int k, Other l, const Grid &x, Grid &y,
                                             const std::vector<Index> &e,
                                             const std::vector<std::vector<T>> &rows) {
#pragma sparse num_threads(3) %(directive)s
%(loops)s
}
int main() {
  const int Sizes[] = {0, 1, 2, 3, 7, 20, 60};
  unsigned c = 0;
  for (int n : Sizes)
    for (int m : Sizes)
      for (int l : {0, 3, 70}) {
        Grid X{Int(n), Int(m), std::vector<T>(4096)}, Y{Int(m), Int(n), std::vector<T>(4096)};
        for (unsigned i = 0; i < 4096; ++i)
          X.d[i] = (i * 37 + 11 * c) %% 23;
        int left = 0;
        // Lists that are long enough or not, of elements that are in range or not.
        std::vector<Index> E(c %% 3 ? 70 : unsigned(n + m) / 2 + c %% 2);
        for (size_t i = 0; i < E.size(); ++i)
          E[i] = Index(c %% 4 == 1 && i == c %% 41 ? -1 : c %% 5 == 2 ? i * 7 %% 90 : i * 5 %% (n + 1));
        std::vector<std::vector<T>> R(c %% 4 ? 70 : n + 1);
        for (size_t i = 0; i < R.size(); ++i)
          R[i].resize(c %% 7 == 3 ? i %% 9 : 80 - i / 2, i);
        try {
          kernel(Int(n), Int(m), Int(c %% 5), Other(l), X, Y, E, R);
        } catch (int e) {
          left = e;
        } catch (const std::out_of_range &) {
          left = 99;
        }
        ++c;
        std::vector<T> &V = Y.d;
""" + PRINT_HASH + """        std::printf("%%d\\n", left);
      }
}
"""
SIGNED = ("int", "long", "short")


def element(r, names):
    """A number that an array holds, or the length of a row."""
    at = r.choice(names) if r.random() < 0.8 else r.choice(["e.at(i)", "e.at(j)", "i + 1", "j - 1", "i + j"])
    return r.choice([f"e.at({at})", f"e.at({at})", f"Int(e.at({at}))", f"rows.at({at}).size()",
                     f"Int(rows.at({at}).size())"])


def number(r, names, elements=True):
    """Something to compare with, or a subscript."""
    if elements and "k" in names and r.random() < 0.12:
        return element(r, names)
    a, b = r.choice(names), r.choice(names)
    return r.choice([a, a, a, f"{a} + 1", f"{a} - 1", f"{a} + {b}", f"{a} - {b}", f"2 * {a}", f"{a} / 2", f"-{a}",
                     f"{a} * {b}", f"{a} % 3", f"({a} & 7)", f"({a} ^ {b})", f"({a} | 1)", f"({a} >> 1)",
                     f"({a} < {b} ? {a} : {b})", f"({a} ^ (size_t(1) << ({b} & 3)))", f"Int({a})", f"Other({a})", f"long({a})", f"size_t({a})",
                     f"unsigned({a})", f"short({a})"])


def condition(r, names, depth=2):
    form = r.random()
    if depth and form < 0.35:
        return f"({condition(r, names, depth - 1)} {r.choice(['&&', '||'])} {condition(r, names, depth - 1)})"
    if depth and form < 0.42:
        return f"!{condition(r, names, depth - 1)}"
    limit = r.choice(["0", "1", "3", "64", "200", "-1", number(r, names), number(r, names)])
    return f"({number(r, names)} {r.choice(['<', '<=', '>', '>=', '<', '>=', '==', '!='])} {limit})"


def failing(r, names):
    """A condition that mostly holds nowhere."""
    a = r.choice(names)
    usual = [f"{a} < 0", f"{a} >= 500", f"{a} > 300 || {a} < -300", f"!({a} >= 0 && {a} < 400)", "i > 60", "i >= n",
             "j >= m", "j > 500", "i < 0 || i >= n", "!(i < n && j < 200)"]
    return r.choice(usual) if r.random() < 0.75 else condition(r, names)


def statement(r, names):
    i, j = number(r, ["i", "i", "k"]), number(r, ["j", "j", "i"])
    place = r.choice(names)
    update = r.choice([f"y.at(i, j) += x.get({i}, {j});",
                       f"y.at(i, j) += rows.at({place}).at({r.choice(names)});",
                       f"y.at(i, j) += x.d.at(e.at({place}));", "y.d[size_t(i) % 64 * 64 + size_t(j) % 64] += x.get(i, j);",
                       f"y.at(i, j) = {condition(r, names, 1)} ? x.get({i}, {j}) : 2;",
                       f"y.at(i, j) += {condition(r, names, 1)} && x.get({i}, {j}) > 3;"])
    form = r.random()
    if form < 0.4:
        return f"if ({failing(r, names)}) throw {r.randint(1, 3)};\n{update}"
    if form < 0.46:
        limit = r.choice(["0", "n", "m", "200", "80", r.choice(names)])
        return f"if ({element(r, names)} {r.choice(['<', '>=', '>', '=='])} {limit}) throw 9;\n{update}"
    if form < 0.5:
        return f"({failing(r, names)}) ? throw 4 : (void)0;\n{update}"
    if form < 0.6:
        return f"x.check({i}, {j});\n{update}"
    if form < 0.75:
        return f"if ({condition(r, names, 1)}) {{\n{update}\n}}"
    if form < 0.85:
        return f"if ({condition(r, names, 1)}) continue;\n{update}"
    return update


def loop(r, var, names, kind, numbers):
    low, high = r.choice(["0", "0", "0", "1", "2"]), r.choice(["n", "m", "m", "20"] + (["n - 1"] if numbers in SIGNED and kind in SIGNED else []) + names)
    step = r.choice(["++"] * 5 + ["down", "two"])
    if step == "down" and kind in SIGNED:
        return f"for ({kind} {var} = {high} - 1; {var} >= {low}; --{var})"
    if step == "two":
        return f"for ({kind} {var} = {low}; {var} < {high}; {var} += 2)"
    return f"for ({kind} {var} = {low}; {var} < {high}; ++{var})"


def text(seed):
    r = random.Random(seed)
    kinds = ["int", "int", "int", "long", "size_t", "unsigned", "short", "unsigned char"]
    integer, other = r.choice(kinds), r.choice(kinds)
    inside = ["i", "j", "n", "m"]
    bad = failing(r, inside)
    place = r.choice(["", "check(i, j);", f"if ({bad}) throw 5;", f"({bad}) ? throw 5 : void();"])
    value = r.choice(["return d[size_t(i) % 64 * 64 + size_t(j) % 64];",
                      f"if ({failing(r, inside)}) throw 6; return d[size_t(i) % 64 * 64 + size_t(j) % 64];",
                      f"if (!({failing(r, inside)})) return d[size_t(j) % 4096]; throw 8;",
                      "check(i, j); return d[size_t(j) % 4096];"])
    names = ["i", "j", "n", "m", "k", "l"]
    outer = loop(r, "i", [], integer, integer)
    within = loop(r, "j", ["i", "i + 1", "k"], r.choice([integer, integer, other]), integer)
    lets = r.choice(["", "", f"const Int q = {number(r, ['i', 'n'])};\n"])
    if lets:
        names = names + ["q", "q"]
    index = r.choice(["int", "int", "unsigned", "long", "size_t", "short"])
    directive = r.choice(["", "", "parallelize(i, cpu_thread, no_races)", "parallelize(i, cpu_thread, atomics)"])
    return MAIN % {"index": index, "integer": integer, "other": other, "bad": bad, "place": place, "value": value,
                   "directive": directive,
                   "loops": f"  {outer} {{\n{lets}{within} {{\n{statement(r, names)}\n}}\n}}"}


if __name__ == "__main__":
    campaign(__doc__, text, [], least=4)
