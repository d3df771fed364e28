#!/usr/bin/env python3
"""Prints docs/messages.md: every message of every Messages.def. `--check` compares
with the page that there is, and looks for messages that stand in no Messages.def."""

import pathlib
import re
import sys

from house import page_main, room_of, rooms

HEAD = """# Messages

This page lists what Lacuna says while it compiles: each text, and what helps, where
the text does not say it. `…` stands for names and numbers. Texts that begin or end
with `…`, and the reasons of guards, are parts of longer messages.
[Troubleshooting](troubleshooting.md) starts from what you see. What programs say
while they run on a GPU is in [cuda.md](cuda.md#messages).

This page is made of the `Messages.def` files:
`test/house/messages.py . > docs/messages.md` renews it.
"""

STRING = r'((?:"(?:[^"\\]|\\.)*"\s*)+)'
MESSAGE = re.compile(r"^MESSAGE\(\s*(\w+),\s*" + STRING + r",\s*" + STRING + r"\)", re.M)
# A literal of some words as what is said, right in the call that says it.
SPOKEN = re.compile(
    r'\b(?:makeError|refuse|Refuse|fail)\((?:\w[^";&|]*,\s*)?"(?!internal)[^"\n]*[a-z] [a-z]+ [^"\n]*"'
)


def joined(literals):
    parts = re.findall(r'"((?:[^"\\]|\\.)*)"', literals)
    return re.sub(r"\\(.)", r"\1", "".join(parts))


def cell(text):
    return text.replace("|", "\\|")


def code(text):
    """`text` as code, with … for its places."""
    text = cell(re.sub(r"\{\d\}", "…", text).strip())
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def title(source):
    words = re.match(r"//===- Messages\.def - about (.*?) -*\*- C\+\+ -\*-===//", source).group(1)
    return words[0].upper() + words[1:]


def tables(root):
    """Per Messages.def, in the order of the rooms: its path, and its messages."""
    order = list(rooms())
    found = [p.relative_to(root) for top in ("include", "plugin") for p in (root / top).rglob("Messages.def")]
    for path in sorted(found, key=lambda p: order.index(room_of(p))):
        source = (root / path).read_text()
        messages = [(name, joined(text), joined(help)) for name, text, help in MESSAGE.findall(source)]
        if len(messages) != len(re.findall(r"^MESSAGE\(", source, re.M)):
            sys.exit(f"{path}: a line is not MESSAGE(NAME, \"text\", \"help\")")
        yield path, title(source), messages


def page(root):
    yield HEAD
    for _, heading, messages in tables(root):
        yield f"## {heading}\n\n| message | what helps |\n|---|---|"
        for _, text, helps in sorted(messages, key=lambda m: code(m[1]).lower()):
            yield f"| {code(text)} | {cell(helps)} |"
        yield ""


def problems(root):
    names = {}
    for path, _, messages in tables(root):
        for name, text, _ in messages:
            if name in names:
                yield f"{path}: '{name}' is a message of {names[name]}, too"
            names[name] = path
            if text.endswith(".") and not text.endswith("..."):
                yield f"{path}: '{name}' ends in a full stop"
    sources = [p for top in ("lowering", "plugin") for p in sorted((root / top).rglob("*.cpp"))]
    texts = {p: p.read_text() for p in sources}
    for path, text in texts.items():
        for match in SPOKEN.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            yield f"{path}:{line}: a message that stands in no Messages.def"
    spoken = set(re.findall(r"\bmsg::(\w+)", "".join(texts.values())))
    for name in sorted(set(names) - spoken):
        yield f"{names[name]}: nothing says '{name}'"


if __name__ == "__main__":
    sys.exit(page_main(__doc__, "messages", page, problems))
