"""Blocks that are parts of files of the checkout."""

from pathlib import Path

from compared import ELLIPSES, dedented


def look_at(block):
    """Whether a block is in its file; what is wrong, a list of texts.

    The indentation that all of it has does not count, and a line with an ellipsis stands for lines of the file.
    """
    path = Path(block.directives["part of"])
    if not path.is_file():
        return [f"{block.place}: there is no {path} that this could be a part of"]
    rest = [line.rstrip() for line in path.read_text().split("\n")]
    for start, piece in pieces([line.rstrip() for line in block.lines]):
        at, length, found = best(piece, rest)
        if length < len(piece):
            place = f"{block.document}:{block.line + start + length}"
            return [f"{place}: expected: {piece[length]}\n  {path} has: {found}"]
        rest = rest[at + len(piece) :]
    return []


def pieces(lines):
    """What stands between ellipses, each with the index of its first line."""
    start = 0
    for end, line in enumerate(lines + [ELLIPSES[0]]):
        if line.strip() in ELLIPSES:
            if start < end:
                yield start, dedented(lines[start:end])
            start = end + 1


def best(piece, lines):
    """Where most of a piece is: the index, how many of its lines are there, and what stands in the place of the next."""
    found = (0, 0, "no such line here")
    for at in range(len(lines)):
        here = dedented(lines[at : at + len(piece)])
        length = 0
        while length < len(here) and here[length] == piece[length]:
            length += 1
        if length == len(piece):
            return at, length, ""
        if length > found[1]:
            found = (at, length, here[length] if length < len(here) else "its end")
    return found
