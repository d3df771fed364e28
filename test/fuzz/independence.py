#!/usr/bin/env python3
"""Random nests of dense loops over one array, small types and all: where a loop is
made parallel, or two loops are exchanged, and the guards hold, running the nest
in the other order must not change what any read sees."""

import argparse
import random
import re
import subprocess
import sys

WIDTH = {"i8": 8, "u8": 8, "i16": 16, "u16": 16, "i32": 32, "u32": 32, "i64": 64, "u64": 64}


class Undefined(Exception):
    """The nest overflows, or runs too long for this test."""


def convert(ty, value):
    value &= (1 << WIDTH[ty]) - 1
    if ty[0] == "i" and value >> (WIDTH[ty] - 1):
        value -= 1 << WIDTH[ty]
    return value


# Expressions: ("const", type, value), ("var", type, name), ("cast", type, operand),
# and (operator, type, left, right).


def evaluate(e, env):
    kind, ty = e[0], e[1]
    if kind == "const":
        return e[2]
    if kind == "var":
        return env[e[2]]
    if kind == "cast":
        return convert(ty, evaluate(e[2], env))
    left, right = evaluate(e[2], env), evaluate(e[3], env)
    exact = {"+": left + right, "-": left - right, "*": left * right}[kind]
    result = convert(ty, exact)
    if result != exact and ty[0] == "i":
        raise Undefined
    return result


def text(e):
    kind, ty = e[0], e[1]
    if kind == "const":
        return "%d:%s" % (e[2], ty)
    if kind == "var":
        return e[2]
    if kind == "cast":
        return "%s(%s)" % (ty, text(e[2]))
    return "(%s %s %s)" % (text(e[2]), kind, text(e[3]))


def cast(ty, e):
    return e if e[1] == ty else ("cast", ty, e)


class RandomNest:
    def __init__(self, rng):
        self.rng = rng
        self.operands = {n: rng.choice("i32 i32 u32 u8 i64 u64 u16".split()) for n in "nKLs"}
        self.types = {n: rng.choice("i32 i32 u32 u8 i64 u64 i16 u16".split()) for n in "ikl"}
        self.types.update(self.operands)
        self.ranges = {v: self.range(v, b) for v, b in zip("ikl", "nKL")}
        self.accesses = self.make_accesses()
        names = {n for _, e in self.accesses for n in self.names(e)}
        self.loops = "ikl" if "l" in names else "ik" if "k" in names else "i"

    def var(self, ty, name):
        return cast(ty, ("var", self.types[name], name))

    def range(self, variable, bound):
        ty = self.types[variable]
        low = ("const", ty, self.rng.choice([0, 0, 0, 1, 2]))
        if self.rng.random() < 0.2:
            return low, ("const", ty, self.rng.choice([1, 2, 3, 4, 8]))
        return low, self.var(ty, bound)

    def names(self, e):
        if e[0] == "var":
            return {e[2]}
        return {n for part in e[2:] if isinstance(part, tuple) for n in self.names(part)}

    def wild(self, ty, depth):
        rng = self.rng
        if depth == 0 or rng.random() < 0.25:
            if rng.random() < 0.2:
                return ("const", ty, rng.randrange(9))
            return self.var(ty, rng.choice("iklnKLs"))
        if rng.random() < 0.2:
            return cast(ty, self.wild(rng.choice(list(WIDTH)), depth - 1))
        return (rng.choice("++-**"), ty, self.wild(ty, depth - 1), self.wild(ty, depth - 1))

    def strided(self, ty):
        """(i * stride + k) * stride + l, with variations."""
        rng = self.rng
        stride = rng.choice([self.var(ty, n) for n in "KsL"] + [("const", ty, rng.choice([1, 2, 3, 4, 8]))])
        e = ("*", ty, self.var(ty, "i"), stride)
        if rng.random() < 0.3:
            e = ("*", ty, e, rng.choice([self.var(ty, "L"), ("const", ty, 2)]))
        if rng.random() < 0.8:
            e = (rng.choice("+++-"), ty, e, self.var(ty, "k"))
        if rng.random() < 0.3:
            e = ("*", ty, e, rng.choice([self.var(ty, "L"), ("const", ty, 3)]))
            e = ("+", ty, e, self.var(ty, "l"))
        if rng.random() < 0.4:
            e = (rng.choice("+-"), ty, e, ("const", ty, rng.randrange(4)))
        if rng.random() < 0.3:
            e = cast(rng.choice(list(WIDTH)), e)
        return e

    def block(self, ty, stride):
        """i * stride and something that may be less than the stride."""
        rng = self.rng
        k, l = self.var(ty, "k"), self.var(ty, "l")
        rest = rng.choice([
            k, l, ("const", ty, rng.randrange(4)), ("-", ty, stride, ("const", ty, 1)),
            ("+", ty, k, ("const", ty, 1)), ("-", ty, ("-", ty, stride, ("const", ty, 1)), k),
            ("+", ty, ("*", ty, k, self.var(ty, rng.choice("KL"))), l),
            ("+", ty, ("*", ty, ("const", ty, 3), l), k)])
        return ("+", ty, ("*", ty, self.var(ty, "i"), stride), rest)

    def make_blocks(self):
        rng = self.rng
        ty = rng.choice(["i32", "i64", "u64", "i64", *WIDTH])
        stride = rng.choice([self.var(ty, n) for n in "KsL"] + [("const", ty, rng.choice([4, 8, 12]))])
        if rng.random() < 0.3:
            stride = ("*", ty, self.var(ty, rng.choice("KL")), self.var(ty, "L"))
        return [(n == 0 or rng.random() < 0.6, self.block(ty, stride)) for n in range(rng.choice([2, 3, 4]))]

    def make_accesses(self):
        rng, first, accesses = self.rng, None, []
        if rng.random() < 0.3:
            return self.make_blocks()
        for _ in range(rng.choice([1, 1, 2, 3])):
            ty = rng.choice(list(WIDTH))
            if first and rng.random() < 0.6:
                e = ("+", first[1], first, ("const", first[1], rng.randrange(3)))
            else:
                e = self.strided(ty) if rng.random() < 0.75 else self.wild(ty, 3)
            first = first or e
            accesses.append((rng.random() < 0.7, e))
        if not any(writes for writes, _ in accesses):
            accesses[0] = (True, accesses[0][1])
        return accesses

    def print(self, name):
        lines = ["nest @%s {" % name]
        lines += ["operand %s : %s" % item for item in self.operands.items()]
        lines.append("operand y : f64[] written")
        for v in self.loops:
            low, high = self.ranges[v]
            lines.append("index %s : %s in %s .. %s" % (v, self.types[v], text(low), text(high)))
        lines.append("body {")
        lines += ["loop %s {" % v for v in self.loops]
        # Of one and the same value it does not matter who stores it.
        own = " + ".join("f64(%s)" % v for v in self.loops)
        for n, (writes, e) in enumerate(self.accesses):
            form = "y[%%s] = %s + %d.0" % (own, n) if writes else "let t%d = y[%%s]" % n
            lines.append(form % text(e))
        return "\n".join(lines + ["}"] * (len(self.loops) + 2)) + "\n"

    def run(self, env, order, reverse=False):
        """What each read sees, and which write each element keeps."""
        memory, seen = {}, {}

        def iterate(depth, env):
            if depth == len(order):
                for n, (writes, e) in enumerate(self.accesses):
                    place = evaluate(e, env)
                    when = (n,) + tuple(env[v] for v in self.loops)
                    if writes:
                        memory[place] = when
                    else:
                        seen[when] = memory.get(place)
                return
            low, high = (evaluate(b, env) for b in self.ranges[order[depth]])
            if high - low > (300 if len(order) == 1 else 40):
                raise Undefined
            values = range(low, high)
            # Another order of the parallel loop's iterations.
            for value in reversed(values) if reverse and depth == 0 else values:
                iterate(depth + 1, dict(env, **{order[depth]: value}))

        iterate(0, env)
        return memory, seen

    def environment(self):
        def value(ty):
            small = [0, 1, 2, 3, 4, 5, 8, 9, 12, 16, self.rng.randrange(40)]
            return convert(ty, self.rng.choice(small) if self.rng.random() < 0.9 else -2)

        return {name: value(ty) for name, ty in self.operands.items()}


