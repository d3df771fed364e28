#!/usr/bin/env python3
"""Random products of matrices and of tensors, also of matrices whose rows are arrays of their own,
under bare directives and random schedules: each order is refused, or computes what the plain loops
do to the last bit."""

import random
import re

from matrices import PRINT_HASH, header
from refusals import campaign

MAIN = """#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>
using Int = %(integer)s;
using T = %(type)s;
__attribute__((noinline)) static void kernel(Int n, Int m, Int l, %(matrices)s) {
%(pragma)s
%(loops)s
}
int main() {
  const int Sizes[] = {0, 1, 3, 4, 5, 8, 9, 16, 19, 33};
  unsigned k = 0;
  for (int n : Sizes)
    for (int m : Sizes)
      for (int l : Sizes) {
        // Now and then the results lie among the factors.
        std::vector<T> V(12000);
        for (unsigned i = 0; i < V.size(); ++i)
          V[i] = T((i * 37 + 11 * k) %% 101) / T(%(divisor)s) - T(5);
        ++k;
%(make)s
""" + PRINT_HASH + """      }
}
"""
FLAT = {
    "matrices": "T *C, const T *A, const T *B",
    "make": """        T *C = V.data() + (k % 7 ? 0 : 4100), *A = V.data() + 4000, *B = V.data() + 8000;
        kernel(n, m, l, C, A, B);""",
}
# Rows of one matrix in no order, one twice, one within another, or among those of a factor.
ROWS = {
    "matrices": "T **C, T **A, T **B",
    "make": """        std::vector<T *> Rows;
        for (int i = 0; i < 120; ++i)
          Rows.push_back(V.data() + i * 40);
        if (k % 5 == 1)
          std::swap(Rows[k % 40], Rows[k * 7 % 40]);
        if (k % 5 == 2)
          Rows[k * 3 % 40] = Rows[k * 11 % 120];
        if (k % 5 == 3)
          Rows[k * 3 % 40] += k % 39 + 1;
        kernel(n, m, l, Rows.data(), Rows.data() + 40, Rows.data() + 80);""",
}


def element(r, name, row, column, rows, columns):
    """An element, by rows or by columns."""
    if r.random() < 0.8:
        return f"{name}[{row} * {columns} + {column}]"
    return f"{name}[{row} + {rows} * {column}]"


def loops(r):
    result = element(r, "C", "i", "j", "n", "m")
    first = element(r, "A", "i", "k", "n", "l")
    second = element(r, "B", "k", "j", "l", "m")
    term = r.choice([f"{first} * {second}", f"{first} * {second}", f"{second} * {first}",
                     f"{first} - {second}", f"{first} * {second} * T(2)", f"{first} * {second} + T(1)"])
    update = r.choice(["{0} += {1}", "{0} += {1}", "{0} += {1}", "{0} -= {1}", "{0} = std::max({0}, {1})"])
    loop = {v: header(r, v, end) for v, end in zip("ijk", "nml")}
    if r.random() < 0.1:
        loop["j"] = "for (Int j = 0; j <= i; ++j)"
    rows, columns = ("i", "j") if r.random() < 0.7 or "<= i" in loop["j"] else ("j", "i")
    form = r.choice(["sum", "sum", "cleared", "scaled", "plain", "plain", "row"])
    if form == "plain":
        order = list("ijk")
        r.shuffle(order)
        if "<= i" in loop["j"] and order.index("j") < order.index("i"):
            order = list("ikj")
        text = "".join(f"{'  ' * (d + 1)}{loop[v]}\n" for d, v in enumerate(order))
        return text + f"        {update.format(result, term)};"
    if form == "row":
        return (f"  {loop[rows]} {{\n    {loop[columns]}\n      {result} *= T(3);\n    {loop['k']}\n"
                f"      {loop[columns]}\n        {update.format(result, term)};\n  }}")
    start = {"sum": "T s = T(1);", "cleared": f"{result} = T(0);", "scaled": f"{result} *= T(2);"}[form]
    to = "s" if form == "sum" else result
    end = f"\n      {result} = s;" if form == "sum" else ""
    if form == "sum" and r.random() < 0.4:
        # Stored in other places as well, as in a symmetric matrix; now and then each is set twice.
        if r.random() < 0.7:
            rows, columns, result = "i", "j", "C[i * n + j]"
            loop["j"] = r.choice(["for (Int j = i; j < n; ++j)", "for (Int j = 0; j < i; ++j)",
                                  "for (Int j = 0; j < n; ++j)", "for (Int j = i + 1; j < n; ++j)"])
            term = r.choice(["A[k * n + i] * B[k * n + j]", "A[k * n + i] * A[k * n + j]", "A[i * l + k] * A[j * l + k]"])
        stores = [f"{result} = s;", r.choice(["C[j * n + i] = s;", f"{result} = s;", "C[3000 + i] = s;"])]
        r.shuffle(stores)
        end = "\n      " + r.choice(["", "s /= T(3); "]) + " ".join(stores)
    return (f"  {loop[rows]}\n    {loop[columns]} {{\n      {start}\n      {loop['k']}\n"
            f"        {update.format(to, term)};{end}\n    }}")


