#!/usr/bin/env python3
"""Runs the unit tests, and lit for each version of Clang.

The last line is `N passed, N failed`, the sum of all.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


class Tally:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def line(self):
        text = "%d passed, %d failed" % (self.passed, self.failed)
        return text + (", %d skipped" % self.skipped if self.skipped else "")


def load(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return None


def below_suite(suite, path):
    """`path` below test/ as lit finds it: below the build's test folder."""
    sources = os.path.dirname(os.path.abspath(__file__))
    below = os.path.relpath(os.path.abspath(path), sources)
    if below.startswith(os.pardir) or not os.path.exists(path):
        sys.exit("run-tests: %s is not below %s" % (path, sources))
    return os.path.join(suite, below)


def run_lit(arguments, clang, paths, folder, tally):
    report = os.path.join(folder, "lit-%s.json" % clang)
    command = [sys.executable, arguments.lit, "-sv", "--no-progress-bar", "-o", report]
    command.append("-Dclang=" + clang)
    if not any(option.startswith("-j") for option in arguments.options):
        command.append("-j%d" % (os.cpu_count() or 2))
    tests = [below_suite(arguments.suite, path) for path in paths]
    command += arguments.options + (tests or [arguments.suite])
    status = subprocess.run(command).returncode
    result = load(report)
    if result is None:
        print("lit gave no report (exit code %d)" % status)
        tally.failed += 1
        return
    for test in result["tests"]:
        if test["code"] in PASSED:
            tally.passed += 1
        elif test["code"] in SKIPPED:
            tally.skipped += 1
        else:
            tally.failed += 1


def is_unit(path):
    """Whether `path`, a file or folder below test/, holds GoogleTest's tests alone."""
    if os.path.isdir(path) and os.listdir(path) == ["unit"]:
        return True
    return path.endswith("Test.cpp") or "unit" in os.path.abspath(path).split(os.sep)


def tests_of(program, paths, folder):
    """Those of the program's tests, as a filter, whose sources are in `paths`."""
    report = os.path.join(folder, "tests.json")
    subprocess.run(
        [program, "--gtest_list_tests", "--gtest_output=json:" + report],
        stdout=subprocess.DEVNULL,
    )
    places = [os.path.abspath(path) for path in paths]

    def is_wanted(source):
        source = os.path.normpath(source)
        return any(source == p or source.startswith(p + os.sep) for p in places)

    return ":".join(
        suite["name"] + "." + test["name"]
        for suite in (load(report) or {"testsuites": []})["testsuites"]
        for test in suite["testsuite"]
        if is_wanted(test["file"])
    )


def run_unit(program, wanted, folder, tally):
    report = os.path.join(folder, "unit.json")
    command = [program, "--gtest_brief=1", "--gtest_output=json:" + report]
    status = subprocess.run(command + ["--gtest_filter=" + wanted]).returncode
    result = load(report)
    if result is None:
        print("%s gave no report (exit code %d)" % (program, status))
        tally.failed += 1
        return
    tests = [test for suite in result["testsuites"] for test in suite["testsuite"]]
    for test in tests:
        if test.get("failures"):
            tally.failed += 1
        elif test.get("result") == "SKIPPED" or test.get("status") == "NOTRUN":
            tally.skipped += 1
        else:
            tally.passed += 1


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, epilog="Other options are handed to lit."
    )
    parser.add_argument("--lit", required=True, help="lit.py")
    parser.add_argument("--suite", required=True, help="the build's test folder")
    parser.add_argument(
        "--unit", action="append", default=[], help="a program of unit tests"
    )
    parser.add_argument("--clangs", required=True, help="versions, such as 19,16")
    parser.add_argument(
        "--further",
        action="append",
        default=[],
        metavar="PATH",
        help="with versions after the first run this and other PATHs alone",
    )
    parser.add_argument(
        "paths",
        nargs="*",
        help="files or folders below test/, unit tests by their sources",
    )
    arguments, arguments.options = parser.parse_known_args()
    clangs = arguments.clangs.split(",")
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        for program in arguments.unit:
            if arguments.paths and not os.path.exists(program):
                continue  # A part of the build is enough for a part of the tests.
            try:
                wanted = "*"
                if arguments.paths:
                    wanted = tests_of(program, arguments.paths, folder)
                if wanted:
                    run_unit(program, wanted, folder, tally)
            except OSError as error:
                print("not built: %s" % error)
                tally.failed += 1
        paths = [path for path in arguments.paths if not is_unit(path)]
        if arguments.paths and not paths:
            clangs = []
        for clang in clangs:
            if len(clangs) > 1:
                print("Clang %s:" % clang, flush=True)
            if clang != clangs[0] and arguments.further:
                paths = arguments.further
            run_lit(arguments, clang, paths, folder, tally)
    if not tally.passed and not tally.failed:
        print("no test was found")
        tally.failed = 1
    print(tally.line(), flush=True)
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
