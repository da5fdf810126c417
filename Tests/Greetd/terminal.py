"""A terminal of tmux in which a program runs, seen and used as by its user."""
import os
import re
import shlex
import subprocess
import tempfile
import time


class Failure(Exception):
    pass


class Terminal:
    def __init__(self, command, environment=None, columns=80, rows=24):
        """Runs the words of a command with nothing in its environment but what is given."""
        self.folder = tempfile.TemporaryDirectory()
        self.server = ["tmux", "-S", f"{self.folder.name}/tmux", "-f", "/dev/null", "-u"]
        variables = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color", **(environment or {})}
        words = ["env", "-i", *(f"{name}={value}" for name, value in variables.items()), *command]
        line = f"trap : INT; {shlex.join(words)}; echo status=$? modes=$(stty -a | grep -c ' -echo '); read -r rest"
        # What is written stays to be seen when the program has ended.
        subprocess.run(
            [*self.server, "new-session", "-d", "-x", str(columns), "-y", str(rows), "sh", "-c", line],
            check=True, stdin=subprocess.DEVNULL)

    def run(self, *arguments):
        return subprocess.run([*self.server, *arguments], capture_output=True, text=True).stdout

    @property
    def screen(self):
        return self.run("capture-pane", "-p")

    def reach(self, *patterns, limit=30):
        """Waits until all patterns are on the screen, as it is or with the lines of its boxes joined."""
        end = time.monotonic() + limit
        while True:
            screen = self.screen
            if all(re.search(pattern, screen) or re.search(pattern, joined(screen)) for pattern in patterns):
                return screen
            if time.monotonic() > end:
                raise Failure(f"{patterns} is not on the screen:\n{screen}")
            time.sleep(0.02)

    def type(self, text):
        self.run("send-keys", "-l", text)

    def press(self, *keys):
        self.run("send-keys", *keys)

    def end(self, status=0):
        """Waits for the end, which gives the terminal back."""
        return self.reach(rf"status={status} modes=0")

    def close(self):
        self.run("kill-server")
        self.folder.cleanup()


def joined(screen):
    return " ".join(re.sub("[│┃]", " ", screen).split())


def said(screen, *parts):
    text = screen + joined(screen)
    for part in parts:
        if part not in text:
            raise Failure(f"{part!r} is not in:\n{text}")


def check(holds, what):
    if not holds:
        raise Failure(what)
