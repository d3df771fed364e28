#!/usr/bin/env python3
"""Breaks what finds out whether memory is as it was, or what relies on that, one way
after the other, and looks that the fuzzer notices:
mutants.py COMPILER RUNTIME LIBRARY FUZZER FOLDER."""

import pathlib
import subprocess
import sys

# What is broken: the file, what stands there, and what is put there.
OF_TRACK = {
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
    "changes of what is promised are not told": [
        ("Promises.cpp", "K.Is.Since = nextNumber();", ";")
    ],
    "a promise is taken for the one before": [
        ("Source.cpp", "Since != P.Since)", "Since == 0)")
    ],
    "a part of what is promised is enough": [
        ("Promises.cpp", "Of.end() <= K.Of.end() &&", "")
    ],
    "promises are looked for behind the look": [
        ("Source.cpp", "    L.Since = P.Since;", "    L.Since = promiseAbout(all()).Since;"),
        (
            "Source.cpp",
            "  if (L.Since != 0)\n    Since = L.Since;\n}",
            "  if (L.Since != 0)\n    Since = promiseAbout(all()).Since;\n}",
        ),
    ],
    "a comparison is confirmed whatever was protected since": [
        (
            "Source.cpp",
            "Epoch.compare_exchange_strong(Expected, L.Ticket | 1);",
            "Epoch.fetch_or(1);",
        )
    ],
}

OF_LAYOUT = {
    "a layout is used of which nothing is known": [
        (
            "Layout.cpp",
            "if (L.Ticket == 0 && L.Since == 0)\n    return State::Unknown;",
            "if (L.Ticket == 0 && L.Since == 0)\n    return State::Same;",
        )
    ],
    "what begins to be tracked is not compared": [
        ("Layout.cpp", "if (!S.isSame(0, 1))", "if (false)")
    ],
    "positions are not looked at": [
        (
            "Layouts.cpp",
            "New->Sources = From.takeSources();",
            "New->Sources = From.takeSources();\n"
            "  New->Sources.erase(New->Sources.begin());",
        )
    ],
    "values are not looked at": [
        (
            "Layouts.cpp",
            "New->Sources = From.takeSources();",
            "New->Sources = From.takeSources();\n  New->Sources.pop_back();",
        )
    ],
    "positions need not ascend": [
        ("Level.cpp", "if (P[R] > P[R + 1])", "if (false)"),
    ],
    "the ends are not compared": OF_TRACK["the ends are not compared"],
    "a child uses the parent's layouts": OF_TRACK["a child uses the parent's watch"],
    "slots repeat what lies behind a row": [
        ("BuildSell.cpp", "At[K < Length[L] ? L : 0] + K", "At[L] + K")
    ],
}

# By fuzzer: its mutants, and its steps.
FUZZERS = {"TrackFuzz.cpp": (OF_TRACK, 2000000), "LayoutFuzz.cpp": (OF_LAYOUT, 20000)}


def main():
    compiler, sources, library, fuzzer, folder = sys.argv[1:]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    mutants, steps = FUZZERS[pathlib.Path(fuzzer).name]
    paths = {path.name: path for path in pathlib.Path(sources).glob("*/*.cpp")}

    def compiled(path, name):
        subprocess.run(
            [*compiler.split(), "-std=c++20", "-O1", "-fno-rtti", "-w", "-pthread", "-c"]
            + [f"-I{sources}"]
            + sorted({f"-I{whole.parent}" for whole in paths.values()})
            + ["-o", folder / f"{name}.o", path],
            check=True,
        )
        return folder / f"{name}.o"

    main_object = compiled(fuzzer, "fuzzer")
    missed = 0
    for number, (what, edits) in enumerate(mutants.items()):
        texts = {}
        for name, old, new in edits:
            text = texts.get(name) or paths[name].read_text()
            assert text.count(old) == 1, f"{name} has no single '{old}'"
            texts[name] = text.replace(old, new)
        objects = []
        for name, text in texts.items():
            path = folder / f"{number}-{name}"
            path.write_text(text)
            objects.append(compiled(path, f"{number}-{name}"))
        program = folder / f"mutant-{number}"
        # What is broken stands in front of the library, which has the rest.
        subprocess.run(
            [*compiler.split(), "-pthread", "-o", program, main_object]
            + [*objects, library],
            check=True,
        )
        run = subprocess.run(
            [program, str(steps)], capture_output=True, text=True, check=False
        )
        if "skipped" in run.stdout:
            print(run.stdout, end="")
            return 0
        found = run.returncode < 0 or "not the same" in run.stdout
        print("caught" if found else "missed", what, sep=": ")
        missed += not found
    return missed


if __name__ == "__main__":
    sys.exit(main())
