#!/usr/bin/env python3
"""Prints docs/rooms.md: every room and file, from rooms.txt and the files' first
lines. `--check` compares with the page that there is."""

import re
import sys
import textwrap

from house import page_main, room_of, rooms, sources

HEAD = """# Rooms

A room is a folder of sources. Headers that other rooms need stand in
`include/lacuna` under the room's name. A room includes only rooms above it on
this page; `test/house/layers.py` checks that. This page is made of the first
lines of the files: `test/house/page.py . > docs/rooms.md` renews it.
"""


def purpose(path):
    """What the first line of a source says it is for."""
    first = path.read_text().split("\n", 1)[0]
    match = re.match(r"//===- \S+ - (.*?)[ -]*(-\*- C(\+\+)? -\*-)?===//$", first)
    if not match:
        sys.exit(f"{path}: the first line does not say what the file is for")
    return match.group(1)


def files(root, room):
    """Names without suffix, and what their files are for; the header's word
    counts where there are both."""
    found = {}
    for path in sources(root):
        if room_of(path) == room and (path.stem not in found or path.suffix == ".h"):
            found[path.stem] = purpose(root / path)
    return sorted(found.items())


def page(root):
    yield HEAD
    for room, what in rooms().items():
        text = textwrap.fill(what[0].upper() + what[1:] + ".", 99, break_on_hyphens=False)
        yield f"## {room}\n\n{text}\n\n| file | what it is about |\n|---|---|"
        for name, words in files(root, room):
            yield f"| `{name}` | {words.replace('|', chr(92) + '|')} |"
        yield ""


if __name__ == "__main__":
    sys.exit(page_main(__doc__, "rooms", page))
