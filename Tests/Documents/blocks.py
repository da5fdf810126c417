"""The fenced blocks of a Markdown document, each with what the document says about it."""

import re
from dataclasses import dataclass, field

DIRECTIVES = ("file", "part of", "given", "output of", "output of swift", "exit", "unchecked")

FENCE = re.compile(r"^(\s*)(```+|~~~+)\s*([\w+-]*)\s*$")
COMMENT = re.compile(r"^\s*<!--\s*(.*)$")
DIRECTIVE = re.compile(r"^([a-z][a-z ]*):\s?(.*)$", re.S)
# Where a block stands in what is given around it.
PLACE = re.compile(r"^[ \t]*…[ \t]*\n", re.M)
# "… and one class. `Sources/ComExampleTea/provider.json`:" names the file that follows.
NAMED_FILE = re.compile(r"`([\w.~/-]*[\w-]\.\w+|Makefile)`:$")


class Fault(Exception):
    """Something that is wrong with a document, at a line of it."""

    def __init__(self, document, line, text):
        super().__init__(f"{document}:{line}: {text}")


@dataclass
class Block:
    """A fenced block."""

    document: str
    line: int  # of its first line of content, from 1
    language: str
    lines: list
    section: int  # how many headings stand before it
    generated: str = None  # the name of the generated part that it stands in
    reader: str = None  # the name of the Swift tests that read the part that it stands in
    before: str = ""  # the last line of text before it, when nothing else is between them
    directives: dict = field(default_factory=dict)

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"

    @property
    def whole(self):
        """The block with what is given around it, or before it."""
        given = self.directives.get("given", "")
        return PLACE.sub(lambda _: self.text, given + "\n") if PLACE.search(given) else f"{given}\n{self.text}".lstrip("\n")

    @property
    def place(self):
        return f"{self.document}:{self.line}"

    @property
    def named_file(self):
        """The file that this is, as a directive or the sentence before it says."""
        if "file" in self.directives:
            return self.directives["file"]
        found = NAMED_FILE.search(self.before)
        return found[1] if found else None

    def fault(self, text, offset=0):
        return Fault(self.document, self.line + offset, text)


class Reader:
    """Reads the blocks of one document."""

    def __init__(self, document, text):
        self.document = document
        self.lines = text.split("\n")
        self.at = 0
        self.section = 0
        self.part = (None, None)  # "generated" or "read by", and the name
        self.before = ""
        self.directives = {}

    def blocks(self):
        found = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            fence = FENCE.match(line)
            if fence:
                found.append(self.block(fence))
            elif COMMENT.match(line):
                self.comment()
            else:
                if line.strip():
                    self.expect_no_directives()
                    self.before = line.strip()
                if line.startswith("#"):
                    self.section += 1
                self.at += 1
        self.expect_no_directives()
        if self.part[0]:
            raise Fault(self.document, len(self.lines), f'the part "{": ".join(self.part)}" has no end')
        return found

    def block(self, fence):
        indent, mark, language = fence.groups()
        start = self.at + 1
        self.at = start
        lines = []
        while True:
            if self.at == len(self.lines):
                raise Fault(self.document, start, "the block has no end")
            line = self.lines[self.at]
            self.at += 1
            if line.strip() == mark:
                break
            lines.append(line[len(indent) :] if line.startswith(indent) else line)
        kind, name = self.part
        block = Block(
            self.document, start + 1, language, lines, self.section, name if kind == "generated" else None,
            name if kind == "read by" else None, self.before,
        )
        block.directives, self.directives, self.before = self.directives, {}, ""
        return block

    def comment(self):
        """Reads a comment, which may be a directive for the block that follows."""
        line = self.at + 1
        text = COMMENT.match(self.lines[self.at])[1]
        while "-->" not in text:
            self.at += 1
            if self.at == len(self.lines):
                raise Fault(self.document, line, "the comment has no end")
            text += "\n" + self.lines[self.at]
        self.at += 1
        text = text[: text.index("-->")].rstrip()
        found = DIRECTIVE.match(text)
        name = found[1] if found else text
        if name in ("generated", "read by"):
            self.part = (name, found[2])
        elif name == "end":
            self.part = (None, None)
        elif name in DIRECTIVES:
            if name in self.directives:
                raise Fault(self.document, line, f'"{name}" stands twice before one block')
            self.directives[name] = found[2].strip("\n")
        elif found:
            raise Fault(self.document, line, f'there is no directive "{name}"; there are {", ".join(DIRECTIVES)}')

    def expect_no_directives(self):
        if self.directives:
            names = ", ".join(self.directives)
            raise Fault(self.document, self.at + 1, f'a block has to follow the directive "{names}", not text')


def read(document, text):
    """The blocks of a document, in order."""
    return Reader(document, text).blocks()
