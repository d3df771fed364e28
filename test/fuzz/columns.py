#!/usr/bin/env python3
"""Random loops that go down columns, or add up along rows, under bare directives: along rows, or
with several rows side by side, they compute what the plain loops do to the last bit."""

import random

from matrices import PRINT_HASH, header
from refusals import campaign

MAIN = """#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>
using Int = %(integer)s;
using T = %(type)s;
__attribute__((noinline)) static void kernel(Int n, Int m, Int l, T *A, T *B, T *C, T *x, T *y) {
#pragma sparse num_threads(2) fp(strict)
%(loops)s
}
int main() {
  const int Sizes[] = {0, 1, 15, 16, 17, 31, 32, 33, 65, 520};
  unsigned k = 0;
  for (int n : Sizes)
    for (int m : Sizes) {
      const int l = Sizes[k %% 4];
      const std::size_t Length = n * n + 3 * n * m + l * (n + m) + 3 * n + 700;
      std::vector<T> V(3 * Length + 1400);
      for (unsigned i = 0; i < V.size(); ++i)
        V[i] = T((i * 37 + 11 * k) %% 101) / T(%(divisor)s) - T(5);
      ++k;
      // Now and then arrays lie over each other.
      T *A = V.data() + (k %% 7 ? 0 : Length - 300), *B = V.data() + Length,
        *C = V.data() + 2 * Length, *x = V.data() + 3 * Length, *y = x + (k %% 5 ? 700 : 300);
      kernel(n, m, l, A, B, C, x, y);
""" + PRINT_HASH + """    }
}
"""


def update(r, to, term):
    return r.choice(["{0} += {1};", "{0} += {1};", "{0} -= {1};", "{0} = std::max({0}, {1});",
                     "{0} = {0} * T(0.5) + {1};"]).format(to, term)


def around(r, i, j, to, body):
    """Loops i and j, with parts in front of the inner one and behind it."""
    parts = r.choice(["", "", f"{to} = T(0);", f"{to} *= T(2);", f"{to} += T(1);"])
    behind = r.choice(["", "", f"{to} = {to} * T(3);"])
    if not parts and not behind and r.random() < 0.5:
        return f"  {i}\n    {j}\n      {body}"
    return f"  {i} {{\n    {parts}\n    {j}\n      {body}\n    {behind}\n  }}"


def product(r):
    """Products with the transposed matrix, results in elements or in a variable."""
    i, j = header(r, "i", "n"), header(r, "j", "m")
    if r.random() < 0.1:
        j = "for (Int j = i; j < m; ++j)"
    term = r.choice(["A[j * n + i] * x[j]", "x[j] * A[j * n + i]", "A[j * n + i] * B[j * n + i]",
                     "A[j * n + i]", "A[j * n + i] * x[j] + B[j * n + i]", "A[j * n + i] * x[i]"])
    if r.random() < 0.3:
        return f"  {i} {{\n    T s = y[i];\n    {j}\n      {update(r, 's', term)}\n    y[i] = s;\n  }}"
    return around(r, i, j, "y[i]", update(r, "y[i]", term))


def sums(r):
    """The outer one of two loops is over terms, perhaps for each row of a matrix."""
    i, j, k = header(r, "i", "n"), header(r, "j", "m"), header(r, "k", "l")
    if r.random() < 0.4:
        term = r.choice(["A[i * m + j] * x[j]", "A[i * m + j]", "A[i * m + j] * x[i] + x[j]"])
        return f"  {j}\n    {i}\n      {update(r, 'y[i]', term)}"
    term = r.choice(["A[k * m + j] * C[i * m + j]", "A[k * m + j] + A[i * m + j]", "A[k * m + j] * x[j]"])
    if r.random() < 0.4:
        i, term = i.replace("n;", "l;").replace("= n", "= l"), term.replace("C[i", "A[i")
        k = r.choice(["for (Int k = 0; k <= i; ++k)", "for (Int k = i; k < l; ++k)"])
    start = r.choice(["", "", f"{k}\n      C[i * l + k] *= T(2);\n    ", f"{k}\n      C[i * l + k] = T(0);\n    "])
    body = update(r, "C[i * l + k]", term.replace("C[i * m", "B[i * m"))
    return f"  {i} {{\n    {start}{j}\n      {k}\n        {body}\n  }}"


def transposition(r):
    i, j = header(r, "i", "n"), header(r, "j", "m")
    if r.random() < 0.2:
        j = "for (Int j = 0; j <= i; ++j)"
    to, term = r.choice([("B[j * n + i]", "A[i * m + j]"), ("B[i * m + j]", "A[j * n + i]"),
                         ("B[i * m + j]", "A[j * n + i] + C[i * m + j]"), ("B[j * n + i]", "A[i * m + j] * x[i]"),
                         ("A[j * n + i]", "A[i * n + j]"), ("A[i * n + j]", "A[j * n + i] * x[j]")])
    if "i * n" in to + term:
        j = j.replace("m;", "n;").replace("= m", "= n")
    store = f"{to} = {term};" if r.random() < 0.6 else update(r, to, term)
    return f"  {i}\n    {j}\n      {store}"


