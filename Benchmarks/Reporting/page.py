"""One table as a section of the page."""

from pathlib import Path

from figures import markdown, number, rate, time
from plots import bars, growth
from tables import Record, Table


def section(table: Table, folder: Path) -> list[str]:
    """The section's paragraphs; its plots are written into the folder."""
    parts = [f"## {table.title[0].upper()}{table.title[1:]}\n", f"{table.about}\n"]
    for size in table.sizes:
        records = table.at(size)
        if table.counted:
            parts.append(f"### {size} {table.counted}\n")
        parts.append(times(table, records) if table.has_times else values(table, records))
    parts.append("".join(f"- {line}\n" for line in notes(table)))
    if table.grows:
        (folder / f"{table.key}-growth.svg").write_text(growth(table))
        parts.append(f"![How {table.title} grows]({table.key}-growth.svg)\n")
    last = table.sizes[-1]
    (folder / f"{table.key}.svg").write_text(bars(table, table.at(last)))
    parts.append(f"![{table.title}]({table.key}.svg)\n")
    return parts


def times(table: Table, records: list[Record]) -> str:
    """A table of times: percentiles, the ratio to the first line, and the number of parts per second."""
    has_rate = any("rate" in record for record in records)
    heads = ["", "median", "quartiles", "p99", "ratio"] + (["a second"] if has_rate else [])
    rows = []
    for record in records:
        if record.get("isAbsent"):
            rows.append([record["line"], "absent"] + [""] * (len(heads) - 2))
            continue
        quartiles = f"{time(record['q1'], table.unit)} to {time(record['q3'], table.unit)}"
        row = [record["line"], time(record["median"], table.unit), quartiles, time(record["p99"], table.unit)]
        row.append(f"{record['ratio']:.2f}" if "ratio" in record else "")
        if has_rate:
            row.append(rate(record["rate"]))
        rows.append(row)
    return markdown(heads, rows)


def values(table: Table, records: list[Record]) -> str:
    """A table of plain figures."""
    rows = []
    for record in records:
        value = number(record["value"]) if "value" in record else "absent" if record.get("isAbsent") else "fails"
        ratio = f"{record['ratio']:.2f}" if "ratio" in record else ""
        rows.append([record["line"], value, ratio, record.get("note", "")])
    return markdown(["", table.unit, "ratio", ""], rows)


def notes(table: Table) -> list[str]:
    """The notes of the lines of a table of times, once each."""
    if not table.has_times:
        return []
    texts = {record["line"]: record["note"] for record in table.records if record.get("note")}
    return [f"{line}: {text}" for line, text in texts.items()]
