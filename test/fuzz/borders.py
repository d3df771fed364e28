#!/usr/bin/env python3
"""Random loops over arrays that begin or end where memory does, and over objects
behind pointers. Whatever the plain loop can do without in a run is not there
in it: its pointer is null, or leads to memory that may not be read. The loops
compute what the plain ones do, and touch no more."""

import random
import re
import sys

import kernels

PRELUDE = """#include <algorithm>
#include <csetjmp>
#include <csignal>
#include <cstring>
#include <memory>
#include <sys/mman.h>
#include <unistd.h>
static const int N = 9;
static const size_t PAGE = sysconf(_SC_PAGESIZE);

static std::vector<std::pair<char *, size_t>> placed;

// Memory between pages that may not be touched; of no bytes, such a page.
static char *place(const void *from, size_t bytes, bool atEnd) {
  const size_t all = (bytes + PAGE - 1) / PAGE * PAGE;
  char *base = (char *)mmap(nullptr, all + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  placed.emplace_back(base, all + 2 * PAGE);
  char *at = base + PAGE + (atEnd ? all - bytes : 0);
  if (bytes) {
    mprotect(base + PAGE, all, PROT_READ | PROT_WRITE);
    memcpy(at, from, bytes);
  }
  return at;
}
template <class T> static T *place(const std::vector<T> &v, bool atEnd) {
  return (T *)place(v.data(), v.size() * sizeof(T), atEnd);
}

using Doubles = std::vector<double>;
using Ints = std::vector<int>;

struct Box {
  double *a;
  int *at;
  double scale;
  int n;
};

struct Shape {
  int m, K;
  bool on;
  Ints pos, crd, posq, crdq, w;
};

// What a kernel is given; each pointer may be that of something that is not there.
struct World {
  static const int SLOTS = 25;
  Shape s;
  int *pos, *crd, *posq, *crdq, *w;
  double *val, *x, *y, *out;
  Box *A, *B, *boxes;
  Doubles *vec;
  double **table;
  Box *owned;
  // What is stored to, whether kernels are given it or not.
  double *allOfY, *allOfOut;
  size_t rows, positions;

  World(const Shape &s, bool atEnd) : s(s) {
    const int stored = s.posq.empty() ? s.crd.size() : s.posq.back();
    Doubles x(N), val(std::max<int>(stored, s.crd.size()));
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = i % 4 + 1;
    for (size_t i = 0; i < val.size(); ++i)
      val[i] = i % 3 - 1;
    pos = place(s.pos, atEnd), crd = place(s.crd, atEnd), w = place(s.w, atEnd);
    posq = place(s.posq, atEnd), crdq = place(s.crdq, atEnd);
    this->x = place(x, atEnd), this->val = place(val, atEnd);
    rows = s.m * std::max(s.K, 1), positions = std::max<size_t>(val.size(), s.m);
    y = allOfY = place(Doubles(rows), atEnd);
    out = allOfOut = place(Doubles(positions), atEnd);
    auto box = [&] { return Box{place(x, atEnd), place(s.pos, atEnd), 2, s.m}; };
    auto boxed = [&] { return place(std::vector<Box>{box()}, atEnd); };
    A = boxed(), B = boxed(), owned = boxed();
    boxes = place(std::vector<Box>{box(), box(), box()}, atEnd);
    vec = new (place(&x, sizeof x, atEnd)) Doubles(x);
    std::vector<double *> four;
    for (int i = 0; i < 4; ++i)
      four.push_back(place(x, atEnd));
    table = place(four, atEnd);
  }

  std::vector<Doubles> results() const {
    return {Doubles(allOfY, allOfY + rows), Doubles(allOfOut, allOfOut + positions)};
  }
  void setResults(const std::vector<Doubles> &to) const {
    std::copy(to[0].begin(), to[0].end(), allOfY);
    std::copy(to[1].begin(), to[1].end(), allOfOut);
  }

  // The N-th pointer; those inside of what is not there are not there either.
  void **slot(int n) {
    void **own[] = {(void **)&pos, (void **)&crd, (void **)&posq, (void **)&crdq, (void **)&w,
                    (void **)&val, (void **)&x, (void **)&y, (void **)&out, (void **)&vec,
                    (void **)&A->a, (void **)&A->at, (void **)&B->a, (void **)&B->at,
                    (void **)&owned->a, (void **)&boxes[2].a, (void **)&table[3],
                    (void **)&table[0], (void **)&table[1], (void **)&table[2],
                    (void **)&A, (void **)&B, (void **)&owned, (void **)&boxes, (void **)&table};
    return own[n];
  }
};

using Kernel = void(int, int, bool, const int *, const int *, const int *, const int *,
                    const int *, const double *, const double *, double *, double *, Box *, Box *,
                    Box *, Doubles *, double **, std::unique_ptr<Box> &);

static void call(Kernel *kernel, const World &v) {
  std::unique_ptr<Box> up(v.owned);
  kernel(v.s.m, v.s.K, v.s.on, v.pos, v.crd, v.posq, v.crdq, v.w, v.val, v.x, v.y, v.out, v.A,
         v.B, v.boxes, v.vec, v.table, up);
  up.release();
}

static sigjmp_buf beforeFault;
static void onFault(int) { siglongjmp(beforeFault, 1); }

// Whether the kernel runs through; what it stores is not kept.
static bool survives(Kernel *kernel, const World &v) {
  const std::vector<Doubles> before = v.results();
  for (int fault : {SIGSEGV, SIGBUS})
    signal(fault, onFault);
  bool isThrough = false;
  if (sigsetjmp(beforeFault, 1) == 0) {
    call(kernel, v);
    isThrough = true;
  }
  for (int fault : {SIGSEGV, SIGBUS})
    signal(fault, SIG_DFL);
  v.setResults(before);
  return isThrough;
}

static std::vector<Shape> shapes() {
  unsigned seed = 5;
  auto random = [&](int n) { return int(((seed = seed * 1103515245u + 12345u) >> 16 & 1023) % n); };
  std::vector<Shape> all;
  for (int m : {0, 1, 3, 4})
    for (int filling = 0; filling < 3; ++filling)
      for (int more = 0; more < 2; ++more) {
        Shape s{m, more ? 3 : random(2), random(2) == 0, {}, {}, {}, {}, {}};
        if (m != 0)
          s.pos.push_back(0);
        for (int i = 0; i < m; ++i) {
          for (int n = filling == 0 ? 0 : random(4), j = 0; n > 0; --n)
            s.crd.push_back(j = std::min(j + random(3), N - 1));
          s.pos.push_back(s.crd.size());
          s.w.push_back(filling == 1 ? 0 : random(4));
        }
        if (!s.crd.empty())
          s.posq.push_back(0);
        for (size_t p = 0; p < s.crd.size(); ++p) {
          for (int n = filling == 1 ? 0 : random(3); n > 0; --n)
            s.crdq.push_back(random(N));
          s.posq.push_back(s.crdq.size());
        }
        all.push_back(s);
      }
  return all;
}

// Of what is not USED nothing is there.
static void run(const char *name, unsigned used, Kernel *plain, Kernel *kernel) {
  static const std::vector<Shape> all = shapes();
  int which = 0;
  for (const Shape &s : all) {
    const bool atEnd = ++which & 1, isNull = which & 2;
    char *const nothing = place(nullptr, 0, true);
    World v(s, atEnd);
    for (int n = 0; n < World::SLOTS; ++n) {
      void **slot = v.slot(n), *was = *slot;
      *slot = isNull ? nullptr : nothing + PAGE / 2;
      if ((used >> n & 1) && !survives(plain, v))
        *slot = was;
    }
    double sum = 0;
    call(kernel, v);
    for (const Doubles &result : v.results())
      for (double e : result)
        sum = sum * 3 + e;
    for (auto [base, bytes] : placed)
      munmap(base, bytes);
    placed.clear();
    std::printf("%s, %d: %a\\n", name, which, sum);
  }
}
"""

