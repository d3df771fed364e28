#!/usr/bin/env python3
"""Random loops over time and space in random tiles, over grids, flat arrays and rows of
their own: each order is refused, or computes what the plain loops do to the last bit."""

import random
import re

from refusals import campaign

SIZE = 24
STEPS = 9

# What all programs have in common: numbers to begin with, and what is printed of them.
BEGIN = """int main() {
  int k = 0;
  for (int n : {0, 1, 2, 3, 5, 8, 13, %(size)d})
    for (int T : {0, 1, 2, 3, 4, 7, %(steps)d}) {
      std::vector<double> V(4 * %(size)d * %(size)d);
      for (unsigned k = 0; k < V.size(); ++k)
        V[k] = (k * 37 %% 101) / 7.0 - 5;
"""
END = """      ++k;
      unsigned long hash = 0, bits;
      for (double v : V) {
        std::memcpy(&bits, &v, 8);
        hash = hash * 1000003 + bits;
      }
      std::printf("%%d %%d %%lx\\n", n, T, hash);
    }
}
"""

MAIN = """#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>
using Int = %(integer)s;
using Row = double[%(size)d];
using Grid = Row[%(size)d];
using Pointer = %(element)s *;
__attribute__((noinline)) static void kernel(int T, int n, %(type)s *A, Int h, Int w, Int hw) {
  Grid *const Grids = reinterpret_cast<Grid *>(A);
  Pointer a = reinterpret_cast<Pointer>(Grids[0]), b = reinterpret_cast<Pointer>(Grids[1]),
          c = reinterpret_cast<Pointer>(Grids[2]);
%(pragma)s
%(loops)s
  // Where the pointers lead is a result, too.
  double *const First = Grids[0][0];
  for (Pointer p : {a, b, c})
    *First = 3 * *First + (reinterpret_cast<double *>(p) - First);
}
""" + BEGIN + """      // Rows that overlap, too, and planes that begin within a row.
      const int w = k %% 3 ? %(size)d : n ? n - k %% 2 : 1, h = k %% 4 ? %(size)d : n;
      kernel(T, n, reinterpret_cast<%(type)s *>(V.data()), h, w, h * w - (k %% 5 == 0));
""" + END


# The same over rows that are arrays of their own, some of which lie over others.
ROWS = """#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>
using Int = %(integer)s;
using Table = %(type)s;
using Pointer = Table;
__attribute__((noinline)) static void kernel(int T, int n, Table *A, %(pointers)s) {
%(pragma)s
%(loops)s
%(result)s
}
""" + BEGIN + """%(make)s
""" + END

# Rows behind pointers: those of one table or of two may be one, or begin within another.
POINTERS = {
    "type": "double **",
    "pointers": "Table a, Table b, Table c",
    "result": """  double *const First = A[0][0];
  for (Pointer p : {a, b, c})
    *First = 3 * *First + (p == A[0] ? 1 : p == A[1] ? 2 : 3);""",
    "make": """      std::vector<double *> Rows;
      for (int r = 0; r < 3 * %(size)d; ++r)
        Rows.push_back(V.data() + r * %(size)d);
      if (k %% 4 == 1)
        std::swap(Rows[k %% Rows.size()], Rows[k * 7 %% Rows.size()]);
      if (k %% 4 == 2)
        Rows[k * 5 %% Rows.size()] = Rows[k * 11 %% Rows.size()];
      if (k %% 4 == 3)
        Rows[k * 5 %% Rows.size()] += k %% 3 ? 1 : %(size)d - n;
      Table A[] = {Rows.data(), Rows.data() + %(size)d, Rows.data() + 2 * %(size)d};
      kernel(T, n, A, A[0], A[1], A[2]);""",
}
VECTORS = {
    "type": "std::vector<std::vector<double>>",
    "pointers": "int",
    "result": "",
    "make": """      Table A[3];
      for (int r = 0; r < 3 * %(size)d; ++r)
        A[r / %(size)d].emplace_back(V.begin() + r * %(size)d, V.begin() + (r + 1) * %(size)d);
      kernel(T, n, A, 0);
      for (int r = 0; r < 3 * %(size)d; ++r)
        std::copy(A[r / %(size)d][r %% %(size)d].begin(), A[r / %(size)d][r %% %(size)d].end(),
                  V.begin() + r * %(size)d);""",
}


def index(name, by):
    return f"{name} {'+' if by >= 0 else '-'} {abs(by)}" if by else name


def grid(plane):
    return f"A[{plane}]"


def reads(r, source, names):
    """A sum of neighbours, none of which is further than 2 away."""
    terms = []
    for _ in range(r.randint(1, 3)):
        places = "".join(f"[{index(v, r.randint(-2, 2))}]" for v in names)
        terms.append(f"{source}{places} * {r.choice(['0.5', '0.25', '-0.5'])}")
    return " + ".join(terms)


def nest(r, target, source, depth):
    """Loops over a grid that set `target` from neighbours in `source`."""
    names = ["i", "j"][:depth]
    lines = []
    for level, v in enumerate(names):
        pad = "  " * (level + 2)
        header = r.choice([f"int {v} = 2; {v} < n - 2; ++{v}", f"int {v} = 2; {v} < n - 2; ++{v}",
                           f"int {v} = n - 3; {v} >= 2; --{v}"])
        lines.append(f"{pad}for ({header})")
    pad = "  " * (depth + 2)
    condition = r.choice([None, None, None, "i + 3 < n", "i >= 4", f"{names[-1]} % 2 == 0"])
    if condition:
        lines.append(f"{pad}if ({condition})")
    places = names if depth == 2 else ["3", "i"]
    subscript = "".join(f"[{p}]" for p in places)
    lines.append(f"{pad}{target}{subscript} {r.choice(['=', '=', '+='])} {reads(r, source, places)};")
    return "\n".join(lines)


