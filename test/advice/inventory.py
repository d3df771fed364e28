#!/usr/bin/env python3
"""Advice in the sources, by file and kind, is what `inventory.txt` lists, each with
the cases or tests that apply it. Who adds advice adds a case."""

import os
import pathlib
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, os.pardir, os.pardir)
sys.path.insert(0, os.path.join(HERE, os.pardir, "house"))
from messages import tables

KINDS = {
    "instead": r"\b(?:OtherStrategy\{|Join\()\s*(?:RaceStrategy::|isGpu)",
    "insertion": r"clauseInFront\((?!StringRef|llvm)",
    "did you mean": r"did you mean",
    "say": r"\"(?:\"\s*\")?(?:[^\"]*; )?say '",
    "no fix-it": r"assume\(extent\(\{1\}, n",
    "fix-it": r"\bEdit\{",
    "line": r"\blineInFront\(SM, S, \"",
}


def found():
    """Places with advice, by file and kind; a message is read as its text."""
    counts = {}
    texts = {n: t for _, _, lines in tables(pathlib.Path(ROOT)) for n, t, _ in lines}
    for folder in ("lowering", "plugin"):
        for at, _, names in os.walk(os.path.join(ROOT, folder)):
            for name in names:
                if not name.endswith((".cpp", ".h")):
                    continue
                path = os.path.join(at, name)
                with open(path, encoding="utf-8") as file:
                    text = re.sub(r"//.*", "", file.read())
                text = re.sub(r"\bmsg::(\w+)", lambda m: f'"{texts.get(m.group(1), "")}"', text)
                for kind, pattern in KINDS.items():
                    number = len(re.findall(pattern, text))
                    if number:
                        counts[os.path.relpath(path, ROOT), kind] = number
    return counts


def listed(problems):
    counts = {}
    with open(os.path.join(HERE, "inventory.txt"), encoding="utf-8") as file:
        for line in file:
            if line.startswith("#") or not line.strip():
                continue
            path, kind, number, tests = [part.strip() for part in line.split("|")]
            counts[path, kind] = int(number)
            for test in tests.split():
                beside = os.path.join(HERE, "Inputs", test + ".cpp")
                if not os.path.exists(beside) and not os.path.exists(os.path.join(ROOT, test)):
                    problems.append("%s names '%s', which is no test" % (path, test))
            if not tests:
                problems.append("%s: nothing applies its advice" % path)
    return counts


def main():
    problems = []
    here, there = found(), listed(problems)
    for key in sorted(set(here) | set(there)):
        if here.get(key, 0) != there.get(key, 0):
            problems.append(
                "%s has advice of kind '%s' in %d places, inventory.txt lists %d; each needs a case"
                % (key[0], key[1], here.get(key, 0), there.get(key, 0))
            )
    print("\n".join(problems) or "%d places with advice" % sum(here.values()))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
