#!/usr/bin/env python3
"""Each loop and each message that docs/wild.md names stands in the corpus."""

import os
import re
import sys


def corpus(folder):
    """The text of each file of the corpus."""
    return {
        os.path.splitext(name)[0]: open(
            os.path.join(folder, name), encoding="utf-8"
        ).read()
        for name in sorted(os.listdir(folder))
        if name.endswith(".cpp")
    }


def rows(page):
    """The file that a table's head names, and the cells of each row."""
    head = None
    for line in page.splitlines():
        if not line.startswith("|"):
            continue
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if cells[0] == "form":
            head = re.search(r"`(.*)`", cells[-1])
        elif set(cells[0]) != {"-"}:
            yield head and head.group(1), cells


def loops(table):
    """Pairs of a file and a loop in it. `file`: stands in front of its loops, or
    in the table's head; else it is the one of the row before."""
    file = None
    for head, cells in table:
        file = head or file
        for quoted, colon in re.findall(r"`([^`]+)`(:?)", cells[-1]):
            if colon:
                file = quoted
            else:
                yield file, quoted


def messages(table):
    for _, cells in table:
        yield from re.findall(r"^no: .*?`(.*?)`", cells[1])


def main():
    page, folder = sys.argv[1:]
    with open(page, encoding="utf-8") as file:
        table = list(rows(file.read()))
    files, known, wrong = corpus(folder), list(loops(table)), []
    for file, name in known:
        function = re.escape(name.split("::")[-1]) + r"\("
        if not re.search(function, files.get(file, "")):
            wrong.append("no loop '%s' in test/wild/%s.cpp" % (name, file))
    for message in messages(table):
        anyName = re.sub(r"'[^']*'", "'[^']*'", re.escape(message))
        if not re.search(anyName, files["refused"]):
            wrong.append("no loop is refused with \"%s\"" % message)
    print("\n".join(wrong) or "%d loops are there" % len(known))
    return 1 if wrong or not known else 0


if __name__ == "__main__":
    sys.exit(main())
