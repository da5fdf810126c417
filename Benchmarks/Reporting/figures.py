"""The formatting of figures, and of tables of them."""

UNITS = {"ns": 1.0, "us": 1e3, "ms": 1e6}


def time(nanoseconds: float, unit: str) -> str:
    """A time in the unit of its table."""
    value = nanoseconds / UNITS[unit]
    return f"{value:.2f} {unit}" if value < 10 else f"{value:.1f} {unit}"


def any_time(nanoseconds: float) -> str:
    """A round time in the unit that suits it, for an axis."""
    for unit, scale in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if nanoseconds >= scale:
            return f"{nanoseconds / scale:g} {unit}"
    return f"{nanoseconds:g} ns"


def number(value: float) -> str:
    return f"{value:.2f}" if abs(value) < 100 else f"{value:,.0f}"


def rate(value: float) -> str:
    return f"{value:,.0f}"


def markdown(heads: list[str], rows: list[list[str]]) -> str:
    lines = [heads, ["---"] + ["---:"] * (len(heads) - 1), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines) + "\n"
