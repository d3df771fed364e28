#!/usr/bin/env python3
"""Builds a program whose kernels run on the host as text.

KERNELS.cu is what the plugin has dumped of them while it compiled the program's
objects. The program runs with the driver that stands in for CUDA's, which calls
the compiled text in place of PTX. Flags, libraries and objects are for the
compiler, as -fsanitize=thread, which means the kernels alone.
"""

import argparse
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
# What stands in front of each loop's kernels; in front of the first one is the
# prelude for devices.
HEADING = re.compile(r"^// .+:\d+ in .*$", re.M)
KERNEL = re.compile(r'^extern "C" __global__ void (?:__launch_bounds__\(\d+\) )?(\w+)\(', re.M)


def host_text(kernels):
    """C++ that runs `kernels` when it is linked to a program."""
    first = HEADING.search(kernels)
    text = kernels[first.start() :] if first else ""
    # As much as the stand-in lets a launch have.
    text = re.sub(r"extern __shared__ (.*)\[\];", r"__shared__ \1[99 << 10];", text)
    names = KERNEL.findall(text)
    if not names:
        sys.exit("emulate: there are no kernels")
    lines = ['#include "Emulator.h"', text, '#include "Registration.h"']
    for name in names:
        lines.append(
            'static const emulator::Registration<%s> registration_%s("%s");'
            % (name, name, name)
        )
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clangxx", required=True)
    parser.add_argument("--build", required=True, help="the build folder")
    parser.add_argument("-o", dest="output", required=True)
    parser.add_argument("kernels", metavar="KERNELS.cu")
    options, flags = parser.parse_known_args()

    source = options.output + ".kernels.cpp"
    with open(options.kernels, encoding="utf-8") as file:
        text = host_text(file.read())
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    library = os.path.join(options.build, "lib")
    driver = os.path.join(options.build, "test", "machine", "driver")
    command = [options.clangxx, "-std=c++20", "-O0", "-g", "-w", "-fopenmp"]
    command.append("-femulated-tls")
    command += ["-I" + HERE, "-I" + os.path.join(HERE, os.pardir, "driver")]
    command += ["-fno-sanitize-recover=all", source] + flags
    command += ["-L" + library, "-L" + driver, "-Wl,-rpath," + library + ":" + driver]
    command += ["-llacuna_emulator", "-llacuna_rt", "-l:libcuda.so.1"]
    sys.exit(subprocess.run(command + ["-o", options.output]).returncode)


if __name__ == "__main__":
    main()
