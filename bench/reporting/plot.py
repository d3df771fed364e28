"""Plots as SVG: one row per matrix, one dot with its quartiles per variant."""

import math
import os
from xml.sax.saxutils import escape

from reporting import results

# Okabe and Ito's colours, told apart by colour-blind readers too.
COLOURS = "#000000 #e69f00 #0072b2 #d55e00 #009e73 #cc79a7 #56b4e9 #8c6d1f #666666".split()
SHAPES = ("circle", "square", "diamond")
LEFT, RIGHT, TOP, PITCH, GAP, WIDTH = 150, 170, 46, 9, 12, 620

AXES = {
    "naive": "speed-up over the plain loop (log scale)",
    "roofline": "share of the bandwidth roofline (log scale)",
}


def write_all(measured, folder):
    """Writes all plots; their titles and files by kernel, threads and kind."""
    written = {}
    for (kernel, threads), groups in results.sections(measured).items():
        for kind, axis in AXES.items():
            title = "%s, %d thread%s: %s" % (
                kernel,
                threads,
                "" if threads == 1 else "s",
                axis.removesuffix(" (log scale)"),
            )
            file = "%s-%d-%s.svg" % (kernel, threads, kind)
            with open(os.path.join(folder, file), "w", encoding="utf-8") as out:
                out.write(draw(groups, kind, title, axis))
            written[kernel, threads, kind] = (title, file)
    return written


class Scale:
    """A logarithmic axis over everything that is shown."""

    def __init__(self, values):
        self.low = math.log(min(min(values), 0.9))
        self.high = math.log(max(max(values), 1.1))
        margin = 0.03 * (self.high - self.low)
        self.low -= margin
        self.high += margin

    def at(self, value):
        share = (math.log(value) - self.low) / (self.high - self.low)
        return LEFT + WIDTH * share

    def ticks(self):
        steps = [m * 10.0**e for e in range(-3, 8) for m in (1, 2, 5)]
        return [s for s in steps if self.low <= math.log(s) <= self.high]


def draw(groups, kind, title, axis):
    names = results.variant_names(groups)
    style = {
        name: (COLOURS[i % len(COLOURS)], SHAPES[i // len(COLOURS) % len(SHAPES)])
        for i, name in enumerate(names)
    }
    if kind == "naive":
        names.remove("naive")
    scale = Scale([q for g in groups for v in g["variants"] for q in spread(v[kind])])
    band = PITCH * len(names) + GAP
    bottom = TOP + band * len(groups)
    height = max(bottom + 44, TOP + 16 * len(names) + 20)
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" '
        'font-family="sans-serif" font-size="11">' % (LEFT + WIDTH + RIGHT, height),
        '<rect width="100%" height="100%" fill="white"/>',
        text(LEFT, 20, title, "start", "font-weight='bold' font-size='13'"),
    ]
    parts += grid(scale, bottom)
    parts.append(text(LEFT + WIDTH / 2, bottom + 34, axis, "middle"))
    for number, group in enumerate(groups):
        top = TOP + band * number
        parts += row(group, kind, names, style, scale, top, band, number % 2)
    for number, name in enumerate(names):
        y = TOP + 8 + 16 * number
        parts.append(marker(LEFT + WIDTH + 16, y, *style[name]))
        parts.append(text(LEFT + WIDTH + 26, y + 4, name, "start"))
    return "\n".join(parts + ["</svg>", ""])


def lines(title, axis, labels, below, series):
    """Curves over `labels`, which stand at equal distances; `series` has one list
    of summaries for each name."""
    scale = Scale([q for curve in series.values() for s in curve for q in spread(s)])
    height, bottom = 300, TOP + 300
    step = WIDTH / max(1, len(labels) - 1)

    def at(value):
        return bottom - height * (scale.at(value) - LEFT) / WIDTH

    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" '
        'font-family="sans-serif" font-size="11">' % (LEFT + WIDTH + RIGHT, bottom + 50),
        '<rect width="100%" height="100%" fill="white"/>',
        text(LEFT, 20, title, "start", "font-weight='bold' font-size='13'"),
        text(LEFT, 38, axis, "start"),
        text(LEFT + WIDTH / 2, bottom + 38, below, "middle"),
    ]
    for tick in scale.ticks():
        parts.append(line(LEFT, at(tick), LEFT + WIDTH, at(tick), "#dddddd", 1))
        parts.append(text(LEFT - 8, at(tick) + 4, "%g" % tick, "end"))
    for number, label in enumerate(labels):
        parts.append(text(LEFT + step * number, bottom + 18, label, "middle"))
    for number, (name, curve) in enumerate(series.items()):
        colour, shape = COLOURS[number % len(COLOURS)], SHAPES[number % len(SHAPES)]
        points = [(LEFT + step * n, s) for n, s in enumerate(curve)]
        for (x1, one), (x2, other) in zip(points, points[1:]):
            parts.append(line(x1, at(one["median"]), x2, at(other["median"]), colour, 1))
        for x, summary in points:
            low, high = summary["quartiles"]
            parts.append(line(x, at(low), x, at(high), colour, 1.5))
            parts.append(marker(x, at(summary["median"]), colour, shape))
        parts.append(marker(LEFT + WIDTH + 16, TOP + 8 + 16 * number, colour, shape))
        parts.append(text(LEFT + WIDTH + 26, TOP + 12 + 16 * number, name, "start"))
    return "\n".join(parts + ["</svg>", ""])


def spread(summary):
    return [summary["median"], *summary["quartiles"]]


def grid(scale, bottom):
    parts = []
    for tick in scale.ticks():
        x = scale.at(tick)
        colour = "#888888" if tick == 1 else "#dddddd"
        parts.append(line(x, TOP, x, bottom, colour, 1))
        parts.append(text(x, bottom + 16, "%g" % tick, "middle"))
    return parts


def row(group, kind, names, style, scale, top, band, shaded):
    parts = []
    if shaded:
        parts.append(
            '<rect x="0" y="%.1f" width="%d" height="%.1f" fill="black" opacity="0.04"/>'
            % (top, LEFT + WIDTH, band)
        )
    parts.append(text(LEFT - 8, top + band / 2 + 4, group["matrix"], "end"))
    for number, name in enumerate(names):
        variant = results.variant_of(group, name)
        if not variant:
            continue
        y = top + GAP / 2 + PITCH * (number + 0.5)
        median, low, high = spread(variant[kind])
        colour, shape = style[name]
        parts.append(line(scale.at(low), y, scale.at(high), y, colour, 1.5))
        parts.append(marker(scale.at(median), y, colour, shape))
    return parts


def line(x1, y1, x2, y2, colour, width):
    return '<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="%g"/>' % (
        x1,
        y1,
        x2,
        y2,
        colour,
        width,
    )


def marker(x, y, colour, shape):
    if shape == "circle":
        return '<circle cx="%.1f" cy="%.1f" r="3.4" fill="%s"/>' % (x, y, colour)
    turn = 45 if shape == "diamond" else 0
    return (
        '<rect x="%.1f" y="%.1f" width="6" height="6" fill="%s" '
        'transform="rotate(%d %.1f %.1f)"/>' % (x - 3, y - 3, colour, turn, x, y)
    )


def text(x, y, content, anchor, more=""):
    return '<text x="%.1f" y="%.1f" text-anchor="%s" fill="#222222" %s>%s</text>' % (
        x,
        y,
        anchor,
        more,
        escape(content),
    )
