"""The benchmark's programs."""

import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def build(target, folder, mkl=None):
    """A program's path, once it is built in a folder; with Intel MKL where that is known."""
    configure = ["cmake", "-S", ROOT, "-B", folder, "-DLACUNA_BENCH=ON"]
    if not os.path.exists(os.path.join(folder, "CMakeCache.txt")):
        configure += ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"]
    if mkl:
        configure.append("-DLACUNA_BENCH_MKL=" + os.path.abspath(mkl))
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", folder, "--quiet", target], check=True)
    return os.path.join(folder, "bin", target)
