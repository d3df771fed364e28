#!/usr/bin/env python3
"""Any clauses on any nest: each schedule is carried out or refused in documented
words, and never by a message that asks for a report.

Schedules grow clause by clause; a clause that is refused is left out, so that what
is kept gets deep. A schedule that fails is left with what the compiler said.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import time

from nests import NESTS, Clauses, function

FAULTS = ("internal", "PLEASE submit", "Assertion", "UNREACHABLE", "Stack dump")
PRELUDE = '#include <vector>\n'


class Growing:
    def __init__(self, seed, number):
        self.rng = random.Random(seed * 1000003 + number)
        self.nest = self.rng.choice(NESTS)
        self.name = "f%d" % number
        self.clauses = Clauses(self.rng, self.nest[0], self.nest[1])
        self.proposed = None
        self.is_at_fault = False

    def text(self):
        clause = self.proposed[0] if self.proposed else None
        return function(self.name, self.nest, self.clauses.text(clause))


class Compiler:
    def __init__(self, arguments):
        self.command = [arguments.clangxx, "-std=c++20", "-fopenmp", arguments.plugin]
        self.command += ["-fplugin-arg-sparse-unsupported=warn", "-ferror-limit=0"]
        self.command += ["-fno-crash-diagnostics", "-fno-caret-diagnostics"]
        self.command += ["-S", "-emit-llvm", "-O0", "-o", "/dev/null"]

    def errors(self, path, functions):
        """What is said about each function. An error keeps the compiler from having
        a look at others, so that its clause is left out at once."""
        all_said = {}
        while True:
            said, is_hard = self.said(path, functions)
            all_said.update(said)
            if not is_hard or None in said:
                return all_said
            for n in said:
                functions[n].proposed = None

    def said(self, path, functions):
        text = PRELUDE
        begins = []
        for f in functions:
            begins.append(text.count("\n") + 1)
            text += f.text()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        result = subprocess.run(self.command + [path], capture_output=True, text=True)
        said, is_hard = {}, False
        for line in result.stderr.splitlines():
            place = re.match(re.escape(path) + r":(\d+):", line)
            if not place:
                if any(fault in line for fault in FAULTS):
                    said.setdefault(None, []).append(line)
                continue
            refusal = re.search(r" (?:error|warning): (.*)", line)
            if not refusal:
                continue
            at = max(n for n, begin in enumerate(begins) if begin <= int(place.group(1)))
            said.setdefault(at, []).append(refusal.group(1))
            is_hard |= " error: " in line
        if result.returncode not in (0, 1):
            said.setdefault(None, []).append("exit code %d" % result.returncode)
        return said, is_hard


def report(path, said):
    print("%s: %s" % (path, said), flush=True)


def grow(seed, arguments, compiler):
    """The schedules at fault that seed leads to; each is told."""
    functions = [Growing(seed, n) for n in range(arguments.functions)]
    path = os.path.join(arguments.output, "faults-%d.cpp" % seed)
    found = 0
    for _ in range(arguments.rounds):
        for f in functions:
            f.proposed = f.clauses.propose()
        said = compiler.errors(path, functions)
        if None in said:
            report(path, said[None][0])
            return found + 1
        for n, f in enumerate(functions):
            errors = said.get(n)
            faults = [e for e in errors or [] if any(fault in e for fault in FAULTS)]
            if faults:
                found += 1
                where = path.replace(".cpp", "-%s.cpp" % f.name)
                with open(where, "w", encoding="utf-8") as file:
                    file.write("// %s\n%s%s" % (faults[0], PRELUDE, f.text()))
                report(where, faults[0])
            if f.proposed and not errors:
                f.clauses.add(*f.proposed)
            f.proposed = None
    os.remove(path)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clangxx", required=True)
    parser.add_argument("--plugin", required=True, help="-fplugin=…")
    parser.add_argument("--functions", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=14)
    parser.add_argument("--seed", type=int, default=1, help="0: another one each time")
    parser.add_argument("--count", type=int, default=1, help="seeds to try")
    parser.add_argument("--seconds", type=int, default=0, help="try seeds for that long")
    parser.add_argument("-o", "--output", required=True)
    arguments = parser.parse_args()
    os.makedirs(arguments.output, exist_ok=True)
    compiler = Compiler(arguments)
    end = time.time() + arguments.seconds
    begin = arguments.seed or int(time.time())
    seed, found = begin, 0
    while seed < begin + arguments.count or time.time() < end:
        found += grow(seed, arguments, compiler)
        seed += 1
    print("%d schedules at fault" % found)
    return found != 0


if __name__ == "__main__":
    sys.exit(main())
