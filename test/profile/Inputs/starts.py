"""Looks at the one loop of a profile: how often it ran, and in how many runs threads started."""

import json
import sys

name = sys.argv[1].format(*sys.stdin.read().split())
with open(name, encoding="utf-8") as file:
    profile = json.load(file)
(loop,) = profile["loops"]
assert loop["calls"] == int(sys.argv[2]), profile
paths = loop["versions"] + loop["guards"]
assert sum(path.get("starts", 0) for path in paths) == int(sys.argv[3]), profile
for path in paths:
    assert path.get("starts_ns", 0) <= path["time_ns"], profile
assert profile["openmp_ns"] > 0, profile
