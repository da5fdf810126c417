"""Plays the script of a kept version with a host, as lines, and compares them with a kept transcript.

A transcript has what Tests/Hosts/host.c prints, each operation below its own line "> perform ...", and at the end what the
library has logged. appctl says the same in JSON and in its errors; what it says is written in the same lines, and what it
does not say (how a transition looks, what is logged) is left out of the comparison."""
import json
import os
import re
import subprocess
import tempfile
from pathlib import Path

SECONDS = 120  # for one command, on a machine that is busy
# What appctl's exit status says of a failure: a refusal is of the input or of the right to do it.
CLASSES = {"input": "refused", "denied": "refused", "later": "later", "provider": "provider", "none": "refused"}
STATUSES = {1: "refused", 75: "later", 69: "provider"}
FIELD_ERROR = "ACK5005"


class Broken(Exception):
    """A difference, or a host that cannot be run."""


def command(words, text="", **options):
    try:
        return subprocess.run([*map(str, words)], input=text, capture_output=True, timeout=SECONDS, encoding="utf-8",
                              errors="replace", **options)
    except subprocess.TimeoutExpired:
        raise Broken(f"{words[0]} has not ended after {SECONDS} seconds") from None


def script_of(version):
    return [line for line in (version / "script").read_text("utf-8").splitlines() if line]


# ---- A host that prints the lines itself ----

def play_host(host, library, script, environment=None):
    """The transcript of a library by the host in C, which may be several words, such as of an emulator."""
    played = [operation for operation in script if not operation.startswith("renew ")]
    words = [word for operation in played for word in ("--", *operation.split(" "))][1:]
    done = command([*host, library, *words], env={**os.environ, "LC_ALL": "C.UTF-8", **(environment or {})})
    lines, left, is_between = [], list(script), False
    for line in map(str.rstrip, done.stdout.splitlines()):
        while is_between and left:
            lines.append("> " + left.pop(0))
            is_between = lines[-1].startswith("> renew ")
            lines += ["= done"] * is_between  # the host in C renews nothing
        lines.append(line)
        is_between = line.startswith(("loaded ", "= "))
    lines += [line for line in done.stderr.splitlines() if line.startswith("log ")]
    if done.returncode != 0:
        lines.append(f"the host has ended with {done.returncode}: {done.stderr.strip()[-300:]}")
    return lines


# ---- appctl ----

def value_lines(name, value, indent):
    start = f"| {' ' * indent}{name}{':' if name != '-' else ''}"
    if isinstance(value, dict):
        return [start] + [line for key in sorted(value) for line in value_lines(key, value[key], indent + 2)]
    if isinstance(value, list):
        return [start] + [line for element in value for line in value_lines("-", element, indent + 2)]
    if isinstance(value, bool):
        return [f"{start} {str(value).lower()}"]
    if isinstance(value, str):
        return [start + ' "' + value.replace("\n", "\\n") + '"']
    return [f"{start} {value:.17g}"]


def node_lines(node, indent):
    lines = [f"| {' ' * indent}{node['kind']}{' #' + node['id'] if 'id' in node else ''}"]
    for name in sorted(node.keys() - {"kind", "id", "children"}):
        lines += value_lines(name, node[name], indent + 2)
    return lines + [line for child in node.get("children", []) for line in node_lines(child, indent + 2)]


def interface_lines(interface):
    lines = [line for name in sorted(interface.keys() - {"root", "schema"}) for line in value_lines(name, interface[name], 0)]
    return lines + node_lines(interface["root"], 0)


def effect_lines(effect):
    kind = effect["effect"]
    if kind == "show":
        return [f"effect show {effect['placement']}", *interface_lines(effect["interface"])]
    if kind == "message":
        return ["effect message", f"| {effect['severity']}: {effect['text']}"]
    if kind == "fieldError":
        return [f"effect field-error {effect['input']}", f"| {effect['message']}"]
    if kind == "leave":
        return [f"effect leave {effect['departure']}"]
    if kind == "select":
        return [f"effect select {effect['tabs']}", f"| {effect['item']}"]
    return [f"effect {kind}"]