MAIN = """int main() {
%s
}
"""

# How kernels name them, in the order of World::slot.
SLOTS = ["pos", "crd", "posq", "crdq", "w", "val", "x", "y", "out", "vec", "A->a", "A->at", "B->a",
         "B->at", "up->a", r"boxes\[2\].a", r"table\[[3i]\]", r"table\[i\]", r"table\[i\]",
         r"table\[i\]", "A", "B", "up", "boxes", "table"]

PARAMETERS = ("int m, int K, bool on, const int *pos, const int *crd, const int *posq, "
              "const int *crdq, const int *w, const double *val, const double *x, double *y, "
              "double *out, Box *A, Box *B, Box *boxes, Doubles *vec, double **table, "
              "std::unique_ptr<Box> &up")

HEADERS = {"i": ["for (int i = 0; i < m; ++i)"] * 4 + ["for (int i = 0; i < A->n; ++i)"],
           "p": ["for (int p = pos[i]; p < pos[i + 1]; ++p)"] * 3 +
                ["for (int p = B->at[i]; p < B->at[i + 1]; ++p)"],
           "q": ["for (int q = posq[p]; q < posq[p + 1]; ++q)"],
           "k": ["for (int k = 0; k < K; ++k)"]}

BARE = [""] * 6
THREADS = ["parallelize(i, cpu_thread, no_races)", "parallelize(i, cpu_thread, atomics)",
           "split(i, i0, i1, 2) parallelize(i0, cpu_thread, no_races)",
           "parallelize(i, cpu_thread, no_races, schedule(dynamic, 1))"]
