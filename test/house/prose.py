#!/usr/bin/env python3
"""Checks that lines of prose are short: those of Markdown pages that are neither
code nor rows of tables."""

import pathlib
import sys

MOST_COLUMNS = 99


def pages(root):
    """The pages that people write: benchmarks write those below docs/performance."""
    for folder in (".", "docs", "docs/performance", "examples", "examples/*", "bench", "packaging"):
        yield from sorted(root.glob(f"{folder}/*.md"))


def long_lines(page):
    is_code = False
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code and not line.startswith(("|", "    ")) and len(line) > MOST_COLUMNS:
            yield f"{page}:{number}: {len(line)} columns, more than {MOST_COLUMNS}"


def main():
    found = [line for page in pages(pathlib.Path(sys.argv[1])) for line in long_lines(page)]
    if found:
        print("\n".join(found))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
