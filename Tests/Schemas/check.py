"""Runs appctl in many situations, and checks its JSON against its schema. Called by Tests/Schemas/run."""

import json
import os
import subprocess
import sys

import jsonschema

appctl, kitty, schema_path, storyboard = sys.argv[1:5]
with open(schema_path, encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)


def closed(node):
    """A schema that takes no member that it does not name."""
    if isinstance(node, list):
        return [closed(item) for item in node]
    if not isinstance(node, dict):
        return node
    node = {key: closed(value) for key, value in node.items()}
    is_interface = node.get("required") in (["root"], ["kind"])
    if node.get("type") == "object" and "properties" in node and not is_interface:
        node.setdefault("additionalProperties", False)
    return node


definitions = closed(schema["$defs"])
used = set()
failures = []


def check(name, *words, statuses=(0,), text=""):
    """Runs a command, and checks what it prints against the definition of a name."""
    run = subprocess.run([appctl, *words, "--format", "json"], input=text, capture_output=True, text=True, timeout=120)
    if run.returncode not in statuses:
        failures.append(f"{' '.join(words)}: status {run.returncode}, not one of {statuses}\n{run.stderr}")
        return None
    used.add(name)
    lines = run.stdout.split("\n")
    if len(lines) != 2 or lines[1]:
        failures.append(f"{' '.join(words)}: prints {len(lines) - 1} lines, not one")
        return None
    value = json.loads(lines[0])
    validator = jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": definitions})
    for error in validator.iter_errors(value):
        failures.append(f"{' '.join(words)}: {error.json_path}: {error.message[:300]}")
    return value


state = ["--state-dir", "state"]
login = ["login", "--set", "email=kitty@example.com", "--set-stdin", "password", "--provider"]

check("interface", "show", "--provider", kitty, *state)
check("status", "status", *state)
check("status", "status", "--provider", kitty, *state)
check("interface", *login, kitty, *state, "--trace", "trace.jsonl", text="meow1234")
check("status", "status", *state)
check("status", "status", *state, "--store", "memory")
check("accounts", "status", "--all", *state)
check("use", "use", *state)
check("use", "use", "work", *state)
check("accounts", "status", "--all", *state)
check("use", "use", "default", *state)
check("token", "token", *state)
check("perform", "perform", "--node", "sign-out", *state)
check("interface", *login, kitty, *state, text="meow1234")
shown = check("interface", "show", *state)
nodes = []


def collect(node):
    if "action" in node and node["action"].get("scope") != "host":
        nodes.append(node["id"])
    for child in node.get("children", []):
        collect(child)


collect(shown["root"])
for node in nodes:
    check("perform", "perform", "--node", node, *state, statuses=(0, 1))
check("interface", "logout", *state)
check("status", "status", "--storyboard", storyboard, "--logged-out", "welcome", "--logged-in", "home", *state)

check("replay", "replay", "trace.jsonl")
with open("trace.jsonl", encoding="utf-8") as file:
    lines = file.readlines()
with open("changed.jsonl", "w", encoding="utf-8") as file:
    file.writelines(line.replace('"event":"began"', '"event":"stopped"') for line in lines)
check("replay", "replay", "changed.jsonl", statuses=(1,))
tested = ["test", "trace.jsonl", "--provider", kitty, *state, "--set-stdin", "password"]
check("test", *tested, text="meow1234")
tested += ["--set", "email=dog@example.com"]
check("test", *tested, statuses=(1,), text="meow1234")
check("test", *tested, "--allow-difference", "perform $", "--allow-difference", "$.tea", text="meow1234")

with open("broken.json", "w", encoding="utf-8") as file:
    file.write('{"id": "a", "root": {"kind": "screen", "id": "b c"}}\n')
with open("nonsense.json", "w", encoding="utf-8") as file:
    file.write("{\n")
check("lint", "lint", storyboard)
check("lint", "lint", "broken.json", "nonsense.json", statuses=(65,))

os.makedirs("plugins", exist_ok=True)
for number, library in enumerate([kitty, "kitty.so", kitty]):
    target = f"plugins/{number}.so"
    with open(library, "rb") as source, open(target, "wb") as copy:
        copy.write(source.read())
    os.chmod(target, 0o755)
with open("plugins/text.so", "w", encoding="utf-8") as file:
    file.write("text\n")
check("providers", "providers", *state, "--provider-dir", "plugins", "--provider-dir", "/dev/null")
check("inspect", "inspect", kitty)
check("inspect", "inspect", "kitty.so")
check("inspect", "inspect", "configured.so")
check("inspect", "inspect", "plugins/text.so", statuses=(69,))
check("inspect", "inspect", appctl, statuses=(69,))

check("permissions", "permissions", *state)
check("interface", "login", "--provider", kitty, "--not-isolated", *login[1:-1], *state, text="meow1234")
check("permissions", "permissions", "list", "com.example.kitty", *state)
check("revoked", "permissions", "revoke", "com.example.kitty", *state)

check("quarantine", "quarantine", *state)
subprocess.run(["cp", "deadly.so", "deadly.describe.abort.so"], check=True)
deadly = [appctl, "show", "--isolated", "--provider", "./deadly.describe.abort.so", "--state", "logged-in", *state]
if subprocess.run(deadly, capture_output=True, check=False).returncode == 0:
    failures.append("the deadly provider did not die")
entries = check("quarantine", "quarantine", "explain", *state)
if not entries or not entries["entries"]:
    failures.append("nothing is in quarantine")

checks = check("checks", "validate", "--list")
check("validate", "validate", "kitty.so", "--only", "note-present,note-single,query-rejects-bad-magic")
dying = ",".join(entry["id"] for entry in checks["checks"] if "describe" in entry["id"])
check("validate", "validate", "deadly.describe.abort.so", "--only", dying, statuses=(65,))
check("explain", "explain")
check("explain", "explain", "ACK2004")
check("doctor", "doctor", *state, statuses=(0, 69, 70, 74, 77))
check("config", "config")
os.makedirs(".config/appcontroller", exist_ok=True)
with open(".config/appcontroller/config.json", "w", encoding="utf-8") as file:
    json.dump({"provider": "com.example.kitty", "isolated": True, "store": "file", "pins": {"a": "0" * 64}}, file)
os.chmod(".config/appcontroller/config.json", 0o600)
check("config", "config", "--provider", "./configured.so")
check("config", "config")

left = set(definitions) - used - {"note", "problem", "session", "account"}
if left:
    failures.append(f"no command printed: {', '.join(sorted(left))}")
for failure in failures:
    print(f"Tests/Schemas/run: {failure}", file=sys.stderr)
if failures:
    sys.exit(1)
print(f"{len(used)} kinds of output are as Docs/Schemas/appctl.schema.json says.")
