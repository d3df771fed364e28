#!/usr/bin/env python3
"""Mutated textual forms: sparse-opt reads or refuses them, and never crashes."""

import argparse
import os
import random
import sys
import time

import crash

NEST = """nest @spmv {
  operand m : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand x : f64[] extent i64(m)
  operand y : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1] coordinate j
  tensor A : dense(i), compressed(p; pos, crd) values val
  guard "the size is negative" m >= 0
  body {
    loop i {
      var sum : f64 = 0.0
      loop p {
        let j = crd[p]
        sum += val[p] * x[j]
      }
      y[i] = sum
    }
  }
}
"""
SCHEDULES = [
    "split(i, i0, i1, 32) parallelize(i0, cpu_thread, no_races)",
    "split(p, p0, p1, 4) unroll(p1)",
    "divide(i, i0, i1, 3) order(i1, i0, p)",
    "parallelize(p, cpu_vector, parallel_reduction)",
    "auto",
]
WORDS = """nest operand index guard body loop let var array if else while for track enter
each leave tensor split divide fuse balance pos coord fact epilogue program by into
over in .. : i32 i64 u8 f64 bool [] { } ( ) + - * / = += min= && || ! < -1 0
99999999999999999999 0x 1e 0:i64 0.5 "text" "unclosed @ # // opaque call f64( min( y[ i1
extent written liveout coordinate unroll(full) parallel( values dense( compressed( é""".split()


def mutate(rng, text):
    for _ in range(rng.choice([1, 1, 1, 2, 3, 8])):
        action = rng.randrange(5)
        if action < 3:
            words = text.split(" ")
            at = rng.randrange(len(words))
            if action == 0:
                words.insert(at, rng.choice(WORDS))
            elif action == 1:
                del words[at]
            else:
                words[at] = rng.choice(WORDS)
            text = " ".join(words)
        elif action == 3:
            lines = text.split("\n")
            at = rng.randrange(len(lines))
            if rng.random() < 0.5:
                del lines[at]
            else:
                lines.insert(at, rng.choice(lines))
            text = "\n".join(lines)
        else:
            at = rng.randrange(len(text) + 1)
            text = text[:at] + rng.choice("(){}[]\"@:;,.0aé\0\t") + text[at + rng.randrange(2) :]
        text = text or " "
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sparse-opt", required=True)
    crash.add_options(parser, 400)
    arguments = parser.parse_args()
    os.makedirs(arguments.output, exist_ok=True)
    arguments.seed = arguments.seed or int(time.time())
    start, seed, failed = time.monotonic(), arguments.seed, 0
    while True:
        if arguments.seconds is None and seed >= arguments.seed + arguments.files:
            break
        if arguments.seconds and time.monotonic() - start > arguments.seconds:
            break
        rng = random.Random(seed)
        path = os.path.join(arguments.output, "text.sp")
        crash.write(path, mutate(rng, NEST))
        options = rng.choice([[], ["--lower"], ["--emit=cpp"]])
        schedule = ["--schedule=" + rng.choice(SCHEDULES)]
        why = crash.crashed([arguments.sparse_opt, path] + options + schedule)
        if why:
            failed += 1
            kept = os.path.join(arguments.output, "text%d.sp" % seed)
            os.rename(path, kept)
            print("seed %d: sparse-opt %s %s" % (seed, kept, options + schedule))
            print(why[:2000], flush=True)
        seed += 1
    print("texts: seeds %d to %d, %d failed" % (arguments.seed, seed - 1, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
