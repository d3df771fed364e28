#!/usr/bin/env python3
"""Random spellings of sums over the entries of rows, under bare directives: what they are brought
to computes what the plain loops do to the last bit."""

import random

from refusals import campaign

MAIN = """#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <numeric>
#include <span>
#include <vector>
using Int = %(integer)s;
using Pos = %(position)s;
using T = %(type)s;
%(functions)s
__attribute__((noinline)) static void kernel(Int m, Int K, const Pos *pos, const int *crd, const T *val, const T *B,
                                             const T *D, T *C, T *y) {
#pragma sparse num_threads(2) fp(strict)
%(loops)s
}
int main() {
  const int Rows[] = {0, 1, 7, 33, 120}, Columns[] = {0, 1, 2, 4, 5, 8, 16, 19, 40};
  unsigned k = 0;
  for (int m : Rows)
    for (int K : Columns) {
      ++k;
      std::vector<Pos> pos(m + 2);
      std::vector<int> crd;
      for (int i = 0; i < m; ++i) {
        for (unsigned e = (i * 7 + k) %% 5 * (i %% 3); e > 0; --e)
          crd.push_back((i * 31 + e * 17 + k) %% (m + 3));
        pos[i + 1] = Pos(crd.size());
      }
      // Now and then rows end before they begin, or meet.
      if (%(swaps)d && k %% 11 == 0 && m > 5)
        std::swap(pos[2], pos[4]);
      const std::size_t Entries = crd.size() + 2, Length = (m + 4) * (K + 1) + Entries + 40;
      std::vector<T> V(5 * Length);
      for (unsigned i = 0; i < V.size(); ++i)
        V[i] = T((i * 37 + 11 * k) %% 101) / T(%(divisor)s) - T(5);
      crd.resize(Entries);
      // Now and then arrays lie over each other.
      T *val = V.data(), *B = V.data() + Length, *D = V.data() + 2 * Length,
        *C = V.data() + 3 * Length - (k %% 7 ? 0 : Length + Length / 2), *y = V.data() + 4 * Length;
      kernel(m, K, pos.data(), crd.data(), val, B, D, C, k %% 5 ? y : C + 3);
      unsigned long hash = 0, bits = 0;
      for (T v : V) {
        std::memcpy(&bits, &v, sizeof v);
        hash = hash * 1000003 + bits;
      }
      std::printf("%%d %%d %%lx\\n", m, K, hash);
    }
}
"""

UPDATES = ["{0} += {1};", "{0} += {1};", "{0} -= {1};", "{0} = std::max({0}, {1});", "{0} = {0} * T(0.5) + {1};"]


def update(r, to, term):
    return r.choice(UPDATES).format(to, term)


def columns(r):
    """A sum over entries for each element of a row."""
    row = "i * K + k" if r.random() < 0.85 else r.choice(["k * m + i", "i * 3 + k", "i + k"])
    result = f"C[{row}]"
    dense = r.choice(["B[crd[p] * K + k]", "B[crd[p] * K + k]", "B[crd[p] * K + k] * D[i * K + k]", "B[crd[p] + k * m]",
                      "B[crd[p] * K + K - 1 - k]"])
    term = r.choice(["val[p] * " + dense, dense, dense + " + val[p]", f"std::min(val[p], {dense})"])
    width = r.choice(["K", "K", "K", "K", "6", "1", "(32 < K ? 32 : K)"])
    start = r.choice(["T(0)", "T(0)", result, "D[i * K + k]", "B[k]", "T(k)"])
    inner = "for (Pos p = pos[i]; p < pos[i + 1]; ++p)"
    if r.random() < 0.4:
        before = r.choice(["", f"{result} = T(0);", f"{result} *= T(2);", f"const T w = D[i]; {result} += w;"])
        behind = r.choice(["", "", f"{result} *= T(3);", f"{result} = std::max({result}, T(0));", "y[i] = T(1);"])
        body = f"{before}\n      {inner}\n        {update(r, result, term)}\n      {behind}"
    else:
        behind = r.choice([f"{result} = s;"] * 4 + [f"{result} += s;", f"{result} = s * T(2);", f"{result} = s; last = s;"])
        body = f"T s = {start};\n      {inner}\n        {update(r, 's', term)}\n      {behind}"
    last = "    T last = T(0);\n" if "last" in body else ""
    if last:
        body = body.replace(f"T s = {start}", "T s = last")
    return "", f"  for (Int i = 0; i < m; ++i) {{\n{last}    for (Int k = 0; k < {width}; ++k) {{\n      {body}\n    }}\n  }}"


