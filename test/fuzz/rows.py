#!/usr/bin/env python3
"""Random loops over rows that are arrays of their own, read and written, compute
what the plain loops do however these rows lie in memory: in order, in none,
over each other, among those of another array, in one of which the loop also
stores to. Lengths of rows, subscripts in rows and those of a plain array may be
data. Where characters are stored rows are found once; rows beside a row may not
be there."""

import random
import sys

import kernels

PRELUDE = """#include <algorithm>
#include <span>
static const int N = 14, WIDTH = 24, LAYOUTS = 18;
static const int POOL = 2 * (N + 4) * WIDTH;
static std::vector<int> pos, crd, w;

template <class T> struct Record {
  T *at;
  T weight;
};

template <class T> struct Memory {
  std::vector<T> pool = std::vector<T>(POOL);
  std::vector<T *> b = std::vector<T *>(N), c = b;
  T *y = pool.data() + POOL - 3 * WIDTH;

  explicit Memory(int layout) {
    unsigned seed = 3;
    for (T &e : pool)
      e = T(((seed = seed * 1103515245u + 12345u) >> 16) % 5) - T(2);
    // Rows of b, then those of c, each with a margin.
    for (int i = 0; i < N; ++i) {
      b[i] = &pool[i * WIDTH + 4];
      c[i] = &pool[(N + i) * WIDTH + 4];
    }
    T *const middle = c[N / 2];
    switch (layout) {
    case 1: std::reverse(c.begin(), c.end()); break;
    case 2: std::swap(c[1], c[3]); break;
    case 3: c[3] = c[2]; break;
    case 4: c[3] = c[2] + 1; break;
    case 5: for (int i = 0; i < N; ++i) c[i] = c[0] + i * 3; break;
    case 6: for (int i = 0; i < N; ++i) c[i] = &pool[(2 * i + 1) * WIDTH + 4], b[i] = c[i] - WIDTH; break;
    case 7: b = c; break;
    case 8: for (int i = 0; i < N; ++i) b[i] = c[i] + 2; break;
    case 9: b[2] = c[2]; break;
    case 10: std::reverse(b.begin(), b.end()); b[1] = b[2]; break;
    case 11: y = c[1]; break;
    case 12: y = c[N / 2] + 1; break;
    case 13: y = b[2]; break;
    case 14: std::swap(b, c); break;
    case 15: c[1] = b[1] - 1; y = middle; break;
    case 16: y = c[0] + 8; break;
    case 17: for (int i = 0; i < N; ++i) c[i] = c[0] + i * 2, b[i] = b[0] + i; break;
    }
  }
};

// What a kernel is given is made of pointers to rows, and may own copies.
template <class T> static std::vector<T *> &rowsOf(std::vector<T *> &rows, T **) { return rows; }
template <class T> static auto rowsOf(std::vector<T *> &rows, std::span<T> *) {
  std::vector<std::span<T>> made;
  for (T *row : rows)
    made.emplace_back(row, WIDTH - 8);
  return made;
}
template <class T> static auto rowsOf(std::vector<T *> &rows, Record<T> *) {
  std::vector<Record<T>> made;
  for (T *row : rows)
    made.push_back({row, row[1]});
  return made;
}
template <class T> static auto rowsOf(std::vector<T *> &rows, std::vector<T> *) {
  std::vector<std::vector<T>> made;
  for (T *row : rows)
    made.emplace_back(row - 4, row + WIDTH - 4);
  return made;
}

static unsigned long sum;
template <class T> static void add(const T &e) { sum = sum * 1000003 + (unsigned long)(long)e; }
template <class T> static void add(T *const &) {}
template <class T> static void add(const std::span<T> &) {}
template <class T> static void add(const Record<T> &r) { add(r.weight); }
template <class T> static void add(const std::vector<T> &v) {
  for (const T &e : v)
    add(e);
}

template <class T, class Row>
static void run(const char *name, void (*kernel)(int, int, const int *, const int *, const int *,
                                                 Row *, Row *, T *)) {
  for (int m : {1, 2, 5, N - 2})
    for (int K : {0, 1, 3, 8}) {
      sum = 0;
      for (int layout = 0; layout < LAYOUTS; ++layout) {
        Memory<T> memory(layout);
        auto &&b = rowsOf(memory.b, (Row *)nullptr);
        auto &&c = rowsOf(memory.c, (Row *)nullptr);
        bool one = layout == 7;
        kernel(m, K, pos.data() + 1, crd.data(), w.data() + 1, (one ? c : b).data() + 1,
               c.data() + 1, memory.y);
        add(memory.pool);
        add(std::vector(b.begin(), b.end()));
        add(std::vector(c.begin(), c.end()));
      }
      std::printf("%s, %d rows of %d: %lx\\n", name, m, K, sum);
    }
}
"""

