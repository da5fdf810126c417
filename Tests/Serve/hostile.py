"""Attacks a running `appctl serve` with requests that all have something wrong in them. See `hostile`.

  hostile.py APPCTL KITTY SLOW [--count NUMBER] [--seed NUMBER]

Each request is sent in the name of a visitor whose page must stay as it is. What is sent depends on the seed alone, but
for what the server chooses: cookies, tokens and stamps.
"""

import argparse
import collections
import multiprocessing
import pathlib
import random
import re
import resource
import select
import threading
import time
import unicodedata

from attacks import MALLORY, REFUSED, SECRET, Attacker
from clients import PACE, Failure, Slow, bodiless, crowd, deaf, dripping, expect, impatient, silent
from server import Server
from visitor import Line, Visitor, encoded, written

ROOT = pathlib.Path(__file__).parent.parent.parent
GALLERY = ROOT / "Tests" / "Gallery" / "gallery.json"
WORKERS = 2
VICTIMS = 24
# The server and the processes of its providers, each.
MEMORY = 200 * 1024 * 1024


def attack(number, chance, attackers, address, share, secrets):
    """Sends a share of the attacks; the counts of the answers."""
    counts, line, sent = collections.Counter(), None, collections.defaultdict(float)
    kinds, weights = [kind for _, kind in Attacker.KINDS], [weight for weight, _ in Attacker.KINDS]
    for index in range(share):
        attacker = attackers[index % len(attackers)]
        kind = chance.choices(kinds, weights)[0]
        one = kind(attacker)
        if one.counts:
            # In turn, so that what is sent depends on nothing but the seed.
            wait = sent[attacker] + PACE - time.monotonic()
            if wait > 0:
                time.sleep(wait)
            sent[attacker] = time.monotonic()
        where = f"{kind.__name__}, number {index} of worker {number}: {one.data[:3000]!r}"
        try:
            line = line or Line(address)
            line.send(one.data)
            if one.ends:
                line.end()
            for allowed in one.allowed:
                answer = line.answer(one.isHead)
                status = answer and answer.status
                counts[kind.__name__, status] += 1
                expect(status in allowed or status == 429 and one.counts, f"{status} for {where}")
                if answer is None:
                    break
                text = answer.body.decode()
                if status in REFUSED:
                    expect(answer.field("set-cookie") is None, f"a cookie for {where}")
                    expect(not any(secret in text for secret in secrets), f"{text!r} tells a secret for {where}")
                    expect(answer.field("x-content-type-options") == "nosniff", f"no policy for {where}")
                    expect("no-store" in answer.field("cache-control"), f"it may be stored: {where}")
            if one.ends or answer is None or answer.closes:
                line.close()
                line = None
        except (OSError, ValueError) as error:
            raise Failure(f"{error!r} for {where}") from error
    return counts


def work(number, seed, attackers, address, share, secrets, pipe):
    chance = random.Random(f"{seed} {number}")
    for attacker in attackers:
        attacker.chance = chance
    try:
        pipe.send(attack(number, chance, attackers, address, share, secrets))
    except Failure as failure:
        pipe.send(str(failure))


# ---- A server that is attacked ----


class Streams(threading.Thread):
    """Follows the pages of the victims, so that they stay, and keeps what comes."""

    def __init__(self, visitors):
        super().__init__(daemon=True)
        self.lines = [visitor.follow() for visitor in visitors]
        self.isDone = False
        self.start()

    def run(self):
        while not self.isDone:
            for ready in select.select([line.socket for line in self.lines], [], [], 0.2)[0]:
                line = next(line for line in self.lines if line.socket is ready)
                if not line.more():
                    line.socket.close()
                    self.lines.remove(line)

    def end(self):
        self.isDone = True
        self.join()
        for line in self.lines:
            line.close()
        return b"".join(line.buffer for line in self.lines)


def processes(server):
    """The largest resident sizes of the server and of its children."""
    sizes = []
    pid = server.process.pid
    children = [path.read_text().split() for path in pathlib.Path(f"/proc/{pid}/task").glob("*/children")]
    for each in [str(pid), *sum(children, [])]:
        try:
            sizes.append(int(re.search(r"VmHWM:\s*(\d+) kB", pathlib.Path(f"/proc/{each}/status").read_text())[1]) * 1024)
        except (OSError, TypeError):
            # It has ended meanwhile.
            pass
    return sizes[0], max(sizes[1:], default=0)


def acted(visitor):
    """Sends a form that does nothing: the page of a stranger gets its identity with it, and no other one later."""
    answer = visitor.ask(written("POST", "/", visitor.post_fields, encoded(visitor.page.form((":select", "nowhere nothing")))))
    expect(answer.status == 303 and answer.field("set-cookie"), f"the first form of a stranger is answered with {answer.status}")
    shown(visitor)


def shown(visitor):
    """What the visitor's page is; what it says once is asked for before.

    It stays the same page, as for a script that gets what has changed.
    """
    name = visitor.page.name
    for _ in range(2):
        answer = visitor.open()
        while answer.status == 429:
            time.sleep(0.2)
            answer = visitor.open()
        expect(answer.status == 200, f"the page of a victim is answered with {answer.status}: {answer.text}")
    visitor.page.name = name
    return visitor.page.state


