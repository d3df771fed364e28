#!/usr/bin/env python3
"""Random loops over tables whose elements need their neighbours, with what iterations leave in
variables, and loops of which all iterations read one, under bare directives and random schedules:
each is refused, or computes what the plain loops do to the last bit."""

import random

from matrices import PRINT_HASH
from refusals import campaign

MAIN = """#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>
using Int = %(integer)s;
using T = %(type)s;
static long left;
__attribute__((noinline)) static void kernel(Int n, Int m, const int *a, const int *b, %(table)s) {
%(before)s
#pragma sparse num_threads(3) %(directive)s
%(loops)s
%(behind)s
}
int main() {
  const int Sizes[] = {0, 1, 2, 3, 5, 8, 17, 36};
  unsigned k = 0;
  for (int n : Sizes)
    for (int m : Sizes)
      for (int l = 0; l < 3; ++l) {
        std::vector<T> V(6000);
        for (unsigned i = 0; i < V.size(); ++i)
          V[i] = T((i * 37 + 11 * k) %% 23) / T(%(divisor)s) - T(%(least)s);
        std::vector<int> A(200);
        for (unsigned i = 0; i < A.size(); ++i)
          A[i] = (i * 7 + k) %% 5;
        ++k;
        const int *a = A.data(), *b = A.data() + 60;
%(make)s
""" + PRINT_HASH + """        std::printf("%%ld\\n", left);
      }
}
"""
TABLES = {
    "flat": ("T *D", "D[({0}) * (m + 1) + {1}]", "        kernel(n, m, a, b, V.data() + 3);"),
    "flat in front": ("T *D", "D[({1}) + 40 * ({0})]", "        kernel(n, std::min(m, 36), a, b, V.data());"),
    # Now and then the letters lie in the table.
    "lying over": ("T *D", "D[({0}) * (m + 1) + {1}]",
                   "        kernel(n, m, k % 4 ? a : reinterpret_cast<const int *>(V.data()) + k % 50, b, V.data());"),
    "array": ("T (*D)[40]", "D[{0}][{1}]", "        kernel(n, m, a, b, reinterpret_cast<T (*)[40]>(V.data()));"),
    "rows": ("T **D", "D[{0}][{1}]", """        std::vector<T *> R;
        for (int i = 0; i < 60; ++i)
          R.push_back(V.data() + i * 60);
        if (k % 5 == 1)
          std::swap(R[k % 30], R[k * 7 % 30]);
        if (k % 5 == 2)
          R[k * 3 % 30] += k % 59;
        kernel(n, m, a, b, R.data());"""),
    "vectors": ("std::vector<std::vector<T>> &D", "D[{0}][{1}]", """        std::vector<std::vector<T>> R;
        for (int i = 0; i < 60; ++i)
          R.emplace_back(V.begin() + i * 60, V.begin() + i * 60 + 60);
        kernel(n, m, a, b, R);
        V.clear();
        for (auto &Row : R)
          V.insert(V.end(), Row.begin(), Row.end());"""),
}
# Declared in front, what an iteration does with its `x`, and how it is told.
RESULTS = [
    ("", "", ""),
    ("T best = T(2);", "best = std::max(best, x);", "left += long(best * 8);"),
    ("T best = T(2);", "if (x < best) best = x;", "left += long(best * 8);"),
    ("int count = 3;", "count += x > T(1);", "left += count;"),
    ("unsigned bits = 1;", "bits ^= unsigned(int(x));", "left += bits;"),
    ("short best = 0;", "best = std::max<int>(best, int(x) * 900);", "left += best;"),
    ("T best = T(1); Int at = 0, to = 0;", "if (x {0} best) {{ best = x; at = i; to = j; }}",
     "left += long(best * 8) + at * 3 + to;"),
    ("T best = T(1); long sum = 0;", "best = x > best ? x : best; sum += int(x);", "left += long(best * 8) + sum;"),
    ("bool any = false;", "any |= x > T(3);", "left += any;"),
    ("bool any = false;", "if (x > T(3)) any = true;", "left += any;"),
    ("T last = T(1); Int at = 0;", "if (x < T(2)) {{ last = x; at = i; }}", "left += long(last * 8) + at;"),
    # Used for something else, too.
    ("T best = T(1);", "best = std::max(best, x); D_IJ = best;", "left += long(best * 8);"),
]


def value(r, at, floats):
    """A number made of neighbours."""
    near = [at("i - 1", "j - 1"), at("i - 1", "j"), at("i", "j - 1"), at("i - 1", "j + 1"), at("i", "j - 2"),
            at("i - 2", "j"), at("i", "j")]
    some = r.sample(near[:3], r.randint(1, 3)) + r.sample(near, r.randint(0, 1))
    letters = "T(a[i] == b[j] ? 2 : -1)"
    text = some[0]
    for one in some[1:]:
        text = r.choice([f"std::max<T>({text}, {one})", f"std::min<T>({text}, {one} + T(1))",
                         f"({text} > {one} ? {text} : {one})"])
    if floats and r.random() < 0.5:
        text = f"T(0.5) * {text} - T(0.25) * {some[0]}"
    return r.choice([f"{text} + {letters}", f"std::max<T>(T(0), {text} + {letters})", f"{text} - T(1)",
                     f"(j > 2 ? {text} : T(1))", f"(i > 1 && j > 1 ? {text} : {letters})"])


