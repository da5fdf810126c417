"""What a document shows, compared with what a program printed."""

import difflib
import json
import re
from functools import lru_cache

# What differs from run to run, and stands for any other of its kind.
VARIABLE = [
    (re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"), "TIME"),
    (re.compile(r"\b[0-9a-f]{64}\b|\b[0-9a-f]{32}\b"), "DIGITS"),
    (re.compile(r"\b(just now|\d+ min ago)(?=\W|$)"), "AGE"),
]
ELLIPSES = ("...", "…")
# A printed line that is longer may stand in several lines of a document.
WIDTH = 100


def normal(line):
    for pattern, name in VARIABLE:
        line = pattern.sub(name, line)
    return re.sub(r"\s+", " ", line.strip())


def trimmed(text):
    """The lines of a text without what is blank around them."""
    return [line.rstrip() for line in text.strip("\n").split("\n")] if text.strip() else []


def difference(shown, printed):
    """Where what is shown is not what was printed.

    Returns None, or the index of the first line that differs, that line, and what was printed instead. The lines have
    the same indentation but for a common one, which a document may leave out or add.
    """
    shown_lines, printed_lines = dedented(trimmed(shown)), dedented(trimmed(printed))
    furthest = [0, 0]

    @lru_cache(maxsize=None)
    def agrees(i, j):
        if (i, j) > tuple(furthest):
            furthest[:] = [i, j]
        if i == len(shown_lines):
            return j == len(printed_lines)
        if shown_lines[i].strip() in ELLIPSES:
            return any(agrees(i + 1, k) for k in range(j, len(printed_lines) + 1))
        if j == len(printed_lines):
            return False
        last = i + 1 if len(printed_lines[j]) <= WIDTH else len(shown_lines)
        for end in range(i + 1, last + 1):
            if same(shown_lines[i:end], printed_lines[j]) and agrees(end, j + 1):
                return True
        return False

    if agrees(0, 0):
        return None
    i, j = furthest
    if 0 < i < len(shown_lines) and shown_lines[i - 1].strip() in ELLIPSES:
        # It may be anywhere: what is most like it.
        closest = difflib.get_close_matches(shown_lines[i], printed_lines, n=1, cutoff=0.3)
        return i, shown_lines[i], closest[0] if closest else "(nothing like it)"
    line = shown_lines[i] if i < len(shown_lines) else "(nothing)"
    return i, line, printed_lines[j] if j < len(printed_lines) else "(nothing)"


def same(lines, printed):
    """Whether lines of a document are one printed line, indented alike."""
    indent = len(printed) - len(printed.lstrip())
    return len(lines[0]) - len(lines[0].lstrip()) == indent and normal(" ".join(lines)) == normal(printed)


def dedented(lines):
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[margin:] for line in lines]


def value_of(text):
    """The value of a JSON text, or of a member of an object that is shown alone."""
    return json.loads("{" + text + "}" if text.lstrip().startswith('"') else text)


def json_difference(shown, printed):
    """The same for JSON, which a document may break into lines as it likes."""
    try:
        value = value_of(printed)
    except ValueError:
        return difference(shown, printed)
    try:
        expected = value_of(shown)
    except ValueError as error:
        return getattr(error, "lineno", 1) - 1, f"({error})", printed.strip()
    pretty = [json.dumps(each, sort_keys=True, ensure_ascii=False, indent=1).split("\n") for each in (expected, value)]
    for line, got in zip(*pretty):
        if normal(line) != normal(got):
            # Where that stands in the document, as far as it can be told.
            at = [index for index, each in enumerate(shown.split("\n")) if normal(line).rstrip(",") in normal(each)]
            return at[0] if at else 0, line, got
    return None if len(pretty[0]) == len(pretty[1]) else (0, "as many members as are printed", printed.strip())
