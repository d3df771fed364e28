"""Precompiled headers of tests.

Half of what Clang does for a short test is reading the header of its like and the
standard library behind it. Tests that are compiled with the same flags share it.
"""

import hashlib
import os
import re
import subprocess
import tempfile

TESTS = os.path.dirname(os.path.abspath(__file__))
SUPPORT = os.path.join(TESTS, "run", "support", "support.h")
INCLUDE = re.compile(r'^#include "(?:[./\w]*support/\w+|support)\.h"', re.M)
# What neither the language nor the code of a header depends on: macros are the tests'
# own, but for those that the library asks for, and arguments are the plugin's own.
NEUTRAL = re.compile(r"-(?:[WlLI]|D[^_]|fplugin|w$)")


def includes_first(source):
    """Whether `source` includes support.h, or a header beside it, before any other
    directive than includes of the standard library."""
    with open(source, encoding="utf-8") as file:
        text = file.read()
    found = INCLUDE.search(text)
    return found is not None and not re.search(
        r"^\s*#(?!include <)", text[: found.start()], re.M
    )


def precompiled(folder, command, header):
    """The flags that spare `command` the text of `header`, made in `folder` if need be.

    None where it cannot be compiled: the test itself says why.
    """
    flags = [text for text in command[1:] if text.startswith("-")]
    command = command[:1] + [flag for flag in flags if not NEUTRAL.match(flag)]
    with open(header, encoding="utf-8") as file:
        key = "\n".join(command + [header, file.read()])
    name = hashlib.sha256(key.encode()).hexdigest()[:16]
    path = os.path.join(folder, name + ".pch")
    if not os.path.exists(path):
        os.makedirs(folder, exist_ok=True)
        # Tests beside this one may make it, too.
        handle, made = tempfile.mkstemp(dir=folder)
        os.close(handle)
        result = subprocess.run(
            command + ["-x", "c++-header", header, "-o", made], capture_output=True
        )
        if result.returncode:
            os.remove(made)
            return []
        os.replace(made, path)
    return ["-include-pch", path]


def precompiled_support(folder, command, source):
    """The same for support.h, where `source` begins with it."""
    return precompiled(folder, command, SUPPORT) if includes_first(source) else []
