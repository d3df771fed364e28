"""The figures of a run, from Google Benchmark's file to the kept one."""

import json
import math
import os

SUMMARIES = ("naive", "omp", "unchecked", "best", "roofline")


def read(path):
    """One entry per kernel, matrix and thread count, its variants in order."""
    with open(path, encoding="utf-8") as file:
        raw = json.load(file)
    known = {"date", "host_name", "executable", "num_cpus", "mhz_per_cpu"}
    known |= {"cpu_scaling_enabled", "caches", "load_avg", "library_build_type"}
    peers = {k: v for k, v in raw["context"].items() if k not in known}
    groups = {}
    for row in raw["benchmarks"]:
        kernel, matrix, threads, variant = split_name(row["name"])
        if row.get("error_occurred"):
            print("%s: %s" % (row["name"], row["error_message"]))
            continue
        key = (kernel, matrix, threads)
        group = groups.setdefault(key, new_group(key, row))
        group["variants"].append(outcome(variant, row))
    return {"peers": peers, "groups": list(groups.values())}


def split_name(name):
    """kernel/matrix/threads:N/variant/…; a matrix given as a file has slashes."""
    parts = name.split("/")
    at = max(i for i, part in enumerate(parts) if part.startswith("threads:"))
    matrix = matrix_name("/".join(parts[1:at]))
    return parts[0], matrix, int(parts[at].split(":")[1]), parts[at + 1]


def matrix_name(path):
    name = os.path.basename(path)
    for ending in (".xz", ".mtx", ".tns"):
        name = name.removesuffix(ending)
    return name


def new_group(key, row):
    kernel, matrix, threads = key
    group = {"kernel": kernel, "matrix": matrix, "threads": threads}
    for name in ("rows", "cols", "entries", "rounds"):
        group[name] = int(row[name])
    group["imbalance"] = rounded(row["imbalance"])
    group["gigabytes_per_second"] = rounded(row["bandwidth"] / 1e9)
    group["variants"] = []
    return group


def outcome(variant, row):
    result = {"name": variant, "text": row["label"]}
    result["microseconds"] = rounded(row["real_time"])
    result["disturbed"] = rounded(row["disturbed"])
    for name in SUMMARIES:
        if name not in row:
            continue
        result[name] = {
            "median": rounded(row[name]),
            "quartiles": [rounded(row[name + "_q1"]), rounded(row[name + "_q3"])],
            "interval": [rounded(row[name + "_low"]), rounded(row[name + "_high"])],
        }
    return result


def rounded(value):
    return float("%.4g" % value)


def write(measured, path):
    """Writes one line per variant, so that two runs can be compared."""
    lines = ['{"command": %s,' % json.dumps(measured["command"])]
    lines += ['"machine": %s,' % json.dumps(measured["machine"], indent=1)]
    lines += ['"groups": [']
    for number, group in enumerate(measured["groups"]):
        variants = ",\n".join("  " + json.dumps(v) for v in group["variants"])
        head = json.dumps({k: v for k, v in group.items() if k != "variants"})
        last = number + 1 == len(measured["groups"])
        lines += [head[:-1] + ', "variants": [', variants, "]}" + ("" if last else ",")]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines + ["]}", ""]))


def variant_of(group, name):
    return next((v for v in group["variants"] if v["name"] == name), None)


def sections(measured):
    """The groups by kernel and thread count."""
    found = {}
    for group in measured["groups"]:
        found.setdefault((group["kernel"], group["threads"]), []).append(group)
    return found


def variant_names(groups):
    names = []
    for group in groups:
        names += [v["name"] for v in group["variants"] if v["name"] not in names]
    return names


def is_schedule(variant):
    return variant["text"].startswith("sparse")


def is_peer(variant):
    text = variant["text"]
    return not (text == "none" or text.startswith(("sparse", "omp")))


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))
