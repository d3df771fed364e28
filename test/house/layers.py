#!/usr/bin/env python3
"""Checks that rooms include earlier ones only, and that no room, file or function
is long."""

import pathlib
import re
import sys

from house import outside, room_of, rooms, sources

# These rooms need the IR and questions about it, and no other room below them.
ONLY = {
    "lowering/emit/expr": ("support", "ir", "ir/text", "analysis"),
    "lowering/emit": (
        "support",
        "ir",
        "ir/bounds",
        "ir/text",
        "analysis/reductions",
        "analysis",
        "analysis/loops",
        "emit/expr",
    ),
    "lowering/report": ("support", "ir", "ir/text", "analysis"),
}

MOST_LINES_OF_A_FUNCTION = 80
MOST_LINES_OF_A_FILE = 600
MOST_LINES_OF_A_ROOM = 6000
NO_BEGINNING = re.compile(r"//|[#{}:]|(public|private|protected):|case |default:")


def included(root, path, name):
    """The source that `path` includes as `name`; None if it is none of ours."""
    for folder in (path.parent, *map(pathlib.Path, ("include", "plugin", "runtime"))):
        if (root / folder / name).is_file():
            return folder / name
    return None


def upward(root, path, text, order):
    """What is wrong with the includes of `path`."""
    room = room_of(path)
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r'#include "([^"]+)"', line)
        target = match and included(root, path, match.group(1))
        below = target and room_of(target)
        if not target or below == room:
            continue
        if order.index(below) > order.index(room):
            yield f"{path}:{number}: {room} includes {below}, which stands later in rooms.txt"
        elif room in ONLY and below.removeprefix("lowering/") not in ONLY[room]:
            yield f"{path}:{number}: {room} may not include {below}"


def long_functions(path, text):
    """Functions, as clang-format lays them out, that are too long: they begin at
    the margin, or inside a class, and end at a brace below their first line."""
    begin = {}
    for number, line in enumerate(text.splitlines(), 1):
        indent = len(line) - len(line.lstrip())
        if indent not in (0, 2) or not line.strip():
            continue
        if line.strip() == "}" and begin.get(indent):
            count = number - begin[indent] + 1
            if count > MOST_LINES_OF_A_FUNCTION:
                yield (
                    f"{path}:{begin[indent]}: a function of {count} lines, "
                    f"more than {MOST_LINES_OF_A_FUNCTION}"
                )
        elif not NO_BEGINNING.match(line.lstrip()):
            begin[indent] = number
            begin.pop(2 if indent == 0 else None, None)


def problems(root):
    order = list(rooms())
    lines = dict.fromkeys(order, 0)
    for path in sources(root):
        text = (root / path).read_text()
        room, count = room_of(path), text.count("\n")
        if room not in lines:
            yield f"{path}: '{room}' is no room of rooms.txt"
            continue
        lines[room] += count
        if count > MOST_LINES_OF_A_FILE:
            yield f"{path}: {count} lines, more than {MOST_LINES_OF_A_FILE}"
        yield from upward(root, path, text, order)
        yield from long_functions(path, text)
    for path in outside(root):
        count = (root / path).read_text().count("\n")
        if count > MOST_LINES_OF_A_FILE:
            yield f"{path}: {count} lines, more than {MOST_LINES_OF_A_FILE}"
    for room, count in lines.items():
        if count == 0:
            yield f"{room}: a room without sources"
        elif room.startswith("lowering") and count > MOST_LINES_OF_A_ROOM:
            yield f"{room}: {count} lines, more than {MOST_LINES_OF_A_ROOM}"


def main():
    found = list(problems(pathlib.Path(sys.argv[1])))
    if found:
        print("\n".join(found))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
