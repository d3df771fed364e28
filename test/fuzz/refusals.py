"""Programs of one loop each, whose directive may be an error: the plugin says so, or the
program computes what it computes without the plugin."""

import argparse
import pathlib
import subprocess
import sys


def build(command, source, binary):
    return subprocess.run([*command, str(source), "-o", str(binary)], capture_output=True, text=True)


def campaign(description, text, flags, least):
    """Programs text(seed), compiled with `flags`. Of ten programs and more, one in `least`
    has to be accepted: refusing everything would be no test."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--clangxx", required=True)
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", dest="output", type=pathlib.Path, required=True)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    common = [options.clangxx, "-std=c++20", "-O1", "-fopenmp", *flags]
    kept = 0
    for seed in range(options.seed, options.seed + options.programs):
        source = options.output / f"program{seed}.cpp"
        source.write_text(text(seed))
        made = build([*common, options.plugin, "-fplugin-arg-sparse-min-work=0"], source, options.output / "made")
        if made.returncode != 0 or "internal:" in made.stderr:
            if "error:" not in made.stderr or "internal:" in made.stderr or "Stack dump" in made.stderr:
                sys.exit(f"{source}: no refusal:\n{made.stderr}")
            source.unlink()
            continue
        plain = build([*common, "-Wno-unknown-pragmas"], source, options.output / "plain")
        if plain.returncode != 0:
            sys.exit(f"{source}:\n{plain.stderr}")
        results = [subprocess.run([str(options.output / name)], capture_output=True, text=True, timeout=60)
                   for name in ("plain", "made")]
        if results[0].stdout != results[1].stdout or results[1].returncode != 0:
            sys.exit(f"{source}: other results than the plain loops")
        source.unlink()
        kept += 1
    print(f"{options.programs} programs, of which {kept} were accepted")
    if options.programs >= 10 and kept < options.programs // least:
        sys.exit("hardly a program was accepted")
