"""Random schedules for a GPU, as `#pragma sparse` clauses."""

from schedule import Scheduler, Variable

FACTORS = [1, 2, 3, 5, 8, 16, 31, 32]
BLOCKS = FACTORS + [33, 64, 96, 256, 1000]
UNITS = {"gpu_warp": 32, "gpu_thread": 1024}


class GpuScheduler(Scheduler):
    """Chooses loops for blocks, warps and threads.

    `reducible` says that the sum over positions is a variable, whose partial
    results may be joined. `width` is the number of trips of `k` if that is a
    constant. `fusible` says that the parts of a row may be added to
    what it stores, `divisible` that entries of a row update elements by
    themselves, `whole` that atomic updates touch no other element than theirs.
    `term` is what each entry adds in any case.
    """

    def __init__(
        self, rng, loops, perfect, reducible, width, fusible, divisible, whole=True, term=None
    ):
        super().__init__(rng, loops, perfect, reducible, width or 5)
        self.term = term
        self.fusible, self.divisible, self.whole = fusible, divisible, whole
        # The number of trips that is known of a loop's text.
        self.most = {"k": width} if width else {}
        self.clauses = ["target(cuda)"]

    def chance(self, probability):
        return self.rng.random() < probability

    def cut(self, name, factors):
        """Splits a loop in two; the names of the outer and the inner one."""
        at = self.names().index(name)
        root = self.path[at].root
        outer, inner = self.fresh(root), self.fresh(root)
        factor = self.rng.choice(factors)
        command = "divide" if self.chance(0.15) else "split"
        self.clauses.append("%s(%s, %s, %s, %d)" % (command, name, outer, inner, factor))
        self.most[inner if command == "split" else outer] = factor
        self.path[at : at + 1] = [Variable(outer, root), Variable(inner, root)]
        return outer, inner

    def on(self, name, unit, races):
        self.clauses.append("parallelize(%s, %s, %s)" % (name, unit, races))

    def raceless(self):
        return self.rng.choice(["no_races", "no_races", "ignore_races"] + ["atomics"] * self.whole)

    def fused(self, fusion="fuse(i, p, f)"):
        """Entries in equal shares, wherever rows begin."""
        self.clauses.append(fusion)
        columns = len(self.path) == 3 and self.perfect and self.chance(0.6)
        units = ["gpu_block", "gpu_warp", "gpu_thread"]
        if columns or self.chance(0.3):
            units.remove("gpu_thread" if columns else "gpu_warp")
        entries = self.rng.choice([1, 2, 3, 7, 16])
        sizes = [entries, entries * self.rng.choice([1, 2, 5, 32])]
        if len(units) == 3:
            sizes.append(sizes[-1] * self.rng.choice([1, 2, 3, 8]))
        name, parts = "f", []
        for _, size in zip(units, reversed(sizes)):
            part, rest = self.fresh("f"), self.fresh("f")
            self.clauses.append("split(%s, %s, %s, %d)" % (name, part, rest, size))
            parts.append(part)
            name = rest
        if columns:
            outer, lane = self.cut(self.path[2].name, FACTORS)
            self.clauses.append("order(%s)" % ", ".join(parts + [outer, lane, name]))
            if lane in self.most:
                parts.append(lane)
                units.append("gpu_thread")
        elif self.term and self.chance(0.5):
            self.clauses.append("precompute(%s, %s, early, products)" % (self.term, name))
        elif self.chance(0.2):
            self.clauses.append("unroll(%s, %d)" % (name, self.rng.choice([2, 4])))
        joining = self.rng.choice(units)
        # Results that are gathered have one place in a row.
        gathered = len(self.path) == 2 and self.chance(0.3)
        strategy = "temporary" if gathered else "atomics"
        for part, unit in zip(parts, units):
            self.on(part, unit, strategy if unit == joining else "ignore_races")

    def cut_loops(self):
        if self.chance(0.15):
            self.bound()
            for variable in self.path:
                if "%s, %d, max_" % (variable.name, self.width) in self.clauses[-1]:
                    self.most[variable.name] = self.width
        row = self.path[0].name
        if self.chance(0.85):
            _, row = self.cut(row, BLOCKS)
            if self.chance(0.5):
                self.cut(row, FACTORS)
        for root in "pk":
            inner = [v.name for v in self.path if v.root == root]
            if inner and self.chance(0.5):
                self.cut(inner[0], FACTORS)

    def swap_parts(self):
        """Whether lanes take neighbouring entries: the inner part of the
        positions comes in front of the outer one."""
        parts = [v for v in self.path if v.root == "p"]
        if len(parts) != 2 or not (self.reducible or self.divisible):
            return False
        at = self.path.index(parts[0])
        if self.path[at + 1] is not parts[1] or self.chance(0.3):
            return False
        self.path[at : at + 2] = reversed(parts)
        return True

    def place(self):
        """Gives loops to units."""
        self.on(self.path[0].name, "gpu_block", self.raceless())
        at, taken = 1, []
        wanted = self.rng.choice([["gpu_thread"], ["gpu_warp", "gpu_thread"], ["gpu_warp"]])
        for unit in wanted:
            limit = 32 if "gpu_warp" in wanted else UNITS[unit]
            fitting = [n for n in range(at, len(self.path)) if self.fits(self.path[n], limit)]
            if not fitting:
                continue
            chosen = self.rng.choice(fitting)
            variable = self.path[chosen]
            taken.append(variable.name)
            self.on(variable.name, unit, self.races(variable))
            at = chosen + 1
        return taken

    def fits(self, variable, limit):
        if self.most.get(variable.name, limit + 1) > limit:
            return False
        if variable.root != "p":
            return True
        return self.divisible or self.reducible

    def races(self, variable):
        if variable.root != "p":
            return self.raceless()
        if self.divisible:
            return "atomics"
        return self.rng.choice(["temporary", "parallel_reduction"])

    def generate(self):
        if self.chance(0.12):
            return self.clauses
        if self.fusible and self.chance(0.35):
            self.fused()
            return self.clauses
        self.cut_loops()
        before = self.names()
        self.mix()
        self.swap_parts()
        if self.names() != before:
            self.clauses.append("order(%s)" % ", ".join(self.names()))
        taken = self.place()
        free = [name for name in self.names()[1:] if name not in taken]
        if free and self.chance(0.2):
            self.clauses.append(
                "unroll(%s, %d)" % (self.rng.choice(free), self.rng.choice([2, 3, 4]))
            )
        return self.clauses

    def mix(self):
        """Lets neighbours change places; rows stay outermost."""
        for _ in range(self.rng.randrange(6)):
            at = self.rng.randrange(len(self.path))
            pair = self.path[at : at + 2]
            if len(pair) == 2 and self.may_swap(*pair) and (at or pair[1].root == "i"):
                self.path[at : at + 2] = reversed(pair)