def choices(text):
    """`c ? a : b` as Python has it, inside of parentheses as well."""
    parts, begin, depth = [""], 0, 0
    for at, letter in enumerate(text):
        if letter == "(":
            depth += 1
            if depth == 1:
                begin = at + 1
        elif letter == ")":
            depth -= 1
            if depth == 0:
                parts[-1] += "(" + choices(text[begin:at]) + ")"
        elif depth == 0 and letter in "?:":
            parts.append("")
        elif depth == 0:
            parts[-1] += letter
    condition, *arms = parts
    return "(%s if %s else %s)" % (arms[0], condition, arms[1]) if arms else condition


def holds(guard, env):
    python = guard.replace("&&", " and ").replace("||", " or ").replace("/", "//")
    python = choices(re.sub(r"(\d+):[iu]\d+", r"\1", python))
    casts = {ty: (lambda ty: lambda v: convert(ty, int(v)))(ty) for ty in WIDTH}
    return bool(eval(python, casts, dict(env)))


def check(nest, output, name, changed):
    """Number of runs compared."""
    guards = re.findall(r'guard "[^"]*" (.*)', output)
    runs = 0
    for _ in range(20):
        env = nest.environment()
        if not all(holds(g, env) for g in guards):
            continue
        try:
            same = nest.run(env, nest.loops) == changed(nest, env)
        except Undefined:
            continue
        runs += 1
        if not same:
            sys.exit("the order matters for %s\n%s\n%s" % (env, nest.print(name), guards))
    return runs


def sparse_opt(tool, nests, schedule):
    source = "".join(n.print("n%d" % i) for i, n in enumerate(nests))
    return subprocess.run([tool, "-", "-schedule", schedule], input=source, text=True, capture_output=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sparse-opt", required=True)
    parser.add_argument("--nests", type=int, default=400)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    args = parser.parse_args()
    print("seed", args.seed)
    rng = random.Random(args.seed)
    parallel = exchanged = 0
    nests = [RandomNest(rng) for _ in range(args.nests)]
    for nest in nests:
        result = sparse_opt(args.sparse_opt, [nest], "parallelize(i, cpu_thread, no_races)")
        if result.returncode == 0:
            parallel += check(nest, result.stdout, "n", lambda x, env: x.run(env, x.loops, True))
        elif "internal" in result.stderr:
            sys.exit(result.stderr)
    for nest in nests[: args.nests // 4]:
        if "k" not in nest.loops:
            continue
        result = sparse_opt(args.sparse_opt, [nest], "reorder(i, k)")
        if result.returncode == 0:
            exchanged += check(nest, result.stdout, "n", lambda x, env: x.run(env, "ki" + x.loops[2:]))
        elif "internal" in result.stderr:
            sys.exit(result.stderr)
    print("compared %d parallel and %d exchanged runs" % (parallel, exchanged))
    if not parallel or not exchanged:
        sys.exit("nothing was compared")


if __name__ == "__main__":
    main()
