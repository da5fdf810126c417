"""Whether the header hides what is newer than an author asked for, and says since when there is what.

Usage: since.py CLANG FOLDER [LIST...]

With ACK_TARGET_MINOR=N the header has exactly what the list 1.N.txt has: structs, members, constants, kinds, names and
words. Whatever the header has only from a minor N on says "Since 1.N" in its comment. A struct that begins with its size
has no padding at its end, because a member that came there would be within the size of who does not know it. One line for
each fault.
"""

import json
import pathlib
import re
import subprocess
import sys

HEADER = "appcontroller_provider.h"
# These count, and change with what they count.
COUNTERS = {"ACK_ABI_MAJOR", "ACK_ABI_MINOR", "ACK_KIND_COUNT", "ACK_NAME_COUNT"}
GUARD = re.compile(r"#if ACK_TARGET_MINOR >= (\d+)")


class Header:
    def __init__(self, clang, folder):
        self.clang = clang
        self.path = pathlib.Path(folder) / HEADER
        self.bytes = self.path.read_bytes()
        self.text = self.bytes.decode()
        self.minor = int(re.search(r"#define ACK_ABI_MINOR (\d+)", self.text)[1])

    def run(self, target, *options, source=None):
        command = [self.clang, "-std=c11", "-x", "c", f"-DACK_TARGET_MINOR={target}", *options]
        return subprocess.run(command, input=source, text=True, capture_output=True, check=False)

    def ask(self, target, *options):
        answer = self.run(target, *options, str(self.path))
        if answer.returncode:
            sys.exit(f"{self.path} does not compile for 1.{target}:\n{answer.stderr}")
        return answer.stdout

    def items(self, target):
        """What the header has: its name, and where its declaration begins and ends; None for a place in a list."""
        found, sized = {}, []
        for node in json.loads(self.ask(target, "-fsyntax-only", "-Xclang", "-ast-dump=json"))["inner"]:
            name = node.get("name", "")
            inner = node.get("inner", [])
            if node["kind"] == "RecordDecl" and node.get("completeDefinition") and name.startswith("ack_"):
                found[name] = place(node)
                members = [member for member in inner if member["kind"] == "FieldDecl"]
                found |= {f"{name}.{member['name']}": place(member) for member in members}
                if members[0]["name"] == "struct_size":
                    sized.append((name, members[-1]["name"]))
            elif node["kind"] == "EnumDecl" and name in ("ack_kind", "ack_name"):
                found |= {item["name"]: None for item in inner if item["name"] not in COUNTERS}
            elif node["kind"] == "VarDecl" and name.startswith("ACK_WORD_"):
                found[name] = None
        for line in self.ask(target, "-E", "-dM").splitlines():
            constant = re.match(r'#define (ACK_\w+) (\(?-?\d\w*\)?|"[^"]*")$', line)
            if constant and constant[1] not in COUNTERS | {"ACK_TARGET_MINOR"}:
                found[constant[1]] = self.definition(constant[1])
        return found, sized

    def padded(self, target, sized):
        """Those of the structs, each with its last member, that do not end where this member does."""
        source = f'#include "{HEADER}"\n' + "".join(
            f'_Static_assert(sizeof({name}) == offsetof({name}, {last}) + ACK_SIZE_OF_MEMBER({name}, {last}), "{name}!");\n'
            for name, last in sized)
        said = self.run(target, "-fsyntax-only", "-I", str(self.path.parent), "-", source=source).stderr
        return [(name, last) for name, last in sized if re.search(rf"\b{name}!", said)]

    def definition(self, name):
        match = re.search(rf"^#define {name}\b[^\n]*".encode(), self.bytes, re.M)
        return match.start(), match.start() + len(f"#define {name}")

    def entry(self, name):
        """The list of the preprocessor that has a kind, a name or a word."""
        group, constant = re.match(r"ACK_(KIND|NAME|WORD)_(\w+)", name).groups()
        for match in re.finditer(rf"^#define ACK_{group}S\w*\(X\)(?:[^\n]*\\\n)*[^\n]*".encode(), self.bytes, re.M):
            if re.search(rf"X\((?:\d+, )?{constant}, ".encode(), match[0]):
                return match.start(), match.end()
        sys.exit(f"no list of the header has {name}")

    def comments(self, start, end):
        """The comments of a declaration: the one behind it, and the one above it."""
        said = re.match(rb'[^\n/]*?(/\*.*?\*/)', self.bytes[end:], re.S)
        if said:
            yield said[1].decode()
        lines = self.bytes[:start].decode().split("\n")[:-1]
        while lines and GUARD.match(lines[-1].strip()):
            lines.pop()
        if not lines or not lines[-1].rstrip().endswith("*/"):
            return
        comment = []
        while lines:
            comment.insert(0, lines.pop())
            if "/*" in comment[0]:
                break
        if comment[0].lstrip().startswith("/*"):
            yield "\n".join(comment)


def place(node):
    start, end = node["range"]["begin"], node["range"]["end"]
    return start["offset"], end["offset"] + end["tokLen"]


def listed(path):
    return {line.split()[0] for line in path.read_text().splitlines() if line}


def faults(header, lists):
    for number in sorted({int(number) for number in GUARD.findall(header.text)}):
        if not 1 <= number <= header.minor:
            yield f"#if ACK_TARGET_MINOR >= {number}: the header's minors are 0 to {header.minor}"
    since = {}
    for target in range(header.minor + 1):
        found, sized = header.items(target)
        for name in found:
            since.setdefault(name, target)
        for name in sorted(since.keys() - found.keys()):
            yield f"{name} is in 1.{since[name]} and not in 1.{target}"
        if target in lists:
            expected = listed(lists[target])
            for name in sorted(found.keys() - expected):
                yield (f"{name} is not in {lists[target].name}: what came later is hidden from -DACK_TARGET_MINOR={target}"
                       f" by #if ACK_TARGET_MINOR >= {target + 1}, and says \"Since 1.{target + 1}\"; what is of"
                       f" 1.{target}, which is not released yet, is added to the list")
            for name in sorted(expected - found.keys()):
                yield f"{name} is in {lists[target].name}, and the header for 1.{target} does not have it"
        for name, last in header.padded(target, sized):
            yield f"{name} of 1.{target} ends in padding after {last}, where the next member would be: fill it"
    found, _ = header.items(header.minor)
    for name, minor in sorted(since.items()):
        if minor == 0 or name not in found:
            continue
        said = " ".join(header.comments(*(found[name] or header.entry(name))))
        numbers = re.findall(r"Since 1\.(\d+)", said)
        if numbers != [str(minor)]:
            others = " and ".join(f"\"Since 1.{number}\"" for number in numbers) or "nothing of it"
            yield f"{name} is there since 1.{minor}; its comment says {others}"


if __name__ == "__main__":
    clang, folder, *paths = sys.argv[1:]
    lists = {int(path.stem.split(".")[1]): path for path in map(pathlib.Path, paths)}
    found = list(faults(Header(clang, folder), lists))
    print("\n".join(found), end="\n" if found else "")
    sys.exit(bool(found))
