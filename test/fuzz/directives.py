#!/usr/bin/env python3
"""Mutated directives: the compiler says something about them, and never crashes."""

import argparse
import random
import sys

import crash

GOOD = [
    "split(i, i0, i1, 32) parallelize(i0, cpu_thread, no_races)",
    "divide(i, i0, i1, 4), unroll(i1, 4)",
    "divide(i, t, ir, threads, balance(p)) parallelize(t, cpu_thread, no_races)",
    "split(p, p0, p1, 8) parallelize(p1, cpu_vector, parallel_reduction)",
    "parallelize(i, cpu_thread, no_races, schedule(dynamic, 4)) num_threads(2)",
    "fuse(i, p, f) split(f, c, q, 64) parallelize(c, cpu_thread, temporary)",
    "fuse(i, j, f) pos(f, fp, val) split(fp, c, q, 64)",
    "reorder(i, p) order(p, i)",
    "coord(p, j) bound(i, ib, 4, min_exact)",
    "precompute(val[p] * x[j], p, p, w)",
    "tensor(A: csr(pos, crd, val)) assume(noalias(y, x), sorted(crd), m % 4 == 0)",
    "tensor(A(i, j): dense, compressed(pos, crd); val)",
    "fp(strict) target(cpu) auto",
    "unroll(p)",
    "",
]
WORDS = (
    "split divide fuse reorder order pos coord bound unroll precompute parallelize "
    "num_threads tensor assume fp target auto format data i j p k i0 i1 m n pos crd "
    "val x y sum cpu_thread cpu_vector gpu_block no_races atomics temporary "
    "parallel_reduction ignore_races schedule dynamic balance threads csr dense "
    "compressed noalias extent sorted min_exact strict cuda i@1 j@9"
).split()
JUNK = (
    "( ) , : ; [ ] { } < > = == % * + - -> @ # ## ... ' \" \\ 0 1 -1 32 1e9 0x10 "
    "99999999999999999999 1.5 'a' \"s\" sizeof(int) m N true nullptr this int "
    "double operator template // /* é $ ` ~ 4u 08 1'000"
).split()


def tokens(text):
    out, word = [], ""
    for c in text:
        if c.isalnum() or c == "_":
            word += c
            continue
        if word:
            out.append(word)
            word = ""
        if not c.isspace():
            out.append(c)
    return out + ([word] if word else [])


def mutate(rng, text):
    words = tokens(text)
    for _ in range(rng.choice([0, 1, 1, 1, 2, 3, 6])):
        at = rng.randrange(len(words) + 1)
        action = rng.randrange(6)
        if action == 0:
            words.insert(at, rng.choice(WORDS))
        elif action == 1:
            words.insert(at, rng.choice(JUNK))
        elif action == 2 and at < len(words):
            del words[at]
        elif action == 3 and at < len(words):
            words[at] = rng.choice(WORDS + JUNK)
        elif action == 4 and at < len(words):
            other = rng.randrange(len(words))
            words[at], words[other] = words[other], words[at]
        elif action == 5:
            words = words[:at]
    if rng.random() < 0.2:
        words += tokens(rng.choice(GOOD))
    return " ".join(words)


SHAPES = [
    """void f%d(int m, int *pos, int *crd, double *val, double *x, double *y) {
  constexpr int N = 8;
#pragma sparse %s
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int j = crd[p];
      sum += val[p] * x[j];
    }
    y[i] = sum;
  }
}
""",
    """template <int N> void f%d(int m, int *pos, int *crd, double *x, double *y) {
#pragma sparse %s
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < N; ++k)
        y[i * N + k] += x[crd[p] * N + k];
}
""",
    """void f%d(int n) {
#pragma sparse %s
  ;
  while (n) {
    --n;
#pragma sparse %s
  }
}
""",
    """void f%d(int m, double *y) {
#pragma sparse %s
#pragma sparse %s
  for (int i = 0; i < m; ++i)
    y[i] = i;
}
""",
    """struct S%d {
#pragma sparse %s
  int a;
};
#pragma sparse %s
int g%d;
""",
]


def make(seed):
    rng = random.Random(seed)
    parts = []
    for n in range(40):
        shape = rng.choice(SHAPES[:2] * 3 + SHAPES)
        pieces = shape.split("%s")
        text = pieces[0]
        for piece in pieces[1:]:
            text += mutate(rng, rng.choice(GOOD)) + piece
        text = text.replace("%d", str(n))
        if "template" in shape:
            text += "template void f%d<4>(int, int *, int *, double *, double *);\n" % n
        parts.append(text)
    return parts


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clangxx", required=True)
    parser.add_argument("--plugin", required=True, help="-fplugin=…")
    crash.add_options(parser, 12)
    arguments = parser.parse_args()
    command = [arguments.clangxx, "-std=c++20", "-fopenmp", arguments.plugin]
    command += ["-w", "-ferror-limit=0", "-fno-crash-diagnostics", "-c"]
    command += ["-o", "/dev/null"]
    status = 0
    # Errors keep later stages from running; warnings let them have a look.
    for mode in ("error", "warn"):
        option = "-fplugin-arg-sparse-unsupported=" + mode
        status |= crash.hunt(
            "directives-" + mode, arguments, make, lambda p: command + [option, p]
        )
    return status


if __name__ == "__main__":
    sys.exit(main())