def schedule_tensor(rng, row, entry, lane, fibres):
    """A schedule for a nest with the row loop `row`. `entry` is the loop that
    adds to a variable, and `lane` one whose iterations store apart from each
    other; either may be none. `fibres` are loops over positions between row and
    lane, if there are two."""
    if fibres and rng.random() < 0.4:
        loops = [row, "entries"] + [lane] * bool(lane)
        scheduler = GpuScheduler(rng, loops, True, False, None, True, False)
        scheduler.fused("fuse(%s, %s, g) fuse(%s, g, f)" % (fibres + (row,)))
        return scheduler.clauses
    scheduler = GpuScheduler(rng, [row], False, False, None, False, False)
    if scheduler.chance(0.15):
        return scheduler.clauses
    block, inner = scheduler.cut(row, BLOCKS[1:])
    scheduler.on(block, "gpu_block", scheduler.raceless())
    inside = entry or lane
    if not inside or scheduler.chance(0.3):
        if scheduler.most.get(inner):
            scheduler.on(inner, "gpu_thread", scheduler.raceless())
        return scheduler.clauses
    if scheduler.most.get(inner, 33) <= 32 and scheduler.chance(0.6):
        scheduler.on(inner, "gpu_warp", scheduler.raceless())
    scheduler.path = [Variable(inside, inside)]
    _, thread = scheduler.cut(inside, FACTORS)
    if scheduler.most.get(thread):
        races = ["temporary", "parallel_reduction"] if entry else ["no_races"]
        scheduler.on(thread, "gpu_thread", rng.choice(races))
    return scheduler.clauses
