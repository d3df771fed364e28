"""Configuration of Lacuna's lit suites; what the build knows is in lit.site.cfg.py."""

import glob
import json
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
from lacuna_format import QuotingShTest, quoted


def lacuna_clang(tool):
    return os.path.join(config.clang_tools_dir, tool)


def remembered(key, ask):
    """Whether `ask()` has ever been true for `key` in this build: what was found
    once is not looked for again, what is missing may have been installed."""
    path = os.path.join(config.lacuna_build_dir, "test", "found.json")
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError):
        found = []
    if key in found:
        return True
    if not ask():
        return False
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump(found + [key], file)
    os.replace(path + ".new", path)
    return True


def has_library(flags, source="int main() {}"):
    """Whether a program that needs `flags` compiles and links here."""
    command = [lacuna_clang("clang++"), "-x", "c++", "-", "-o", os.devnull] + flags
    environment = dict(os.environ)
    environment.update(config.environment)
    key = " ".join(command + [environment.get("LIBRARY_PATH", ""), source])
    return remembered(
        key,
        lambda: subprocess.run(
            command, input=source, text=True, capture_output=True, env=environment
        ).returncode
        == 0,
    )


def fma_flag():
    """The flag by which products are fused with sums, where this machine can."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return "-mfma" if " fma " in file.read() else ""
    except OSError:
        return ""


def mpi_programs(kind, asked):
    """The compiler and the launcher of MPI of one kind; `asked` is a program that
    this kind alone has. Debian's have names of their own where both are installed."""
    path = os.environ.get("PATH", "")
    for suffix in ["." + kind] + ([""] if shutil.which(asked, path=path) else []):
        found = [shutil.which(tool + suffix, path=path) for tool in ("mpic++", "mpicxx", "mpirun")]
        if found[-1] and any(found[:-1]):
            return next(filter(None, found)), found[-1]
    return None


def has_openmp():
    return has_library(["-fopenmp"], "#include <omp.h>\nint main() {}")


def borrow_openmp():
    """Gives Clang the OpenMP of the LLVM that Lacuna is built with.

    Debian's libomp-16-dev and libomp-19-dev cannot be installed together.
    """
    lib = os.path.join(llvm_dir, "lib")
    include = os.path.join(config.lacuna_build_dir, "test", "openmp")
    os.makedirs(include, exist_ok=True)
    # Only OpenMP's headers: the others beside them are those of one version.
    for header in glob.glob(os.path.join(lib, "clang", "*", "include", "omp*.h")):
        shutil.copy(header, include)
    config.environment["CPLUS_INCLUDE_PATH"] = include
    config.environment["LIBRARY_PATH"] = lib


config.name = "lacuna"
config.test_format = QuotingShTest(execute_external=True)
config.suffixes = [".test", ".sp", ".cpp", ".cppm"]
# `unit` holds GoogleTest sources; Inputs and support files are no tests.
config.excludes = ["unit", "Inputs", "CMakeLists.txt", "support", "renew"]
source_dir = os.path.dirname(os.path.abspath(__file__))
config.test_source_root = source_dir
config.test_exec_root = os.path.join(config.lacuna_build_dir, "test", "out")

plugin = "-fplugin=" + os.path.join(
    config.lacuna_build_dir, "lib", "LacunaClang-%s.so" % config.clang_version
)
# Each run makes its own: headers of the system may have changed.
precompiled = os.path.join(config.test_exec_root, "precompiled")
shutil.rmtree(precompiled, ignore_errors=True)
llvm_dir = os.path.dirname(config.llvm_tools_dir)
archer = os.path.join(llvm_dir, "lib", "libarcher.so")
clangxx = quoted(lacuna_clang("clang++"))
# Itself, not a script in front of it, such as pyenv's, which takes longer than tests.
python = quoted(sys.executable)
config.substitutions += [
    (r"%clangxx_sparse\b", "%s -fopenmp %s" % (clangxx, quoted(plugin))),
    (r"%clangxx\b", clangxx),
    (
        r"%check-run\b",
        " ".join(
            [
                python,
                quoted(os.path.join(source_dir, "run", "support", "check_run.py")),
                "--clangxx=" + clangxx,
                "--plugin=" + quoted(plugin),
                "--build=" + quoted(config.lacuna_build_dir),
                "--precompiled=" + quoted(precompiled),
                "--compare="
                + quoted(os.path.join(config.lacuna_build_dir, "bin", "compare-records")),
            ]
        ),
    ),
    (
        r"%emulate\b",
        " ".join(
            [
                python,
                quoted(os.path.join(source_dir, "machine", "emulator", "emulate.py")),
                "--clangxx=" + clangxx,
                "--build=" + quoted(config.lacuna_build_dir),
            ]
        ),
    ),
    (r"%plugin\b", quoted(plugin)),
    (r"%library\b", quoted(plugin[len("-fplugin=") :])),
    (r"%fma\b", fma_flag()),
    (
        r"%sparse-opt\b",
        quoted(os.path.join(config.lacuna_build_dir, "bin", "sparse-opt")),
    ),
    (
        r"%lacuna-report\b",
        quoted(os.path.join(config.lacuna_build_dir, "bin", "lacuna-report")),
    ),
    (
        r"%lacuna-roofline\b",
        quoted(os.path.join(config.lacuna_build_dir, "bin", "lacuna-roofline")),
    ),
    (
        r"%lacuna-suggest\b",
        quoted(os.path.join(config.lacuna_build_dir, "bin", "lacuna-suggest")),
    ),
    (r"%examples\b", quoted(os.path.join(config.lacuna_source_dir, "examples"))),
    (r"%source_dir\b", quoted(config.lacuna_source_dir)),
    (r"%build_dir\b", quoted(config.lacuna_build_dir)),
    (
        r"%llvm_include_dir\b",
        quoted(os.path.join(os.path.dirname(config.clang_tools_dir), "include")),
    ),
    (r"%archer\b", quoted(archer)),
    (r"%python\b", python),
    # How many random cases: who tests a change waits for fewer of them.
    (r"%cases\{(\d+),(\d+)\}", r"\1" if os.environ.get("LACUNA_LONG") else r"\2"),
]

