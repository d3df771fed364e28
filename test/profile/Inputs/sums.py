"""Looks that what profiles say adds up."""

import json
import sys

for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as file:
        loops = json.load(file)["loops"]
    assert loops
    for loop in loops:
        assert sum(count for _, count in loop["histogram"]) == loop["calls"], loop
        assert loop["min_ns"] <= loop["median_ns"] <= loop["max_ns"], loop
        assert loop["self_ns"] <= loop["time_ns"], loop
        paths = loop["versions"] + loop["guards"]
        if paths:
            assert sum(path["calls"] for path in paths) == loop["calls"], loop
            assert sum(path["time_ns"] for path in paths) == loop["time_ns"], loop
