"""Where a secret is, on its way through appctl and in the memory of a process."""

import re
import subprocess

from crowds import appctl
from harness import RECORD, TEMPORARY, expect, work


def check_secrets(built):
    """Follows a password and a token through everything that appctl writes, starts and opens."""
    state, canary = work / "secrets", "canary-9f86d081-password"
    trace = work / "secrets.trace"
    under = ["strace", "-f", "-v", "-s", "100000", "-o", trace, "-e", "trace=execve,%file,%network,write,writev,pwrite64"]
    outcome = appctl(built, state, "login", "--verbose", "--set", "email=kitty@example.com", "--set-stdin", "password",
                     text=canary, under=under)
    expect(outcome.returncode == 0, f"appctl login says: {outcome.stderr}")
    record = state / "sessions" / RECORD
    token = re.search(r'"secretIn":"file.*\n(.+)', record.read_text())
    expect(token and len(token[1]) > 8, "the record has no token to look for")
    told = trace.read_text()
    expect("execve(" in told and TEMPORARY in told, "the trace does not hold what it should")
    for line in told.splitlines():
        expect(canary not in line, f"the password leaves the process: {line[:200]}")
        if token[1] in line:
            expect("pwrite64(" in line and "appcontroller-session" in line, f"the token leaves the process: {line[:200]}")
    commands = [["status"], ["status", "--format", "json"], ["status", "--verbose"], ["show", "--format", "json"],
                ["logout", "--verbose"]]
    said = outcome.stdout + outcome.stderr
    for command in commands:
        for file in state.rglob("*"):
            if file.is_file() and file != record:
                expect(token[1] not in file.read_text(), f"{file.name} holds the token")
        outcome = appctl(built, state, *command)
        expect(outcome.returncode == 0, f"appctl {command} says: {outcome.stderr}")
        said += outcome.stdout + outcome.stderr
    expect("kitty@example.com" in said, "appctl says nothing")
    expect(canary not in said and token[1] not in said, "appctl says a secret")
    for file in state.rglob("*"):
        if file.is_file():
            expect(token[1] not in file.read_text(), f"after the logout {file.name} holds the token")
    print("secrets: the password leaves the process nowhere, the token into the record alone, and a logout removes it")


def check_forgotten(tool):
    """Looks for a token in the memory of a process that has loaded it and let go of it."""
    folder = work / "forgotten"
    expect(tool(folder, "save", "old").returncode == 0, "a save fails")
    process = subprocess.Popen([tool.path, folder, "forget"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    expect(process.stdout.readline() == b"1 loaded\n", "the session is not loaded")
    holds = memory_holds(process.pid, b"secret of old", folder.name.encode())
    process.stdin.write(b"\n")
    process.stdin.flush()
    expect(process.stdout.readline() == b"forgotten\n", "the session is not let go of")
    forgets = not memory_holds(process.pid, b"secret of old", folder.name.encode())
    process.communicate()
    expect(holds, "the token is not found where it must be, so that its absence would say nothing")
    expect(forgets, "the token is still in memory")
    print("memory: of a session that was loaded and let go of, no byte of the token is left")


def memory_holds(pid, needle, other):
    """Whether bytes are in the writable memory of a process; others, which always are, show that it was read."""
    found = found_other = False
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
        for line in maps:
            first, last, flags = re.match(r"(\w+)-(\w+) (\S+)", line).groups()
            if "w" not in flags:
                continue
            memory.seek(int(first, 16))
            try:
                content = memory.read(int(last, 16) - int(first, 16))
            except OSError:
                continue
            found |= needle in content
            found_other |= other in content
    expect(found_other, "the memory of the process was not read")
    return found
