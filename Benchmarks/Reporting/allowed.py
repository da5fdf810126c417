"""What the design allows, by allowed.toml, beside what results say."""

import tomllib
from pathlib import Path

from figures import UNITS, markdown
from tables import Record


class Row:
    """A row of the table: a piece of work, and one or more figures of it."""

    HEADS = ["work", "allowed", "reached", "", "measured"]

    def __init__(self, entry: Record, results: list[Record]):
        self.work = entry["work"]
        figures = [Figure(figure, results) for figure in entry["figures"]]
        self.figures = [figure for figure in figures if figure.records]
        self.allowed = "; ".join(figure.allowed for figure in figures if figure.limit is not None)

    @property
    def verdict(self) -> str:
        if not self.figures:
            return "not measured"
        if not self.allowed:
            return ""
        return "met" if all(figure.is_met for figure in self.figures) else "missed"

    @property
    def cells(self) -> list[str]:
        # The results of a run that is not kept have neither.
        runs = {
            f"{record['date']}, {record['commit']}" for figure in self.figures for record in figure.records
            if "commit" in record}
        reached = "; ".join(figure.reached for figure in self.figures)
        return [self.work, self.allowed, reached, self.verdict, "; ".join(sorted(runs))]


def rows(results: list[Record]) -> list[Row]:
    limits = Path(__file__).parent.parent / "allowed.toml"
    return [Row(entry, results) for entry in tomllib.loads(limits.read_text())["row"]]


def table(results: list[Record]) -> str:
    return markdown(Row.HEADS, [row.cells for row in rows(results)])


class Figure:
    """The figure of one line of the results, or a range of several."""

    def __init__(self, entry: Record, results: list[Record]):
        self.entry = entry
        key, size, line = (entry["line"].split("/", 2) + ["0", ""])[:3]
        self.records = [
            record for record in results
            if record["table"] == key and entry["show"] in record
            and (not line or record["line"] == line and record.get("size", 0) == int(size))]
        scale = UNITS[entry["unit"]] if entry["show"] in ("median", "p99") else 1
        self.values = sorted(record[entry["show"]] / scale for record in self.records)

    @property
    def limit(self) -> float | None:
        return self.entry.get("at_most", self.entry.get("at_least"))

    @property
    def is_met(self) -> bool:
        """Whether all of the range is within the limit."""
        least, most = self.values[0], self.values[-1]
        return least >= self.entry.get("at_least", least) and most <= self.entry.get("at_most", most)

    @property
    def allowed(self) -> str:
        return f"{self.number(self.limit)}{self.unit} {self.entry.get('of', '')}".rstrip()

    @property
    def reached(self) -> str:
        beside = f"{self.entry['beside']} " if "beside" in self.entry else ""
        ends = dict.fromkeys(map(self.number, self.values[:1] + self.values[-1:]))
        return beside + " to ".join(ends) + self.unit

    def number(self, value: float) -> str:
        return f"{float(f'{value:.3g}'):,g}".replace(",", " ")

    @property
    def unit(self) -> str:
        return "x" if self.entry["unit"] == "x" else f" {self.entry['unit']}".rstrip()