class Appctl:
    """appctl with a library, in a folder of its own."""

    def __init__(self, appctl, library, isolation, folder, environment):
        self.appctl, self.isolation = appctl, isolation
        self.place = ["--provider", library, "--state-dir", folder / "state"]
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder),
                            "LC_ALL": "C.UTF-8", **(environment or {})}
        self.errors = ""

    def load(self, library):
        done = command([self.appctl, "inspect", library, "--format", "json"], env=self.environment)
        if done.returncode != 0:
            raise Broken(f"appctl does not load {library}: {(done.stderr or done.stdout).strip()[:300]}")
        note = json.loads(done.stdout)["note"]
        return [f"loaded {note['id']} {note['version']}"]

    def run(self, *words, text="", where=True):
        place = [*self.place, self.isolation] if where else self.place[2:]
        done = command([self.appctl, *words, *place], text, env=self.environment)
        self.errors = done.stderr
        if done.returncode < 0 or done.returncode == 70:
            raise Broken(f"appctl {words[0]} has ended with {done.returncode}: {done.stderr.strip()[-300:]}")
        return done.returncode, done.stdout

    def show(self, state):
        status, text = self.run("show", "--state", state, "--format", "json")
        return status, interface_lines(json.loads(text)) if status == 0 else []

    def state(self):
        status, text = self.run("status", "--format", "json", where=False)
        session = json.loads(text).get("session") if status == 0 else None  # nothing is stored before a login
        return f"state logged-in {session['subject']}" if session else "state logged-out"

    def perform(self, nodes, inputs):
        words, piped = ["perform", "--yes", "--format", "json"], ""
        for node in nodes:
            words += ["--node", node]
        for entry in inputs:
            name, _, value = entry.lstrip("?").partition("=")
            if entry.startswith("?"):
                piped = value
                words += ["--set-stdin", name]
            else:
                words += ["--set", entry]
        status, text = self.run(*words, text=piped)
        effects = json.loads(text)["effects"] if text else []
        return status, [line for effect in effects for line in effect_lines(effect)]

    def operate(self, operation, kept):
        """The lines of an operation. `kept` has its kept lines: which failures and which interface to look for."""
        name, target, *inputs = operation.split(" ")
        if name == "renew":
            secret = self.run("token", "--renew")[1].strip()
            return ["= done" if secret == target else f"= another secret: {self.errors.strip()[:300]}"]
        if name == "show":
            status, lines = self.show(target)
        else:
            lines, nodes = [], target.split("/")
            for count in range(1, len(nodes) + 1):  # only the last answer of a command is printed
                status, more = self.perform(nodes[:count], inputs)
                lines += more
        errors = self.errors
        state = self.state()
        is_refused = FIELD_ERROR in errors and any(line.startswith("effect field-error") for line in lines)
        if status == 0 and name == "perform" and documents(kept) > documents(lines):
            lines += self.show("current")[1]
        if status == 0 or is_refused:
            return [*lines, state, "= done"]
        if "does not do" in errors:
            return [*lines, state, "= unsupported"]
        texts = [line for line in kept if line.startswith("| ") and line[2:] in errors]
        if not texts:
            raise Broken(f"{operation!r} has failed: {errors.strip()[:300]}")
        return [*lines, f"failure {STATUSES.get(status, status)}", *texts, state, "= failed"]


def documents(lines):
    return sum(line.startswith('| id: "') for line in lines)


def of_appctl(transcript):
    """What appctl says of a transcript: numbers of lines, and the lines."""
    lines = [(number, line) for number, line in transcript if not line.startswith(("transition ", "log "))]
    return [(number, f"failure {CLASSES.get(line.split(' ')[1], line)}" if line.startswith("failure ") else line)
            for number, line in lines]


def play_appctl(appctl, library, isolation, script, transcript, environment=None):
    kept, operation = {}, None
    for _, line in of_appctl(transcript):
        if line.startswith("> "):
            operation = line[2:]
        kept.setdefault(operation, []).append(line)
    with tempfile.TemporaryDirectory() as folder:
        host = Appctl(appctl, library, isolation, Path(folder), environment)
        lines = host.load(library)
        for operation in script:
            lines += ["> " + operation, *host.operate(operation, kept.get(operation, []))]
        return lines


# ---- Comparing ----

def numbered(text):
    return list(enumerate(text.splitlines(), 1))


def compare(kept, seen, path, host):
    """Raises Broken with the first line that differs. `kept` has the numbers of its lines."""
    for index in range(max(len(kept), len(seen))):
        number, was = kept[index] if index < len(kept) else (kept[-1][0] + 1, "no further line")
        now = seen[index] if index < len(seen) else "no further line"
        if was != now:
            raise Broken(f"{path}:{number}: {host} does something else\n  kept: {was}\n  now:  {now}\n"
                         "  why: libraries that were built with this version of the ABI see the same\n"
                         "  fix: append to the ABI instead of changing it, or let the host do what it did")
