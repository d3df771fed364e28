#!/usr/bin/env python3
"""Breaks what finds out whether memory is as it was, one way after the other, and
looks that the fuzzer notices: mutants.py COMPILER RUNTIME FUZZER FOLDER."""

import pathlib
import subprocess
import sys

# What is broken: the file, what stands there, and what is put there.
MUTANTS = {
    "the ends are not compared": [
        ("Source.cpp", "areEndsSame() ? Look::Same : Look::Different", "Look::Same")
    ],
    "the last part is forgotten": [
        ("Source.cpp", "At != Parts.end() && At->First", "At + 1 < Parts.end() && At->First")
    ],
    "pages are protected behind the comparison": [
        ("Source.cpp", "Why = T.protect(*this, L.Ticket);", "L.Ticket = 1;"),
        (
            "Source.cpp",
            "if (L.Ticket)\n    Epoch.compare_exchange_strong(Expected, L.Ticket | 1);",
            "if (L.Ticket && !Tracker::current()->protect(*this, Expected))\n"
            "    Epoch = Expected | 1;",
        ),
    ],
    "an error of the scan is taken for nothing found": [
        (
            "WriteWatch.cpp",
            "return scan(Pagemap, P, 0, &First, 1) == 0 && P.isEmpty();",
            "return scan(Pagemap, P, 0, &First, 1) <= 0;",
        )
    ],
    "who shares pages is not told": [
        ("Tracker.cpp", "!Of->Inner.overlaps(Mapped)", "true")
    ],
    "a child uses the parent's watch": [
        ("ProcessSlot.cpp", "madvise(At, Page, MADV_WIPEONFORK) == 0 &&", "")
    ],
    "shared memory is watched": [
        ("Mappings.cpp", "std::strchr(Allowed, 'p') && Inode == 0", "true"),
        ("Mappings.cpp", "(*Name == '\\0' ||", "(true ||"),
    ],
    "a comparison is confirmed whatever was protected since": [
        (
            "Source.cpp",
            "Epoch.compare_exchange_strong(Expected, L.Ticket | 1);",
            "Epoch.fetch_or(1);",
        )
    ],
}


def main():
    compiler, sources, fuzzer, folder = sys.argv[1:]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    room = pathlib.Path(sources) / "track"

    def compiled(path, name):
        subprocess.run(
            [*compiler.split(), "-std=c++20", "-O1", "-w", "-pthread", "-c"]
            + [f"-I{sources}", f"-I{room}", "-o", folder / f"{name}.o", path],
            check=True,
        )
        return folder / f"{name}.o"

    whole = {path.name: compiled(path, path.stem) for path in room.glob("*.cpp")}
    main_object = compiled(fuzzer, "fuzzer")
    missed = 0
    for number, (what, edits) in enumerate(MUTANTS.items()):
        texts = {}
        for name, old, new in edits:
            text = texts.get(name) or (room / name).read_text()
            assert text.count(old) == 1, f"{name} has no single '{old}'"
            texts[name] = text.replace(old, new)
        objects = dict(whole)
        for name, text in texts.items():
            path = folder / f"{number}-{name}"
            path.write_text(text)
            objects[name] = compiled(path, f"{number}-{name}")
        program = folder / f"mutant-{number}"
        subprocess.run(
            [*compiler.split(), "-pthread", "-o", program, main_object]
            + list(objects.values()),
            check=True,
        )
        run = subprocess.run(
            [program, "300000"], capture_output=True, text=True, check=False
        )
        if "skipped" in run.stdout:
            print(run.stdout, end="")
            return 0
        found = run.returncode == 1 and "not the same" in run.stdout
        print("caught" if found else "missed", what, sep=": ")
        missed += not found
    return missed


if __name__ == "__main__":
    sys.exit(main())
