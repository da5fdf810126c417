"""What the checks share: a folder to work in, running programs, and the tool."""

import os
import pathlib
import subprocess
import tempfile

RECORD, TEMPORARY, FORMER = (
    "com.example.kitty.session.json", ".com.example.kitty.session.tmp", ".com.example.kitty.session.old"
)

work = pathlib.Path(tempfile.mkdtemp(prefix="durability-"))


class Wrong(Exception):
    """Something that must not be."""


def expect(condition, text):
    if not condition:
        raise Wrong(text)


def run(command, **options):
    # A stable order of dictionaries, and so of system calls.
    environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1", **options.pop("environment", {})}
    return subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, timeout=60, env=environment, **options
    )


class Tool:
    def __init__(self, built):
        self.path = built / "StoreTool"

    def __call__(self, folder, *command, under=(), environment=()):
        return run([*under, self.path, folder, *command], environment=dict(environment))

    def load(self, folder):
        """What is stored, as `GENERATION NAME`."""
        outcome = self(folder, "load")
        expect(outcome.returncode == 0, f"the record cannot be loaded afterwards: {outcome.stderr}")
        return outcome.stdout.splitlines()[-1]
