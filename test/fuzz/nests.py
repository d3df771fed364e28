"""Nests of many kinds, and random clauses about their loops that need not be legal:
what they are refused for is part of what is looked at."""

import re

# What each nest is, and how clauses call its loops. Arrays end where the GPU can know.
NESTS = [
    (
        "i p",
        "int m, const int *pos, const int *crd, const double *val, const double *x, double *y",
        """for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += val[p] * x[crd[p]];
    y[i] = s;
  }""",
    ),
    (
        "i p",
        "int m, const int *pos, const int *crd, const float *val, const float *x, float *y",
        """for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const int j = crd[p];
      y[i] += val[p] * x[j];
    }""",
    ),
    (
        "i p",
        "int m, const int *pos, const int *crd, const double *val, const double *x, double *y",
        """for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[crd[p]] += val[p] * x[i];""",
    ),
    (
        "i p",
        "int m, const int *pos, const int *crd, const double *val, const double *x, double &t",
        """double s = 0;
  @for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int j = crd[p];
      s += val[p] * x[j];
    }
  t = s;""",
    ),
    (
        "i p k",
        "int m, const int *pos, const int *crd, const double *val, const double *B, double *C, int K",
        """for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int j = crd[p];
      for (int k = 0; k < K; ++k)
        C[i * K + k] += val[p] * B[j * K + k];
    }""",
    ),
    (
        "i p k",
        "int m, const int *pos, const int *crd, const double *val, const double *B, double *C",
        """for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < 8; ++k)
        C[i * 8 + k] += val[p] * B[crd[p] * 8 + k];""",
    ),
    (
        "i k@1 p k@2",
        "int m, const int *pos, const int *crd, const double *val, const double *B, double *C",
        """for (int i = 0; i < m; ++i) {
    for (int k = 0; k < 16; ++k)
      C[i * 16 + k] = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < 16; ++k)
        C[i * 16 + k] += val[p] * B[crd[p] * 16 + k];
  }""",
    ),
    (
        "i k p",
        "int m, int K, const int *pos, const int *crd, const double *val, const double *B, double *C",
        """for (int i = 0; i < m; ++i)
    for (int k = 0; k < K; ++k) {
      double s = C[i * K + k];
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        s += val[p] * B[crd[p] * K + k];
      C[i * K + k] = s;
    }""",
    ),
    (
        "i p k",
        "int m, const int *pos, const int *crd, const double *val, const double *B, const double *C, double *y",
        """for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      double s = 0;
      for (int k = 0; k < 32; ++k)
        s += B[i * 32 + k] * C[crd[p] * 32 + k];
      y[p] = s * val[p];
    }""",
    ),
    (
        "i q r j",
        "int m, const int *pos1, const int *crd1, const int *pos, const int *crd, const double *val, const double *C, const double *B, double *A",
        """for (int i = 0; i < m; ++i)
    for (int q = pos1[i]; q < pos1[i + 1]; ++q)
      for (int r = pos[q]; r < pos[q + 1]; ++r)
        for (int j = 0; j < 16; ++j)
          A[i * 16 + j] += val[r] * B[crd[r] * 16 + j] * C[crd1[q] * 16 + j];""",
    ),
    (
        "i q r",
        "int m, const int *pos1, const int *pos, const int *crd, const double *val, const double *x, double *y",
        """for (int i = 0; i < m; ++i) {
    double s = y[i];
    for (int q = pos1[i]; q < pos1[i + 1]; ++q)
      for (int r = pos[q]; r < pos[q + 1]; ++r)
        s += val[r] * x[crd[r]];
    y[i] = s;
  }""",
    ),
    (
        "i j k",
        "int m, int n, int K, const double *B, const double *x, double *C",
        """for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < K; ++k)
        C[i * n + j] += B[i * K + k] * x[k * n + j];""",
    ),
    (
        "i j",
        "int m, int n, const double *B, const double *x, double *y",
        """for (int i = 0; i < m; ++i)
    for (int j = 0; j <= i; ++j)
      y[i] += B[i * n + j] * x[j];""",
    ),
    (
        "j p q i",
        "int m, const int *pos, const int *crd, const double *val, const int *posB, const int *crdB, const double *valB, double *y",
        """for (int i = 0; i < m; ++i) {
    int p = pos[i], q = posB[i];
    double s = 0;
    while (p < pos[i + 1] && q < posB[i + 1]) {
      const int a = crd[p], b = crdB[q], j = a < b ? a : b;
      if (a == j && b == j)
        s += val[p] * valB[q];
      p += a == j;
      q += b == j;
    }
    y[i] = s;
  }""",
    ),
    (
        "i p",
        "int m, const int *pos, const int *crd, const double *val, double *y, int *at, double &most",
        """double best = -1;
  @for (int i = 0; i < m; ++i) {
    double s = 0;
    int n = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (crd[p] != i) {
        s = s < val[p] ? val[p] : s;
        ++n;
      }
    y[i] = s;
    at[i] = n;
    if (s > best)
      best = s;
  }
  most = best;""",
    ),
    (
        "i p",
        "int m, const int *pos, const int *crd, const double *val, const double *x, double *y, int *n",
        """int nz = 0;
  @for (int i = 0; i < m; ++i) {
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (val[p] > 0)
        y[nz++] = val[p] * x[crd[p]];
    n[i] = nz;
  }""",
    ),
    (
        "i p",
        "int m, const int *pos, const int *end, const int *crd, const double *val, const double *x, double *y",
        """for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < end[i]; ++p)
      y[i] -= val[p] * x[crd[p]];""",
    ),
    (
        "i p b c",
        "int m, const int *pos, const int *crd, const double *val, const double *x, double *y",
        """for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int b = 0; b < 3; ++b)
        for (int c = 0; c < 3; ++c)
          y[i * 3 + b] += val[p * 9 + b * 3 + c] * x[crd[p] * 3 + c];""",
    ),
    (
        "i p q",
        "int m, int n, const int *pos, const int *crd, const double *val, const int *posB, const int *crdB, const double *valB, double *y",
        """std::vector<double> w(n);
  @for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      w[crd[p]] = val[p];
    for (int q = posB[i]; q < posB[i + 1]; ++q)
      s += w[crdB[q]] * valB[q];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      w[crd[p]] = 0;
    y[i] = s;
  }""",
    ),
]
UNITS = ["cpu_thread", "cpu_vector", "gpu_block", "gpu_warp", "gpu_thread"]
RACES = ["no_races", "atomics", "temporary", "parallel_reduction", "scan", "ignore_races"]
FACTS = [
    "fp(strict)",
    "num_threads(3)",
    "private(w)",
    "nontemporal(C)",
    "assume(extent(x, 100))",
    "assume(injective(crd))",
    "assume(sorted(crd), unique(crd))",
    "assume(sorted(crd), sorted(crdB), unique(crd), unique(crdB))",
    "tensor(A: csr(pos, crd, val))",
]
# Extents without which nothing runs on a GPU.
ENDS = [("x", 64), ("B", 64), ("C", 64), ("y", 64)]


