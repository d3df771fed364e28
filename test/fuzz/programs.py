#!/usr/bin/env python3
"""Random loop nests under random legal schedules on awkward data.

Each program holds some dozens of kernels; it is built once as it is and once
with the plugin, and both must compute the same. A program that fails is cut down
to one kernel and as few clauses as fail, and left beside the others.
"""

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import time

from gpu import GpuScheduler
from schedule import Scheduler
from tensors import PRELUDE as TENSORS
from tensors import TensorKernel
from workspaces import WorkspaceKernel

HERE = os.path.dirname(os.path.abspath(__file__))
CHECK = os.path.join(HERE, os.pardir, "run", "support", "check_run.py")

VALUES = ["double"] * 5 + ["float", "int", "long", "unsigned", "short"]
INDICES = ["int"] * 5 + ["long", "unsigned", "size_t", "short"]
FLOATING = ("double", "float")


class Kernel:
    """One function with one annotated loop, and the call that records it."""

    def __init__(self, seed, number, gpu):
        rng = self.rng = random.Random(seed * 1000003 + number)
        self.number = number
        self.value = rng.choice(VALUES)
        self.row = rng.choice(INDICES)
        self.pos = rng.choice(INDICES)
        self.crd = rng.choice(INDICES)
        self.floating = self.value in FLOATING
        self.dense = rng.random() < 0.3
        self.width = rng.choice([2, 3, 4, 8, 0]) if self.dense else None
        self.legacy = rng.random() < 0.25 and not self.dense and not gpu
        self.container = rng.choice(["pointer", "pointer", "vector", "span"])
        self.seeding = rng.choice(
            ["zero", "zero", "output", "scaled", "straight", "cleared"]
        )
        # Rows of k that are set before, or updated under a condition.
        self.cleared = self.dense and rng.random() < 0.25
        self.masked = self.dense and rng.random() < 0.25
        self.perfect = self.seeding == "straight"
        if self.dense:
            self.perfect = not (self.cleared or self.masked)
        self.reduction = "+="
        if not self.dense and rng.random() < 0.15:
            self.reduction = rng.choice(["-=", "max", "min"])
        if gpu:
            self.body()
            self.schedule_gpu()
        else:
            self.schedule_cpu()

    def loops(self):
        return ["i", "p", "k"] if self.dense else ["i", "p"]

    def sums_variable(self):
        return not self.dense and self.seeding in ("zero", "output", "scaled")

    def schedule_gpu(self):
        adds = self.reduction in ("+=", "-=")
        whole = self.value != "short" or (self.seeding == "straight" and not self.cleared)
        starts = self.low == "0" or self.row in ("int", "long", "short")
        # What is narrow is converted when it is added.
        ends = [[], ["y[i] = sum;"]] + [["y[i] += sum;"]] * (self.value != "short")
        stores = self.finish in ends
        scheduler = GpuScheduler(
            self.rng,
            self.loops(),
            self.perfect,
            reducible=self.sums_variable(),
            width=self.width,
            fusible=adds and stores and starts,
            divisible=adds and not self.sums_variable() and whole,
            whole=whole,
            term=self.summand,
        )
        self.clauses = scheduler.generate()

    def schedule_cpu(self):
        rng = self.rng
        reducible = self.sums_variable() and self.reduction == "+="
        scheduler = Scheduler(
            rng, self.loops(), self.perfect, reducible, self.width or 5
        )
        self.clauses = scheduler.generate()
        self.body()
        named = any("j = crd[p];" in line for line in self.nest)
        if named and not self.legacy and self.row in ("int", "long"):
            if rng.random() < 0.15:
                self.clauses = self.coordinate_blocks()
        vector = any("parallelize(p, cpu_vector" in clause for clause in self.clauses)
        own = "p" in scheduler.names() and "coord(p, j)" not in self.clauses
        if named and own and not vector and rng.random() < 0.3:
            self.clauses.append("prefetch(p, x, %d)" % rng.choice([1, 3, 8, 4096]))

    def coordinate_blocks(self):
        """Blocks of columns, inside or outside the rows."""
        rows, columns = self.rng.choice([1, 3, 8]), self.rng.choice([1, 7, 64])
        clauses = ["coord(p, j)", "split(j, j0, j1, %d)" % columns]
        form = self.rng.randrange(3)
        if form == 1:
            clauses.append("reorder(i, j0)")
        elif form == 2:
            clauses = ["split(i, i0, i1, %d)" % rows] + clauses
            clauses.append("order(i0, j0, i1, j1%s)" % (", k" if self.dense else ""))
            clauses.append("parallelize(i0, cpu_thread, no_races)")
        return clauses

    def reassociated(self):
        text = " ".join(self.clauses)
        joins = ("parallel_reduction", "temporary", "atomics", "target(cuda)")
        return any(word in text for word in joins)

    def term(self):
        rng = self.rng
        terms = ["val[p] * x[j]"] * 4 + [
            "x[j] * val[p]",
            "val[p] * x[j] * w[i]",
            "(val[p] + x[j]) * w[i]",
            "val[p] * (x[j] - w[i])",
            "(val[p] > 0 ? val[p] * x[j] : x[j])",
            "val[p] * x[j] + %s(1)" % self.value,
            "-val[p] * x[j]",
        ]
        if self.floating:
            terms += ["std::fabs(val[p]) * x[j]", "val[p] * x[j] / 3"]
        text = rng.choice(terms)
        if self.dense:
            width = str(self.width) if self.width else "K"
            subscript = rng.choice(["j * %s + k", "k + j * %s", "%s * j + k"]) % width
            text = text.replace("x[j]", "x[%s]" % subscript)
        return text

    def bounds(self):
        """The bounds of the row loop and the header's spelling."""
        rng = self.rng
        low = rng.choice(["0"] * 5 + ["1", "lo"])
        step = rng.choice(["++i", "i++", "i += 1"])
        if self.row in ("int", "long", "short") and rng.random() < 0.15:
            return low, "i <= m - 1", step
        return low, "i < m", step

    def body(self):
        rng = self.rng
        self.low, condition, step = self.bounds()
        self.summand = None
        hoisted = rng.random() < 0.3
        named = rng.random() < 0.6
        term = self.term()
        header = []
        begin, end = "pos[i]", "pos[i + 1]"
        lines = []
        if hoisted and not self.perfect:
            lines.append("const %s last = pos[i + 1];" % self.pos)
            end = "last"
        coordinate = []
        if named or self.dense:
            coordinate = ["%sj = crd[p];" % ("" if self.legacy else "const %s " % self.crd)]
        else:
            term = term.replace("[j]", "[crd[p]]")
        if self.dense:
            width = str(self.width) if self.width else "K"
            inner = coordinate + [
                "for (int k = 0; k < %s; ++k)" % width,
                "  y[i * %s + k] += %s;" % (width, term),
            ]
            if self.masked:
                inner[-2:] = ["if (val[p] > 0)"] + ["  " + line for line in inner[-2:]]
            if self.cleared:
                lines.append("for (int l = 0; l < %s; ++l)" % width)
                lines.append("  y[i * %s + l] = %s;" % (width, rng.choice(["0", "w[i]"])))
            finish = []
        else:
            inner, finish = self.row_body(lines, coordinate, term)
        declare_i = "" if self.legacy else self.row + " "
        declare_p = "" if self.legacy else self.pos + " "
        if self.legacy:
            header = [
                "%s i = 3;" % self.row,
                "%s p = 4;" % self.pos,
                "%s j = 5;" % self.crd,
                "(void)j;",
            ]
        loop = ["for (%sp = %s; p < %s; ++p) {" % (declare_p, begin, end)]
        loop += ["  " + line for line in inner] + ["}"]
        nest = ["for (%si = %s; %s; %s) {" % (declare_i, self.low, condition, step)]
        nest += ["  " + line for line in lines + loop + finish] + ["}"]
        self.header, self.nest, self.finish = header, nest, finish

    def row_body(self, lines, coordinate, term):
        rng = self.rng
        place = "y[i]"
        if self.seeding in ("zero", "output", "scaled"):
            place = "sum"
            seed = {"zero": "0", "output": "y[i]", "scaled": "beta * y[i]"}
            lines.append("%s sum = %s;" % (self.value, seed[self.seeding]))
        elif self.seeding == "cleared":
            lines.append("y[i] = 0;")
        if self.reduction in ("max", "min"):
            update = "%s = std::%s<%s>(%s, %s);" % (
                (place, self.reduction, self.value, place, term)
            )
        elif self.reduction == "+=" and rng.random() < 0.2:
            update = "%s = %s + (%s);" % (place, place, term)
        else:
            update = "%s %s %s;" % (place, self.reduction, term)
        inner = coordinate + [update]
        # As `precompute` can name it, and known before the row is.
        nameable = re.fullmatch(r"[-+*/ a-z\[\]]+", term) and "w[i]" not in term
        self.summand = term if nameable else None
        if rng.random() < 0.15:
            self.summand = None
            condition = rng.choice(["val[p] > 0", "long(crd[p]) != long(i)"])
            inner = coordinate + ["if (%s)" % condition, "  " + update]
        finish = []
        if place == "sum":
            finish = [
                rng.choice(["y[i] = sum;"] * 4 + ["y[i] += sum;", "y[i] = 2 * sum + w[i];"])
            ]
        return inner, finish

    def parameters(self):
        if self.container == "pointer":
            array, output = "const %s *%s", "%s *%s"
        elif self.container == "vector":
            array, output = "const std::vector<%s> &%s", "std::vector<%s> &%s"
        else:
            array, output = "std::span<const %s> %s", "std::span<%s> %s"
        return ", ".join(
            [
                "%s m" % self.row,
                "[[maybe_unused]] %s lo" % self.row,
                "[[maybe_unused]] int K",
                "[[maybe_unused]] %s beta" % self.value,
                array % (self.pos, "pos"),
                array % (self.crd, "crd"),
                array % (self.value, "val"),
                array % (self.value, "x"),
                "[[maybe_unused]] " + array % (self.value, "w"),
                output % (self.value, "y"),
            ]
        )

    def function(self):
        name = "kernel%d" % self.number
        lines = ["void %s(%s) {" % (name, self.parameters())]
        lines += ["  " + line for line in self.header]
        lines += ["#pragma sparse " + " ".join(self.clauses)]
        lines += ["  " + line for line in self.nest]
        if self.legacy:
            lines += [
                '  run::record("%s i", i);' % name,
                '  run::record("%s p", p);' % name,
                '  run::record("%s j", j);' % name,
            ]
        return "\n".join(lines + ["}"])

    def call(self):
        name = "kernel%d" % self.number
        suffix = ".data()" if self.container == "pointer" else ""
        arrays = ", ".join(
            "A.%s%s" % (array, suffix) for array in ("pos", "crd", "val")
        ) + ", x%s, w%s, y%s" % (suffix, suffix, suffix)
        width = self.width or 5
        lines = [
            "  for (const auto &A : run::shapes<%s, %s, %s>(Seed)) {"
            % (self.value, self.pos, self.crd),
            "    run::Random R(Seed);",
            "    const int K = %d;" % (width if self.dense else 1),
            "    auto x = R.vector<%s>(A.Cols * K + 1);" % self.value,
            "    auto w = R.vector<%s>(A.Rows + 1);" % self.value,
            "    auto y = R.vector<%s>(A.Rows * K + 3);" % self.value,
        ]
        if self.reassociated():
            lines += [
                "    auto Bound = bound(A, K, x, w, y);",
            ]
        lines += [
            "    %s(%s(A.Rows), %s(2), K, %s(3), %s);"
            % (name, self.row, self.row, self.value, arrays),
            '    run::record("%s, " + A.Name, y%s);'
            % (name, ", Bound" if self.reassociated() else ""),
            "  }",
        ]
        return "\n".join(lines)


