"""Random kernels over tensors of order 3, lists of rows, scatters and reductions
by other operators than the sum, under random legal schedules. Values are small
whole numbers, so that sums do not depend on their order."""

import random

from gpu import schedule_tensor

VALUES = ["double"] * 3 + ["float", "unsigned", "long"]
SIGNED = ["int", "int", "long", "short"]
INDICES = SIGNED + ["unsigned", "size_t"]
FACTORS = [1, 2, 3, 5, 8, 32, 1000]
RACELESS = "cpu_thread, no_races"

PRELUDE = """
template <class T> std::vector<T> wholes(run::Random &R, size_t Size) {
  std::vector<T> V(Size);
  for (T &E : V)
    E = T(R.below(7) - (std::is_signed_v<T> ? 3 : 0));
  return V;
}

template <class T> std::vector<T> permutation(run::Random &R, long Size) {
  std::vector<T> V;
  for (long I = 0; I < Size; ++I)
    V.push_back(T(I));
  for (long I = Size - 1; I > 0; --I)
    std::swap(V[I], V[R.below(I + 1)]);
  return V;
}

// A level below the positions of another one: empty fibres and short ones.
template <class Pos, class Crd> struct Fibres {
  std::vector<Pos> pos{0};
  std::vector<Crd> crd;
  Fibres(run::Random &R, size_t Parents, long Size) {
    for (size_t P = 0; P < Parents; ++P) {
      for (long Q = R.below(Size + 4) - 3; Q < Size && Q >= 0; Q += 1 + R.below(4))
        crd.push_back(Crd(Q));
      pos.push_back(Pos(crd.size()));
    }
  }
};
"""