class Clauses:
    """Makes clauses one after the other; `loops` are the names there may be."""

    def __init__(self, rng, loops, parameters):
        self.rng = rng
        self.loops = loops.split()
        # Those over stored positions.
        self.positions = [name for name in self.loops if name in "pqr"] or ["p"]
        self.there = list(self.loops)
        self.fresh = 0
        self.facts, self.taken = [], []
        self.onGpu = rng.random() < 0.5
        self.ends = []
        if self.onGpu:
            self.ends = [
                "assume(extent(%s, %d))" % end for end in ENDS if "*%s," % end[0] in parameters + ","
            ]

    def new(self, stem):
        self.fresh += 1
        return "%s%d" % (stem[0], self.fresh)

    def loop(self):
        # Those that are there, and rarely one that is not.
        return self.rng.choice(self.there if self.rng.random() < 0.9 else self.loops)

    def some(self):
        count = self.rng.randrange(2, len(self.there) + 1) if len(self.there) > 1 else 1
        return self.rng.sample(self.there, count)

    def propose(self):
        """A clause, and the names of the loops that it makes."""
        rng = self.rng
        kind = rng.choice(
            ["split"] * 4 + ["divide", "balance", "fuse", "fuse", "order", "order", "reorder"]
            + ["coord", "bound", "unroll", "precompute", "prefetch", "fact"] + ["parallelize"] * 4
            + ["shared"] * 3
        )
        a, b = self.loop(), self.loop()
        if kind in ("split", "divide"):
            new = [self.new(a), self.new(a)]
            factor = rng.choice([1, 2, 4, 8, 16, 32, 32, 64, 128])
            return "%s(%s, %s, %s, %d)" % (kind, a, *new, factor), new
        if kind == "balance":
            new = [self.new("t"), self.new(a)]
            pieces = rng.choice(["threads", "4", "128"])
            return "divide(i, %s, %s, %s, balance(%s))" % (*new, pieces, rng.choice(self.positions)), new
        if kind == "fuse":
            new = self.new("f")
            outer = rng.choice(["i", "i", a])
            return "fuse(%s, %s, %s)" % (outer, b, new), [new]
        if kind == "order":
            return "order(%s)" % ", ".join(self.some()), []
        if kind == "reorder":
            return "reorder(%s, %s)" % (a, b), []
        if kind == "coord":
            new = self.new("c")
            return "coord(%s, %s)" % (rng.choice(self.positions), new), [new]
        if kind == "bound":
            new = self.new(a)
            what = rng.choice(["0, min_exact", "32, max_exact", "8, divisible", "64, max_constraint"])
            return "bound(%s, %s, %s)" % (a, new, what), [new]
        if kind == "unroll":
            return "unroll(%s%s)" % (a, rng.choice(["", ", 2", ", 4", ", 1"])), []
        if kind == "precompute":
            text = rng.choice(["val[p]", "val[p] * x[j]", "val[p] * x[crd[p]]", "val[r]", "B[j * K + k]"])
            new, w = self.new(a), self.new("w")
            return "precompute(%s, %s, %s, %s)" % (text, a, new, w), [new]
        if kind == "prefetch":
            return "prefetch(%s, %s, %d)" % (a, rng.choice("xBC"), rng.choice([1, 8])), []
        if kind == "fact":
            return rng.choice(FACTS), []
        if kind == "shared":
            return self.shared()
        units = UNITS[2:] if self.onGpu else UNITS[:2]
        unit = rng.choice(units if rng.random() < 0.95 else UNITS)
        extra = ""
        if unit == "cpu_thread":
            extra = rng.choice(["", "", ", schedule(dynamic, 2)", ", schedule(static)"])
        if unit == "cpu_vector":
            extra = rng.choice(["", ", width(4)"])
        return "parallelize(%s, %s, %s%s)" % (a, unit, rng.choice(RACES), extra), []

    def shared(self):
        """A loop in parts for units of two kinds, perhaps over fused positions."""
        rng = self.rng
        text, loop, new = "", rng.choice(["i", self.loop()]), []
        if rng.random() < 0.4:
            new = [self.new("f")]
            text, loop = "fuse(i, %s, %s) " % (rng.choice(self.loops[1:]), new[0]), new[0]
        elif rng.random() < 0.2:
            new = [self.new("t"), self.new("r")]
            text = "divide(i, %s, %s, 128, balance(%s)) " % (*new, rng.choice(self.positions))
            loop = rng.choice(new)
        a, b = self.new(loop), self.new(loop)
        text += "split(%s, %s, %s, %d)" % (loop, a, b, rng.choice([2, 32, 64, 128]))
        others = [x for x in self.there if x != loop and x not in text] + [a, b]
        if rng.random() < 0.5:
            order = rng.sample(others, rng.randrange(2, len(others) + 1))
            text += " order(%s)" % ", ".join(order)
        outer, inner = rng.choice([a, a, *others]), rng.choice([b, b, *others])
        units = ["gpu_block", rng.choice(UNITS[3:])] if self.onGpu else UNITS[:2]
        for loop, unit in zip((outer, inner), units):
            if rng.random() < 0.8 or unit == "gpu_block":
                text += " parallelize(%s, %s, %s)" % (loop, unit, rng.choice(RACES))
        return text, new + [a, b]

    def add(self, clause, new):
        (self.facts if clause in FACTS else self.taken).append(clause)
        self.loops += new
        self.there += new
        # What commands replace is there no more.
        for gone in re.findall(r"(?:split|divide|bound|coord|pos)\(([^,]+),", clause):
            self.leave(gone)
        for outer, inner in re.findall(r"fuse\(([^,]+), ([^,]+),", clause):
            self.leave(outer)
            self.leave(inner)

    def leave(self, name):
        if name in self.there and len(self.there) > 1:
            self.there.remove(name)

    def text(self, clause=None):
        facts, rest = list(self.facts), list(self.taken)
        if clause:
            (facts if clause in FACTS else rest).append(clause)
        target = ["target(cuda)"] if self.onGpu else []
        return " ".join(self.ends + facts + target + rest)


def function(name, nest, directive):
    _, parameters, body = nest
    pragma = "#pragma sparse %s\n  " % directive
    if "@for" in body:
        body = body.replace("@", "\n" + pragma, 1)
    else:
        body = pragma + body
    return "void %s(%s) {\n  %s\n}\n" % (name, parameters, body)
