"""What a run ran on."""

import os
import re
import subprocess


def describe(versions):
    """Lines of text; `versions` are those of the compiler and the peers."""
    lines = [processor(), memory(), "Linux " + os.uname().release.split("-")[0]]
    lines += ["%s %s" % item for item in sorted(versions.items())]
    lines.append("load average when the run ended: %.1f" % os.getloadavg()[1])
    return lines


def processor():
    fields = {}
    environment = dict(os.environ, LC_ALL="C")
    text = subprocess.run(
        ["lscpu"], capture_output=True, text=True, check=True, env=environment
    ).stdout
    for line in text.splitlines():
        name, _, value = line.partition(":")
        fields[name.strip()] = value.strip()
    caches = ", ".join(
        "%s %s" % (level, fields[level + " cache"])
        for level in ("L1d", "L2", "L3")
        if level + " cache" in fields
    )
    flags = fields.get("Flags", "").split()
    vectors = next((f for f in ("avx512f", "avx2", "avx", "sse2") if f in flags), "")
    hypervisor = fields.get("Hypervisor vendor")
    return "%s (family %s, model %s), %s processors%s; %s; %s" % (
        fields.get("Model name", "unknown processor"),
        fields.get("CPU family", "?"),
        fields.get("Model", "?"),
        fields.get("CPU(s)", "?"),
        ", virtual (%s)" % hypervisor if hypervisor else "",
        caches,
        vectors,
    )


def memory():
    with open("/proc/meminfo", encoding="ascii") as file:
        total = int(re.search(r"MemTotal:\s+(\d+) kB", file.read()).group(1))
    return "%.0f GiB of memory" % (total / 2**20)