MAIN = """int main() {
  unsigned seed = 5;
  auto random = [&] { return (seed = seed * 1103515245u + 12345u) >> 16 & 1023; };
  pos.push_back(0);
  for (int i = 0; i <= N; ++i) {
    for (int n = random() %% 5; n > 0; --n)
      crd.push_back(random() %% (N - 2));
    pos.push_back(crd.size());
    w.push_back(random() %% 6);
  }
%s
}
"""

TILED = ["split(i, i0, i1, 3)", "divide(i, i0, i1, 4)"]
THREADS = ["parallelize(i, cpu_thread, no_races)",
           "split(i, i0, i1, 3) parallelize(i0, cpu_thread, no_races)"]
DENSE = ["split(k, k0, k1, 4) unroll(k1)", "unroll(k, 2)", "parallelize(k, cpu_vector, no_races)"]
SCHEDULES = {
    "ik": TILED + THREADS * 3 + DENSE + [
        "reorder(i, k)", "split(k, k0, k1, 2) reorder(i, k0)", "fuse(i, k, f)",
        "split(i, i0, i1, 3) split(k, k0, k1, 2) order(i0, k0, i1, k1)",
        "split(i, i0, i1, 3) reorder(i1, k) unroll(i1)", "unroll(i, 2)",
        "split(i, i0, i1, 2) reorder(i1, k) unroll(i1) parallelize(i0, cpu_thread, no_races)",
        "parallelize(k, cpu_thread, no_races)", "reorder(i, k) parallelize(i, cpu_vector, no_races)",
        "fuse(i, k, f) split(f, f0, f1, 5) parallelize(f0, cpu_thread, no_races)"],
    "ipk": TILED + THREADS * 3 + DENSE + [
        "reorder(p, k)", "split(k, k0, k1, 2) reorder(p, k0) parallelize(i, cpu_thread, no_races)",
        "divide(i, t, ir, threads, balance(p)) parallelize(t, cpu_thread, no_races)",
        "fuse(i, p, f) split(f, f0, f1, 3) parallelize(f0, cpu_thread, temporary)",
        "parallelize(i, cpu_thread, atomics)", "split(p, p0, p1, 2)",
        "split(k, k0, k1, 2) order(i, k0, p, k1) parallelize(k1, cpu_vector, no_races)"],
    "ip": TILED + THREADS * 3 + [
        "parallelize(p, cpu_vector, parallel_reduction)", "split(p, p0, p1, 2)", "unroll(p, 2)",
        "coord(p, j) split(j, j0, j1, 4) reorder(i, j0)", "parallelize(i, cpu_thread, atomics)",
        "fuse(i, p, f) split(f, f0, f1, 3) parallelize(f0, cpu_thread, temporary)"],
}


