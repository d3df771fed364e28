"""Random legal schedules for a nest of a row loop, a position loop and perhaps a
dense inner loop, as `#pragma sparse` clauses."""

FACTORS = [1, 2, 3, 4, 5, 7, 8, 16, 32, 33, 64, 1000]


class Variable:
    def __init__(self, name, root, constant=False):
        self.name = name
        self.root = root  # the user's loop it descends from
        self.constant = constant  # the number of trips is a small constant


class Scheduler:
    """Keeps the order of the loops while commands are chosen.

    `loops` are the user's loop variables from outside in. `perfect` says that
    nothing stands between them, so that a dense inner loop may move outwards.
    `reducible` says that the sum over positions may be reassociated. `width` is
    the number of trips of `k`.
    """

    def __init__(self, rng, loops, perfect, reducible, width):
        self.rng = rng
        self.path = [Variable(name, name) for name in loops]
        self.perfect = perfect
        self.reducible = reducible
        self.width = width
        self.clauses = []
        self.made = 0

    def names(self):
        return [v.name for v in self.path]

    def fresh(self, stem):
        self.made += 1
        return "%s_%d" % (stem, self.made)

    def split(self):
        at = self.rng.randrange(len(self.path))
        parent = self.path[at]
        outer, inner = self.fresh(parent.root), self.fresh(parent.root)
        factor = self.rng.choice(FACTORS)
        command = self.rng.choice(["split", "split", "divide"])
        self.clauses.append(
            "%s(%s, %s, %s, %d)" % (command, parent.name, outer, inner, factor)
        )
        small = command == "split" and factor <= 8
        self.path[at : at + 1] = [
            Variable(outer, parent.root, command == "divide" and factor <= 8),
            Variable(inner, parent.root, small),
        ]

    def bound(self):
        """States something that is true of all data."""
        places = [n for n, v in enumerate(self.path) if v.name in ("i", "k")]
        if not places:
            return
        at = self.rng.choice(places)
        parent = self.path[at]
        facts = [(1, "divisible"), (0, "min_constraint"), (30000, "max_constraint")]
        if parent.root == "k":
            divisors = [d for d in range(2, self.width + 1) if self.width % d == 0]
            facts = [(d, "divisible") for d in divisors]
            facts += [(self.width, "max_exact"), (0, "min_exact")]
            facts += [(self.width + 1, "max_constraint")]
        name = self.fresh(parent.root)
        self.clauses.append(
            "bound(%s, %s, %d, %s)" % ((parent.name, name) + self.rng.choice(facts))
        )
        self.path[at] = Variable(name, parent.root)

    def may_swap(self, outer, inner):
        """Whether two neighbours may change places without reassociation."""
        if outer.root == inner.root:
            return outer.root != "p"
        if "k" not in (outer.root, inner.root):
            return False
        return self.perfect

    def order(self):
        path = list(self.path)
        for _ in range(self.rng.randrange(1, 8)):
            at = self.rng.randrange(len(path))
            if at + 1 < len(path) and self.may_swap(path[at], path[at + 1]):
                path[at], path[at + 1] = path[at + 1], path[at]
        if any("order(" in clause for clause in self.clauses):
            return  # going back may need reads that a loop in between guards
        if path == self.path and self.rng.random() < 0.7:
            return
        self.path = path
        self.clauses.append("order(%s)" % ", ".join(self.names()))

    def unroll(self):
        variable = self.rng.choice(self.path)
        if variable.constant and self.rng.random() < 0.5:
            self.clauses.append("unroll(%s)" % variable.name)
        else:
            self.clauses.append(
                "unroll(%s, %d)" % (variable.name, self.rng.choice([2, 3, 4, 8]))
            )

    def unrolled(self, variable):
        return any("unroll(%s" % variable.name in clause for clause in self.clauses)

    def parallelize(self):
        threads = self.rng.random() < 0.75
        vector = self.rng.random() < 0.4
        taken = None
        if threads:
            pool = [v for v in self.path if v.root != "p" and not self.unrolled(v)]
            if pool:
                taken = self.rng.choice(pool)
                omp = self.rng.choice(
                    [""] * 4 + [", schedule(dynamic, 2)", ", schedule(static, 3)"]
                )
                self.clauses.append(
                    "parallelize(%s, cpu_thread, no_races%s)" % (taken.name, omp)
                )
        if vector:
            last = self.path[-1]
            if last is taken or self.unrolled(last):
                return
            if last.root == "p":
                if not self.reducible:
                    return
                width = self.rng.choice(["", ", width(2)", ", width(8)"])
                self.clauses.append(
                    "parallelize(%s, cpu_vector, parallel_reduction%s)"
                    % (last.name, width)
                )
            elif last.root == "k":
                self.clauses.append(
                    "parallelize(%s, cpu_vector, no_races)" % last.name
                )

    def generate(self):
        for _ in range(self.rng.randrange(0, 5)):
            self.rng.choice([self.split, self.split, self.order, self.bound])()
        if self.rng.random() < 0.3:
            self.unroll()
        self.parallelize()
        if not self.clauses:
            self.split()
        return self.clauses
