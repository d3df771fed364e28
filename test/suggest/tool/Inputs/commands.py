"""Writes compile_commands.json into the current folder, for sources in FOLDER:
commands.py FOLDER 'COMMAND' SOURCE..."""

import json
import sys

folder, command, *sources = sys.argv[1:]
entries = [
    {"directory": folder, "file": source, "command": f"{command} -o {source}.o -c {source}"}
    for source in sources
]
with open("compile_commands.json", "w", encoding="utf-8") as file:
    json.dump(entries, file)
