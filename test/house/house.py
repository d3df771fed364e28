"""The rooms of the house, as rooms.txt lists them, and the sources in them."""

import argparse
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
SOURCES = (".h", ".cpp", ".def")


def rooms():
    """Rooms and what they are for, the lowest first."""
    lines = (HERE / "rooms.txt").read_text().splitlines()
    pairs = [line.split("|") for line in lines if not line.startswith("#")]
    return {room.strip(): purpose.strip() for room, purpose in pairs}


def room_of(path):
    """The room of `path`, below the repository: headers that other rooms need
    stand in include/lacuna under its name."""
    return re.sub(r"^include/lacuna\b", "lowering", str(path.parent))


def sources(root):
    """All sources, as paths below `root`."""
    for top in ("include", "lowering", "plugin", "runtime"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in SOURCES:
                yield path.relative_to(root)


def outside(root):
    """The sources that belong to no room: tests, benchmarks and examples."""
    for top in ("test", "bench", "examples"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in SOURCES:
                yield path.relative_to(root)


def page_main(what, name, page, problems=lambda root: ()):
    """The command `SCRIPT [--check] ROOT`, for a page of docs made of the sources: prints
    what `page` makes, or says where docs/NAME.md or the sources are not as they should be."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("root", type=pathlib.Path)
    arguments = parser.parse_args()
    text = "\n".join(page(arguments.root)).rstrip() + "\n"
    if not arguments.check:
        print(text, end="")
        return 0
    found = list(problems(arguments.root))
    if (arguments.root / "docs" / f"{name}.md").read_text() != text:
        found.append(f"docs/{name}.md is not what {sys.argv[0]} makes")
    print("\n".join(found))
    return bool(found)