SCHEDULES = {
    "ik": BARE + THREADS + ["reorder(i, k)", "fuse(i, k, f)", "split(k, k0, k1, 2) unroll(k1)",
                            "parallelize(k, cpu_vector, no_races)"],
    "ip": BARE + THREADS + [
        "parallelize(p, cpu_vector, parallel_reduction)", "prefetch(p, x, 3)",
        "split(p, p0, p1, 2)", "coord(p, j) split(j, j0, j1, 4) reorder(i, j0)",
        "divide(i, t, r, threads, balance(p)) parallelize(t, cpu_thread, no_races)",
        "fuse(i, p, f) split(f, f0, f1, 3) parallelize(f0, cpu_thread, temporary)",
        "fuse(i, p, f) pos(f, fp, val) split(fp, f0, f1, 3) parallelize(f0, cpu_thread, temporary)",
        "unroll(p, 2)", "bound(p, pb, 64, max_constraint)"],
    "ipk": BARE + THREADS + [
        "reorder(p, k)", "split(k, k0, k1, 2) reorder(p, k0)", "prefetch(p, x, 3)",
        "divide(i, t, r, threads, balance(p)) parallelize(t, cpu_thread, no_races)",
        "fuse(i, p, f) split(f, f0, f1, 3) parallelize(f0, cpu_thread, temporary)",
        "parallelize(k, cpu_vector, no_races)"],
    "ipq": BARE * 2 + THREADS + [
        "prefetch(q, x, 3)", "parallelize(q, cpu_vector, parallel_reduction)",
        "parallelize(p, cpu_thread, no_races)", "parallelize(q, cpu_thread, no_races)",
        "split(q, q0, q1, 2)", "fuse(p, q, f)", "unroll(q, 2)",
        "divide(i, t, r, threads, balance(p)) parallelize(t, cpu_thread, no_races)"],
    "merge": BARE + THREADS, "cursor": BARE + THREADS[:2],
    "scan": BARE[:1] + ["parallelize(i, cpu_thread, scan)",
                        "split(i, i0, i1, 2) parallelize(i0, cpu_thread, scan)"],
    "ipqk": BARE * 2 + THREADS + [
        "prefetch(q, x, 3)", "reorder(q, k)", "parallelize(k, cpu_vector, no_races)",
        "split(k, k0, k1, 2) reorder(q, k0)"],
}

GPU = {
    "ik": ["target(cuda)", "target(cuda) fuse(i, k, f) split(f, b, t, 64) "
           "parallelize(b, gpu_block, no_races) parallelize(t, gpu_thread, no_races)"],
    "ip": ["target(cuda)", "target(cuda) fuse(i, p, f) pos(f, fp, val) split(fp, b, fr, 64) "
           "split(fr, w, nz, 4) parallelize(b, gpu_block, ignore_races) "
           "parallelize(w, gpu_thread, atomics)"],
    "ipk": ["target(cuda)"], "merge": ["target(cuda)"], "ipq": ["target(cuda)"], "ipqk": ["target(cuda)"],
}


