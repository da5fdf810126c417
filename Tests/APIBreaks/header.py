"""What a change of the C header breaks, and whether the ABI's text says what the header has.

Usage: header.py CLANG OLD_FOLDER NEW_FOLDER
       header.py --document

A minor version of the ABI only appends. Whatever the old header has stands in the new one: each constant with its value,
each type, and each struct with its members, by name, type and place; new members come after them, and the structs without
a size of their own get none. One line for each break.

With --document, Docs/ProviderABI.md is held to this, with one line for each fault:

- A rule begins with its id, such as **E1**, on one line or in the first cell of a row, and ends with what holds it. Ids
  are numbered without a gap within their letter, in the order of the text, and a reference to one leads somewhere.
- What holds a rule is there: a check stands in the tables of Docs/Conformance.md, and a test is the name of a Swift file
  in Tests, or a script. Each check that is from the ABI's text holds a rule of it, and is from a section that it has.
- The tables of section 13 have every struct of the header with its size and the type and offset of each member, and with
  the declarations of its functions, and no other; and every constant with its value. Section 5.4 has every kind and name
  with its number. Every other macro and function of the header is named, but for HELPERS; of words there is a list in the
  generated part of the header.
- Every name that begins with ack_ or ACK_ is one of a header.
- The bytes of each form are those of the JSON below it. The reader of forms that says so reads Tests/Forms/forms.json
  too, which the Swift tests hold.
"""

import json
import re
import struct
import subprocess
import sys
from pathlib import Path

HEADER = "appcontroller_provider.h"
# What counts versions changes with them.
COUNTERS = {"ACK_ABI_MINOR"}
# Structs that do not begin with their size cannot grow.
SIZE = "struct_size"


def clang(command, folder, *options):
    source = f'#include "{HEADER}"\n'
    arguments = [command, "-std=c11", "-x", "c", "-I", folder, *options, "-"]
    return subprocess.run(arguments, input=source, text=True, check=True, stdout=subprocess.PIPE).stdout


def constants(command, folder):
    """The header's macros: constants with their values, those with parameters with these alone."""
    defined = re.compile(r"#define (ACK_\w+)(\([^)]*\))? ?(.*)")
    found = (defined.match(line) for line in clang(command, folder, "-E", "-dM").splitlines())
    return {match[1]: match[2] and f"with {match[2].count(',') + 1} parameters" or match[3] for match in found if match}


def types(command, folder):
    """The header's structs with their members, and what its other types stand for."""
    structs, names = {}, {}
    tree = json.loads(clang(command, folder, "-fsyntax-only", "-Xclang", "-ast-dump=json"))
    for node in tree["inner"]:
        name = node.get("name", "")
        if not name.startswith("ack_"):
            continue
        if node["kind"] == "RecordDecl" and node.get("completeDefinition"):
            members = [member for member in node["inner"] if member["kind"] == "FieldDecl"]
            structs[name] = [(member["name"], member["type"]["qualType"]) for member in members]
        elif node["kind"] in ("TypedefDecl", "FunctionDecl"):
            names[name] = node["type"]["qualType"]
    return structs, names


def differences(kind, old, new):
    for name in old:
        if name not in new:
            yield f"{kind} {name} is gone"
        elif old[name] != new[name]:
            yield f"{kind} {name} was {old[name]} and is {new[name]}"


def breaks(command, old, new):
    old_constants, new_constants = constants(command, old), constants(command, new)
    for name in COUNTERS:
        old_constants.pop(name, None)
    yield from differences("constant", old_constants, new_constants)
    (old_structs, old_names), (new_structs, new_names) = types(command, old), types(command, new)
    yield from differences("type", old_names, new_names)
    for name, members in old_structs.items():
        grown = new_structs.get(name)
        if grown is None:
            yield f"struct {name} is gone"
            continue
        for index, (member, kind) in enumerate(members):
            found = grown[index] if index < len(grown) else ("nothing", "")
            if found != (member, kind):
                yield f"struct {name} had `{member}: {kind}` at place {index}, and has `{found[0]}: {found[1]}`"
        if len(grown) > len(members) and members[0][0] != SIZE:
            yield f"struct {name} does not say its size, and has grown by `{grown[len(members)][0]}`"


# ---- The text of the ABI ----

