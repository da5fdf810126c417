"""Holds Docs/Schemas/interface.schema.json against `appctl lint`: over every text that is kept, and over many that are made
of them by one change each, both refuse the same. So it does with Docs/Schemas/provider.schema.json and the program that
makes a note of a provider.json. Called by Tests/Schemas/run."""

import copy
import glob
import json
import os
import random
import re
import subprocess
import sys

import jsonschema

appctl, generator, root = sys.argv[1:4]


def validator_of(name):
    with open(f"{root}/Docs/Schemas/{name}.schema.json", encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


validator = validator_of("interface")

# What a schema cannot say: that ids and names differ, that a reference has a target, which URLs may be opened, what this
# host has.
BEYOND = {"ACK1203", "ACK1213", "ACK1219", "ACK1223", "ACK1224", "ACK1226", "ACK1227", "ACK1228", "ACK1404", "ACK1405", "ACK1406"}
# What a schema can say in part: that an option is repeated or chosen, that bounds are in order, that an input exists.
PARTLY = {"ACK1215", "ACK1216", "ACK1221", "ACK1222"}
# A text that the reader or the builder refuses before there is anything to compare.
UNREAD = {"ACK1002"} | {f"ACK{number}" for number in range(1101, 1200)} - {"ACK1113"}


def texts():
    """Every JSON text of an interface or a storyboard that is kept."""
    for path in sorted(glob.glob(f"{root}/Fuzz/Corpus/Document/*")) + sorted(glob.glob(f"{root}/Docs/Examples/*.json")):
        with open(path, "rb") as file:
            yield file.read()
    for path in sorted(glob.glob(f"{root}/Docs/*.md")):
        with open(path, encoding="utf-8") as file:
            for block in re.findall(r"```json\n([^`]*)```", file.read()):
                yield block.encode()


def leaves(error):
    """The errors that have no further cause."""
    return [leaf for cause in error.context for leaf in leaves(cause)] if error.context else [error]


def is_document(value):
    return isinstance(value, dict) and ("root" in value or "interfaces" in value)


def changes(value, pick):
    """Copies of a value with one change each: a member left out, misspelt or moved, a value of another type."""
    places = []

    def visit(node, path):
        if isinstance(node, dict):
            for name, child in node.items():
                places.append(path + [name])
                visit(child, path + [name])
        elif isinstance(node, list):
            for index, child in enumerate(node):
                visit(child, path + [index])

    visit(value, [])
    for path in places:
        def changed(change):
            result = copy.deepcopy(value)
            parent = result
            for step in path[:-1]:
                parent = parent[step]
            change(parent, path[-1])
            return result

        def rename(parent, name, to):
            parent[to] = parent.pop(name)

        yield changed(lambda parent, name: parent.pop(name))
        if len(path[-1]) > 3 and not {"payload", "requires"} & set(path[:-1]):
            at = pick.randrange(1, len(path[-1]) - 1)
            word = path[-1][:at] + path[-1][at + 1] + path[-1][at] + path[-1][at + 2 :]
            if word != path[-1]:
                yield changed(lambda parent, name: rename(parent, name, word))
        other = pick.choice([7, "", "some words", True, [], {}, 0.5, ["a"], {"a": "b"}])
        yield changed(lambda parent, name: parent.__setitem__(name, other))


def lint(documents):
    """The codes that lint has for each document."""
    for index, text in enumerate(documents):
        with open(f"{index}.json", "wb") as file:
            file.write(text)
    found = []
    names = [f"{index}.json" for index in range(len(documents))]
    codes = {name: [] for name in names}
    for start in range(0, len(names), 500):
        run = subprocess.run(
            [appctl, "lint", "--format", "json", *names[start : start + 500]], capture_output=True, text=True, check=False)
        for diagnostic in json.loads(run.stdout)["diagnostics"]:
            codes[diagnostic["file"]].append(diagnostic)
    for name in names:
        os.remove(name)
        found.append(codes[name])
    return found


pick = random.Random(7)
documents = []
for text in texts():
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        continue
    if not is_document(value) or len(text) > 100_000:
        continue
    documents.append(text)
    if len(text) < 4_000:
        documents += [json.dumps(each).encode() for each in changes(value, pick) if is_document(each)]

failures = []
refused = 0
compared = 0
for text, diagnostics in zip(documents, lint(documents)):
    codes = {each["code"] for each in diagnostics if not each["code"].startswith("ACK13")}
    if codes & UNREAD:
        continue
    compared += 1
    errors = [leaf for error in validator.iter_errors(json.loads(text)) for leaf in leaves(error)]
    refused += bool(errors)
    certain = codes - BEYOND - PARTLY
    if certain and not errors:
        failures.append(f"lint says {sorted(certain)}, and the schema nothing: {text[:2000].decode(errors='replace')}")
    # A name that resembles none may be of a later version, so that lint passes over it; an editor marks it.
    is_later = all(leaf.validator in ("additionalProperties", "type", "enum") for leaf in errors) and any(
        leaf.validator == "additionalProperties" for leaf in errors)
    if errors and not codes and not is_later:
        words = "; ".join(f"{leaf.json_path}: {leaf.message[:100]}" for leaf in errors[:3])
        failures.append(f"the schema says {words}, and lint nothing: {text[:2000].decode(errors='replace')}")

providers = validator_of("provider")
with open(f"{root}/Plugins/ExampleProvider/provider.json", encoding="utf-8") as file:
    provider = json.load(file)
provider["settings"] = [
    {"name": "server", "type": "url", "label": "Server", "help": "Where people sign in.", "required": True,
     "schemes": ["https"]},
    {"name": "clientId", "type": "text", "label": "Client id", "default": "kitty", "min": 1, "max": 128},
    {"name": "clientSecret", "type": "secret", "label": "Client secret"},
    {"name": "retries", "type": "integer", "label": "Retries", "default": 3, "min": 0, "max": 10},
    {"name": "mode", "type": "choice", "label": "Mode", "options": ["fast", "safe"], "default": "safe"},
    {"name": "quiet", "type": "boolean", "label": "Quiet", "default": False},
]
# What the schema cannot say: rules of a value for its type, such as a range's order, whether a default keeps it, and
# the characters of a name.
BEYOND_PROVIDER = re.compile(r'"(default|min|max|options|version|class|label|help|name)"|settings\[|another setting')
manifests = 0
for each in [provider] + [change for _ in range(4) for change in changes(provider, pick)]:
    with open("provider.json", "w", encoding="utf-8") as file:
        json.dump(each, file)
    run = subprocess.run([generator, "provider.json", "out.swift"], capture_output=True, text=True, check=False)
    errors = [leaf for error in providers.iter_errors(each) for leaf in leaves(error)]
    manifests += 1
    if errors and run.returncode == 0:
        words = "; ".join(f"{leaf.json_path}: {leaf.message[:100]}" for leaf in errors[:3])
        failures.append(f"the schema says {words}, and the generator nothing: {json.dumps(each)}")
    if run.returncode and not errors and not BEYOND_PROVIDER.search(run.stderr):
        failures.append(f"the generator says {run.stderr}, and the schema nothing: {json.dumps(each)}")

for failure in failures[: int(os.environ.get("MOST", "20"))]:
    print(f"Tests/Schemas/run: {failure}", file=sys.stderr)
if failures or compared < 1000:
    print(f"{len(failures)} of {compared} differ", file=sys.stderr)
    sys.exit(1)
print(f"{compared} interfaces ({refused} refused) and {manifests} provider.json are taken alike by schemas and programs.")