def tensors(r):
    """Sums over several loops, and results of more dimensions, in loops of any order."""
    form = r.choice(["sums", "sums", "window", "batch", "rows"])
    lengths = {"i": "n", "j": "m", "k": "l", "p": r.choice(["2", "3", "l"]), "q": r.choice(["1", "3"])}
    if form == "sums":
        names, result = "ijkp", "C[i * m + j]"
        term = f"A[(i * l + k) * 3 + p % 3] * B[(k * 3 + p % 3) * m + j]"
        if lengths["p"] != "l":
            term = "A[(i * l + k) * 3 + p] * B[(k * 3 + p) * m + j]"
    elif form == "window":
        # Each result is a sum over what lies around one element.
        lengths["p"], names = "3", "ijkpq"
        result, term = "C[i * m + j]", "A[(i * 40 + k) * 3 + p] * B[(k + p) * 70 + j + q]"
    elif form == "batch":
        lengths["p"] = "3"
        names, result = "pijk", "C[(p * n + i) * m + j]"
        term = r.choice(["A[(p * n + i) * l + k] * B[(p * l + k) * m + j]", "A[i * l + k] * B[(p * l + k) * m + j]"])
    else:
        lengths["p"] = "3"
        names, result = "ipjk", "C[(i * 3 + p) * m + j]"
        term = "A[(i * 3 + p) * l + k] * B[k * m + j]"
    loop = {v: header(r, v, lengths[v]) for v in names}
    update = r.choice(["{0} += {1};", "{0} += {1};", "{0} -= {1};", "{0} = std::max({0}, {1});"])
    sums = [v for v in names if v in ("kp" if form == "sums" else "kpq" if form == "window" else "k")]
    rows = [v for v in names if v not in sums]
    start = r.choice(["", "", "", "T s = T(1);", f"{result} = T(0);", f"{result} *= T(2);"])
    if not start:
        order = rows + sums
        r.shuffle(order)
        text = "".join(f"{'  ' * (d + 1)}{loop[v]}\n" for d, v in enumerate(order))
        return text + "      " + update.format(result, term)
    r.shuffle(rows)
    r.shuffle(sums)
    to = "s" if start.startswith("T s") else result
    text = "".join(f"  {loop[v]}\n" for v in rows[:-1]) + f"  {loop[rows[-1]]} {{\n    {start}\n"
    text += "".join(f"    {loop[v]}\n" for v in sums) + "      " + update.format(to, term)
    return text + (f"\n    {result} = s;" if to == "s" else "") + "\n  }"


def schedule(r):
    text = r.choice(["", "", "distribute(j) ", "distribute(i) ", "distribute(j) reorder(i, j_part) "])
    text += r.choice(["reorder(j, k) ", "", "order(i, k, j) ", "order(j_part, i, k, j) "])
    names = r.choice([["i", "k", "j"], ["i", "k", "j"], ["i", "j", "k"], ["j", "k", "i"], ["i", "j"]])
    for _ in range(r.randint(1, 2)):
        sizes = [str(r.choice([0, 2, 3, 4, 7, 16])) for _ in names]
        text += f"tile({', '.join(names)}; {', '.join(sizes)}) "
    text += r.choice(["reorder(i, k) ", "reorder(i, k) ", "reorder(j, k) ", ""])
    text += r.choice(["unroll(i) ", "unroll(i) ", "unroll(k) ", "unroll(j, 3) ", ""])
    lanes = r.choice(["j", "j", "j", "i", "k"])
    text += f"parallelize({lanes}, cpu_vector, no_races) "
    return text + r.choice(["parallelize(i_tile, cpu_thread, no_races)", ""])


def of_rows(text):
    """The accesses of `text` to matrices as those to rows."""
    text = re.sub(r"\b([CAB])\[(\w+) \* \w+ \+ (\w+)\]", r"\1[\2][\3]", text)
    return re.sub(r"\b([CAB])\[(\w+) \+ \w+ \* (\w+)\]", r"\1[\3][\2]", text)


def text(seed):
    r = random.Random(seed)
    kind, divisor = r.choice([("double", 7), ("double", 7), ("float", 7), ("int", 1), ("unsigned", 1)])
    is_bare = r.random() < 0.6
    directive = "fp(strict)" if is_bare else schedule(r)
    body = tensors(r) if is_bare and r.random() < 0.6 else loops(r)
    matrices = FLAT
    if r.random() < 0.4 and not re.search(r"[CAB]\[(\(|3000|\w+ \+ \w+\])", body):
        matrices, body = ROWS, of_rows(body)
    return MAIN % {**matrices, "pragma": f"#pragma sparse num_threads(2) {directive}", "loops": body, "type": kind,
                   "divisor": divisor, "integer": r.choice(["int", "int", "long", "unsigned long", "unsigned"])}


if __name__ == "__main__":
    campaign(__doc__, text, [], least=4)
