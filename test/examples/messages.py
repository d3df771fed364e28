#!/usr/bin/env python3
"""Lists the messages that no page of the documentation explains.

A message is a string of some words in the plugin's sources or in those of the
schedule; a page explains it where it, or four words of it in a row, stand.
"""

import glob
import os
import re
import sys

ROOMS = ["analysis", "auto", "directive", "recognize"]
ROOMS += ["schedule", "schedule/arguments", "schedule/commands"]
SOURCES = ["plugin/**/*.cpp", "runtime/**/*.cpp"] + [f"lowering/{r}/*.cpp" for r in ROOMS]
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
# Generated code, and what an implementer reads.
NO_MESSAGE = re.compile(r"internal|lacuna_|__|attribute|static |^\w+\(|[{;]$|^\{ \.|^#pragma omp ")
SHORTEST = 24
# What stands on the pages of a site is read there.
PAGES = ["Glance.cpp", "Html.cpp", "Pages.cpp", "Plots.cpp"]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def words(text):
    return re.sub(r"[\s`\\]+", " ", text).strip()


def messages(path):
    source = re.sub(r'"\s*\n\s*"', "", read(path))
    for line in source.splitlines():
        if re.match(r"\s*(#include|//|llvm_unreachable|assert)", line):
            continue
        for literal in LITERAL.findall(line):
            text = words(literal.replace("\\n", "")).strip(" ';")
            if len(text) >= SHORTEST and " " in text:
                if not NO_MESSAGE.search(text):
                    yield text


def is_explained(message, pages):
    # What a message is about stands in it as '%0' or the like.
    parts = max(re.split(r"\S*%\S*", message), key=len).split()
    runs = [" ".join(parts[i : i + 4]) for i in range(max(1, len(parts) - 3))]
    return message in pages or any(run in pages for run in runs)


def main():
    root = sys.argv[1]
    pages = words(" ".join(map(read, glob.glob(os.path.join(root, "docs", "*.md")))))
    missing = []
    for pattern in SOURCES:
        for path in sorted(glob.glob(os.path.join(root, pattern), recursive=True)):
            if os.path.basename(path) in PAGES:
                continue
            missing += [
                f"{os.path.relpath(path, root)}: {message}"
                for message in messages(path)
                if not is_explained(message, pages)
            ]
    print("\n".join(missing))
    sys.exit(bool(missing))


if __name__ == "__main__":
    main()
