#!/usr/bin/env python3
"""Goes on with all generators of programs from the seeds where it last stopped.

A case is one loop with one directive on one set of data, whose results are compared
with those of the plain loop. What was tried is in a file, a line for each generator:
its name, the first seed, the one behind the last, the cases, and the seeds that
failed. Copy the file to go on elsewhere.
"""

import argparse
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))

# The script, its options, kernels of a program, and sets of data for each kernel.
GENERATORS = {
    "programs": ("programs.py", ["--compare={build}/bin/compare-records"], 30, 18),
    "programs-gpu": ("programs.py", ["--compare={build}/bin/compare-records", "--gpu={build}",
                                      "--emulate=address,undefined", "--emulate=thread"], 15, 18),
    "overlaps": ("overlaps.py", [], 60, 120),
    "rows": ("rows.py", [], 60, 256),
    "borders": ("borders.py", [], 60, 96),
    "borders-gpu": ("borders.py", ["--gpu={build}"], 30, 24),
    "merges": ("merges.py", [], 60, 4),
    "control": ("control.py", [], 60, 7),
    "cursors": ("cursors.py", [], 40, 1),
    "buckets": ("buckets.py", [], 40, 1),
    "privates": ("privates.py", [], 40, 24),
    "waves": ("waves.py", [], 40, 1),
    "waves-gpu": ("waves.py", ["--gpu={build}"], 40, 1),
    "kept": ("kept.py", [], 40, 1),
    "formats": ("formats.py", [], 40, 120),
    "rounding": ("rounding.py", [], 60, 1),
    "selections": ("selections.py", [], 40, 48),
    "members": ("members.py", [], 40, 32),
    "ownarrays": ("ownarrays.py", [], 40, 12),
    "vectors": ("vectors.py", [], 30, 16),
    "clamps": ("clamps.py", [], 40, 24),
    "searches": ("searches.py", [], 40, 288),
    "appends": ("appends.py", [], 25, 6),
    "synchronised": ("synchronised.py", [], 25, 6),
    "isolated": ("isolated.py", [], 25, 21),
    # One loop a program.
    "affine": ("affine.py", [], 1, 56),
    "products": ("products.py", [], 1, 1000),
    "columns": ("columns.py", [], 1, 100),
    "tables": ("tables.py", [], 1, 192),
    "triangles": ("triangles.py", [], 1, 49),
    "checks": ("checks.py", [], 1, 147),
    "neighbours": ("neighbours.py", [], 1, 36),
    "spellings": ("spellings.py", [], 1, 45),
}


class Progress:
    def __init__(self, first):
        self.first = self.next = first
        self.cases, self.failed = 0, []

    def line(self, name):
        failed = ",".join(map(str, self.failed)) or "none"
        return "%s: seeds %d to %d, %d cases, failed: %s\n" % (
            name, self.first, self.next - 1, self.cases, failed)


def load(path, first):
    state = {name: Progress(first) for name in GENERATORS}
    if not os.path.exists(path):
        return state
    with open(path, encoding="utf-8") as file:
        for line in file:
            name, low, high, cases, failed = re.fullmatch(
                r"(\S+): seeds (\d+) to (\d+), (\d+) cases, failed: (\S+)\n", line).groups()
            known = state[name] = Progress(int(low))
            known.next, known.cases = int(high) + 1, int(cases)
            known.failed = [] if failed == "none" else list(map(int, failed.split(",")))
    return state


def save(path, state):
    """Leaves the old file or the new one, whenever it is stopped."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        for name, known in state.items():
            if known.next > known.first:
                file.write(known.line(name))
    os.replace(path + ".new", path)


def run_seed(name, seed, arguments):
    script, options, kernels, _ = GENERATORS[name]
    command = [sys.executable, os.path.join(HERE, script), "--clangxx=" + arguments.clangxx,
               "--plugin=" + arguments.plugin, "--seed=%d" % seed, "--programs=1",
               "-o", os.path.join(arguments.output, name)]
    if kernels > 1:
        command.append("--kernels=%d" % kernels)
    command += [option.format(build=arguments.build) for option in options]
    return subprocess.run(command, capture_output=True, text=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clangxx", required=True)
    parser.add_argument("--plugin", required=True, help="-fplugin=…")
    parser.add_argument("--build", required=True, help="the build folder")
    parser.add_argument("--state", required=True, help="what was tried; is made, and gone on from")
    parser.add_argument("--first", type=int, default=1000, help="seed to begin with")
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("-o", dest="output", required=True, help="folder for files")
    parser.add_argument("generators", nargs="*", help="some of: " + ", ".join(GENERATORS))
    arguments = parser.parse_args()
    os.makedirs(arguments.output, exist_ok=True)
    state = load(arguments.state, arguments.first)
    end, failures = time.time() + arguments.seconds, 0
    while time.time() < end:
        for name in arguments.generators or GENERATORS:
            known = state[name]
            result = run_seed(name, known.next, arguments)
            # Too few loops that ran make a generator fail as well, in one of many
            # programs no reason for alarm.
            if result.returncode and not re.search(r"\b0 programs failed\n$", result.stdout):
                print("%s, seed %d:\n%s%s" % (name, known.next, result.stdout, result.stderr), flush=True)
                known.failed.append(known.next)
                failures += 1
            known.next += 1
            known.cases += GENERATORS[name][2] * GENERATORS[name][3]
            save(arguments.state, state)
    print("%d cases, %d failures" % (sum(known.cases for known in state.values()), failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
