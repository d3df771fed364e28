#!/usr/bin/env python3
"""Builds a run test with and without the plugin and compares what they do.

The two programs must exit with 0 and write equal records (see support.h) to
standard output. The counters of the second one, which list each loop that ran,
must show that they ran as generated code, every time. `--fallback N` says that
exactly N executions go to the user's loop instead, `--fallback-each N` that up
to N of each loop may, `--loops N` that N loops run, a loop for the GPU and the
CPU being two, `--lines N` that loops on N lines do.

`--emulate SANITIZERS`, of programs with loops for a GPU, runs them once more
with kernels that run as text on the host, under these sanitizers of Clang's.
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys

TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
sys.path.insert(0, TESTS)
from precompiled import precompiled_support

EMULATE = os.path.join(TESTS, "machine/emulator/emulate.py")
# Flags that may let optimisation change results.
LOOSE = re.compile(r"-(?:Ofast|m|Xclang$|f(?!no-strict-aliasing$|plugin-arg-|fp-contract=o))")
COUNTER = re.compile(r"^lacuna: (.+): generated (\d+), fallback (\d+)", re.M)


def fail(*lines):
    print(*lines, sep="\n")
    sys.exit(1)


def build(command, output):
    result = subprocess.run(command + ["-o", output], capture_output=True, text=True)
    if result.returncode:
        fail("compilation failed:", " ".join(command), result.stderr)
    return result.stderr


def with_header(options, command, flags):
    if not options.precompiled:
        return command
    return command + precompiled_support(
        options.precompiled, command + flags, options.source
    )


def plain_command(options, command, flags):
    """Loops as they are written compute the same without optimisation, which takes
    longer than they do; unless flags allow other results."""
    if not any(LOOSE.match(flag) for flag in flags):
        command = [text for text in command if text != "-O2"]
        command += ["-O0", "-fpch-instantiate-templates"]
        flags = [flag for flag in flags if not re.fullmatch(r"-O\d", flag)]
    command = with_header(options, command, flags)
    return command + [options.source, "-Wno-unknown-pragmas"] + flags


def build_plain(options, command, output):
    """The program without the plugin: what only the plugin reads makes no other one."""
    if not options.precompiled:
        return build(command, output)
    known = [text for text in command if not text.startswith(("-fplugin-arg-", "-Wno-"))]
    with open(options.source, "rb") as source:
        key = hashlib.sha256("\n".join(known).encode() + source.read()).hexdigest()[:16]
    kept = os.path.join(options.precompiled, key + ".plain")
    if not os.path.exists(kept):
        build(command, output)
        os.makedirs(options.precompiled, exist_ok=True)
        shutil.copy(output, kept + ".new%d" % os.getpid())
        os.replace(kept + ".new%d" % os.getpid(), kept)
    else:
        shutil.copy(kept, output)


def build_emulated(options, command, flags):
    """The program, and one for each set of sanitizers with kernels as text."""
    program = options.output + ".sparse"
    kernels, compiled = program + ".cu", program + ".o"
    dump = "-fplugin-arg-sparse-dump=code:" + kernels
    build(command + ["-c", "-Qunused-arguments", options.source, dump] + flags, compiled)
    build(command + [compiled] + flags, program)
    emulate = [sys.executable, EMULATE, "--clangxx=" + options.clangxx]
    emulate += ["--build=" + options.build, kernels, compiled]
    programs = []
    for sanitizers in options.emulate:
        programs.append(program + "." + sanitizers)
        build(emulate + ["-fsanitize=" + sanitizers], programs[-1])
    return programs


def execute(program, arguments, threads):
    # Teams larger than the machine must not spin.
    environment = dict(
        os.environ, OMP_NUM_THREADS=str(threads), OMP_WAIT_POLICY="passive"
    )
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
    counters = COUNTER.findall(text)
    lines = {line for line, _, _ in counters}
    for what, found, wanted in (
        ("loops", counters, options.loops),
        ("lines with loops", lines, options.lines),
    ):
        if wanted is not None and len(found) != wanted:
            fail("%d %s were counted, not %d:" % (len(found), what, wanted), text)
    if sum(int(generated) for _, generated, _ in counters) == 0:
        fail("no generated code ran:", text)
    fallbacks = sum(
        int(fallback)
        for _, _, fallback in counters
        if int(fallback) > options.fallback_each
    )
    if fallbacks != options.fallback:
        fail(
            "%d executions of the user's loop, not %d:" % (fallbacks, options.fallback),
            text,
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clangxx", required=True)
    parser.add_argument("--plugin", required=True, help="-fplugin=…")
    parser.add_argument("--compare", required=True, help="compare-records")
    parser.add_argument("--threads", default=3)
    parser.add_argument("--fallback", type=int, default=0)
    parser.add_argument("--fallback-each", type=int, default=0)
    parser.add_argument("--loops", type=int)
    parser.add_argument("--lines", type=int)
    parser.add_argument("--argument", action="append", default=[])
    parser.add_argument("--emulate", metavar="SANITIZERS", action="append", default=[])
    parser.add_argument("--build", help="folder, for --emulate")
    parser.add_argument("--precompiled", help="folder for precompiled headers")
    parser.add_argument("--reuse", action="store_true", help="programs are built")
    parser.add_argument("-o", dest="output", required=True)
    parser.add_argument("source")
    # What holds blanks would not be taken for a flag.
    macros = [text for text in sys.argv[1:] if text.startswith("-D")]
    others = [text for text in sys.argv[1:] if not text.startswith("-D")]
    options, flags = parser.parse_known_args(others)
    flags += macros

    plain, sparse = options.output + ".plain", options.output + ".sparse"
    command = [options.clangxx, "-std=c++20", "-O2", "-fopenmp", "-Wall", "-Werror"]
    # Some versions warn about what -march=native means on some machines.
    command += ["-Wno-unknown-warning-option", "-Wno-invalid-feature-combination"]
    scheduled = with_header(options, command, flags)
    scheduled += [options.plugin, "-fplugin-arg-sparse-count"]
    programs = [sparse]
    if not options.reuse:
        build_plain(options, plain_command(options, command, flags), plain)
    if options.emulate:
        programs += build_emulated(options, scheduled, flags)
    elif not options.reuse:
        build(scheduled + [options.source] + flags, sparse)
    expected, _ = execute(plain, options.argument, options.threads)
    for program in programs:
        actual, counters = execute(program, options.argument, options.threads)
        result = subprocess.run([options.compare, expected, actual])
        if result.returncode:
            fail("the plugin changed what %s computes: %s" % (options.source, program))
        check_counters(counters, options)


if __name__ == "__main__":
    main()