def based(r):
    """Rows that are counted from elsewhere."""
    count = r.choice(["int", "Pos", "size_t", "long", "unsigned"])
    use = r.choice(["pos[i] + k", "k + pos[i]", "pos[i] + Pos(k)"])
    term = r.choice([f"val[{use}] * B[crd[{use}]]", f"val[{use}]", f"val[{use}] * D[k]", f"val[{use}] * T(k)",
                     f"val[{use} + 1] - val[{use}]"])
    if r.random() < 0.5:
        return "", (f"  for (Int i = 0; i < m; ++i)\n    for ({count} k = 0; k < {count}(pos[i + 1] - pos[i]); ++k)\n"
                    f"      {update(r, 'y[i]', term)}")
    walk = r.choice(["for (Int k = i * K; k < (i + 1) * K; ++k)", "for (Int k = K * i; k < K * i + K; ++k)",
                     "for (Int k = 3 * i + 1; k < 3 * (i + 1) + 1; ++k)", "for (Int k = i; k < i + K; ++k)"])
    term = r.choice(["B[k] * D[i]", "D[k]", "B[k - i * K] + D[k]"])
    to = r.choice(["C[k]", "C[k]", "y[i]"])
    return "", f"  for (Int i = 0; i < m; ++i)\n    {walk}\n      {update(r, to, term)}"


def stepped(r):
    """Functions that step what they were given."""
    step = r.choice(["++a; ++b;", "++b; ++a;", "a++; b++;", "++a; b += 2;", "if (*a > T(0)) ++b; ++a;", "a += 1; b += 1;"])
    term = r.choice(["*a * *b", "*a", "*a + b[0]", "a[0] * b[0]"])
    condition = r.choice(["a != e", "a < e"])
    behind = r.choice(["return s;"] * 3 + ["return s + T(e - a);", "return s + *b;"])
    function = ("static T step(const T *a, const T *e, const T *b) {\n  T s = T(1);\n"
                f"  while ({condition}) {{\n    {update(r, 's', term)}\n    {step}\n  }}\n  {behind}\n}}")
    if "*b" in behind or "if" in step:
        function = function.replace("b[0]", "*b")
    call = r.choice(["step(val + pos[i], val + pos[i + 1], B + pos[i])", "step(D + i * K, D + (i + 1) * K, B + 2)",
                     "step(D + i * K, D + (i + 1) * K, B + i * K)"])
    return function, f"  for (Int i = 0; i < m; ++i)\n    y[i] = {call};"


def algorithms(r):
    """Algorithms of the standard library on rows."""
    row, other = r.choice([("val + pos[i], val + pos[i + 1]", "pos[i]"), ("D + i * K, D + (i + 1) * K", "i * K")])
    statement = r.choice([
        f"y[i] = std::accumulate({row}, T(1));",
        f"y[i] = std::inner_product({row}, B + {other}, T(0));",
        f"std::transform({row}, C + {other}, [](T v) {{ return v * T(2); }});",
        f"std::transform({row}, B + {other}, C + {other}, [](T v, T w) {{ return v - w; }});",
        f"std::for_each({row.replace('val', 'C').replace('D', 'C')}, [&](T &v) {{ v += D[i]; }});",
        f"std::span<const T> s(val, pos[m]); T t = T(0); for (T v : s.subspan(pos[i], pos[i + 1] - pos[i])) "
        f"{update(r, 't', 'v')} y[i] = t;",
    ])
    return "", f"  for (Int i = 0; i < m; ++i) {{\n    {statement}\n  }}"


def twice(r):
    """Rows that one loop reads, and another one changes."""
    first = r.choice(["s += C[p] * C[p];", "s = std::max(s, C[p]);", "s += C[p];"])
    second = r.choice(["C[p] *= s;", "C[p] = s;", "C[p] -= s;", "if (s > T(1)) C[p] += s;"])
    inner = "for (Pos p = pos[i]; p < pos[i + 1]; ++p)"
    other = inner if r.random() < 0.8 else "for (Pos p = pos[i]; p < pos[i] + 2; ++p)"
    return "", f"  for (Int i = 0; i < m; ++i) {{\n    T s = T(0);\n    {inner}\n      {first}\n    {other}\n      {second}\n  }}"


def text(seed):
    r = random.Random(seed)
    kind, divisor = r.choice([("double", 7), ("double", 7), ("float", 7), ("int", 1), ("unsigned", 1)])
    form = r.choice([columns, columns, based, stepped, algorithms, twice])
    functions, loops = form(r)
    return MAIN % {"functions": functions, "loops": loops, "type": kind, "divisor": divisor,
                   # Other forms would not come to an end.
                   "swaps": form in (columns, twice),
                   "integer": r.choice(["int", "int", "long"]),
                   "position": r.choice(["int", "int", "long", "std::size_t", "unsigned"])}


if __name__ == "__main__":
    campaign(__doc__, text, ["-std=c++20"], least=2)