PRELUDE = """#include "support.h"
#include <algorithm>
#include <span>

static uint64_t Seed = %d;

// As in support.h: what tests only stand on is compiled quickly.
#pragma clang optimize off

// What any of the terms may add up to in an element, generously.
template <class Val, class Pos, class Crd>
std::vector<double> bound(const run::Csr<Val, Pos, Crd> &A, long K,
                          const std::vector<Val> &x, const std::vector<Val> &w,
                          const std::vector<Val> &y) {
  std::vector<double> Bound(y.size(), 0);
  for (long I = 0; I < A.Rows * K; ++I) {
    const long Row = I / K;
    double Magnitude = 4 * std::fabs(double(y[I])) + std::fabs(double(w[Row]));
    for (Pos P = A.pos[Row]; P < A.pos[Row + 1]; ++P)
      Magnitude += (std::fabs(double(A.val[P])) + 1) *
                   (std::fabs(double(x[A.crd[P] * K + I %% K])) + 1) *
                   (std::fabs(double(w[Row])) + 1);
    Bound[I] = 4 * run::sumBound<Val>(A.length(Row), Magnitude);
  }
  return Bound;
}

#pragma clang optimize on
"""


def program(seed, kernels):
    parts = [PRELUDE % seed, TENSORS]
    parts += [kernel.function() for kernel in kernels]
    parts += ["#pragma clang optimize off", "int main() {"]
    parts += [kernel.call() for kernel in kernels] + ["}", ""]
    return "\n".join(parts)


