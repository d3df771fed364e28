"""Programs of random kernels, each a loop with a directive, built without the
plugin and with it, and run: what they print must be equal. A kernel has a
number, text() and call(); with MAY_BE_REFUSED it may have a directive that is
an error, and runs with INSTEAD, or without any. The loop of one that STAYS must not run
as generated code. FLAGS, where there are any, are those of all kernels of a program.
WAYS, if it has them, are the ways in which programs are built with the plugin, each with
options."""

import argparse
import os
import re
import subprocess
import time


PRELUDE = """#include <cstdio>
#include <vector>
template <class T> static void print(const char *name, const std::vector<T> &v) {
  std::printf("%s:", name);
  for (T e : v)
    if constexpr (T(0.5) != 0)
      std::printf(" %a", e);
    else
      std::printf(" %d", e);
  std::printf("\\n");
}
"""


ONE_WAY = {"sparse": []}


def main_of_rows(*entries):
    """A function main that fills rows, `pos`, of some entries each: vectors by name, with
    a value for an entry. Kernels are called with several numbers of rows, `m`."""
    made = "".join("      %s.push_back(%s);\n" % (name, value.replace("%", "%%")) for name, value in entries)
    return """int main() {
  unsigned seed = 7;
  auto random = [&] { return (seed = seed * 1103515245u + 12345u) >> 16 & 1023; };
  pos.push_back(0);
  for (int i = 0; i < N; ++i) {
    for (int n = random() %% 13 - 2; n > 0; --n) {
""" + made + """    }
    pos.push_back(crd.size());
  }
  for (int m : {0, 1, 2, 3, 8, N}) {
%s
  }
}
"""


class Runner:
    def __init__(self, arguments, prelude, main):
        self.arguments = arguments
        self.prelude, self.main = PRELUDE + prelude, main

    def write(self, name, kernels):
        """The path of the program, and the line on which each kernel begins."""
        source = os.path.join(self.arguments.output, name + ".cpp")
        text, lines = self.prelude, []
        for kernel in kernels:
            lines.append(text.count("\n") + 1)
            text += kernel.text() + "\n"
        text += self.main % "\n".join(k.call() for k in kernels)
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        return source, lines

    def command(self, source, kernels, *options):
        return [self.arguments.clangxx, "-std=c++20", "-O1", "-fopenmp", "-w", source,
                *getattr(kernels[0], "FLAGS", []), *options]

    def drop_refused(self, name, kernels):
        """Replaces the directives that the plugin refuses, unless it fails itself."""
        source, lines = self.write(name, kernels)
        built = subprocess.run(
            self.command(source, kernels, self.arguments.plugin, "-fsyntax-only", "-ferror-limit=0"),
            capture_output=True, text=True)
        for line in re.findall(r"%s:(\d+):\d+: error: (?!internal)" % re.escape(source), built.stderr):
            kernel = kernels[sum(begin <= int(line) for begin in lines) - 1]
            kernel.schedule = getattr(kernel, "INSTEAD", None)

    def on_gpu(self):
        """Options and environment of programs whose loops run on the device that stands
        in for a GPU."""
        if not self.arguments.gpu:
            return [], {}
        library = os.path.join(self.arguments.gpu, "lib")
        driver = os.path.join(self.arguments.gpu, "test", "machine", "driver", "libcuda.so.1")
        return (["-ffp-contract=off", "-L" + library, "-llacuna_rt", "-Wl,-rpath," + library],
                {"LACUNA_LIBCUDA": driver, "LACUNA_GPU": "require"})

    def run(self, name, kernels):
        """What went wrong, and how many of the loops ran as generated code."""
        source, begins = self.write(name, kernels)
        outputs, generated = {}, 0
        gpu_options, gpu_environment = self.on_gpu()
        for way, options in [("plain", None), *getattr(kernels[0], "WAYS", ONE_WAY).items()]:
            command = self.command(source, kernels, "-o", source[:-4] + "." + way)
            if way == "plain":
                # Without flags, optimisation changes no results, and takes long.
                command += [] if hasattr(kernels[0], "FLAGS") else ["-O0"]
            else:
                command += [self.arguments.plugin, "-fplugin-arg-sparse-unsupported=warn",
                            "-fplugin-arg-sparse-count", *options, *gpu_options]
            built = subprocess.run(command, capture_output=True, text=True)
            if built.returncode:
                return "%s: %s" % (way, built.stderr), 0
            environment = dict(os.environ, OMP_NUM_THREADS="3", OMP_WAIT_POLICY="passive",
                               **gpu_environment)
            ran = subprocess.run([source[:-4] + "." + way], capture_output=True, text=True,
                                 env=environment, timeout=60)
            if ran.returncode:
                return "%s: exit code %d" % (way, ran.returncode), 0
            outputs[way] = ran.stdout
            if outputs[way] != outputs["plain"] or " differ" in ran.stderr:
                return "%s: results differ" % way, 0
            for kernel, begin in zip(kernels, begins):
                loop = begin + kernel.text().split("#pragma")[0].count("\n") + 1
                if getattr(kernel, "STAYS", False) and ":%d: generated" % loop in ran.stderr:
                    return "%s: kernel %d is rewritten" % (way, kernel.number), 0
            generated = max(generated, len(re.findall(r"generated [1-9]", ran.stderr)))
        return "", generated

    def check(self, name, seed, kernels):
        name += str(seed)
        if kernels[0].MAY_BE_REFUSED:
            self.drop_refused(name, kernels)
        wrong, generated = self.run(name, kernels)
        if wrong:
            print("seed %d: %s" % (seed, wrong[:1000]))
            for kernel in kernels:
                if self.run(name + "-small", [kernel])[0]:
                    print(kernel.text(), flush=True)
                    break
        return not wrong, generated


def main(name, description, prelude, main_function, make_kernel):
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--clangxx", required=True)
    parser.add_argument("--plugin", required=True, help="-fplugin=…")
    parser.add_argument("--seed", type=int, default=1, help="the first; 0: any")
    parser.add_argument("--programs", type=int, default=1)
    parser.add_argument("--kernels", type=int, default=40)
    parser.add_argument("--gpu", help="schedules for a GPU, where the generator has them; the "
                        "build folder with a driver that stands in")
    parser.add_argument("-o", dest="output", required=True, help="folder for files")
    arguments = parser.parse_args()
    os.makedirs(arguments.output, exist_ok=True)
    arguments.seed = arguments.seed or int(time.time())
    runner, failed, generated = Runner(arguments, prelude, main_function), 0, 0
    for seed in range(arguments.seed, arguments.seed + arguments.programs):
        more = [True] if arguments.gpu else []
        kernels = [make_kernel(seed, n, *more) for n in range(arguments.kernels)]
        good, ran = runner.check(name, seed, kernels)
        failed += not good
        generated += ran
    total = arguments.programs * arguments.kernels
    print("%s: %d of %d loops generated, %d programs failed" % (name, generated, total, failed))
    # A generator whose loops are refused tests nothing.
    return 1 if failed or generated < total // 2 else 0
