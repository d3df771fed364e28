#!/usr/bin/env python3
"""Advice is code: what the compiler proposes is applied, accepted, and keeps results.

A case is a program with a directive that is refused. Each fix-it of its diagnostics,
and each clause that a note tells to say, is applied by itself; where that leads to
another refusal, its advice is applied in turn. In the end the directive must be
honoured, and the program must print what it prints without the plugin. `// ADVICE:`
lines of a case are texts that the compiler must have said and that were applied.
Where advice is the word of a user that nobody checks, `ignore_races` or `injective`, the
program runs on one thread: in some cases the word is false, and threads would race.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
from precompiled import precompiled

DEPTH = 4


class Advice:
    def __init__(self, text, begin, end, new):
        self.text, self.begin, self.end, self.new = text, begin, end, new

    def apply(self, source):
        lines = source.split("\n")
        if self.begin is None:
            at = next(n for n, line in enumerate(lines) if re.match(r"\s*#pragma sparse\b", line))
            lines[at] = re.sub(r"(#pragma sparse)\b", r"\1 " + self.new, lines[at], count=1)
            return "\n".join(lines)
        (line, first), (last_line, last) = self.begin, self.end
        assert line == last_line
        text = lines[line - 1].encode()
        lines[line - 1] = (text[: first - 1] + self.new.encode() + text[last - 1 :]).decode()
        return "\n".join(lines)


class Case:
    def __init__(self, arguments, path):
        self.path = path
        with open(path, encoding="utf-8") as file:
            self.source = file.read()
        self.expected = re.findall(r"// ADVICE: (.*)", self.source)
        self.options = re.findall(r"// OPTIONS: (.*)", self.source)
        self.stem = os.path.join(arguments.output, os.path.basename(path)[:-4])
        self.plain = [arguments.clangxx, "-std=c++20", "-O1", "-fopenmp", "-w"]
        if self.source.count("#include") == self.source.count('#include "data.h"'):
            header = os.path.join(os.path.dirname(path), "data.h")
            self.plain += precompiled(arguments.precompiled, self.plain, header)
        self.plain += ["-I", os.path.dirname(path)]
        self.sparse = self.plain + [arguments.plugin, "-Rpass=sparse"]
        self.sparse += ["-fplugin-arg-sparse-min-work=0"] + self.options
        self.sparse += ["-fdiagnostics-parseable-fixits"]
        self.libraries = arguments.libraries.split()
        self.applied, self.failures = set(), []

    def build(self, command, source, name):
        path = "%s.%s.cpp" % (self.stem, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(source)
        command = command + [path, "-o", path[:-4]] + self.libraries
        return subprocess.run(command, capture_output=True, text=True), path

    def run(self, path, source):
        words = ("ignore_races", "assume(injective")
        vouches = any(word in source and word not in self.source for word in words)
        threads = "1" if vouches else "3"
        environment = dict(os.environ, OMP_NUM_THREADS=threads)
        result = subprocess.run([path[:-4]], capture_output=True, text=True, env=environment)
        return (result.returncode, result.stdout)

    def advice(self, output):
        """What can be applied, with the message that it belongs to."""
        found, message = [], ""
        for line in output.splitlines():
            fix = re.match(r'fix-it:".*":\{(\d+):(\d+)-(\d+):(\d+)\}:"(.*)"$', line)
            said = re.match(r".*?:\d+:\d+: (?:error|note|warning): (.*)", line)
            if said:
                message = said.group(1)
                # A clause to be said, unless a fix-it inserts it.
                say = re.search(r"(?:say |^)'((?:assume|private)\(.*?\))'(?:$|,)", message)
                if say:
                    found.append(Advice(message, None, None, say.group(1)))
            if fix:
                if found and found[-1].text == message:
                    found.pop()
                numbers = [int(number) for number in fix.groups()[:4]]
                new = fix.group(5).encode().decode("unicode_escape")
                found.append(Advice(message, tuple(numbers[:2]), tuple(numbers[2:]), new))
        return found

    def follow(self, source, reference, name, depth):
        """Whether advice, if any is needed, leads to a program that is right."""
        result, path = self.build(self.sparse, source, name)
        if result.returncode == 0:
            if "remark: sparse loop" not in result.stderr and "[-Rpass=sparse]" not in result.stderr:
                return "accepted, but no loop was rewritten: %s" % path
            if self.run(path, source) != reference:
                return "other results: %s" % path
            return ""
        advice = self.advice(result.stderr)
        if not advice or depth == 0:
            return "%s is refused without advice:\n%s" % (path, result.stderr)
        problems = []
        for n, a in enumerate(advice):
            problem = self.follow(a.apply(source), reference, "%s-%d" % (name, n), depth - 1)
            if problem:
                problems.append("'%s' leads to this: %s" % (a.text, problem))
            else:
                self.applied.add(a.text)
        return "\n".join(problems)

    def check(self):
        result, path = self.build(self.plain, self.source, "plain")
        assert result.returncode == 0, result.stderr
        problem = self.follow(self.source, self.run(path, self.source), "sparse", DEPTH)
        for text in self.expected:
            if not any(text in applied for applied in self.applied):
                problem += "\nno advice that was applied says '%s'; applied were\n  %s" % (
                    text,
                    "\n  ".join(sorted(self.applied)),
                )
        return "%s: %s" % (self.path, problem) if problem else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clangxx", required=True)
    parser.add_argument("--plugin", required=True, help="-fplugin=…")
    parser.add_argument("--libraries", default="")
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("cases", nargs="+")
    arguments = parser.parse_args()
    os.makedirs(arguments.output, exist_ok=True)
    arguments.precompiled = os.path.join(arguments.output, "precompiled")
    shutil.rmtree(arguments.precompiled, ignore_errors=True)
    count = 0
    for path in arguments.cases:
        problem = Case(arguments, path).check()
        if problem:
            count += 1
            print(problem, flush=True)
    print("%d cases, %d at fault" % (len(arguments.cases), count))
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