class Runner:
    def __init__(self, arguments):
        self.arguments = arguments
        self.precompiled = os.path.join(arguments.output, "precompiled")
        shutil.rmtree(self.precompiled, ignore_errors=True)

    def check(self, name, seed, kernels):
        """An empty string, or what went wrong."""
        text = program(seed, kernels)
        source = os.path.join(self.arguments.output, name + ".cpp")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        command = [
            sys.executable,
            CHECK,
            "--clangxx=" + self.arguments.clangxx,
            "--plugin=" + self.arguments.plugin,
            "--compare=" + self.arguments.compare,
            "--precompiled=" + self.precompiled,
            "--lines=%d" % len(kernels),
            # Loops without a trip, on the shapes of no or one row, may go either way.
            "--fallback-each=4",
            "-o",
            source[: -len(".cpp")],
            source,
            "-I" + os.path.dirname(CHECK),
            "-w",
        ]
        environment = dict(os.environ)
        if self.arguments.gpu:
            # Kernels are optimised all the same.
            command.append("-O0")
            library = os.path.join(self.arguments.gpu, "lib")
            command += ["-ffp-contract=off", "-L" + library, "-llacuna_rt"]
            command += ["-Wl,-rpath," + library]
            command.append("--build=" + self.arguments.gpu)
            command += ["--emulate=" + s for s in self.arguments.emulate]
            environment.update(
                LACUNA_GPU="require",
                LACUNA_LIBCUDA=os.path.join(
                    self.arguments.gpu, "test", "machine", "driver", "libcuda.so.1"
                ),
                FAKE_CUDA_LEAKS="1",
                FAKE_CUDA_SEED=str(seed),
            )
        else:
            command.append("-O1")
        result = subprocess.run(
            command, capture_output=True, text=True, env=environment
        )
        return result.stdout + result.stderr if result.returncode else ""

    def shrink(self, name, seed, kernels):
        """Leaves NAME-small.cpp with one kernel and few clauses; its report."""

        def symptom(report):
            found = re.findall(r"error: .*|Sanitizer: \S+", report)
            return found[:1] or report.splitlines()[:1]

        report = ""
        for kernel in kernels:
            report = self.check(name + "-small", seed, [kernel])
            if report:
                break
        if not report:
            return "no kernel fails alone\n"
        at = 0
        while at < len(kernel.clauses):
            dropped = kernel.clauses.pop(at)
            smaller = kernel.clauses and self.check(
                name + "-smaller", seed, [kernel]
            )
            if smaller and symptom(smaller) == symptom(report):
                report = smaller
            else:
                kernel.clauses.insert(at, dropped)
                at += 1
        report = self.check(name + "-small", seed, [kernel])
        return kernel.function() + "\n" + report

    def run(self, seed):
        gpu = bool(self.arguments.gpu)
        kinds = [Kernel, Kernel, TensorKernel] + [WorkspaceKernel] * gpu
        kernels = [
            kinds[n % len(kinds)](seed, n, gpu) for n in range(self.arguments.kernels)
        ]
        name = "program%d" % seed
        report = self.check(name, seed, kernels)
        if not report:
            return True
        print("seed %d fails:\n%s" % (seed, report[:2000]))
        print("reduced to %s-small.cpp:" % os.path.join(self.arguments.output, name))
        print(self.shrink(name, seed, kernels)[:4000], flush=True)
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clangxx", required=True)
    parser.add_argument("--plugin", required=True, help="-fplugin=…")
    parser.add_argument("--compare", required=True, help="compare-records")
    parser.add_argument("--seed", type=int, default=1, help="the first; 0: any")
    parser.add_argument("--programs", type=int, default=1)
    parser.add_argument("--kernels", type=int, default=30)
    parser.add_argument("--seconds", type=float, help="go on until then instead")
    parser.add_argument(
        "--gpu", help="schedules for a GPU; the build folder with a driver that stands in"
    )
    parser.add_argument(
        "--emulate",
        metavar="SANITIZERS",
        action="append",
        default=[],
        help="the text of kernels runs on the host, too, under these",
    )
    parser.add_argument("-o", dest="output", required=True, help="folder for files")
    arguments = parser.parse_args()
    os.makedirs(arguments.output, exist_ok=True)
    runner = Runner(arguments)
    arguments.seed = arguments.seed or int(time.time())
    start, seed, failed = time.monotonic(), arguments.seed, 0
    while True:
        if arguments.seconds is None and seed >= arguments.seed + arguments.programs:
            break
        if arguments.seconds and time.monotonic() - start > arguments.seconds:
            break
        failed += not runner.run(seed)
        seed += 1
    print(
        "programs: seeds %d to %d, %d kernels each, %d failed"
        % (arguments.seed, seed - 1, arguments.kernels, failed)
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
