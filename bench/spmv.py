#!/usr/bin/env python3
"""Schedules of y = A x against `#pragma omp parallel for` on every matrix.

    bench/spmv.py [--seconds N] MATRIX.mtx.xz... > docs/performance/spmv.md

Needs build/lib/LacunaClang-19.so (scripts/build). Without arguments: the
matrices in LACUNA_DATA. The table holds the median speed-up over OpenMP's loop
and its quartiles, paired within interleaved rounds.
"""

import argparse
import glob
import os
import platform
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FLAGS = ["-std=c++20", "-O3", "-march=native", "-fopenmp"]


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        text = file.read()
    model = re.search(r"model name\s*:\s*(.*)", text)
    clang = subprocess.run(
        ["clang++-19", "--version"], capture_output=True, text=True, check=True
    ).stdout.splitlines()[0]
    return "%s, %d hardware threads, %s; %s" % (
        model.group(1) if model else platform.machine(),
        os.cpu_count() or 1,
        platform.system() + " " + platform.release().split("-")[0],
        clang,
    )


def build(folder):
    program = os.path.join(folder, "spmv")
    example = os.path.join(ROOT, "examples", "spmv")
    plugin = os.path.join(ROOT, "build", "lib", "LacunaClang-19.so")
    command = ["clang++-19"] + FLAGS + ["-w", "-fplugin=" + plugin, "-I", example]
    command += [os.path.join(ROOT, "bench", "spmv.cpp")]
    command += [os.path.join(example, "Csr.cpp"), "-lcholmod", "-o", program]
    subprocess.run(command, check=True)
    return program


def measure(program, matrix, seconds, folder):
    plain = os.path.join(folder, "matrix.mtx")
    with open(plain, "wb") as file:
        subprocess.run(["xz", "-dc", matrix], stdout=file, check=True)
    output = subprocess.run(
        [program, plain, str(seconds)], capture_output=True, text=True, check=True
    ).stdout
    return [line.split("\t") for line in output.splitlines()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3, help="for each matrix")
    parser.add_argument("matrices", nargs="*")
    arguments = parser.parse_args()
    matrices = arguments.matrices
    if not matrices:
        data = os.environ.get("LACUNA_DATA")
        if not data:
            sys.exit("bench/spmv.py: name matrices, or set LACUNA_DATA")
        matrices = sorted(glob.glob(os.path.join(data, "matrices", "*.mtx.xz")))
    print("# Row products\n")
    print("Speed-up over `#pragma omp parallel for`: median of paired, interleaved")
    print("rounds, with quartiles. Written by `bench/spmv.py --seconds %g`.\n" % arguments.seconds)
    print(machine() + ". Flags: `%s`.\n" % " ".join(FLAGS))
    with tempfile.TemporaryDirectory() as folder:
        program = build(folder)
        for number, matrix in enumerate(matrices):
            rows = measure(program, matrix, arguments.seconds, folder)
            if number == 0:
                names = [row[0] for row in rows[1:]]
                print("| matrix | OpenMP, µs | %s |" % " | ".join(names))
                print("|---|---:|%s" % ("---:|" * len(names)))
            cells = ["%s (%s–%s)" % (row[3], row[2], row[4]) for row in rows[1:]]
            name = os.path.basename(matrix).replace(".mtx.xz", "")
            print(
                "| %s | %.1f | %s |" % (name, 1e6 * float(rows[0][1]), " | ".join(cells)),
                flush=True,
            )


if __name__ == "__main__":
    main()
