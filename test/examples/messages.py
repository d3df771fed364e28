#!/usr/bin/env python3
"""Lists the plugin's messages that no page of the documentation explains.

A message is a string of at least four words in one of the sources below, which
hold all that the reference does not list beside its clauses; a page explains it
where its first four words stand.
"""

import glob
import os
import re
import sys

SOURCES = ["Obstacles", "Options", "graft/Constants", "graft/Consumer"]
LITERALS = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')


def messages(path):
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"^\s*//.*$", "", file.read(), flags=re.M)
    for literal in LITERALS.findall(text):
        words = "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', literal)).split()
        # What stands beside a name or a value is matched without it.
        words = [w for w in words if not w.startswith(("'", "%", ":", ";"))]
        if len(words) >= 4:
            yield " ".join(words[:4])


def main():
    root = sys.argv[1]
    pages = ""
    for page in glob.glob(os.path.join(root, "docs", "*.md")):
        with open(page, encoding="utf-8") as file:
            pages += " ".join(file.read().split()) + "\n"
    plain = " ".join(w for w in pages.split() if not w.strip("`|(").startswith("'"))
    missing = [
        f"{name}.cpp: {message}"
        for name in SOURCES
        for message in messages(os.path.join(root, "plugin", name + ".cpp"))
        if message not in plain and message not in pages
    ]
    print("\n".join(missing))
    sys.exit(bool(missing))


if __name__ == "__main__":
    main()