# What is done to pointers behind each step.
SWAPS = [
    "    std::swap(a, b);",
    "    Pointer tmp = a;\n    a = b;\n    b = tmp;",
    "    Pointer tmp = a;\n    a = b, b = c, c = tmp;",
    "    std::swap(b, c);\n    std::swap(b, a);",
]


def loops(r):
    kind = r.choice(["turns", "turns", "place", "nests", "nests", "row", "swaps", "swaps", "swaps"])
    tail = []
    if kind == "turns":
        parts = [nest(r, grid("(t + 1) % 2"), grid("t % 2"), 2)]
    elif kind == "place":
        parts = [nest(r, grid(0), grid(0), 2)]
    elif kind == "nests":
        parts = [nest(r, grid(1), grid(0), 2), nest(r, grid(r.choice([0, 2])), grid(1), 2)]
    elif kind == "row":
        parts = [nest(r, grid(0), grid(1), 1), nest(r, grid(1), grid(0), 2), nest(r, grid(0), grid(2), 2)]
    else:
        parts = [nest(r, "b", "a", 2)]
        if r.random() < 0.3:
            parts.append(nest(r, "c", r.choice("ab"), r.randint(1, 2)))
        tail = [r.choice(SWAPS)]
    header = r.choice(["int t = 0; t < T; ++t", "int t = T; t > 0; --t"]) if tail else "int t = 0; t < T; ++t"
    return f"  for ({header}) {{\n" + "\n".join(parts + tail) + "\n  }"


FLAT = ["(({p}) * h + {x}) * w + {y}", "({p}) * h * w + ({x}) * w + {y}",
        "({p}) * hw + ({x}) * w + {y}", "{y} + w * ({x}) + w * (h * ({p}))"]


def flattened(r, text):
    """The accesses of `text` as those of a flat array."""
    form = r.choice(FLAT)

    def replaced(found):
        p, x, y = found.groups()
        here = form if r.random() < 0.95 else r.choice(FLAT)
        return "A[" + here.format(p=p, x=x, y=y) + "]"

    text = re.sub(r"A\[([^]]*)\]\[([^]]*)\]\[([^]]*)\]", replaced, text)
    return re.sub(r"\b([abc])\[([^]]*)\]\[([^]]*)\]", r"\1[(\2) * w + \3]", text)


def lagging(r):
    """Rows side by side, each some steps behind the one above it."""
    text = f"tile(t, i; {r.randint(1, 4)}, {r.randint(4, 9)}; parallelogram) " if r.random() < 0.3 else ""
    if r.random() < 0.3:
        text = f"skew(i, t, {r.randint(1, 2)}) " + text
    text += f"skew(j, i, {r.randint(0, 5)}) tile(i, j; {r.randint(1, 5)}, {r.choice([0, 0, 3, 6])}) "
    text += r.choice(["reorder(i, j) ", "reorder(i, j) ", "", "reorder(t, i_tile) reorder(j, i) "])
    return text + r.choice(["unroll(i)", "unroll(i)", "unroll(j)", "unroll(j) unroll(i)", "unroll(i, 2)"])


def pragma(r):
    if r.random() < 0.2:
        return "#pragma sparse num_threads(2)"
    if r.random() < 0.3:
        return f"#pragma sparse num_threads(2) {lagging(r)}"
    shape = r.choice(["", "; parallelogram", "; hexagonal", "; hexagonal", "; hexagonal"])
    sizes = [r.choice([2, 4, 6, 3]), r.randint(1, 7), r.choice([0, 4, 9])]
    text = f"tile(t, i, j; {sizes[0]}, {sizes[1]}, {sizes[2]}{shape})"
    if r.random() < 0.1:
        text = f"skew(i, t, {r.randint(1, 3)}) skew(j, t, {r.randint(0, 3)}) " + text
    loop = r.choice(["i_tile", "i_tile", "i_tile", "j_tile", "i"])
    if r.random() < 0.6:
        text += f" parallelize({loop}, cpu_thread, no_races, schedule(dynamic, 1))"
    if r.random() < 0.3:
        text += " parallelize(j, cpu_vector, no_races)"
    return f"#pragma sparse num_threads(2) {text}"


def text(seed):
    r = random.Random(seed)
    program = {"size": SIZE, "steps": STEPS, "pragma": pragma(r), "loops": loops(r)}
    program |= {"type": "Grid", "element": "Row", "integer": r.choice(["int", "int", "long", "unsigned long"])}
    if r.random() < 0.4:
        rows = VECTORS if "Pointer" not in program["loops"] and "swap" not in program["loops"] else POINTERS
        if rows is VECTORS and r.random() < 0.5:
            rows = POINTERS
        program |= rows | {"make": rows["make"] % program}
        return ROWS % program
    if r.random() < 0.5:
        program |= {"type": "double", "element": "double", "loops": flattened(r, program["loops"])}
    return MAIN % program


if __name__ == "__main__":
    campaign(__doc__, text, ["-ffp-contract=off"], least=10)
