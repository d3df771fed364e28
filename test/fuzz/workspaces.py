"""Random kernels with arrays between their loops, under random schedules for a GPU:
workspaces of `precompute` above, inside and below the loops on blocks, arrays of the
loop's own, and copies of one of the caller's. Values are small whole numbers, so
that sums do not depend on their order.

How long loops over arrays of a block's are is known at run time only: where the place
is known, clang may have all threads load what one of them overwrites, for nothing,
which the stand-in for a device takes for a race."""

from gpu import BLOCKS, FACTORS, GpuScheduler
from tensors import SIGNED, TensorKernel

# What iterations of a loop do to others: nothing, or add to the same elements.
APART, SUMS = "apart", "sums"


class WorkspaceKernel(TensorKernel):
    def kinds(self):
        sums = [self.columns, self.entries, self.nested, self.fibre_sums]
        return sums + [self.tiles, self.accumulated]

    def start(self, *facts):
        """A schedule behind `facts`."""
        self.scheduler = GpuScheduler(self.rng, [], False, False, None, False, False)
        self.clauses = self.scheduler.clauses
        self.clauses[:0] = facts

    def precompute(self, product):
        self.start()
        self.clauses.append("precompute(%s, k, kp, w)" % product)

    def schedule_gpu(self, kind):
        """Each kind has its own."""

    def cut_part(self, loop, factors):
        """The outer and the inner part of a loop."""
        parts = [self.scheduler.fresh(loop) for _ in range(2)]
        factor = self.rng.choice(factors)
        self.clauses.append("split(%s, %s, %s, %d)" % (loop, *parts, factor))
        return parts

    def on(self, loop, unit, effect, joins=False):
        if effect == APART:
            races = self.scheduler.raceless()
        else:
            races = self.rng.choice(["atomics"] + ["temporary", "parallel_reduction"] * joins)
        self.scheduler.on(loop, unit, races)

    def blocks(self, loop, effect, inside=("gpu_warp", "gpu_thread")):
        """Puts a loop, or a part of it, on blocks, and perhaps the rest of it on
        another unit. Whether loops inside it may run on threads."""
        if self.chance(0.2):
            self.on(loop, "gpu_block", effect)
            return True
        unit = self.rng.choice(inside + (None,))
        block, rest = self.cut_part(loop, FACTORS if unit == "gpu_warp" else BLOCKS)
        self.on(block, "gpu_block", effect)
        if unit:
            self.on(rest, unit, effect)
        return unit != "gpu_thread"

    def lanes(self, loop, effect, joins=False):
        _, part = self.cut_part(loop, FACTORS)
        self.on(part, "gpu_thread", effect, joins)

    def kernel(self, *loops):
        """Gives loops, from outside in and each with what it does, to units. Where
        only the innermost one sums, all its updates are of one place."""
        (outer, effect), *inner = loops
        if self.blocks(outer, effect) and inner and self.chance(0.8):
            name, effect = self.rng.choice(inner)
            joins = [e for _, e in loops] == [APART] * len(inner) + [SUMS]
            self.lanes(name, effect, joins)

    def sums_above(self, *loops):
        """A workspace that `loops` add to, and a kernel that uses it."""
        summing = [(name, SUMS) for name in loops]
        if self.chance(0.3) and "end" not in str(self.operands):
            self.clauses.append("order(%s)" % ", ".join(("kp",) + loops))
            self.kernel(("kp", APART), *summing)
        else:
            self.kernel(*summing, ("kp", APART))
        self.kernel(("k", APART))

    def width_text(self, known):
        """The width of dense rows, a literal if it is to be known."""
        if known:
            return str(self.width)
        self.scalar("int", "J", self.width)
        return "J"

    def factors(self, names):
        self.value = self.rng.choice(["double", "float", "unsigned"])
        self.array(self.value, "val", "values")
        for name in names:
            self.array(self.value, name, "x")
        self.array(self.value, "T", "y", output=True)

    def columns(self):
        """Sums over the rows of a dense matrix."""
        self.scalar(self.row, "m", "A.Rows")
        self.factors("BC")
        width = self.width_text(self.chance(0.5))
        self.precompute("B[i * %s + k]" % width)
        self.sums_above("i")
        return [
            "for (%s i = 0; i < m; ++i)" % self.row,
            "  for (int k = %d; k < %s; ++k)" % (self.rng.choice([0, 0, 1]), width),
            "    T[k] += B[i * %s + k] * C[k];" % width,
        ]

    def entries(self):
        """Sums over the entries of a sparse one, of whose rows it may be hidden
        that they lie one after the other."""
        self.matrix()
        self.factors("BC")
        width = self.width_text(self.chance(0.5))
        end = "pos1[i + 1]"
        if self.chance(0.3):
            self.operands.append(("const %s *end" % self.pos, "A.pos.data() + 1"))
            end = "end[i]"
        self.precompute("val[p] * B[crd1[p] * %s + k]" % width)
        signed = self.pos in SIGNED and self.row in SIGNED
        if end != "end[i]" and signed and self.chance(0.4):
            shares = GpuScheduler(self.rng, ["i", "p", "kp"], True, False, None, True, False)
            shares.clauses, shares.made = self.clauses, 100
            shares.fused()
            self.kernel(("k", APART))
        else:
            self.sums_above("i", "p")
        return [
            "for (%s i = 0; i < m; ++i)" % self.row,
            "  for (%s p = pos1[i]; p < %s; ++p)" % (self.pos, end),
            "    for (int k = %d; k < %s; ++k)" % (self.rng.choice([0, 0, 1]), width),
            "      T[k] += val[p] * B[crd1[p] * %s + k] * C[k];" % width,
        ]

    def nested(self):
        """One sum above the blocks, of others inside them."""
        self.matrix()
        self.factors("BCD")
        self.scalar("int", "J", self.width)
        product = "val[p] * B[crd1[p] * J + k]"
        self.precompute("D[i * J + k] * " + product)
        self.clauses.append("precompute(%s, kp, kq, v)" % product.replace("k]", "kp]"))
        if self.blocks("i", SUMS, ("gpu_warp",)):
            if self.chance(0.8):
                self.lanes(*self.rng.choice([("p", SUMS), ("kq", APART)]))
            if self.chance(0.8):
                self.lanes("kp", APART)
        self.kernel(("k", APART))
        return [
            "for (%s i = 0; i < m; ++i)" % self.row,
            "  for (%s p = pos1[i]; p < pos1[i + 1]; ++p)" % self.pos,
            "    for (int k = 0; k < J; ++k)",
            "      T[k] += val[p] * B[crd1[p] * J + k] * D[i * J + k] * C[k];",
        ]

    def fibre_sums(self):
        """A workspace of each block, warp or thread."""
        self.matrix()
        self.array(self.pos, "pos2", "F.pos")
        self.array(self.crd, "crd2", "F.crd")
        self.factors("CD")
        self.operands = [(d, a.replace("values", "fibreValues")) for d, a in self.operands]
        own = self.chance(0.3)
        width = self.width_text(own)
        both = self.chance(0.4)
        factor = "E[i * %s + k]" if both else "C[crd1[q] * %s + k]"
        if both:
            self.array(self.value, "E", "x")
        self.precompute("val[p] * D[crd2[p] * %s + k]" % width)
        if own:
            block, thread = self.cut_part("i", BLOCKS)
            self.on(block, "gpu_block", APART)
            self.on(thread, "gpu_thread", APART)
        elif self.blocks("i", APART, ("gpu_warp",)):
            sums = [("p", SUMS), ("kp", APART)] + [("q", SUMS)] * both
            if self.chance(0.8):
                self.lanes(*self.rng.choice(sums))
            if self.chance(0.8):
                self.lanes("k", APART)
        return [
            "for (%s i = 0; i < m; ++i)" % self.row,
            "  for (%s q = pos1[i]; q < pos1[i + 1]; ++q)" % self.pos,
            "    for (%s p = pos2[q]; p < pos2[q + 1]; ++p)" % self.pos,
            "      for (int k = 0; k < %s; ++k)" % width,
            "        T[i * %s + k] += val[p] * D[crd2[p] * %s + k] * %s;"
            % (width, width, factor % width),
        ]

    def tiles(self):
        """Arrays of the loop's own."""
        self.matrix()
        self.factors("x")
        self.scalar("int", "J", self.width)
        filled = self.chance(0.5)
        self.start()
        if self.blocks("i", APART):
            if filled and self.chance(0.6):
                self.lanes("f", APART)
            if self.chance(0.8):
                self.lanes(*self.rng.choice([("p", SUMS), ("k", APART)]))
            if self.chance(0.8):
                self.lanes("l", APART)
        fill = [
            "  for (int f = 0; f < J; ++f)",
            "    row[f] = x[i * J + f];",
        ]
        return [
            "for (%s i = 0; i < m; ++i) {" % self.row,
            "  %s row[8]%s;" % (self.value, "" if filled else " = {}"),
            *fill * filled,
            "  for (%s p = pos1[i]; p < pos1[i + 1]; ++p)" % self.pos,
            "    for (int k = 0; k < J; ++k)",
            "      row[%s] += val[p] * x[crd1[p] * J + k];"
            % self.rng.choice(["k", "J - 1 - k"]),
            "  for (int l = 0; l < J; ++l)",
            "    T[i * J + l] += row[%s];" % self.rng.choice(["l", "J - 1 - l"]),
            "}",
        ]

    def accumulated(self):
        """Dense rows in copies of an array of the caller's."""
        self.matrix()
        self.factors("")
        self.scalar("int", "n", "A.Cols")
        self.array(self.value, "acc", "x", output=True)
        self.start("private(acc) assume(extent(acc, n))")
        self.blocks("i", APART, ())
        for loop in "jl":
            if self.chance(0.8):
                self.lanes(loop, APART)
        if self.chance(0.8):
            self.lanes("p", SUMS)
        return [
            "for (%s i = 0; i < m; ++i) {" % self.row,
            "  for (int j = 0; j < n; ++j)",
            "    acc[j] = j;",
            "  for (%s p = pos1[i]; p < pos1[i + 1]; ++p)" % self.pos,
            "    acc[crd1[p]] += val[p];",
            "  for (int l = 0; l < n; ++l)",
            "    T[i * n + l] = acc[%s];" % self.rng.choice(["l", "n - 1 - l"]),
            "}",
        ]
