"""Runs tools on nonsense and tells a refusal from a crash."""

import os
import subprocess
import time

SIGNS = (
    "PLEASE submit a bug report",
    "Assertion",
    "Stack dump",
    "UNREACHABLE",
    "AddressSanitizer",
    "runtime error:",
    "internal:",
)


def crashed(command, timeout=60):
    """An empty string where the tool ended by itself with 0 or 1."""
    try:
        result = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=timeout
        )
    except subprocess.TimeoutExpired:
        return "no end after %d s" % timeout
    output = result.stdout + result.stderr
    if result.returncode not in (0, 1):
        return "exit code %d\n%s" % (result.returncode, output)
    for sign in SIGNS:
        if sign in output:
            at = output.index(sign)
            return output[max(0, at - 500) : at + 1500]
    return ""


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def reduce(parts, fails):
    """A small sub-list of `parts` for which fails(list) still holds."""
    step = max(1, len(parts) // 2)
    while step:
        at = 0
        while at < len(parts) and len(parts) > 1:
            rest = parts[:at] + parts[at + step :]
            if rest and fails(rest):
                parts = rest
            else:
                at += step
        step //= 2
    return parts


def hunt(name, arguments, make, command):
    """Tries make(seed), a list of texts, for each seed; reports and reduces.

    `command(path)` is what runs on a file with some of these texts.
    """
    os.makedirs(arguments.output, exist_ok=True)
    path = os.path.join(arguments.output, name + ".cpp")
    arguments.seed = arguments.seed or int(time.time())
    start, seed, failed = time.monotonic(), arguments.seed, 0

    def report(parts):
        write(path, "\n".join(parts))
        return crashed(command(path))

    while True:
        if arguments.seconds is None and seed >= arguments.seed + arguments.files:
            break
        if arguments.seconds and time.monotonic() - start > arguments.seconds:
            break
        parts = make(seed)
        if report(parts):
            failed += 1
            small = reduce(parts, report)
            why = report(small)
            kept = os.path.join(arguments.output, "%s%d.cpp" % (name, seed))
            write(kept, "\n".join(small))
            print("seed %d, reduced to %s:\n%s" % (seed, kept, "\n".join(small)))
            print(why[:3000], flush=True)
        seed += 1
    print("%s: seeds %d to %d, %d failed" % (name, arguments.seed, seed - 1, failed))
    return 1 if failed else 0


def add_options(parser, files):
    parser.add_argument("--seed", type=int, default=1, help="the first; 0: any")
    parser.add_argument("--files", type=int, default=files)
    parser.add_argument("--seconds", type=float, help="go on until then instead")
    parser.add_argument("-o", dest="output", required=True, help="folder for files")