config.environment["PATH"] = os.pathsep.join(
    [
        config.clang_tools_dir,
        config.llvm_tools_dir,
        # Kernels are compiled for devices where ptxas is found, which takes long.
        *(
            folder
            for folder in os.environ.get("PATH", "").split(os.pathsep)
            if shutil.which("sh", path=folder) or not shutil.which("ptxas", path=folder)
        ),
    ]
)
for name in ("LACUNA_DATA", "CCACHE_DIR", "HOME"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.environment["OMP_NUM_THREADS"] = os.environ.get("LACUNA_TEST_THREADS", "3")

if os.environ.get("LACUNA_RENEW"):
    filecheck = shutil.which("FileCheck", path=config.environment["PATH"])
    config.environment["LACUNA_FILECHECK"] = filecheck
    config.environment["PATH"] = os.pathsep.join(
        [os.path.join(source_dir, "renew"), config.environment["PATH"]]
    )

if os.path.exists(plugin[len("-fplugin=") :]):
    config.available_features.add("plugin")
config.available_features.add("clang-" + config.clang_version)
if config.affine:
    config.available_features.add("affine")
if config.sanitized:
    config.available_features.add("sanitized-plugin")
if config.clang_version != config.main_clang_version:
    config.available_features.add("further-clang")
    # Neither sparse-opt nor the scripts nor the sources depend on Clang.
    config.excludes += ["affine", "house", "ir", "lower", "schedule", "scripts"]
    if not os.path.exists(lacuna_clang("clang++")):
        lit_config.note("clang %s is not installed" % config.clang_version)
        config.unsupported = True
    elif not has_openmp():
        borrow_openmp()
if has_openmp():
    config.available_features.add("openmp")
if has_library(["-lcholmod"], "#include <suitesparse/cholmod.h>\nint main() {}"):
    config.available_features.add("cholmod")
for sanitizer in ("address", "undefined", "thread"):
    if has_library(["-fsanitize=" + sanitizer]):
        config.available_features.add(sanitizer[0] + "san")
# OpenMPI's does not start for root, nor more processes than processors, unless told to;
# and it would bind each of two processes to one processor. Processes that wait leave
# the processor to others, and none waits for ever.
for kind, asked, options in (
    (
        "openmpi",
        "ompi_info",
        "--allow-run-as-root --oversubscribe --bind-to none --timeout 300"
        " --mca mpi_yield_when_idle 1",
    ),
    ("mpich", "mpichversion", ""),
):
    programs = mpi_programs(kind, asked)
    if programs:
        config.available_features.add(kind)
        config.substitutions += [
            ("%%%s-c\\+\\+" % kind, quoted(programs[0])),
            (r"%%%s-run\b" % kind, "%s %s" % (quoted(programs[1]), options)),
        ]
if os.path.exists(os.path.join(config.lacuna_build_dir, "bin", "lacuna-bench-gpu")):
    config.available_features.add("bench-gpu")
    fake = os.path.join(config.lacuna_build_dir, "test", "machine", "cusparse", "libcusparse.so")
    if os.path.exists(fake):
        config.available_features.add("fake-cusparse")
if os.path.exists(archer):
    config.available_features.add("archer")
nvcc = os.environ.get("LACUNA_NVCC") or shutil.which(
    "nvcc", path=os.environ.get("PATH", "") + ":/usr/local/cuda/bin"
)
if nvcc:
    config.available_features.add("nvcc")
    config.substitutions.insert(0, (r"%nvcc\b", quoted(nvcc)))
ptxas = shutil.which("ptxas", path=os.environ.get("PATH", "") + ":/usr/local/cuda/bin")
if ptxas:
    config.available_features.add("ptxas")
    config.substitutions.insert(0, (r"%ptxas_dir\b", quoted(os.path.dirname(ptxas))))
if shutil.which("clang-format-19", path=config.environment["PATH"]):
    config.available_features.add("clang-format")
# It reads the precompiled headers of the build, for minutes.
if (
    os.environ.get("LACUNA_TIDY")
    and config.compiler.startswith("Clang-19.")
    and shutil.which("clang-tidy-19", path=config.environment["PATH"])
):
    config.available_features.add("tidy")
if os.environ.get("LACUNA_DATA"):
    config.available_features.add("data")
if os.environ.get("LACUNA_EMULATE"):
    config.available_features.add("emulate")
