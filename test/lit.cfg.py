"""Configuration of Lacuna's lit suites; what the build knows is in lit.site.cfg.py."""

import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
from lacuna_format import QuotingShTest, quoted


def lacuna_clang(tool):
    return os.path.join(config.clang_tools_dir, tool)


def has_library(flags, source="int main() {}"):
    """Whether a program that needs `flags` compiles and links here."""
    command = [lacuna_clang("clang++"), "-x", "c++", "-", "-o", os.devnull] + flags
    return (
        subprocess.run(command, input=source, text=True, capture_output=True).returncode
        == 0
    )


config.name = "lacuna"
config.test_format = QuotingShTest(execute_external=True)
config.suffixes = [".test", ".sp", ".cpp", ".cppm"]
# `unit` holds GoogleTest sources; Inputs and support files are no tests.
config.excludes = ["unit", "Inputs", "CMakeLists.txt", "support"]
source_dir = os.path.dirname(os.path.abspath(__file__))
config.test_source_root = source_dir
config.test_exec_root = os.path.join(config.lacuna_build_dir, "test", "out")

plugin = "-fplugin=" + os.path.join(
    config.lacuna_build_dir, "lib", "LacunaClang-%s.so" % config.clang_version
)
llvm_dir = os.path.dirname(config.clang_tools_dir)
archer = os.path.join(llvm_dir, "lib", "libarcher.so")
clangxx = quoted(lacuna_clang("clang++"))
config.substitutions += [
    (r"%clangxx_sparse\b", "%s -fopenmp %s" % (clangxx, quoted(plugin))),
    (r"%clangxx\b", clangxx),
    (
        r"%check-run\b",
        " ".join(
            [
                quoted(config.python),
                quoted(os.path.join(source_dir, "run", "support", "check_run.py")),
                "--clangxx=" + clangxx,
                "--plugin=" + quoted(plugin),
                "--compare="
                + quoted(os.path.join(config.lacuna_build_dir, "bin", "compare-records")),
            ]
        ),
    ),
    (r"%plugin\b", quoted(plugin)),
    (
        r"%sparse-opt\b",
        quoted(os.path.join(config.lacuna_build_dir, "bin", "sparse-opt")),
    ),
    (r"%examples\b", quoted(os.path.join(config.lacuna_source_dir, "examples"))),
    (r"%source_dir\b", quoted(config.lacuna_source_dir)),
    (r"%build_dir\b", quoted(config.lacuna_build_dir)),
    (
        r"%llvm_include_dir\b",
        quoted(os.path.join(llvm_dir, "include")),
    ),
    (r"%archer\b", quoted(archer)),
    (r"%python\b", quoted(config.python)),
]

config.environment["PATH"] = os.pathsep.join(
    [
        config.clang_tools_dir,
        config.llvm_tools_dir,
        os.environ.get("PATH", ""),
    ]
)
for name in ("LACUNA_DATA", "CCACHE_DIR", "HOME"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.environment["OMP_NUM_THREADS"] = os.environ.get("LACUNA_TEST_THREADS", "3")

if os.path.exists(plugin[len("-fplugin=") :]):
    config.available_features.add("plugin")
config.available_features.add("clang-" + config.clang_version)
if has_library(["-fopenmp"], "#include <omp.h>\nint main() {}"):
    config.available_features.add("openmp")
if has_library(["-lcholmod"], "#include <suitesparse/cholmod.h>\nint main() {}"):
    config.available_features.add("cholmod")
for sanitizer in ("address", "undefined", "thread"):
    if has_library(["-fsanitize=" + sanitizer]):
        config.available_features.add(sanitizer[0] + "san")
if os.path.exists(archer):
    config.available_features.add("archer")
if os.environ.get("LACUNA_DATA"):
    config.available_features.add("data")
