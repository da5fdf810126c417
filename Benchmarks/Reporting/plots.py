"""Plots as SVG: bars for one size, and lines over sizes. Both are readable in a light and in a dark page."""

import math
from collections.abc import Iterable
from html import escape

from figures import any_time, number, time
from tables import Record, Table

WIDTH = 760
# Distinct for most kinds of colour blindness; a line also has its name at its end.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a5195", "#808080"]


def bars(table: Table, records: list[Record]) -> str:
    """A bar for each line, and for times a thin line from the first to the third quartile."""
    present = [record for record in records if figure(record) is not None]
    most = max([*(figure(record) or 0 for record in present), *(record.get("q3", 0) for record in present), 1e-9])
    left, height = 250, 26
    scale = (WIDTH - left - 110) / most
    shapes = []
    for row, record in enumerate(records):
        middle = row * height + height / 2 + 6
        shapes.append(text(left - 8, middle + 4, record["line"], "end"))
        value = figure(record)
        if value is None:
            shapes.append(text(left, middle + 4, "absent" if record.get("isAbsent") else "fails"))
            continue
        colour = COLOURS[row % len(COLOURS)]
        width = max(1.0, value * scale)
        shapes.append(f'<rect x="{left}" y="{middle - 8}" width="{width:.1f}" height="16" fill="{colour}"/>')
        end = left + width
        if "q3" in record:
            start, end = left + record["q1"] * scale, max(end, left + record["q3"] * scale)
            shapes.append(line([(start, middle), (end, middle)], "#808080"))
        label = time(value, table.unit) if "median" in record else f"{number(value)} {table.unit}"
        shapes.append(text(end + 6, middle + 4, label))
    return picture(shapes, len(records) * height + 12, table.title)


def figure(record: Record) -> float | None:
    """The value of a bar; None where nothing could be measured."""
    return record.get("median", record.get("value"))


def growth(table: Table) -> str:
    """The time for all of the work over its size, both logarithmic, so that a power is a straight line."""
    names = [name for name in table.lines if len(table.whole_times(name)) > 1]
    points = {name: table.whole_times(name) for name in names}
    times = [nanoseconds for line_points in points.values() for _, nanoseconds in line_points]
    sizes = [size for size in table.sizes if size > 0]
    if not times:
        return picture([text(10, 20, "one size only")], 40, table.title)
    bottom, top = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))
    left, right, upper, lower = 70, WIDTH - 230, 14, 330

    def x(size: float) -> float:
        share = math.log(size / sizes[0]) / math.log(sizes[-1] / sizes[0]) if len(sizes) > 1 else 0
        return left + (right - left) * share

    def y(nanoseconds: float) -> float:
        return lower - (lower - upper) * (math.log10(nanoseconds) - bottom) / max(1, top - bottom)

    shapes = []
    for power in range(bottom, top + 1):
        shapes.append(line([(left, y(10.0**power)), (right, y(10.0**power))], "#80808060"))
        shapes.append(text(left - 8, y(10.0**power) + 4, any_time(10.0**power), "end"))
    for size in sizes:
        shapes.append(line([(x(size), upper), (x(size), lower)], "#80808060"))
        shapes.append(text(x(size), lower + 18, f"{size:,}", "middle"))
    shapes.append(text((left + right) / 2, lower + 36, table.counted, "middle"))
    for index, name in enumerate(names):
        colour = COLOURS[index % len(COLOURS)]
        shapes.append(line([(x(size), y(nanoseconds)) for size, nanoseconds in points[name]], colour, 2))
        shapes += [
            f'<circle cx="{x(size):.1f}" cy="{y(nanoseconds):.1f}" r="3" fill="{colour}"/>'
            for size, nanoseconds in points[name]
        ]
    for name, height in spread((name, y(points[name][-1][1])) for name in names):
        colour = COLOURS[names.index(name) % len(COLOURS)]
        shapes.append(text(right + 10, height + 4, name, colour=colour))
    return picture(shapes, lower + 46, table.title)


def spread(labels: Iterable[tuple[str, float]]) -> list[tuple[str, float]]:
    """The labels from the top down, each at least a line below the one before."""
    placed: list[tuple[str, float]] = []
    for name, height in sorted(labels, key=lambda label: label[1]):
        placed.append((name, max(height, placed[-1][1] + 15) if placed else height))
    return placed


def text(x: float, y: float, words: str, anchor: str = "start", colour: str = "#808080") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(words)}</text>'


def line(points: list[tuple[float, float]], colour: str, width: float = 1) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"/>'


def picture(shapes: list[str], height: float, title: str) -> str:
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:.0f}" '
            f'viewBox="0 0 {WIDTH} {height:.0f}" font-family="sans-serif" font-size="12" role="img">',
            f"<title>{escape(title)}</title>",
            *shapes,
            "</svg>",
            "",
        ]
    )