class Kernel:
    MAY_BE_REFUSED = True
    WAYS = {"sparse": ["-fplugin-arg-sparse-min-work=0"]}

    def __init__(self, seed, number):
        rng = self.rng = random.Random("%d-%d" % (seed, number))
        self.number = number
        self.type = rng.choice(["double", "double", "int", "float", "unsigned", "short", "long",
                                "unsigned char", "unsigned char", "signed char", "char"])
        self.row = rng.choice(["T *", "T *", "T *", "std::span<T>", "std::vector<T>", "Record<T>"])
        self.shape = rng.choice(["ik", "ik", "ipk", "ipk", "ip"])
        self.schedule = rng.choice(SCHEDULES[self.shape] + ["fp(strict)"] * 4)
        self.body = self.nest()

    def rarely(self):
        return self.rng.random() < 0.07

    def own(self, array):
        """An element that belongs to the iteration."""
        return self.element(array, "i", "k" if "k" in self.shape else self.rng.choice("01"))

    def element(self, array, row, column):
        member = ".at" if self.row == "Record<T>" else ""
        return "%s[%s]%s[%s]" % (array, row, member, column)

    def other(self, array):
        """One that may belong to any."""
        rows = ["i", "w[i]"] + ["crd[p]"] * 3 * ("p" in self.shape)
        columns = ["k", "k", "k + 1"] if "k" in self.shape else ["i", "w[i]", "0"]
        columns += ["crd[p]"] * ("p" in self.shape)
        if self.rarely():
            rows, columns = ["i - 1", "i + 1", "0"], columns + ["w[i]", "i"]
        return self.element(array, self.rng.choice(rows), self.rng.choice(columns))

    def value(self):
        rng = self.rng
        kind = rng.randrange(9)
        if kind < 4:
            return self.other("B" if not self.rarely() else "C")
        if kind == 8:
            forms = ["w[i]", "i + w[2]"] + ["crd[p]", "3 * crd[p] + w[1]"] * ("p" in self.shape)
            return "y[%s]" % rng.choice(forms + ["w[i] + 4 * k"] * ("k" in self.shape))
        if kind == 4:
            return "T(w[i])"
        if kind == 5 and self.row == "Record<T>":
            return "B[i].weight"
        if kind == 6:
            return "%s + %s" % (self.other("B"), self.other("B"))
        if rng.random() < 0.4:
            return "(i > 1 ? %s : T(i))" % self.element("B", "i - 1", self.rng.choice("01"))
        return "T(%s)" % rng.choice("1i")

    def near(self):
        """A sum over rows beside the own one, as far as there are such."""
        column = "k" if "k" in self.shape else "0"
        row = self.rng.choice(["i + d", "i + d", "(i + d + m) % m", "i - d"])
        bounds = self.rng.choice(["row >= 0 && row < m", "row >= 0 && row < m && (d || w[i])", "row >= -1"])
        return ["T near = T(0);", "for (int d = -1; d <= 1; ++d) {", "  const int row = %s;" % row,
                "  if (%s)" % bounds, "    near += %s;" % self.element("B", "row", column), "}",
                "%s %s near;" % (self.own("C"), self.rng.choice(["=", "+="]))]

    def update(self):
        rng = self.rng
        kind = rng.randrange(10)
        if kind < 5:
            place = self.own("C") if not self.rarely() else self.other("C")
        elif kind < 7:
            place = self.other("C")
        elif kind == 7 and self.row == "Record<T>":
            place = "C[i].weight"
        else:
            place = "y[i]"
        line = "%s %s %s;" % (place, rng.choice(["+=", "+=", "+=", "-=", "="]), self.value())
        if rng.random() < 0.15:
            line = "if (%s > T(0)) %s" % (self.value(), line)
        return line

    def nest(self):
        rng = self.rng
        inner = [self.update() for _ in range(rng.choice([1, 1, 1, 2]))]
        if rng.random() < 0.25:
            inner += self.near()
        for loop in reversed(self.shape[1:]):
            columns = rng.choice(["K", "K", "K", "w[i]"])
            header = {"k": "for (int k = 0; k < %s; ++k) {" % columns,
                      "p": "for (int p = pos[i]; p < pos[i + 1]; ++p) {"}[loop]
            inner = [header] + ["  " + line for line in inner] + ["}"]
        if rng.random() < 0.2:
            first = self.element("C", "i", "l")
            inner.insert(0, "for (int l = 0; l < K; ++l) %s = %s;" % (first, rng.choice(["0", "T(i)"])))
        if rng.random() < 0.15:
            inner = ["if (w[i] > 1) {"] + ["  " + line for line in inner] + ["}"]
        return ["for (int i = 0; i < m; ++i) {"] + ["  " + line for line in inner] + ["}"]

    def text(self):
        lines = ["namespace kernel%d {" % self.number,
                 "using T = %s;" % self.type,
                 "using Row = %s;" % self.row,
                 "void run(int m, int K, const int *pos, const int *crd, const int *w, Row *B, Row *C,",
                 "         T *y) {"]
        if self.schedule:
            lines.append("#pragma sparse " + self.schedule)
        return "\n".join(lines + ["  " + line for line in self.body] + ["}", "}"])

    def call(self):
        return '  run("%d", kernel%d::run);' % (self.number, self.number)


if __name__ == "__main__":
    sys.exit(kernels.main("rows", __doc__, PRELUDE, MAIN, Kernel))