class Kernel:
    MAY_BE_REFUSED = True
    WAYS = {"sparse": [], "forced": ["-fplugin-arg-sparse-min-work=0"],
            "full": ["-fplugin-arg-sparse-min-work=0", "-fplugin-arg-sparse-check=full"],
            "verified": ["-fplugin-arg-sparse-min-work=0", "-fplugin-arg-sparse-verify"]}

    def __init__(self, seed, number, on_gpu=False):
        rng = self.rng = random.Random("%d:%d" % (seed, number))
        if on_gpu:
            self.WAYS = {"sparse": []}
        else:
            self.INSTEAD = ""
        self.number = number
        self.shape = rng.choice(list(GPU if on_gpu else SCHEDULES))
        self.schedule = rng.choice((GPU if on_gpu else SCHEDULES)[self.shape])
        # A loop uses a few things, each in several places perhaps.
        self.things = rng.sample(["A->a[%s]", "B->a[%s]", "A->scale", "B->scale", "(*vec)[%s]",
                                  "table[3][%s]", "table[i][%s]", "boxes[2].a[%s]", "up->a[%s]", "up->scale"],
                                 rng.choice([0, 0, 1, 1, 2]))
        make = getattr(self, self.shape, None)
        self.body = make() if make else self.loop("")

    def indices(self, known):
        """Subscripts below N inside of the loops that are known."""
        return (["i"] + ["k"] * ("k" in known) + ["crd[p]"] * 2 * ("p" in known) +
                ["crdq[q]"] * 2 * ("q" in known))

    def value(self, known):
        rng = self.rng
        values = ["x[%s]" % rng.choice(self.indices(known)), "w[i]", "3.0"]
        values += ["val[%s]" % index for index in "pq" if index in known]
        for thing in self.things:
            values += [thing.replace("%s", rng.choice(self.indices(known)))] * 2
        return rng.choice(values)

    def condition(self, known):
        rng = self.rng
        simple = ["on", "on", "w[i] > 1", "w[i]", "m > 2", "K > 1"]
        simple += ["crd[p] > 2"] * ("p" in known)
        simple += ["A", "B != nullptr"] * (not self.things == [])
        first = rng.choice(simple)
        if rng.random() < 0.4:
            return "%s %s %s" % (first, rng.choice(["&&", "&&", "||"]),
                                 rng.choice(simple + ["%s > 1" % self.value(known)]))
        return first

    def term(self, known):
        rng = self.rng
        text = " * ".join(self.value(known) for _ in range(rng.choice([1, 1, 2])))
        if rng.random() < 0.15:
            return "(%s ? %s : %s)" % (self.condition(known), text, self.value(known))
        return text

    def update(self, known):
        rng = self.rng
        row = "y[i * K + k]" if "k" in known else None if "k" in self.shape else "y[i]"
        places = [row + " +="] * 4 if row else ["out[%s] =" % known[-1]] * ("p" in known)
        places += ["out[%s] =" % index for index in "pq" if known and index == known[-1]]
        if not places:
            return []
        line = "%s %s;" % (rng.choice(places), self.term(known))
        return [line if rng.random() < 0.7 else "if (%s) %s" % (self.condition(known), line)]

    def loop(self, known):
        rng, shape = self.rng, self.shape
        if known == shape:
            return self.update(known) + (self.update(known) if rng.random() < 0.2 else [])
        inside = shape[:len(known) + 1]
        inner = self.loop(inside)
        if inside != shape and rng.random() < 0.3:
            inner = self.update(inside) + inner
        if inside != shape and rng.random() < 0.2:
            inner += self.update(inside)
        if rng.random() < 0.15:
            inner = ["if (%s) {" % self.condition(inside)] + ["  " + l for l in inner] + ["}"]
        header = rng.choice(HEADERS[shape[len(known)]])
        return [header + " {"] + ["  " + line for line in inner] + ["}"]

    def merge(self):
        value = self.value("ip")
        both = self.rng.choice(["&&", "&&", "||"])
        column = ("p < pe ? crd[p] : 99", "r < re ? crd[r] : 99") if both == "||" else ("crd[p]", "crd[r]")
        return ["for (int i = 0; i < m; ++i) {",
                "  int p = pos[i], r = B->at[i];",
                "  const int pe = pos[i + 1], re = B->at[i + 1];",
                "  while (p < pe %s r < re) {" % both,
                "    const int j = %s, l = %s;" % column,
                "    if (j == l) y[i] += %s;" % value,
                "    if (j <= l) ++p;",
                "    if (l <= j) ++r;",
                "  }"] + ["  " + line for line in self.update("i")] + ["}"]

    def cursor(self):
        return ["int p = 0;", "for (int i = 0; i < m; ++i) {",
                "  for (; p < pos[i + 1]; ++p) {",
                "    y[i] += %s;" % self.term("ip")] + ["  }", "}"]

    def scan(self):
        return ["int n = 0;", "for (int i = 0; i < m; ++i) {",
                "  if (%s) {" % self.condition("i"),
                "    out[n] = %s;" % self.term("i"),
                "    ++n;", "  }", "}"]

    def text(self):
        lines = ["namespace kernel%d {" % self.number]
        for name in ("plain", "sparse"):
            # Loads that make no difference are left out by optimizers.
            how = "[[clang::optnone]] " if name == "plain" else ""
            lines.append("%svoid %s(%s) {" % (how, name, PARAMETERS))
            body = ["  " + line for line in self.body] + ["}"]
            if name == "sparse" and self.schedule is not None:
                loop = next(n for n, line in enumerate(body) if line.startswith("  for "))
                body.insert(loop, "#pragma sparse " + self.schedule)
            lines += body
        return "\n".join(lines + ["}"])

    def call(self):
        text = "\n".join(self.body)
        used = sum(1 << n for n, name in enumerate(SLOTS)
                   if re.search(r"\b%s(?!\w)" % name, text))
        return '  run("%d", %d, kernel%d::plain, kernel%d::sparse);' % (
            self.number, used, self.number, self.number)


if __name__ == "__main__":
    sys.exit(kernels.main("borders", __doc__, PRELUDE, MAIN, Kernel))
