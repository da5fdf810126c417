#!/usr/bin/env python3
"""Types the beginnings of command lines in bash, zsh and fish, presses Tab, and compares what then stands in the line.

Usage: completing.py APPCTL FOLDER    the folder has the scripts, appctl.bash and so on
"""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

# What is typed, and what it becomes; the same when nothing, or more than one thing, fits.
CASES = [
    ("appctl logi", "appctl login "),
    ("appctl xyz", "appctl xyz"),
    ("appctl --quiet stat", "appctl --quiet status "),
    ("appctl --provider x.so stat", "appctl --provider x.so status "),
    ("appctl login --sw", "appctl login --switch "),
    ("appctl login --set a=b --sw", "appctl login --set a=b --switch "),
    ("appctl logout --sw", "appctl logout --sw"),
    ("appctl --verb", "appctl --verbose "),
    ("appctl show --format h", "appctl show --format html "),
    ("appctl show --format=h", "appctl show --format=html "),
    ("appctl status --format j", "appctl status --format json "),
    ("appctl status --format h", "appctl status --format h"),
    ("appctl --format sv", "appctl --format svg "),
    ("appctl login --store sec", "appctl login --store secret-service "),
    ("appctl help quar", "appctl help quarantine "),
    ("appctl completions f", "appctl completions fish "),
    ("appctl quarantine l", "appctl quarantine list "),
    ("appctl permissions rev", "appctl permissions revoke "),
    ("appctl permissions revoke com.example.kitty-", "appctl permissions revoke com.example.kitty-c "),
    ("appctl quarantine clear com.example.kitty-", "appctl quarantine clear com.example.kitty-c "),
    ("appctl providers --pin com.example.kitty-", "appctl providers --pin com.example.kitty-c "),
    ("appctl login --provider com.example.kitty-", "appctl login --provider com.example.kitty-c "),
    ("appctl login --provider ./plug", "appctl login --provider ./plugin.so "),
    ("appctl login --state-dir fold", "appctl login --state-dir folder/"),
    ("appctl inspect plug", "appctl inspect plugin.so "),
    ("appctl lint --quiet one.json tw", "appctl lint --quiet one.json two.json "),
    ("appctl explain ACK1001 ACK500", "appctl explain ACK1001 ACK500"),
]

# Has each shell take up the script and, at Control-G, print its line between brackets.
SHELLS = {
    "bash": (
        ["bash", "--norc", "--noprofile", "-i"],
        "PS1='> '; bind 'set bell-style none'; bind -x '\"\\C-g\": printf \"\\n[[%s]]\\n\" \"$READLINE_LINE\"'; source {}\n",
    ),
    "zsh": (
        ["zsh", "-f", "-i"],
        "PS1='> '; unsetopt beep list_beep; autoload -Uz compinit; compinit -u -D; "
        "shown() {{ print -r -- $'\\n'\"[[$BUFFER]]\" }}; zle -N shown; bindkey '^G' shown; source {}\n",
    ),
    "fish": (
        ["fish", "--no-config", "-i"],
        "function fish_prompt; echo '> '; end; bind \\cg 'printf \"\\n[[%s]]\\n\" (commandline | string collect)'; source {}\n",
    ),
}


class Shell:
    """An interactive shell on a pseudo-terminal."""

    def __init__(self, name: str, script: Path, folder: str, environment: dict[str, str]):
        command, setup = SHELLS[name]
        self.number, self.terminal = pty.fork()
        if self.number == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 300, 0, 0))
        self.output = ""
        self.type(setup.format(script) + "printf 'is %s\\n' ready\n")
        self.expect(r"is ready")

    def type(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def expect(self, pattern: str, seconds: float = 20) -> re.Match[str]:
        """Reads until a pattern comes, and forgets what was up to its end."""
        end = time.monotonic() + seconds
        while not (found := re.search(pattern, self.output)):
            ready = select.select([self.terminal], [], [], max(0, end - time.monotonic()))[0]
            if not ready:
                sys.exit(f"{pattern!r} does not come; the output is {self.output!r}")
            self.output += os.read(self.terminal, 65536).decode(errors="replace")
        self.output = self.output[found.end() :]
        return found

    def complete(self, line: str) -> str:
        """Types a line, presses Tab, and returns what it has become."""
        # First away with the line before: to its start, and all of it.
        self.type("\x05\x15" + line + "\t\x07")
        return self.expect(r"\[\[(.*?)\]\]").group(1)

    def leave(self) -> None:
        os.close(self.terminal)
        os.waitpid(self.number, 0)


def main() -> None:
    appctl, scripts = Path(sys.argv[1]), Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        for name in ("plugin.so", "one.json", "two.json"):
            (Path(folder) / name).touch()
        (Path(folder) / "folder").mkdir()
        # The program by its name, as it is typed.
        environment = dict(os.environ, TERM="xterm", LC_ALL="C.UTF-8", PATH=f"{appctl.parent}:{os.environ['PATH']}")
        faults = 0
        for name in SHELLS:
            shell = Shell(name, scripts / f"appctl.{name}", folder, environment)
            for typed, expected in CASES:
                got = shell.complete(typed)
                if got != expected:
                    faults += 1
                    print(f"{name}: {typed!r} becomes {got!r}, not {expected!r}")
            shell.leave()
            version = subprocess.run([name, "--version"], capture_output=True, text=True, check=True).stdout
            print(f"{name} completes {len(CASES)} lines ({version.splitlines()[0]})")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
