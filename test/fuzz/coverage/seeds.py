#!/usr/bin/env python3
"""Writes seeds and dictionaries for the coverage-guided fuzzers from the suite's texts."""

import argparse
import glob
import hashlib
import os
import re

TESTS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DIRECTIVE = re.compile(r"--schedule='([^']+)'|#pragma sparse ([^\\\n]+?)\s*$", re.M)
NESTS = 256  # as many as the byte in front of a directive tells apart


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def write(folder, text):
    data = text.encode()
    with open(os.path.join(folder, hashlib.sha1(data).hexdigest()), "wb") as file:
        file.write(data)


def dictionary(path, texts):
    words = sorted({word for text in texts for word in re.findall(r"[A-Za-z_]\w+|[^\w\s]+", text)})
    with open(path, "w", encoding="ascii") as file:
        for word in words:
            if word.isascii():
                file.write('"%s"\n' % word.replace("\\", "\\\\").replace('"', '\\"'))


def folder(*parts):
    path = os.path.join(*parts)
    os.makedirs(path, exist_ok=True)
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", help="folder for nests, directive, text and their .dict files")
    output = parser.parse_args().output
    texts = {path: read(path) for path in
             sorted(glob.glob(os.path.join(TESTS, "**", "*.sp"), recursive=True))}
    sources = sorted(glob.glob(os.path.join(TESTS, "**", "*.cpp"), recursive=True))
    directives = sorted({one or other for text in [*texts.values(), *map(read, sources)]
                         for one, other in DIRECTIVE.findall(text)})
    nests = folder(output, "nests")
    for path, text in texts.items():
        name = os.path.relpath(path, TESTS).replace(os.sep, "-")
        with open(os.path.join(nests, name), "w", encoding="utf-8") as file:
            file.write(text)
    for number, directive in enumerate(directives):
        # Which nest a directive suits is for the fuzzer to find.
        write(folder(output, "directive"), chr(number * 37 % min(NESTS, 128)) + directive)
    for text in texts.values():
        chosen = [one or other for one, other in DIRECTIVE.findall(text)] or ["auto"]
        body = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("//"))
        for directive in chosen[:8]:
            write(folder(output, "text"), "// %s\n%s\n" % (directive, body.strip()))
    dictionary(os.path.join(output, "directive.dict"), directives)
    dictionary(os.path.join(output, "text.dict"), texts.values())


if __name__ == "__main__":
    main()
