"""Many processes at once: the store's tool, and appctl."""

import concurrent.futures
import re
import signal
import subprocess

from harness import expect, run, work


def check_crowd(tool, count, changes, kills):
    """Processes that save and erase at once; some are killed after they have acknowledged a few changes."""
    folder = work / f"crowd-{count}-{kills}"
    # Without a buffer, so that what was not read yet is still there when the process has ended.
    crowd = [
        subprocess.Popen([tool.path, folder, "change", "1000000" if seed < kills else str(changes), str(seed)],
                         bufsize=0, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for seed in range(count)
    ]
    lines = []
    for process in crowd[:kills]:
        lines += [process.stdout.readline() for _ in range(changes)]
        process.kill()
    with concurrent.futures.ThreadPoolExecutor(count) as readers:
        for process, (output, errors) in zip(crowd, readers.map(lambda process: process.communicate(), crowd)):
            lines += output.splitlines()
            expected = -signal.SIGKILL if process in crowd[:kills] else 0
            expect(process.returncode == expected, f"a process ends with {process.returncode}: {errors}")
    acknowledged = {}
    for line in lines:
        generation, name = line.decode().split()
        expect(int(generation) not in acknowledged, f"the generation {generation} was given out twice")
        acknowledged[int(generation)] = name
    expect(len(acknowledged) >= count * changes, "changes are missing")
    last = max(acknowledged)
    generation, name = tool.load(folder).split()
    if int(generation) == last or not kills:
        expect((int(generation), name) == (last, acknowledged[last]), f"the last was {last}, stored is {generation}")
    # A process that was killed may have stored without having said so.
    expect(last <= int(generation) <= last + kills, f"{generation} is stored, and {last} was acknowledged")
    outcome = f"{count} processes at once" + (f", {kills} of them killed" if kills else "")
    print(f"{outcome}: {len(acknowledged)} changes, each with a generation of its own, and the last one is stored")


def appctl(built, state, *arguments, text=None, under=()):
    provider = [] if arguments[0] == "status" else ["--provider", built / "libExampleProvider.so"]
    return run([*under, built / "appctl", *arguments, *provider, "--state-dir", state], input=text)


def check_appctl(built, pool):
    """`appctl` logs in and out at once: whoever is told that it worked, it did."""
    state = work / "appctl"

    def login(number):
        return appctl(built, state, "login", "--set", f"email=user{number}@example.com", "--set-stdin", "password",
                      "--switch", text="meow1234")

    def one(number):
        return login(number) if number % 3 else appctl(built, state, "logout")

    with concurrent.futures.ThreadPoolExecutor(8) as crowd:
        outcomes = list(crowd.map(one, range(24)))
    for number, outcome in enumerate(outcomes):
        expect(outcome.returncode in (0, 75), f"appctl {number} ends with {outcome.returncode}: {outcome.stderr}")
        if outcome.returncode == 75:
            expect("ACK4002" in outcome.stderr, f"appctl says: {outcome.stderr}")
    names = [number for number, outcome in enumerate(outcomes) if outcome.returncode == 0]
    expect(names, "nobody of all who logged in and out at once succeeded")
    said = appctl(built, state, "status")
    subject = re.search(r"^subject: user(\d+)@", said.stdout, re.MULTILINE)
    expect(said.returncode == 0, f"appctl status says: {said.stderr}")
    expect(not subject or int(subject[1]) in names, f"logged in is somebody whose login failed: {said.stdout}")
    print(f"appctl, 24 logins and logouts at once: {len(names)} went through, the others were told of the conflict")
