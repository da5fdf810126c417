"""The formatting of figures."""

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