def unknown(visitor):
    """What a page does not have is refused, and the page can be used as before."""
    body = encoded(visitor.page.form((":press", "n999999")))
    stamp = visitor.page.stamp
    answer = visitor.ask(written("POST", "/", [*visitor.post_fields, ("Accept", "text/plain")], body))
    expect(answer.status == 409, f"a press of nothing is answered with {answer.status}")
    shown(visitor)
    expect(visitor.page.stamp == stamp, "a press of nothing makes the page an old one")


def stormed(name, count, seed, server, signs_in, slow):
    address = ("127.0.0.1", int(server.url.split(":")[2].strip("/")))
    victims = [Visitor(address, server.url) for _ in range(WORKERS * VICTIMS)]
    for index, victim in enumerate(victims):
        # Some are signed in.
        if signs_in and index % 2:
            victim.sign_in()
            victim.stale = victim.page.stamp
            victim.submit("Products")
        else:
            expect(victim.open().status == 200, "there is no page")
            victim.stale = victim.page.epoch + ".0.0"
            acted(victim)
    unknown(victims[0])
    streams = Streams(victims)
    before = [shown(victim) for victim in victims]
    secrets = {SECRET, *(victim.cookie.partition("=")[2] for victim in victims), *(victim.page.token for victim in victims)}
    began = time.monotonic()
    clients = []
    if slow:
        reader = Visitor(address, server.url)
        reader.open()
        clients = [
            Slow("a silent one", 10, lambda: silent(address)),
            Slow("a head in bytes", 10, lambda: dripping(address, victims[0].host)),
            Slow("a body in bytes", 30, lambda: bodiless(address, victims[0])),
            Slow("a deaf stream", 30, lambda: deaf(reader, server))]
    pipes = []
    for number in range(WORKERS):
        mine = victims[number * VICTIMS:][:VICTIMS]
        attackers = [Attacker(None, victim, mine[index - 1]) for index, victim in enumerate(mine)]
        receiving, sending = multiprocessing.Pipe(False)
        share = count // WORKERS
        arguments = (number, f"{seed} {name}", attackers, address, share, secrets, sending)
        pipes.append(receiving)
        # The connections of the victims stay with this process.
        for victim in mine:
            if victim.line:
                victim.line.close()
                victim.line = None
        multiprocessing.Process(target=work, args=arguments, daemon=True).start()
        sending.close()
    counts = collections.Counter()
    for pipe in pipes:
        try:
            told = pipe.recv()
        except EOFError:
            raise Failure("a worker has ended") from None
        expect(not isinstance(told, str), told)
        counts += told
    took = time.monotonic() - began
    slowly = [client.check() for client in clients]
    told = crowd(address, victims[0].host, 256)
    expect(server.process.poll() is None, "the server has ended")
    for victim, state in zip(victims, before):
        after = shown(victim)
        expect(after == state, f"a page has changed from\n{state}\nto\n{after}")
    followed = streams.end()
    expect(MALLORY.encode() not in followed, "a stream has what was refused")
    expect(SECRET.encode() not in followed, "a stream has a secret")
    good = Visitor(address, server.url)
    end = time.monotonic() + 90
    while good.open().status == 503:
        expect(time.monotonic() < end, "there is no room for a good visitor")
        time.sleep(0.5)
    if signs_in:
        good.sign_in()
        expect("Kittens" in good.page.text, "a good visitor cannot sign in")
    own, child = processes(server)
    expect(own < MEMORY and child < MEMORY, f"the server takes {own} bytes, and a provider {child}")
    checked(server.said(), secrets)
    answered = collections.Counter()
    for (kind, status), number in counts.items():
        answered[status] += number
    over = answered[429] / max(1, sum(answered.values()))
    expect(over < 0.05, f"{over:.0%} were refused as too many, so that nothing else was tried")
    told_counts = ", ".join(f"{number} × {status or 'closed'}" for status, number in sorted(answered.items(), key=str))
    print(f"{name}: {count} attacks in {took:.0f} s: {told_counts}; {told} connections too many; "
          + "".join(f"{each}; " for each in slowly)
          + f"{own >> 20} MB, and {child >> 20} MB for a provider", flush=True)


LOG = re.compile(r"warning: .* \[[A-Z]+\d{4}\]")


def checked(log, secrets):
    """The log has a code in each line, and nothing that opens a page."""
    lines = log.splitlines()
    expect(lines, "nothing was logged")
    for line in lines:
        expect(not any(unicodedata.category(each) in ("Cc", "Cf", "Zl", "Zp") for each in line),
               f"the log has a character that does something: {line!r}")
        expect(LOG.fullmatch(line), f"the log has a line without a code: {line!r}")
        expect(not any(secret in line for secret in secrets), f"the log has a secret: {line!r}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("appctl")
    parser.add_argument("kitty")
    parser.add_argument("slow")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    try:
        # In processes of their own, as usual; and in the server's own process, where a crash would be the server's.
        with Server(arguments.appctl, "--provider", arguments.kitty, "--idle", "20") as server:
            stormed("kitty", arguments.count * 7 // 10, arguments.seed, server, True, True)
        storyboard = ("--storyboard", str(GALLERY), "--logged-out", "login", "--logged-in", "feed")
        with Server(arguments.appctl, *storyboard, "--not-isolated", "--idle", "20") as server:
            stormed("gallery", arguments.count * 3 // 10, arguments.seed, server, False, False)
        with Server(arguments.appctl, "--provider", arguments.slow) as server:
            impatient(server)
    except Failure as failure:
        raise SystemExit(f"Tests/Serve/hostile, seed {arguments.seed}: {failure}") from None


main()
