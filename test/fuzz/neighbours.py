#!/usr/bin/env python3
"""Random loops that look at neighbours: across the ends of rows, in windows, in what the iteration
before has left, in small constant tables, and in packed triangles, under bare directives and random
schedules: each is refused, or computes what the plain loops do to the last bit."""

import random

from matrices import PRINT_HASH
from refusals import campaign

MAIN = """#include <array>
#include <cstdio>
#include <cstring>
#include <vector>
using Int = %(integer)s;
using T = %(type)s;
%(tables)s
static long left;
__attribute__((noinline)) static void kernel(%(parameters)s) {
  T sum = 0, last = T(n), older = T(m), oldest = 1;
  bool odd = false;
  Int at = 2, a, b;
  int turns = m %% 3;
#pragma sparse num_threads(3) %(directive)s
%(loops)s
  left = long(sum) + 3 * long(last) + 7 * long(older) + 11 * long(oldest) + 2 * odd + 5 * long(at) + 13 * turns %(behind)s;
}
int main() {
  const int Sizes[] = {0, 1, 2, 3, 5, 30};
  unsigned k = 0;
  for (int n : Sizes)
    for (int m : Sizes) {
      std::vector<T> V(4000), from(600);
      for (unsigned i = 0; i < V.size(); ++i)
        V[i] = T((i * 37 + 11 * k) %% 23);
      for (unsigned i = 0; i < from.size(); ++i)
        from[i] = T((i * 13 + 7 * k) %% 19);
      std::vector<int> X(600);
      for (unsigned i = 0; i < X.size(); ++i)
        X[i] = (i * 7 + k) %% 5;
      const int l = k++;
      kernel(n, m, X.data() + 200, from.data() + 200, V.data() + 1500);
""" + PRINT_HASH + """      std::printf("%%ld\\n", left);
    }
}
"""
TABLES = ["static const int Few[4] = {1, -2, 3};", "static const std::array<short, 4> Few = {5, 6, -7};",
          "static constexpr long Few[4] = {2, 4, 8, 16};", "static int Few[4] = {9, 8, 7, 6};",
          "extern const int Few[4];\nconst int Few[4] = {4, 3, 2, 1};"]


def neighbour(r, var, end):
    """A subscript below `end`, which is one at least."""
    to = r.choice([end] * 5 + ["(m + 1)", "Int(n + 1)"])
    return r.choice([f"({var} + 1) % {to}", f"({var} - 1 + {to}) % {to}", f"({to} + {var} - 1) % {to}",
                     f"({var} + {to} - 1) % {to}", f"{var} % {to}", f"({var} + 2) % {to}",
                     f"(1 + {var}) % {to}", f"({var} + {to}) % {to}"])


def value(r):
    return r.choice(["in[i]", "in[i]", "in[i] + x[i]", "last", "older", "T(x[i] * 3)", "T(Few[x[i] & 3])", "T(i)",
                     "oldest", f"in[{neighbour(r, 'i', 'n')}]"])


def statement(r):
    form = r.randint(0, 9)
    if form == 0:
        return f"out[i] = in[{neighbour(r, 'i', 'n')}] + {value(r)};"
    if form == 1:
        return f"out[i] = {value(r)} - last; last = {r.choice(['in[i]', 'in[i]', 'T(x[i])', 'T(i)', 'T(Few[x[i] & 3])'])};"
    if form == 2:
        return f"out[i] += {value(r)} * oldest; oldest = older; older = in[i];"
    if form == 3:
        low = r.choice(["I - M", "I - M", "I", "I + 1", "I - 2", "x[i]"])
        high = r.choice(["I + M", "I + M", "I + M + 1", "I + M - 1", "I", "I + 3", f"{low} + M"])
        body = r.choice(["out[i] += in[k];", "sum += T(in[k] * x[i]);", "out[i] += T(in[k] * (k - i));",
                         "if (in[k] > 9) continue; out[i] += in[k];"])
        loop = f"for (int k = {low}; k < {high}; ++k) {{ {body} }}"
        return loop.replace("I", "int(i)").replace("M", "int(m)")
    if form == 4:
        return f"for (int d = 0; d < 4; ++d) out[i] += T(Few[d]) * in[i + d] + {value(r)};"
    if form == 5:
        cond = f"{value(r)} > {r.randint(2, 12)}"
        return r.choice([f"if ({cond}) odd = !odd;", f"odd ^= {cond};", f"odd = odd != ({cond});",
                         f"if ({cond}) turns = !turns;"])
    if form == 6:
        rows = r.choice(["i * (i + 1) / 2", "i * (i + 1) / 2", "(i - 1) * i / 2"])
        end = r.choice(["j <= i", "j <= i", "j < i", "j < i + 1", "j + 1 < i", "j < 3"])
        return f"for (Int j = 0; {end}; ++j) out[{rows} + j] {r.choice(['=', '+='])} T(in[i] * 2 + in[j]);"
    if form == 7:
        return f"out[i] = in[at] + {value(r)}; at = {r.choice(['i', 'i', 'Int(i + 1)', 'Int(x[i])'])};"
    if form == 8:
        return f"if (x[i] == {r.randint(0, 4)}) {r.choice(['continue', 'last = in[i]', 'sum += last', 'at = i'])};"
    return f"sum += {value(r)};"


def text(seed):
    r = random.Random(seed)
    integer = r.choice(["int", "int", "int", "long", "size_t", "unsigned", "short", "unsigned char"])
    kind = r.choice(["int", "int", "unsigned", "long", "short", "double", "unsigned char"])
    source = r.choice(["const T *in, T *out"] * 4 + ["T *in, T *out"])
    parameters = "Int n, Int m, const int *x, " + source
    header = r.choice(["for (Int i = 0; i < n; ++i)"] * 5 + [
        "for (Int i = 1; i < n; ++i)", "for (Int i = 0; i != n; ++i)", "for (Int i = 2; i <= n; ++i)",
        "for (Int i = 0; i < n; i += 2)", "for (Int i = n; i-- > 0;)", "for (Int i = 0, h = n - 1; i < n; h = i++)",
        "for (Int i = 0, h = n - 1; i < n; h = i++)", "for (Int i = 0, h = m; i < n; ++i, h = i)",
        "for (a = 0, b = n - 1; a < n; b = a++)"])
    body = [statement(r) for _ in range(r.choice([1, 1, 1, 2, 2, 3]))]
    behind = ""
    if "b = " in header:
        body = [f"const Int i = a; {r.choice(['out[i] += in[b];', 'sum += T(in[i] * in[b]);', ';'])}"] + body
        behind = r.choice(["", "+ 17 * long(a)", "+ 19 * long(b)"])
    if "h = " in header:
        body.append(r.choice(["out[i] += in[h];", "sum += T(in[i] * in[h]);", "if (in[h] > in[i]) odd = !odd;"]))
    loop = f"  {header} {{\n    " + "\n    ".join(body) + "\n  }"
    if r.random() < 0.15:
        loop = f"  for (Int o = 0; o < 3; ++o) {{\n{loop}\n  }}"
    directive = r.choice(["", "", "", "parallelize(i, cpu_thread, no_races)", "parallelize(i, cpu_thread, parallel_reduction)",
                          "split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)", "unroll(i, 3)",
                          "parallelize(k, cpu_vector, parallel_reduction)"])
    return MAIN % {"integer": integer, "type": kind, "tables": r.choice(TABLES), "parameters": parameters,
                   "directive": directive, "loops": loop, "behind": behind}


if __name__ == "__main__":
    campaign(__doc__, text, [], least=4)