class TensorKernel:
    """One function with one annotated loop, and the call that records it."""

    def __init__(self, seed, number, gpu):
        rng = self.rng = random.Random(seed * 1000003 + number)
        self.number = number
        self.value = rng.choice(VALUES)
        self.row = rng.choice(INDICES)
        self.pos = rng.choice(INDICES)
        self.crd = rng.choice(INDICES)
        self.list = rng.choice(INDICES)
        self.width = rng.choice([2, 4, 5, 8])
        self.clauses = []
        self.operands = []  # (declaration, argument)
        kind = rng.choice(self.kinds())
        self.nest = kind()
        if gpu:
            self.schedule_gpu(kind.__name__)

    def kinds(self):
        common = [self.ttv, self.mttkrp, self.mttkrp, self.scatter]
        return common + [self.rows, self.levels, self.transposed, self.operators]

    def schedule_gpu(self, kind):
        facts = [clause for clause in self.clauses if clause.startswith("assume(")]
        if kind == "ttv":  # rows run apart from each other
            facts = ["assume(sorted(crd1), unique(crd1))"]
        row = {"rows": "r", "levels": "q"}.get(kind, "i")
        entry = {"ttv": "pk", "rows": "p", "levels": "p", "operators": "p"}.get(kind)
        lane = "j" if kind == "mttkrp" else None
        fibres = None
        if self.pos in SIGNED:  # unsigned loops from any start are not fused
            fibres = {"mttkrp": ("pk", "pl"), "ttv": ("pj", "pk")}.get(kind)
        self.clauses = facts + schedule_tensor(self.rng, row, entry, lane, fibres)
        if kind == "transposed":
            self.clauses = [
                clause.replace("no_races", "atomics").replace("ignore_races", "atomics")
                for clause in self.clauses
            ]

    def chance(self, probability):
        return self.rng.random() < probability

    def array(self, kind, name, argument, output=False):
        declaration = "%s%s *%s" % ("" if output else "const ", kind, name)
        self.operands.append((declaration, argument + ".data()"))

    def scalar(self, kind, name, argument):
        self.operands.append(("[[maybe_unused]] %s %s" % (kind, name), "%s(%s)" % (kind, argument)))

    def matrix(self):
        self.scalar(self.row, "m", "A.Rows")
        self.array(self.pos, "pos1", "A.pos")
        self.array(self.crd, "crd1", "A.crd")

    def fibres(self):
        self.array(self.pos, "pos2", "F.pos")
        self.array(self.crd, "crd2", "F.crd")
        self.array(self.value, "val", "fibreValues")

    def cut(self, loop):
        """Cuts a loop; the name of the outer one."""
        command = self.rng.choice(["split", "divide"])
        factor = self.rng.choice(FACTORS)
        self.clauses.append("%s(%s, %s_0, %s_1, %d)" % (command, loop, loop, loop, factor))
        return loop + "_0"

    def threads(self, loop, races=RACELESS):
        if self.chance(0.6):
            loop = self.cut(loop)
        self.clauses.append("parallelize(%s, %s)" % (loop, races))

    def sums(self, loop):
        """What may happen to a loop that sums."""
        form = self.rng.randrange(5)
        if form == 0:
            self.clauses.append("parallelize(%s, cpu_vector, parallel_reduction)" % loop)
        elif form == 1:
            self.clauses.append("unroll(%s, %d)" % (loop, self.rng.choice([2, 4])))
        elif form == 2:
            self.cut(loop)

    def ttv(self):
        self.matrix()
        self.fibres()
        self.scalar(self.rng.choice(["int", "long", "size_t", "unsigned"]), "J", "A.Cols")
        self.array(self.value, "x", "x")
        self.array(self.value, "T", "y", output=True)
        form = self.rng.randrange(3)
        if form == 0:
            self.clauses.append("assume(sorted(crd1))")
            self.threads("i")
            self.sums("pk")
        elif form == 1:
            self.clauses.append("assume(unique(crd1))")
            self.threads("pj")
            self.sums("pk")
        else:
            self.clauses.append("assume(sorted(crd1), unique(crd1))")
            self.clauses.append("fuse(i, pj, f)")
            self.threads("f")
        return [
            "for (%s i = 0; i < m; ++i)" % self.row,
            "  for (%s pj = pos1[i]; pj < pos1[i + 1]; ++pj) {" % self.pos,
            "    const %s j = crd1[pj];" % self.crd,
            "    %s s = 0;" % self.value,
            "    for (%s pk = pos2[pj]; pk < pos2[pj + 1]; ++pk)" % self.pos,
            "      s += val[pk] * x[crd2[pk]];",
            "    T[i * J + j] %s s;" % self.rng.choice(["=", "+="]),
            "  }",
        ]

    def mttkrp(self):
        self.matrix()
        self.fibres()
        for name in "CD":
            self.array(self.value, name, "x")
        self.array(self.value, "T", "y", output=True)
        width = str(self.width)
        if self.chance(0.5):
            self.scalar("int", "J", width)
            width = "J"
        lanes = ["j"]
        if self.value != "long" and self.chance(0.6):
            product = self.rng.choice(["val[pl] * D[l * %s + j]", "D[j + l * %s] * (val[pl])"])
            self.clauses.append("precompute(%s, j, jp, w)" % (product % width))
            lanes = ["j", "jp"]
        elif self.chance(0.5):
            self.clauses.append("split(pl, l0, l1, %d)" % self.rng.choice([2, 4, 8]))
            self.clauses.append("order(i, pk, l0, j, l1)")
        lanes = [loop for loop in lanes if self.chance(0.5)]
        if self.chance(0.3):
            self.clauses.append("fuse(i, pk, f)")
            self.threads("f", "cpu_thread, temporary")
        elif self.chance(0.8):
            self.threads("i")
        for loop in lanes:
            self.clauses.append("parallelize(%s, cpu_vector, no_races)" % loop)
        if not self.clauses:
            self.cut("i")
        return [
            "for (%s i = 0; i < m; ++i)" % self.row,
            "  for (%s pk = pos1[i]; pk < pos1[i + 1]; ++pk) {" % self.pos,
            "    const %s k = crd1[pk];" % self.crd,
            "    for (%s pl = pos2[pk]; pl < pos2[pk + 1]; ++pl) {" % self.pos,
            "      const %s l = crd2[pl];" % self.crd,
            "      for (int j = 0; j < %s; ++j)" % width,
            "        T[i * %s + j] += val[pl] * C[k * %s + j] * D[l * %s + j];" % ((width,) * 3),
            "    }",
            "  }",
        ]

    def scatter(self):
        wide = self.chance(0.5)
        if wide:  # products of unsigned numbers may wrap
            self.list = self.rng.choice(SIGNED)
        self.scalar(self.row, "m", "A.Rows")
        self.array(self.list, "a", "order")
        self.array(self.value, "x", "x")
        self.array(self.value, "T", "y", output=True)
        self.clauses.append("assume(injective(a))")
        operator = self.rng.choice(["=", "+=", "-="])
        vector = self.chance(0.4)
        self.threads("i")
        if not wide:
            return [
                "for (%s i = 0; i < m; ++i)" % self.row,
                "  T[a[i] + 1] %s 2 * x[i];" % operator,
            ]
        if vector:
            self.clauses.append("parallelize(k, cpu_vector, no_races)")
        return [
            "for (%s i = 0; i < m; ++i)" % self.row,
            "  for (int k = 0; k < %d; ++k)" % self.width,
            "    T[a[i] * %d + k] %s x[i * %d + k];" % (self.width, operator, self.width),
        ]

    def row_product(self, header, name, target):
        return [
            "for (%s) {" % header,
            "  %s s = 0;" % self.value,
            "  for (%s p = pos1[%s]; p < pos1[%s + 1]; ++p)" % (self.pos, name, name),
            "    s += val[p] * x[crd1[p]];",
            "  T[%s] = s;" % target,
            "}",
        ]

    def rows(self):
        self.matrix()
        self.array(self.list, "list", "order")
        self.array(self.value, "val", "values")
        self.array(self.value, "x", "x")
        self.array(self.value, "T", "y", output=True)
        self.clauses.append("assume(%s(list))" % self.rng.choice(["unique", "injective"]))
        self.threads("r")
        self.sums("p")
        return self.row_product("%s r = 0; r < m; ++r" % self.row, "r", "list[r]")

    def levels(self):
        self.array(self.pos, "pos0", "root")
        self.array(self.list, "crd0", "order")
        self.matrix()
        self.array(self.value, "val", "values")
        self.array(self.value, "x", "x")
        self.array(self.value, "T", "y", output=True)
        self.clauses.append("assume(unique(crd0))")
        self.threads("q")
        self.sums("p")
        return self.row_product("%s q = pos0[0]; q < pos0[1]; ++q" % self.pos, "q", "crd0[q]")

    def transposed(self):
        self.matrix()
        self.array(self.value, "val", "values")
        self.array(self.value, "x", "x")
        self.array(self.value, "T", "y", output=True)
        self.threads(self.rng.choice("ip"), "cpu_thread, atomics")
        return [
            "for (%s i = 0; i < m; ++i)" % self.row,
            "  for (%s p = pos1[i]; p < pos1[i + 1]; ++p)" % self.pos,
            "    T[crd1[p]] += val[p] * x[i];",
        ]

    def operators(self):
        self.value = self.rng.choice(["unsigned", "int", "long"])
        self.matrix()
        self.array(self.value, "val", "values")
        self.array(self.value, "T", "y", output=True)
        operator = self.rng.choice(["|", "&", "^", "*", "max", "min", "||"])
        if operator == "*":
            self.value_is_unsigned()
        unit = self.rng.choice(["cpu_vector", "cpu_thread"])
        races = "%s, parallel_reduction" % unit
        if unit == "cpu_vector":
            self.clauses.append("parallelize(p, %s)" % races)
        else:
            self.threads("p", races)
        kind = self.value
        if operator in ("max", "min"):
            update = "s = std::%s<%s>(s, val[p]);" % (operator, kind)
        elif operator == "||":
            kind, update = "bool", "s |= val[p] > 1;"
        else:
            update = "s %s= val[p];" % operator
        return [
            "for (%s i = 0; i < m; ++i) {" % self.row,
            "  %s s = %d;" % (kind, self.rng.choice([0, 1])),
            "  for (%s p = pos1[i]; p < pos1[i + 1]; ++p)" % self.pos,
            "    " + update,
            "  T[i] = s;",
            "}",
        ]

    def value_is_unsigned(self):
        """Products of signed numbers overflow."""
        old, self.value = self.value, "unsigned"
        self.operands = [
            (declaration.replace(old + " *val", "unsigned *val").replace(old + " *T", "unsigned *T"), argument)
            for declaration, argument in self.operands
        ]

    def function(self):
        parameters = ", ".join(declaration for declaration, _ in self.operands)
        lines = ["void kernel%d(%s) {" % (self.number, parameters)]
        lines += ["#pragma sparse " + " ".join(self.clauses)]
        lines += ["  " + line for line in self.nest]
        return "\n".join(lines + ["}"])

    def call(self):
        name = "kernel%d" % self.number
        value, pos, crd = self.value, self.pos, self.crd
        return "\n".join(
            [
                "  for (const auto &A : run::shapes<%s, %s, %s>(Seed)) {" % (value, pos, crd),
                "    run::Random R(Seed);",
                "    Fibres<%s, %s> F(R, A.crd.size(), 6);" % (pos, crd),
                "    auto order = permutation<%s>(R, A.Rows);" % self.list,
                "    std::vector<%s> root{%s(0), %s(A.Rows)};" % (pos, pos, pos),
                "    auto values = wholes<%s>(R, A.crd.size() + 1);" % value,
                "    auto fibreValues = wholes<%s>(R, F.crd.size() + 1);" % value,
                "    auto x = wholes<%s>(R, (A.Rows + A.Cols + 9) * 8);" % value,
                "    auto y = wholes<%s>(R, A.Rows * A.Cols + (A.Rows + A.Cols + 9) * 8);" % value,
                "    %s(%s);" % (name, ", ".join(argument for _, argument in self.operands)),
                '    run::record("%s, " + A.Name, y);' % name,
                "  }",
            ]
        )