DOCUMENT = Path("Docs/ProviderABI.md")
CHECKS = Path("Docs/Conformance.md")
FORMS = Path("Tests/Forms/forms.json")
INCLUDE = Path("Sources/CProviderABI/include")
# Macros of the header that only its other macros use.
HELPERS = {
    "ACK_AS_KIND", "ACK_AS_NAME", "ACK_AS_TEXT", "ACK_AS_WORD", "ACK_SIZE_OF_MEMBER", "ACK_NOTE_ASSERT",
    "ACK_NOTE_TEXT", "ACK_NOTE_LITERAL", "ACK_PROVIDER_NOTE_MORE", "ACK_PROVIDER_NOTE_JSON",
}
# The types of members: what section 13 calls them, their bytes and their alignment.
MEMBER_TYPES = {
    "uint8_t": ("u8", 1, 1), "uint16_t": ("u16", 2, 2), "uint32_t": ("u32", 4, 4), "int32_t": ("i32", 4, 4),
    "uint64_t": ("u64", 8, 8), "int64_t": ("i64", 8, 8), "ack_str": ("str", 16, 8),
}
POINTER, FUNCTION = ("ptr", 8, 8), ("fn", 8, 8)
RULE = re.compile(r"^(?:- |\| )\*\*([A-Z])(\d+)\*\*")
HOLDERS = re.compile(r"\((?:(not tested)|(?:check: ([^;()]+))?(?:; )?(?:test: ([^;()]+))?)\)(?: \|)?$")
# What is no text: blocks, and code in a line.
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.S | re.M)


def rule_faults(text):
    """What is wrong with the rules' ids, and with what holds them."""
    rows = (line.split("|") for line in CHECKS.read_text().splitlines() if line.startswith("| `"))
    checks = {row[1].split("`")[1]: row[-2].strip() for row in rows if len(row) == 5}
    tests = {path.stem for path in Path("Tests").rglob("*.swift")}
    sections = set(re.findall(r"^#+ (\d+(?:\.\d+)?)", text, re.M))
    counts, named = {}, set()
    for line in text.splitlines():
        rule = RULE.match(line)
        if not rule:
            continue
        letter, number = rule[1], int(rule[2])
        counts[letter] = counts.get(letter, 0) + 1
        if number != counts[letter]:
            yield f"the rule {letter}{number} stands where {letter}{counts[letter]} is next"
            counts[letter] = max(number, counts[letter] - 1)
        holders = HOLDERS.search(line)
        if not holders or holders[0].startswith("()"):
            yield f"{letter}{number} does not end with what holds it, such as (check: ID; test: FILE) or (not tested)"
            continue
        for check in filter(None, (holders[2] or "").split(", ")):
            named.add(check)
            if check not in checks:
                yield f"{letter}{number} is held by the check {check}, which {CHECKS} does not have"
        for test in filter(None, (holders[3] or "").split(", ")):
            if test not in tests and not ("/" in test and Path(test).is_file()):
                yield f"{letter}{number} is held by the test {test}, which is no Swift file in Tests and no script"
    for letter, number in re.findall(r"(?<![\w/.+-])([A-Z])(\d+)\b", CODE.sub("", text)):
        if int(number) > counts.get(letter, 0):
            yield f"{letter}{number} is named, and is no rule"
    for check, source in checks.items():
        if not source.startswith("ProviderABI"):
            continue
        if check not in named:
            yield f"the check {check} is from \"{source}\" and holds no rule"
        if source.split(",")[0].split()[1] not in sections:
            yield f"the check {check} is from \"{source}\", which is no section"


