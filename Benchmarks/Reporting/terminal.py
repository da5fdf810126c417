"""A program on a pseudo-terminal."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
from pathlib import Path

QUIET = 0.5  # seconds without output, after which a program counts as idle


class Program:
    """A program on a pseudo-terminal of its own, which ends with the context."""

    def __init__(self, command: list[str], environment: dict[str, str]):
        self.number, self.terminal = pty.fork()
        if self.number == 0:
            os.execve(command[0], command, environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_: object) -> None:
        os.kill(self.number, signal.SIGKILL)
        os.waitpid(self.number, 0)
        os.close(self.terminal)

    def settle(self) -> str:
        """Waits until the program writes nothing more, and returns its output."""
        output = b""
        while select.select([self.terminal], [], [], QUIET if output else 10)[0]:
            try:
                output += os.read(self.terminal, 65536)
            except OSError:
                break
        return output.decode(errors="replace")

    def until(self, text: str) -> None:
        """Waits until the program has written the text."""
        output = b""
        while text.encode() not in output:
            if not select.select([self.terminal], [], [], 30)[0]:
                sys.exit(f"{text!r} was not shown:\n{output.decode(errors='replace')}")
            output += os.read(self.terminal, 65536)

    def resident(self) -> dict[str, int]:
        """The resident memory in KiB, and the part of it that is not shared."""
        lines = Path(f"/proc/{self.number}/smaps_rollup").read_text().splitlines()[1:]
        sizes = {line.split(":")[0]: int(line.split()[1]) for line in lines}
        return {"resident": sizes["Rss"], "private": sizes["Private_Clean"] + sizes["Private_Dirty"]}
