"""Stands in for lit: says what it is to run with which Clang, and passes."""

import json
import os
import sys

words = sys.argv[1:]
report = words[words.index("-o") + 1]
clang = next(word for word in words if word.startswith("-Dclang="))
tests = [os.path.basename(word) for word in words if word[0] == "/" and word != report]
print(clang, *tests, flush=True)
with open(report, "w", encoding="utf-8") as file:
    json.dump({"tests": [{"code": "PASS"}]}, file)
