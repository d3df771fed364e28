"""The report of a run as Markdown."""

import os
import re

from reporting import results

TITLES = {
    "spmv": "y = A x",
    "spmvt": "y = y + Aᵀ x, by the rows of A",
    "spmm32": "C += A B, 32 columns",
    "sddmm32": "P = A ∘ (C Dᵀ), 32 columns",
    "mttkrp3": "MTTKRP, order 3, 32 columns",
    "mttkrp4": "MTTKRP, order 4, 32 columns",
    "mttkrp5": "MTTKRP, order 5, 32 columns",
    "ttm3": "Tensor times matrix, order 3, 32 columns",
    "ttv3": "Tensor times vector, order 3",
}


def write(measured, plots, path):
    lines = ["# %s" % os.path.basename(os.path.dirname(path)), ""]
    lines += ["Written by `%s`. What the figures mean:" % measured["command"]]
    lines += ["[performance](../README.md).", ""]
    lines += ["- " + line for line in measured["machine"]] + [""]
    for (kernel, threads), groups in results.sections(measured).items():
        lines += section(kernel, threads, groups, plots)
    lines += ["## Variants", ""] + legend(measured)
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines).rstrip() + "\n")


def command_block(command):
    """Lines of code: a long command goes on behind a blank or a comma."""
    lines, line = [], ""
    for part in re.findall("[^ ,]+[ ,]?", command):
        if len(line) + len(part) > 90:
            lines.append(line + "\\")
            line = ""
        line += part
    return ["    " + line for line in lines + [line]]


def section(kernel, threads, groups, plots):
    plural = "" if threads == 1 else "s"
    lines = ["## %s, %d thread%s" % (TITLES[kernel], threads, plural), ""]
    lines += matrix_table(groups) + [""]
    lines += ["Speed-up over the plain loop, median (quartiles):", ""]
    lines += ratio_table(groups, "naive", lambda v: v["name"] != "naive") + [""]
    lines += ["Speed-up over `omp parallel for`, median [95 % interval]:", ""]
    lines += over_omp_table(groups) + [""]
    for suffix in ("", "-const"):
        if all(results.variant_of(group, "auto" + suffix) for group in groups):
            lines += ["`auto%s`, the choice of a bare pragma, and the best of the" % suffix]
            lines += ["written schedules of the same loop:", ""]
            lines += choice_table(groups, suffix) + [""]
    lines += ["![%s](%s)" % plots[kernel, threads, kind] for kind in ("naive", "roofline")]
    return lines + [""]


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |"]
    lines.append("|---|" + "---:|" * (len(header) - 1))
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def matrix_table(groups):
    header = ["matrix", "rows", "entries", "plain loop, µs", "its share of roofline"]
    header += ["bandwidth, GB/s", "imbalance", "rounds", "disturbed"]
    rows = []
    for g in groups:
        plain = results.variant_of(g, "naive")
        disturbed = [v["disturbed"] for v in g["variants"]]
        rows.append(
            [
                g["matrix"],
                "%d" % g["rows"],
                "%d" % g["entries"],
                "%.4g" % plain["microseconds"],
                "%.0f %%" % (100 * plain["roofline"]["median"]),
                "%.1f" % g["gigabytes_per_second"],
                "%.2f" % g["imbalance"],
                "%d" % g["rounds"],
                "%.0f %%" % (100 * sum(disturbed) / len(disturbed)),
            ]
        )
    return table(header, rows)


def ratio_table(groups, base, wanted):
    names = []
    for group in groups:
        names += [
            v["name"] for v in group["variants"] if wanted(v) and v["name"] not in names
        ]
    rows = []
    for group in groups:
        cells = [group["matrix"]]
        for name in names:
            variant = results.variant_of(group, name)
            cells.append(with_quartiles(variant[base]) if variant else "")
        rows.append(cells)
    means = ["geometric mean"]
    for name in names:
        found = [results.variant_of(group, name) for group in groups]
        medians = [v[base]["median"] for v in found if v]
        means.append("%.2f" % results.geometric_mean(medians))
    return table(["matrix"] + names, rows + [means])


def with_quartiles(summary):
    return "%.2f (%.2f–%.2f)" % (summary["median"], *summary["quartiles"])


def with_interval(summary):
    return "%.2f [%.2f, %.2f]" % (summary["median"], *summary["interval"])


def over_omp_table(groups):
    """Schedules and the best peer, and how much of the bound they reach."""
    names = []
    for group in groups:
        names += [
            v["name"]
            for v in group["variants"]
            if results.is_schedule(v) and v["name"] not in names
        ]
    header = ["matrix", "imbalance"]
    for name in names:
        header += [name, "of the bound"]
    rows = []
    for group in groups:
        cells = [group["matrix"], "%.2f" % group["imbalance"]]
        for name in names:
            over = results.variant_of(group, name)["omp"]
            share = over["median"] / group["imbalance"]
            cells += [with_interval(over), "%.0f %%" % (100 * share)]
        rows.append(cells + [best_peer(group)])
    return table(header + ["best peer"], rows)


def choice_table(groups, suffix):
    """The choice over `omp parallel for` and over the best schedule."""
    rows, shares = [], []
    for group in groups:
        chosen = results.variant_of(group, "auto" + suffix)
        rivals = [
            v
            for v in group["variants"]
            if results.is_schedule(v)
            and v["name"].endswith("-const") == bool(suffix)
            and v is not chosen
        ]
        best = max(rivals, key=lambda v: v["omp"]["median"])
        omp = results.variant_of(group, "omp" + suffix)["omp"]["median"]
        shares.append(chosen["best"]["median"])
        over = {
            "median": chosen["omp"]["median"] / omp,
            "interval": [bound / omp for bound in chosen["omp"]["interval"]],
        }
        share = with_interval(chosen["best"])
        rows.append([group["matrix"], with_interval(over), best["name"], share])
    rows.append(["geometric mean", "", "", "%.2f" % results.geometric_mean(shares)])
    header = ["matrix", "over `omp parallel for`", "best", "of its speed"]
    return table(header, rows)


def best_peer(group):
    peers = [v for v in group["variants"] if results.is_peer(v)]
    if not peers:
        return ""
    best = max(peers, key=lambda v: v["omp"]["median"])
    return "%s %s" % (best["name"], with_interval(best["omp"]))


def legend(measured):
    texts = {}
    for group in measured["groups"]:
        for variant in group["variants"]:
            texts.setdefault(variant["name"], variant["text"])
    return table(
        ["variant", "is"],
        [
            [name, "`#pragma %s`" % text if text.startswith(("sparse", "omp")) else text]
            for name, text in texts.items()
        ],
    )
