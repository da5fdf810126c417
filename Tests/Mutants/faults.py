"""Faults that are compiled into one program, each behind a number that the variable MUTANT chooses, and the tests of one."""
import os, pathlib, re, signal, subprocess, time

SWITCH = """
private let activeMutant: Int = unsafe getenv("MUTANT").flatMap { unsafe Int(String(cString: $0)) } ?? 0
private func isMutant(_ number: Int) -> Bool { activeMutant == number }
"""
C_SWITCH = """char *getenv(const char *);
int atoi(const char *);
static int isMutant(int number) { const char *text = getenv("MUTANT"); return text && atoi(text) == number; }
"""


def switched(path, text):
    """A source with the function by which each of its faults asks for its number."""
    if path.endswith(".c"): return C_SWITCH + text
    return ("" if "import Glibc" in text else "internal import Glibc\n") + text + SWITCH


class Suites:
    """Suites of a tree that is built."""

    def __init__(self, tree): self.tree, self.limits, self.output = tree, {}, ""

    def run(self, filter, number, limit=600):
        """The output of the tests with a fault, or with none for 0; None when they have failed, or have not ended in time."""
        environment = {**os.environ, "MUTANT": str(number)} if number else None
        process = subprocess.Popen(["swift", "test", "--skip-build", "--filter", filter], cwd=self.tree, env=environment, text=True,
                                   start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try: output, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            # The process of the tests does not end with swift test.
            for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
                try:
                    if int(stat.read_text().rpartition(")")[2].split()[3]) == process.pid: os.kill(int(stat.parent.name), signal.SIGKILL)
                except OSError: pass
            self.output = process.communicate()[0][-2000:] + f"\nnot ended within {limit} s"
            return None
        self.output = output[-2000:]
        return output if process.returncode == 0 else None

    def require(self, filter):
        """Runs suites without a fault, once, for the time that they take; returns whether they have passed."""
        if filter in self.limits: return True
        begin = time.monotonic()
        output = self.run(filter, 0)
        if output is None or "Test run with 0 tests" in output: return False
        # A fault may make a loop endless.
        self.limits[filter] = 20 + int(10 * (time.monotonic() - begin))
        return True

    def notice(self, filter, number):
        """Whether a test fails by a fault."""
        return self.run(filter, number, self.limits[filter]) is None
