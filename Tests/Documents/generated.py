"""The parts of documents that Swift tests generate and compare, or read."""

import os
import re
import subprocess
from pathlib import Path

CALL = re.compile(r"GeneratedDocument\((?:\"([^\"]+)\"|(\w+)\.path)\)\.expect\(")
TEST = re.compile(r"@Test(?:\([^`]*)?\s+func `([^`]+)`")


def generators():
    """For each document the name of the test that compares its generated parts, and the file of that test."""
    sources = {path: path.read_text() for path in Path("Tests").rglob("*.swift")}
    paths = {}
    for text in sources.values():
        for owner, body in re.findall(r"(?:enum|struct) (\w+) \{(.*?)^\}", text, re.S | re.M):
            for path in re.findall(r"static let path = \"([^\"]+)\"", body):
                paths[owner] = path
    found = {}
    for file, text in sources.items():
        for call in CALL.finditer(text):
            tests = TEST.findall(text[: call.start()])
            document = call[1] or paths.get(call[2])
            if tests and document:
                found[document] = (tests[-1], str(file))
    return found


def has_suite(name):
    """Whether there are Swift tests of this name."""
    return any(f"@Suite struct `{name}`" in path.read_text() for path in Path("Tests").rglob("*.swift"))


def run(names, program, checkout):
    """Runs the tests of these names; the output of those that fail, or None."""
    pattern = "|".join(re.escape(name).replace(r"\ ", " ") for name in names)
    outcome = subprocess.run(
        [program, "--testing-library", "swift-testing", "--filter", pattern], cwd=checkout, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "NO_COLOR": "1"},
    )
    output = re.sub(r"\x1b\[[0-9;]*m", "", outcome.stdout)
    ran = re.search(r"^✔ Test run with (\d+) tests?", output, re.M)
    if outcome.returncode == 0 and ran and int(ran[1]) >= len(names):
        return None
    lines = [line for line in output.split("\n") if not line.startswith(("◇", "✔"))]
    return "\n".join(lines[:80])
