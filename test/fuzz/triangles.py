#!/usr/bin/env python3
"""Random loops over triangles, or nearly, that update elements of rows and elements beside these,
under bare directives and random schedules: each is refused, or computes what the plain loops do
to the last bit."""

import random

from matrices import PRINT_HASH
from refusals import campaign

MAIN = """#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>
using Int = %(integer)s;
using T = %(type)s;
%(records)s
static long left;
__attribute__((noinline)) static void kernel(Int n, Int m, const int *x, %(array)s) {
  T sum = 0;
#pragma sparse num_threads(3) %(directive)s
%(loops)s
  left = long(sum);
}
int main() {
  const int Sizes[] = {0, 1, 2, 3, 7, 20, 70};
  unsigned k = 0;
  for (int n : Sizes)
    for (int m : Sizes) {
      std::vector<T> V(3600);
      for (unsigned i = 0; i < V.size(); ++i)
        V[i] = T((i * 37 + 11 * k) %% 23);
      std::vector<int> X(600);
      for (unsigned i = 0; i < X.size(); ++i)
        X[i] = (i * 7 + k) %% 5;
      const int l = k++;
      const int *x = X.data() + 100;
%(make)s
""" + PRINT_HASH + """      std::printf("%%ld\\n", left);
    }
}
"""
RECORDS = "struct R { T a, b; };"
# The array's parameter, an element, and the call.
ARRAYS = {
    "pointer": ("", "T *f", "f[{0}]", "kernel(n, m, x, V.data() + 1200);"),
    "vector": ("", "std::vector<T> &f", "f[({0}) + 1200]", "kernel(n, m, x, V);"),
    "pairs": ("", "T (*f)[2]", "f[{0}][{1}]", "kernel(n, m, x, reinterpret_cast<T (*)[2]>(V.data() + 1200));"),
    "flat pairs": ("", "T *f", "f[2 * ({0}) + {1}]", "kernel(n, m, x, V.data() + 1200);"),
    "records": (RECORDS, "R *f", "f[{0}].{2}", "kernel(n, m, x, reinterpret_cast<R *>(V.data() + 1200));"),
    "rows": ("", "T **f", "f[({0}) + 500][{1}]", """std::vector<T *> P;
      for (int i = 0; i < 1200; ++i)
        P.push_back(V.data() + 2 * i);
      kernel(n, m, x, P.data());"""),
}


def bound(r, is_signed, low):
    near = ["i + 1", "i", "i + 2", "i + 1"] + (["i - 1", "n - i", "2 * i - n"] if is_signed else [])
    if low:
        return r.choice(near * 2 + ["0", "1", "2 * i", "2 * i + 1", "i + i + 1", "Int(i + 1)"])
    return r.choice(["n", "n", "m", "m", "2 * n"] + near)


def inner(r, is_signed):
    low, high = bound(r, is_signed, True), bound(r, is_signed, False)
    if r.random() < 0.4:
        low, high = r.choice(["0", "0", "1"]), r.choice(["i", "i", "i + 1", "i - 1" if is_signed else "i", "2 * i"])
    form = r.random()
    if form < 0.7:
        return f"for (Int j = {low}; j < {high}; ++j)"
    if form < 0.8:
        return f"for (Int j = {low}; j < {high}; j += 2)"
    if form < 0.9 and is_signed:
        return f"for (Int j = {high} - 1; j >= {low}; --j)"
    return f"for (Int j = {low}; j <= {high}; ++j)"


def place(r, element, var, is_signed):
    at = r.choice([var] * 5 + [f"{var} + 1", f"{var} + 2", f"2 * {var}", f"{var} + {var} + 1", f"3 * {var}"] +
                  ([f"{var} - 1", f"n - {var}"] if is_signed else []))
    which = r.randint(0, 1)
    return element.format(at, which, "ab"[which])


def text(seed):
    r = random.Random(seed)
    integer = r.choice(["int", "int", "long", "size_t", "unsigned", "short", "unsigned short", "unsigned char"])
    is_signed = integer in ("int", "long", "short")
    kind = r.choice(["int", "int", "unsigned", "long", "short", "double", "unsigned char"])
    records, array, element, make = ARRAYS[r.choice(sorted(ARRAYS))]
    rows = r.choice(["for (Int i = 0; i < n; ++i)"] * 3 +
                    ["for (Int i = 1; i < n; i += 2)", "for (Int i = n; i-- > 0;)", "for (Int i = 2; i <= n; ++i)"])
    updates = []
    for _ in range(r.randint(1, 4)):
        var = r.choice("ij")
        value = r.choice([f"x[{r.choice('ij')}]", "x[i] * x[j]", "T(x[j] - 2)", "3"])
        if r.random() < 0.12:
            value = f"{value} * T({place(r, element, r.choice('ij'), is_signed)} > 7)"
        op = r.choice(["+=", "+=", "+=", "-=", "-=", "="] if r.random() < 0.5 else ["+=", "-="])
        updates.append(f"{place(r, element, var, is_signed)} {op} {value};")
    if r.random() < 0.3:
        updates.append("sum += T(x[i] + x[j]);")
    body = "\n      ".join(updates)
    if r.random() < 0.3:
        body = f"if (x[j] > x[i]) {{\n      {body}\n      }}"
    lets = r.choice(["", "", "const Int first = %s;\n    "])
    loop = inner(r, is_signed)
    if lets and "Int j = " in loop:
        start = loop.split("Int j = ")[1].split(";")[0]
        lets = lets % start
        loop = loop.replace(f"Int j = {start};", "Int j = first;", 1)
    pieces = r.choice(["threads", "threads", "2", "7", "64"])
    share = f"divide(i, t, ir, {pieces}, balance(j)) "
    lanes = "parallelize(j, cpu_vector, parallel_reduction) "
    directive = r.choice([
        "", "", lanes, lanes, lanes, "parallelize(j, cpu_vector, no_races)", "parallelize(j, cpu_thread, no_races)",
        "parallelize(j, cpu_thread, parallel_reduction)", "parallelize(i, cpu_thread, parallel_reduction) " + lanes,
        share + "parallelize(t, cpu_thread, parallel_reduction)", share + "parallelize(t, cpu_thread, no_races)",
        share + "parallelize(t, cpu_thread, parallel_reduction) " + lanes, share, share + lanes])
    return MAIN % {"integer": integer, "type": kind, "records": records, "array": array, "make": "      " + make,
                   "directive": directive,
                   "loops": f"  {rows} {{\n    {lets}{loop} {{\n      {body}\n    }}\n  }}"}


if __name__ == "__main__":
    campaign(__doc__, text, [], least=4)
