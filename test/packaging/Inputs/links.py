#!/usr/bin/env python3
"""Prints the relative links of the Markdown pages in a folder that lead nowhere:
to files or pictures that are not below it, or to headings that a page lacks."""

import pathlib
import re
import sys
from urllib.parse import unquote

LINK = re.compile(r"\]\(([^()\s]+)\)|\b(?:src|href)=\"([^\"]+)\"")


def prose(page):
    """The page without code, in which brackets are no links."""
    text = re.sub(r"^ *```.*?^ *```", "", page.read_text(), flags=re.S | re.M)
    text = re.sub(r"^(?: {4}|\t).*$", "", text, flags=re.M)
    return re.sub(r"`[^`\n]*`", "``", text)


def anchors(page):
    """What a heading is linked by: its words, as GitHub joins them."""
    found = {}
    text = re.sub(r"^ *```.*?^ *```", "", page.read_text(), flags=re.S | re.M)
    for heading in re.findall(r"^#+ +(.*?) *#*$", text, re.M):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        count = found.get(name, 0)
        found[name] = count + 1
        yield name if count == 0 else f"{name}-{count}"


def broken(root, page):
    for link in (a or b for a, b in LINK.findall(prose(page))):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / unquote(path)).resolve() if path else page
        if root not in target.parents or not target.exists():
            yield link
        elif anchor and target.suffix == ".md" and anchor not in set(anchors(target)):
            yield link


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    pages = sorted(root.rglob("*.md"))
    for page in pages:
        for link in broken(root, page):
            print(f"{page.relative_to(root)}: {link}")
    links = sum(len(LINK.findall(prose(page))) for page in pages)
    print(f"{len(pages)} pages, {links} links")


if __name__ == "__main__":
    main()