def deeper(r):
    """Three loops; the outermost one is about other matrices, or about what earlier ones left."""
    i, j, k = header(r, "i", "n"), header(r, "j", "m"), header(r, "k", "l")
    form = r.choice(["batch", "triangle", "row", "wave"])
    if form == "wave":
        # Columns need each other: in some directions the loops keep their order.
        by, to = r.choice([("j + 1", "i - 1"), ("j - 1", "i - 1"), ("j + 1", "i"), ("j - 1", "i + 1")])
        term = f"A[(k * m + {by}) * n + {to}] * T(2)"
        return ("  for (Int k = 0; k < 2; ++k)\n    for (Int i = 1; i + 1 < n; ++i)\n"
                "      for (Int j = 1; j + 1 < m; ++j)\n        " + update(r, "A[(k * m + j) * n + i]", term))
    if form == "batch":
        return f"  {k}\n" + around(r, "  " + i, "  " + j, "B[k * n + i]",
                                   update(r, "B[k * n + i]", "A[(k % 2 * 3 + j) * n + i] * x[j]"))
    if form == "triangle":
        k = r.choice(["for (Int k = i + 1; k < n; ++k)", "for (Int k = 0; k < i; ++k)", "for (Int k = i; k < n; ++k)"])
        return f"  {i}\n" + around(r, "  " + j, "  " + k, "B[i * m + j]",
                                   update(r, "B[i * m + j]", "x[k] * B[k * m + j]"))
    return f"  {k}\n    {i}\n      {j}\n        {update(r, 'B[k * n + i]', 'A[j * n + i] * C[k * m + j]')}"


def several(r):
    """Several loops that go down the same columns."""
    i, j = header(r, "i", "n"), header(r, "j", "m")
    term = r.choice(["A[j * n + i] * x[j]", "A[j * n + i] * B[j * n]", "B[j * n + i]", "A[j * n + i] * x[i]"])
    second = r.choice(["A[j * n + i] -= x[j] * y[i];", "B[j * n + i] = A[j * n + i] * y[i];", "y[i] += B[j * n + i];",
                       "A[i * m + j] += y[i];", "A[j * n + i + 1] -= y[i];"])
    if r.random() < 0.5:
        return f"  {i} {{\n    T s = T(1);\n    {j}\n      {update(r, 's', term)}\n    y[i] = s;\n    {j}\n      {second}\n  }}"
    start = r.choice(["", "y[i] = T(1);", "y[i] *= T(2);"])
    return f"  {i} {{\n    {start}\n    {j}\n      {update(r, 'y[i]', term)}\n    {j}\n      {second}\n  }}"


def beside(r):
    """Sums along rows, with updates of columns beside them or behind them."""
    i, j = header(r, "i", "n"), header(r, "j", "m")
    if r.random() < 0.15:
        j = r.choice(["for (Int j = 0; j <= i && j < m; ++j)", "for (Int j = i; j < m; ++j)"])
    term = r.choice(["A[i * m + j] * x[j]", "A[i * m + j]", "A[i * m + j] * B[i * m + j]", "A[i * m + j] + x[i]"])
    total = update(r, "y[i]", term)
    other = update(r, "C[j]", r.choice(["A[i * m + j] * x[i]", "A[i * m + j] * y[i]", "A[i * m + j]", "C[j + 1]"]))
    form = r.choice(["alone", "beside", "behind", "behind", "twice", "variable", "rows"])
    if form == "alone":
        return around(r, i, j, "y[i]", total)
    if form == "variable":
        return f"  {i} {{\n    T s = T(1);\n    {j}\n      {update(r, 's', term)}\n    y[i] = s;\n  }}"
    if form == "rows":
        k = header(r, "k", "l")
        return f"  {k}\n" + around(r, "  " + i, "  " + j, "C[k * n + i]",
                                   update(r, "C[k * n + i]", "A[i * m + j] * B[k * m + j]"))
    if form == "beside":
        both = [total, other]
        r.shuffle(both)
        return around(r, i, j, "y[i]", f"{{ {both[0]} {both[1]} }}")
    second = other if form == "behind" else update(r, "y[i]", "B[i * m + j]")
    between = r.choice(["", "", "y[i] *= T(2);"])
    return f"  {i} {{\n    {j}\n      {total}\n    {between}\n    {j}\n      {second}\n  }}"


def text(seed):
    r = random.Random(seed)
    kind, divisor = r.choice([("double", 7), ("double", 7), ("float", 7), ("int", 1), ("unsigned", 1)])
    loops = r.choice([product, sums, transposition, deeper, several, beside, beside])(r)
    return MAIN % {"loops": loops, "type": kind, "divisor": divisor,
                   "integer": r.choice(["int", "int", "long", "unsigned long", "unsigned"])}


if __name__ == "__main__":
    campaign(__doc__, text, [], least=2)
