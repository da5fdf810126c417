"""Starts appctl with the plugin, and looks at what it writes."""
import contextlib
import os
import re
import subprocess
import sys
import tempfile
import threading
import time


class Failure(Exception):
    pass


class Run:
    """A running appctl, perhaps on a terminal; what it writes is collected."""

    def __init__(self, arguments, terminal=False):
        if terminal:
            self.user, streams = os.openpty()
            self.process = subprocess.Popen(
                arguments, stdin=streams, stdout=streams, stderr=streams, start_new_session=True)
            os.close(streams)
        else:
            self.process = subprocess.Popen(
                arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            self.user = self.process.stdout.fileno()
        self.output, self.condition, self.isOver = "", threading.Condition(), False
        threading.Thread(target=self._collect, daemon=True).start()

    def _collect(self):
        # The end of a terminal is an error.
        with contextlib.suppress(OSError):
            while part := os.read(self.user, 4096):
                with self.condition:
                    self.output += part.decode(errors="replace").replace("\r\n", "\n")
                    self.condition.notify_all()
        with self.condition:
            self.isOver = True
            self.condition.notify_all()

    def type(self, text):
        """Types on the terminal."""
        os.write(self.user, text.encode())

    def reach(self, pattern, limit=30):
        """Waits until a pattern is in the output."""
        with self.condition:
            self.condition.wait_for(lambda: re.search(pattern, self.output) or self.isOver, limit)
            match = re.search(pattern, self.output)
        if not match:
            self.process.kill()
            raise Failure(f"{pattern!r} is not in the output:\n{self.output}")
        return match

    def end(self, status, limit=60):
        """Waits for the end, and checks the exit status."""
        try:
            actual = self.process.wait(limit)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Failure(f"it did not end within {limit} seconds:\n{self.output}")
        with self.condition:
            self.condition.wait_for(lambda: self.isOver, 10)
        if actual != status:
            raise Failure(f"exit status {actual}, not {status}:\n{self.output}")
        return self.output


class App:
    def __init__(self, folder, library, appctl):
        self.folder, self.library, self.appctl = folder, library, appctl
        self.outputs = []

    def fresh(self):
        """A new state folder."""
        self.state = tempfile.mkdtemp(dir=f"{self.folder}/states")

    def start(self, command, settings=(), *more, isolated=False, terminal=False):
        arguments = [self.appctl, *command.split(), "--state-dir", self.state, *more]
        if settings:
            arguments += ["--provider", self.library, "--isolated" if isolated else "--not-isolated"]
            for name, value in dict(settings).items():
                arguments += ["--setting", f"{name}={value}"]
        run = Run(arguments, terminal)
        self.outputs.append(run)
        return run

    def try_(self, status, command, settings=(), *more):
        return self.start(command, settings, *more).end(status)


def said(output, *texts):
    for text in texts:
        if text not in output:
            raise Failure(f"{text!r} is not in:\n{output}")


def check(holds, what):
    if not holds:
        raise Failure(what)
