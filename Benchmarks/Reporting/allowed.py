"""What the design allows, beside what the results say."""

from figures import UNITS
from tables import Record


class Row:
    """A row of the table: a piece of work, and one or more figures of it."""

    HEAD = "| work | allowed | reached | | measured |\n| --- | --- | --- | --- | --- |"

    def __init__(self, entry: Record, results: list[Record]):
        self.work = entry["work"]
        self.figures = [Figure(figure, results) for figure in entry["figures"]]

    @property
    def is_met(self) -> bool:
        return all(figure.is_met for figure in self.figures)

    @property
    def text(self) -> str:
        allowed = "; ".join(figure.allowed for figure in self.figures if figure.limit is not None)
        runs = sorted({f"{found['date']}, {found['commit']}" for figure in self.figures for found in figure.records})
        cells = [
            self.work, allowed, "; ".join(figure.reached for figure in self.figures), "met" if self.is_met else "missed",
            "; ".join(runs)]
        return "| " + " | ".join(cells) + " |"


class Figure:
    """The figure of one line of the results, or a range of several."""

    def __init__(self, entry: Record, results: list[Record]):
        table, size, line = (entry["line"].split("/", 2) + ["", ""])[:3]
        self.records = [
            record for record in results
            if record["table"] == table and not record.get("isAbsent")
            and (not line or record["line"] == line and record.get("size", 0) == int(size))]
        if not self.records:
            raise SystemExit(f"error: no result has the line {entry['line']}, which allowed.toml names")
        self.entry = entry
        scale = UNITS[entry["unit"]] if entry["show"] == "median" else 1
        values = sorted(record[entry["show"]] / scale for record in self.records)
        self.least, self.most = values[0], values[-1]

    @property
    def limit(self) -> float | None:
        return self.entry.get("at_most", self.entry.get("at_least"))

    @property
    def is_met(self) -> bool:
        """Whether all of the range is within the limit."""
        return self.least >= self.entry.get("at_least", self.least) and self.most <= self.entry.get("at_most", self.most)

    @property
    def allowed(self) -> str:
        return " ".join([self.with_unit(self.limit), *([self.entry["of"]] if "of" in self.entry else [])])

    @property
    def reached(self) -> str:
        low, high = self.with_unit(self.least), self.with_unit(self.most)
        beside = f"{self.entry['beside']} " if "beside" in self.entry else ""
        return beside + (low if low == high else f"{low} to {high}")

    def with_unit(self, value: float) -> str:
        number = f"{float(f'{value:.3g}'):,g}".replace(",", " ")
        unit = self.entry["unit"]
        return f"{number}{unit}" if unit == "x" or unit.startswith(" ") else f"{number} {unit}"
