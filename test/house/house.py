"""The rooms of the house, as rooms.txt lists them, and the sources in them."""

import pathlib
import re

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