def table(r, at, floats):
    rows = r.choice(["for (Int i = 2; i < n; ++i)", "for (Int i = 2; i <= n; i++)", "for (Int i = 2; i < n; i += 2)"])
    columns = r.choice(["for (Int j = 2; j < m; ++j)", "for (Int j = 2; j <= m; ++j)", "for (Int j = 2; j < i; ++j)",
                        "for (Int j = i; j < m; ++j)"])
    before, use, behind = r.choice(RESULTS)
    use = use.format(r.choice(["<", ">", "<=", ">="])).replace("D_IJ", at("i", "j"))
    here, x = at("i", "j"), value(r, at, floats)
    form = r.random()
    if form < 0.4:
        body = f"const T x = {x};\n      {here} = x;\n      {use}"
    elif form < 0.6:
        body = (f"if (a[i] == b[j])\n        {here} = {at('i - 1', 'j - 1')};\n      else\n        {here} = {x};\n"
                f"      const T x = {here};\n      {use}")
    elif form < 0.75:
        body = f"if (a[i] != b[j]) {{\n        {here} = {x};\n        const T x = {here};\n        {use}\n      }}"
    elif form < 0.85:
        body = f"{here} = {x};\n      {here} = std::max<T>({here}, {at('i', 'j - 1')});\n      const T x = {here};\n      {use}"
    else:
        # What is read behind the store is what was there.
        body = f"const T x = {x};\n      {here} = x - {at('i', 'j - 1')};\n      {use}"
    first = f"{at('i', '1')} = T(i % 5);\n    " if r.random() < 0.2 else ""
    loops = f"  {rows} {{\n    {first}{columns} {{\n      {body}\n    }}\n  }}"
    if r.random() < 0.15:
        # From the end on.
        loops = loops.replace(rows, "for (Int i = n; i-- > 2;)").replace("i - 1", "i + 1").replace("i - 2", "i + 2")
    return before, loops, behind


def meeting(r, at):
    """All iterations read one."""
    here, row, column = at("i", "j"), at("i", "k"), at("k", "j")
    op = r.choice(["{0} = std::min<T>({0}, {1} + {2})", "{0} = std::max<T>({0}, std::min<T>({1}, {2}))",
                   "if ({1} - {2} < {0}) {0} = {1} - {2}", "{0} -= T(0.5) * {1} + {2}",
                   "{0} = {0} > T(1) && {1} > T(0) ? {2} : {0} - T(1)"])
    start, end = "", ""
    first = row
    if r.random() < 0.5:
        start, end = f"{{\n      const T f = {r.choice([row, row + ' + ' + at('k', 'k')])};\n  ", "\n    }"
        first = "f"
    around = r.choice(["", "", "if (i != k) ", f"if ({row} > T(0)) "])
    inner = f"for (Int j = 0; j < {r.choice(['n', 'n', 'm'])}; ++j)\n        {op.format(here, first, column)};"
    low = r.choice(["0", "0", "0", "1", "k"])
    return ("", f"  for (Int k = 0; k < n; ++k)\n    for (Int i = {low}; i < n; ++i)\n    {around}{start}"
            f"      {inner}{end}", "")


def schedule(r, meets):
    if meets:
        text = r.choice(["peel(i, k) ", "peel(i, k) peel(j, k) ", "peel(j, k) "])
        text += r.choice(["", "parallelize(i, cpu_thread, no_races) "])
        return text + r.choice(["", "parallelize(j, cpu_vector, no_races)", "unroll(j, 3)"])
    text = r.choice(["", "", "skew(j, i, 1) ", "skew(j, i, 2) "])
    sizes = ", ".join(str(r.choice([1, 2, 3, 8, 16])) for _ in "ij")
    text += f"tile(i, j; {sizes}{r.choice(['', '; parallelogram', '; parallelogram', '; parallelogram'])}) "
    return text + r.choice(["", "parallelize(j_tile, cpu_thread, no_races) ", "parallelize(j_tile, cpu_thread, no_races) ",
                            "parallelize(i_tile, cpu_thread, no_races) ", "reorder(i, j) unroll(i) "])


def text(seed):
    r = random.Random(seed)
    kind, divisor, least = r.choice([("int", 1, 9), ("int", 1, 9), ("long", 1, 9), ("unsigned", 1, 0), ("short", 1, 9),
                                     ("signed char", 1, 9), ("double", 4, 2), ("float", 4, 2), ("unsigned char", 1, 0)])
    name = r.choice(sorted(TABLES))
    parameter, element, make = TABLES[name]
    meets = r.random() < 0.3
    at = element.format
    before, loops, behind = meeting(r, at) if meets else table(r, at, kind in ("double", "float"))
    directive = "fp(strict)" if r.random() < 0.6 else schedule(r, meets)
    return MAIN % {"integer": r.choice(["int", "int", "long", "size_t", "unsigned"]), "type": kind, "divisor": divisor,
                   "least": least, "table": parameter, "make": make, "before": before, "behind": behind,
                   "directive": directive, "loops": loops}


if __name__ == "__main__":
    campaign(__doc__, text, ["-fwrapv"], least=4)
