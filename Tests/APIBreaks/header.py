"""What a change of the C header breaks: compares two headers as clang understands them.

Usage: header.py CLANG OLD_FOLDER NEW_FOLDER

A minor version of the ABI only appends. Whatever the old header has stands in the new one: each constant with its value,
each type, and each struct with its members, by name, type and place; new members come after them, and the structs without
a size of their own get none. One line for each break.
"""

import json
import re
import subprocess
import sys

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


if __name__ == "__main__":
    for line in breaks(*sys.argv[1:4]):
        print(line)
