"""The limits of the design, and whether they were kept."""

import re
from dataclasses import dataclass

from figures import UNITS, number, time
from tables import Record

# A limit with a unit applies to the median; without one, to the ratio to the first line, or to a plain figure.
LIMIT = re.compile(r"(?P<order><=?|>=) (?P<limit>[0-9.]+)(?: (?P<unit>ns|us|ms))?")


@dataclass
class Budget:
    """One line's figure beside its limit."""

    HEADS = ["", "measured", "allowed", "met"]

    name: str
    figure: str
    allowed: str
    is_met: bool

    @classmethod
    def of(cls, record: Record) -> "Budget | None":
        """The budget of a line; None for a line without a limit or a figure."""
        match = LIMIT.fullmatch(record.get("budget", ""))
        if not match:
            return None
        limit = float(match["limit"])
        if match["unit"]:
            if "median" not in record:
                return None
            figure, text = record["median"] / UNITS[match["unit"]], time(record["median"], match["unit"])
        else:
            figure = record.get("ratio", record.get("value"))
            if figure is None:
                return None
            text = number(figure)
        size = f", {record['size']} {record['of']}" if "size" in record else ""
        name = f"{record['title']}{size}: {record['line']}"
        return cls(name, text, record["budget"], figure >= limit if match["order"] == ">=" else figure <= limit)

    @property
    def row(self) -> list[str]:
        return [self.name, self.figure, self.allowed, "yes" if self.is_met else "no"]
