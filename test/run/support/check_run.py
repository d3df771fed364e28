#!/usr/bin/env python3
"""Builds a run test with and without the plugin and compares what they do.

The two programs must exit with 0 and write equal records (see support.h) to
standard output. The counters of the second one must show that each annotated
loop which ran did so as generated code, every time; `--fallback N` says that
exactly N executions go to the user's loop, `--idle N` that up to N loops may
not run at all.
"""

import argparse
import os
import re
import subprocess
import sys

COUNTER = re.compile(r"^lacuna: (.+): (\d+) generated, (\d+) original$")


def fail(*lines):
    print(*lines, sep="\n")
    sys.exit(1)


def build(command, output):
    result = subprocess.run(command + ["-o", output], capture_output=True, text=True)
    if result.returncode:
        fail("compilation failed:", " ".join(command), result.stderr)
    return result.stderr


def execute(program, arguments, threads):
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads))
    records = program + ".records"
    with open(records, "wb") as output:
        result = subprocess.run(
            [program] + arguments,
            stdout=output,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
    if result.returncode:
        fail("%s exited with %d" % (program, result.returncode), result.stderr)
    return records, result.stderr


def check_counters(text, options):
    counters = [m.groups() for m in map(COUNTER.match, text.splitlines()) if m]
    if not counters:
        fail("no loop was counted:", text)
    fallbacks = sum(int(original) for _, _, original in counters)
    if fallbacks != options.fallback:
        fail("expected %d executions of the user's loop:" % options.fallback, text)
    idle = [c for c in counters if int(c[1]) == 0 and int(c[2]) == 0]
    if len(idle) > options.idle:
        fail("these loops never ran:", *(place for place, _, _ in idle))
    if sum(int(generated) for _, generated, _ in counters) == 0:
        fail("no generated code ran:", text)
    if options.loops is not None and len(counters) != options.loops:
        fail("expected counters of %d loops:" % options.loops, text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clangxx", required=True)
    parser.add_argument("--plugin", required=True, help="-fplugin=…")
    parser.add_argument("--compare", required=True, help="compare-records")
    parser.add_argument("--threads", default=3)
    parser.add_argument("--fallback", type=int, default=0)
    parser.add_argument("--idle", type=int, default=0)
    parser.add_argument("--loops", type=int)
    parser.add_argument("--argument", action="append", default=[])
    parser.add_argument("--reuse", action="store_true", help="programs are built")
    parser.add_argument("-o", dest="output", required=True)
    parser.add_argument("source")
    options, flags = parser.parse_known_args()

    plain, sparse = options.output + ".plain", options.output + ".sparse"
    command = [options.clangxx, "-std=c++20", "-O2", "-fopenmp", "-Wall", "-Werror"]
    command += [options.source] + flags
    if not options.reuse:
        build(command + ["-Wno-unknown-pragmas"], plain)
        build(command + [options.plugin, "-fplugin-arg-sparse-count"], sparse)
    expected, _ = execute(plain, options.argument, options.threads)
    actual, counters = execute(sparse, options.argument, options.threads)
    result = subprocess.run([options.compare, expected, actual])
    if result.returncode:
        fail("the plugin changed what %s computes" % options.source)
    check_counters(counters, options)


if __name__ == "__main__":
    main()