def declarations(header):
    """The structs of a header without comments: the row that section 13 has for each, and the functions in them."""
    for name, body in re.findall(r"typedef struct (ack_\w+) \{(.*?)\n\} \1;", header, re.S):
        offset, alignment, members, functions = 0, 1, [], []
        for declared in re.sub(r"^#.*$", "", body, flags=re.M).split(";"):
            declared = " ".join(declared.split())
            function = re.match(r"(.+?) ?(\*?)\(\*(\w+)\)\((.*)\)$", declared)
            if function:
                arguments = function[4].replace("struct ", "")
                functions.append(f"{function[1]} {function[2]}{function[3]}({arguments})")
                found = [(function[3], FUNCTION)]
            elif declared:
                kind, names = re.match(r"((?:const )?\w+) (.+)", declared).groups()
                found = [(it.lstrip("*"), POINTER if it[0] == "*" else MEMBER_TYPES[kind]) for it in names.split(", ")]
            else:
                found = []
            for member, (kind, size, multiple) in found:
                offset = -(-offset // multiple) * multiple
                members.append(f"{kind} `{member}` {offset}")
                offset, alignment = offset + size, max(alignment, multiple)
        yield name, f"| `{name}` | {-(-offset // alignment) * alignment} | {', '.join(members)} |", functions


def header_faults(text):
    """What the header has and the text does not, and the other way."""
    headers = {path.name: path.read_text() for path in INCLUDE.glob("*.h")}
    header = re.sub(r"/\*.*?\*/", "", headers[HEADER], flags=re.S)
    lines = set(text.splitlines())
    expected = set()
    for name, row, functions in declarations(header):
        expected.add(row)
        if functions:
            expected.add(f"| `{name}` | {', '.join(f'`{function}`' for function in functions)} |")
    found = {line for line in lines if re.match(r"\| `ack_\w+` \| (\d+ \||`\w+ )", line)}
    for row in sorted(expected ^ found):
        yield f"section 13 {'does not have' if row in expected else 'alone has'} this row: {row}"
    macros = {}
    for name, parameters, value in re.findall(r"^ *# *define (ACK_\w+)(\([^)]*\))? *(.*)$", header, re.M):
        is_constant = not parameters and re.match(r'\(?-?\d|"', value)
        macros[name] = value.strip(" ()").rstrip("u") if is_constant else None
    for name, value in macros.items():
        if value is None:
            if name not in HELPERS and not re.search(rf"\b{name}\b", text):
                yield f"the macro {name} is not named"
        elif f"`{name}` {value}" not in re.split(r", | \| ", " | ".join(lines)):
            yield f"section 13 does not have `{name}` {value}"
    functions = re.findall(r"^(?:ACK_EXPORT|static inline) \w+ (ack_\w+)\(", header, re.M)
    for name in functions + re.findall(r"^typedef .*?(\w+);$", header, re.M):
        if not re.search(rf"\b{name}\b", text):
            yield f"{name} of the header is not named"
    known = set(re.findall(r"\b(?:ack|ACK)_\w+", "\n".join(headers.values())))
    known |= {f"ACK_WORD_{name}" for name, _ in re.findall(r"X\((\w+), (\"[^\"]*\")\)", header)}
    for group, heading in (("KIND", "kinds"), ("NAME", "names")):
        listed = re.search(rf"^#define ACK_{group}S\(X\)((?:[^\n]*\\\n)*[^\n]*)", header, re.M)[1]
        entries = re.findall(r"X\((\d+), (\w+), \"(\w+)\"\)", listed)
        known |= {f"ACK_{group}_{constant}" for _, constant, _ in entries}
        rows = r"((?:\| (?:\d+ to \d+|---) \|[^\n]*\n)+)"
        table = re.search(rf"\| [^|]*\| \**{heading}, in order\** \|\n{rows}", text)
        said = []
        for first, last, names in re.findall(r"^\| (\d+) to (\d+) \| (.*) \|$", table[1] if table else "", re.M):
            said += zip(map(str, range(int(first), int(last) + 1)), re.findall(r"`(\w+)`", names))
            if len(said) != int(last):
                yield f"the {heading} {first} to {last} of section 5.4 are not as many"
        if said != [(number, name) for number, _, name in entries]:
            yield f"the {heading} of section 5.4 are not those of the header: {said} and {entries}"
    for name in sorted(set(re.findall(r"\b(?:ack|ACK)_\w+", text)) - known):
        yield f"{name} is in no header"


class FormReader:
    """A form as section 5.5 has it, read as the description that it is."""

    def __init__(self, nodes, values, text, first, count):
        self.nodes = [struct.unpack_from("<HBBIIHHII", nodes, at) for at in range(0, len(nodes), 24)]
        self.values = [struct.unpack_from("<HBBIQ", values, at) for at in range(0, len(values), 16)]
        self.text, self.used_text, self.used_values = text, 0, 0
        header = (INCLUDE / HEADER).read_text()
        self.kinds, self.names = ([""] + re.findall(r'X\(\d+, \w+, "(\w+)"\)', part) for part in re.search(
            r"#define ACK_KINDS\(X\)(.*?)#define ACK_NAMES\(X\)(.*?)\n\n", header, re.S).groups())
        self.description = {**dict(self.run(first, count, False)), "root": self.node(0, 0)}
        assert self.used_values == len(self.values), "values belong to nothing"
        assert self.used_text == len(self.text), "text belongs to nothing"

    def take(self, size, offset=None):
        assert offset in (None, self.used_text), f"a text is at {offset}, and has its place at {self.used_text}"
        self.used_text += size
        return self.text[self.used_text - size : self.used_text].decode()

    def node(self, index, parent):
        kind, kind_size, id_size, text, first, count, flags, end, inside = self.nodes[index]
        assert inside == parent, f"node {index} is inside {inside}, and not {parent}"
        assert (kind == 0) == (kind_size > 0), f"the kind of node {index}"
        name = self.take(kind_size, text) or self.kinds[kind]
        node = {"kind": name, **({"id": identifier} if (identifier := self.take(id_size)) else {})}
        node |= dict(self.run(first, count, False))
        following, children = index + 1, []
        while following < end:
            is_fallback = self.nodes[following][6] == 1
            assert is_fallback == (node.get("fallback") is following), f"the flags of node {following}"
            child = self.node(following, index)
            if is_fallback:
                node["fallback"] = child
            else:
                children.append(child)
            following = self.nodes[following][7]
        assert following == end, f"the end of node {index}"
        return {**node, **({"children": children} if children else {})}

    def run(self, first, count, is_list):
        found = []
        for name, key_size, tag, text, content in self.values[first : first + count]:
            key = self.take(key_size, text) or self.names[name]
            assert bool(key) != is_list, "a name in a list, or none outside of one"
            low, high = content & 0xFFFFFFFF, content >> 32
            if tag in (5, 6):
                inner = self.run(low, high, tag == 6)
                found.append((key, dict(inner) if tag == 5 else [value for _, value in inner]))
            else:
                bits = struct.pack("<Q", content)
                found.append((key, {
                    1: lambda: bool(content), 2: lambda: struct.unpack("<q", bits)[0],
                    3: lambda: struct.unpack("<d", bits)[0], 4: lambda: self.take(high), 7: lambda: content}[tag]()))
        assert self.used_values == first, f"values begin at {first}, and what is before them ends at {self.used_values}"
        self.used_values += count
        return found


def form_faults(text):
    """What is wrong with the forms that the text shows."""
    for form in json.loads(FORMS.read_text()):
        parts = bytes.fromhex(form["nodes"]), bytes.fromhex(form["values"]), form["text"].encode()
        try:
            if FormReader(*parts, *form["document"]).description != form["description"]:
                yield f"{FORMS}: \"{form['name']}\" is read as something else"
        except (AssertionError, IndexError, KeyError) as error:
            yield f"{FORMS}: \"{form['name']}\" is not read: {error}"
    shown = re.findall(
        r"^<!-- unchecked: bytes.*?-->\n```text\n((?:[^`\n]*\n)*)```\n\nIn JSON it is `(.*?)`", text, re.M)
    if len(shown) != 2:
        yield f"{len(shown)} forms have their JSON below them, and not 2"
    for block, description in shown:
        rows = [bytes.fromhex(re.split(r"   +", line)[0]) for line in block.splitlines()]
        nodes = b"".join(row for row in rows[:-1] if len(row) == 24)
        values = b"".join(row for row in rows[:-1] if len(row) == 16)
        expected = json.loads(description)
        try:
            found = FormReader(nodes, values, rows[-1], 0, len(expected) - 1).description
        except (AssertionError, IndexError, KeyError) as error:
            found = error
        if found != expected:
            yield f"the bytes are not those of {description}, but: {found}"


def faults():
    text = DOCUMENT.read_text()
    for found in (rule_faults, header_faults, form_faults):
        yield from found(text)


if __name__ == "__main__":
    if sys.argv[1:] == ["--document"]:
        found = list(faults())
        print("\n".join(f"{DOCUMENT}: {fault}" for fault in found) or f"{DOCUMENT} has what the header has.")
        sys.exit(bool(found))
    for line in breaks(*sys.argv[1:4]):
        print(line)
