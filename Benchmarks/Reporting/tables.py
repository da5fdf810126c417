"""The tables that a run has to have, and the results of one of them."""

from typing import Any

Record = dict[str, Any]

# The descriptions of the tables for the reader, in the order of the page. Every table of a benchmark has to be here,
# because otherwise its absence would not be noticed.
TABLES = {
    "load-c": "Loading distinct copies of one plugin in C, one after the other, into a process of each candidate, so that "
    "what the plugin needs is resident: the kit with every check, the query and a new instance; the peers with none.",
    "load-fresh-c": "From the start of a process until it has loaded the plugin.",
    "load-swift": "The same with a plugin in Swift, whose runtime is resident.",
    "load-fresh-swift": "From the start of a process until it has loaded the plugin; the runtime has to be loaded, too.",
    "scan": "Reading what the plugins in a folder say of themselves. The files are in the page cache.",
    "describe": "One tree, from the question to the finished description, which is equal in all of them. Validation is "
    "not included.",
    "describe-speed": "The same, as how many times as fast as `JSONDecoder` a plugin is.",
    "cycle": "`login` and `logout`, each to its `completed`, with two interfaces of as many nodes and no animation, "
    "everything on: validation, events, the live controllers, a store in memory.",
    "cycle-memory": "How resident memory grows with the cycles: the slope of a straight line, without the first tenth.",
    "face-memory": "What reading the JSON of a description takes at its most, beyond the text, and what is held "
    "afterwards; then what checking it and drawing it take. The kernel counts it (`VmHWM`).",
    "face": "Checking a description, comparing it with one in which a node has changed, and drawing it.",
    "key": "From a key to the bytes that draw what it has changed.",
    "question": "A question to a provider and its answer, one after the other. With 0 nodes it is the configuration of "
    "a transition.",
    "start": "From the start of a process to its first answer.",
    "status-c": "`appctl status` from its start to its end, beside a program in C that loads the same plugin.",
    "login-c": "`appctl login` from its start to its end, beside that program.",
    "status-swift": "The same with a plugin in Swift.",
    "login-swift": "The same with a plugin in Swift.",
    "help": "`appctl --help` from its start to its end.",
    "instructions": "How many instructions commands and parts of them take, which `instructions.toml` limits: a figure that "
    "repeats whatever else the machine does.",
    "resident": "`appctl run` on a pseudo-terminal, once nothing moves any more, beside a program in Swift of the same "
    "linkage that says hello and waits.",
    "waits": "The first command after a boot, whose file is not in the page cache, and the time from a new library in its "
    "place until it is on the screen.",
    "serve": "`appctl serve` with a storyboard on the loopback: a client that speaks HTTP, and one page of its own for "
    "each visitor. A process of a provider is not counted. NiceGUI shows the same form with its own script, which is not "
    "counted.",
}


class Table:
    """The results of one table: lines, at one size or at several."""

    def __init__(self, key: str, records: list[Record]):
        self.key = key
        self.records = records
        self.about = TABLES[key]

    @property
    def is_measured(self) -> bool:
        """Whether each size has a figure in its first line."""
        firsts = [self.at(size)[0] for size in self.sizes]
        return bool(firsts) and all("median" in first or "value" in first or first.get("isAbsent") for first in firsts)

    @property
    def title(self) -> str:
        return self.records[0]["title"]

    @property
    def unit(self) -> str:
        return self.records[0]["unit"]

    @property
    def counted(self) -> str:
        """The unit of the sizes; empty when there is one size."""
        return self.records[0].get("of", "")

    @property
    def sizes(self) -> list[int]:
        """The sizes in their order; a table without them has the size 0."""
        return list(dict.fromkeys(record.get("size", 0) for record in self.records))

    @property
    def lines(self) -> list[str]:
        return list(dict.fromkeys(record["line"] for record in self.records))

    @property
    def has_times(self) -> bool:
        """Whether the figures are times; all others are plain values."""
        return any("median" in record for record in self.records)

    @property
    def grows(self) -> bool:
        return len(self.sizes) > 1 and self.has_times

    def at(self, size: int) -> list[Record]:
        return [record for record in self.records if record.get("size", 0) == size]

    def whole_times(self, line: str) -> list[tuple[int, float]]:
        """The nanoseconds for all of the work at each size."""
        points = []
        for record in self.records:
            if record["line"] == line and "median" in record and record["size"] > 0:
                parts = record["size"] if record.get("isPerPart") else 1
                points.append((record["size"], record["median"] * parts))
        return points
