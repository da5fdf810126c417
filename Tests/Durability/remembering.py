"""The memory of the last provider: killed and let fail on the way to the disk."""

import re
import shutil
import signal

from harness import expect, run, work

MEMORY = "last-provider.json"
STORYBOARD = """{"id":"com.example.main","interfaces":{
  "logged-out":{"root":{"kind":"screen","id":"out","label":"Out"}},
  "logged-in":{"root":{"kind":"screen","id":"in","label":"In"}}}}"""


def check_remembering(built):
    """A command remembers its provider on the disk, or says that it does not; it does its work in any case."""
    home = work / "remembering"
    home.mkdir()
    storyboard = home / "Main.json"
    storyboard.write_text(STORYBOARD)

    def logout(state, *options, under=()):
        return run([*under, built / "appctl", "logout", *options, "--state-dir", state])

    old, trace = home / "old", home / "trace"
    outcome = logout(old, "--provider", built / "libExampleProvider.so", under=["strace", "-f", "-y", "-o", trace])
    expect(outcome.returncode == 0, f"appctl logout says: {outcome.stderr}")
    before = (old / MEMORY).read_text()
    letters = ""
    for name, path in re.findall(r"^\d+\s+(pwrite64|fsync|renameat)\(\d+<([^>]*)>", trace.read_text(), re.MULTILINE):
        of_file, of_folder = MEMORY in path, path == str(old)
        # What is known of the library is written before it.
        if not letters and not of_file:
            continue
        letters += {"pwrite64": "w", "renameat": "R", "fsync": "s" if of_file else "d" if of_folder else "a"}[name]
    # The content, the folders above, the name: each on the disk before the next.
    expect(re.fullmatch(r"w+sa+Rd", letters), f"{MEMORY} is written, synchronized and renamed as {letters}")

    kept = sorted(entry.name for entry in old.iterdir())

    def change(fault):
        state = home / "state"
        shutil.copytree(old, state)
        outcome = logout(state, "--storyboard", storyboard, under=["strace", "-f", "-o", trace, "-e", f"inject={fault}"])
        now, names = (state / MEMORY).read_text(), sorted(entry.name for entry in state.iterdir())
        status = logout(state)
        expect(status.returncode == 0, f"after {fault} the next command says: {status.stderr}")
        shutil.rmtree(state)
        return outcome, now, names

    after = '{"id":"com.example.main","loggedIn":"logged-in","loggedOut":"logged-out","storyboard":"%s"}' % storyboard
    tries = 0
    for call in ("pwrite64", "ftruncate", "fsync", "renameat"):
        outcome, now, _ = change(f"{call}:signal=KILL:when=1")
        expect(outcome.returncode == -signal.SIGKILL, f"was not killed at {call}: {outcome.returncode}")
        expect(now in (before, after), f"killed at {call}, {MEMORY} is {now!r}")
        for error in ("ENOSPC", "EIO", "EROFS"):
            outcome, now, names = change(f"{call}:error={error}:when=1")
            expect(outcome.returncode == 0, f"{error} of {call} prevents a logout: {outcome.stderr}")
            warning = "warning: the provider is not remembered for later commands: error[ACK4001]: cannot "
            expect(outcome.stderr.startswith(warning), f"{error} of {call} is not told: {outcome.stderr}")
            expect(now == before, f"{error} of {call}, and {MEMORY} is {now!r}")
            expect(names == kept, f"{error} of {call} leaves behind: {names}")
        tries += 4
    print(f"the last provider: on the disk before it is said, and {tries} faults leave the old one or are told")
