"""Attacks a running `appctl serve` with requests that all have something wrong in them. See `hostile`.

  hostile.py APPCTL KITTY SLOW [--count NUMBER] [--seed NUMBER]

Each request is sent in the name of a visitor whose page must stay as it is. What is sent depends on the seed alone, but
for what the server chooses: cookies, tokens and stamps.
"""

import argparse
import collections
import multiprocessing
import os
import pathlib
import random
import re
import resource
import select
import socket
import threading
import time
import unicodedata

from server import Server
from visitor import Line, Visitor, encoded, written

ROOT = pathlib.Path(__file__).parent.parent.parent
GALLERY = ROOT / "Tests" / "Gallery" / "gallery.json"
WORKERS = 2
VICTIMS = 24
# A visitor may send 20 requests a second; more would be refused for that reason, before anything else is looked at.
PACE = 1 / 17
MALLORY, SECRET = "mallory@example.com", "open-sesame-7f3a"
REFUSED = range(400, 600)
# The server and the processes of its providers, each.
MEMORY = 200 * 1024 * 1024


class Failure(Exception):
    pass


def expect(isSo, what):
    if not isSo:
        raise Failure(what)


# ---- Attacks: each makes bytes, and says which answers are right; None is the end of the connection without one ----


class Attack:
    """One attack: its bytes, and the statuses of each answer that may come, in their order."""

    def __init__(self, data, *allowed, ends=False, counts=True, isHead=False):
        self.data, self.allowed, self.ends, self.counts, self.isHead = data, allowed, ends, counts, isHead


class Attacker:
    """Makes attacks in the name of a visitor."""

    def __init__(self, chance, visitor, other):
        self.chance, self.visitor, self.other = chance, visitor, other
        self.page = visitor.page

    # Parts of requests.

    def action(self):
        """Something that the page of the visitor offers."""
        offered = re.findall(r'<button[^>]* name="(:\w+)" value="([^"]*)"', self.page.text)
        # An entry does nothing but to take over the text, also of an older page.
        return self.chance.choice([each for each in offered if each[0] != ":enter"] or [(":press", "n1")])

    def form(self, action=None, **changed):
        """A form as the page has it, with nothing in it unless it must not be looked at."""
        pairs = dict(self.page.form(action or self.action()))
        pairs.update(changed)
        return list(pairs.items())

    def evil(self, **changed):
        """A form that would change the page if any of it was taken over."""
        return [*self.form(**changed), ("email", MALLORY), ("password", SECRET), ("q", MALLORY)]

    def post(self, pairs, fields=None, target="/", isScript=None):
        body = pairs if isinstance(pairs, bytes) else encoded(pairs)
        fields = self.visitor.post_fields if fields is None else fields
        if isScript or isScript is None and self.chance.random() < 0.5:
            fields = [*fields, ("Accept", "text/plain")]
        return written("POST", target, fields, body)

    def fields(self, **changed):
        """The fields of a form with some others instead; None leaves one out."""
        changed = {name.replace("_", "-"): value for name, value in changed.items()}
        kept = [(name, value) for name, value in self.visitor.post_fields if name not in changed]
        return kept + [(name, value) for name, value in changed.items() if value is not None]

    def wrong_tokens(self):
        token = self.page.token
        place = self.chance.randrange(len(token))
        digit = self.chance.choice([each for each in "0123456789abcdef" if each != token[place]])
        return ["", token[:-1], token + "0", token.upper() + "A", token[:place] + digit + token[place + 1:], self.other.page.token,
                "\u0660" * 64, "0" * 64, token * 20]

    # Attacks.

    def token(self):
        wrong = self.chance.choice(self.wrong_tokens())
        pairs = self.evil(**{":token": wrong})
        how = self.chance.randrange(4)
        if how == 0:
            pairs = [pair for pair in pairs if pair[0] != ":token"]
        elif how == 1:
            pairs.insert(0, (":token", self.page.token))
        self.chance.shuffle(pairs) if how > 1 else None
        return Attack(self.post(pairs), {403})

    def cookie(self):
        """A visitor's form with the cookie of another one, or with one that nobody has."""
        if self.chance.random() < 0.98:
            return Attack(self.post(self.evil(), self.fields(Cookie=self.other.cookie)), {403})
        name = self.visitor.cookie.partition("=")[0]
        made = "".join(self.chance.choice("abcXYZ019-_") for _ in range(43))
        return Attack(self.post(self.evil(), self.fields(Cookie=f"{name}={made}")), {403, 503}, counts=False)

    def no_cookie(self):
        name, _, value = self.visitor.cookie.partition("=")
        wrong = self.chance.choice([
            None, f"{name}x={value}", f"{name}={value}x", f"{name}={value[:-1]}", f"{name}={value[:-1]}.", f"{name}=",
            f"{name}", f"{name}=\"{value}\"", f"{name.upper()}={value}", f"{name}= {value}", f"x{name}={value}"])
        return Attack(self.post(self.evil(), self.fields(Cookie=wrong)), {403}, counts=False)

    def stamp(self):
        """A form of an older page; what is in it is kept by design, so that there is nothing in it."""
        epoch, revision, done = self.page.stamp.split(".")
        wrong = self.chance.choice([
            self.visitor.stale, f"{epoch}.{revision}.{int(done) + 10_000_000}", f"{epoch}.{int(revision) + 10_000_000}.{done}",
            f"{epoch}.", epoch, "", f"{epoch}.{revision}", f"{epoch}.-1.0", f"{epoch}.0.0.0",
            f"AAAAAAAAAAAA.{revision}.{done}", "9" * 5000])
        isScript = self.chance.random() < 0.7
        return Attack(self.post(self.form(**{":stamp": wrong}), isScript=isScript), {409} if isScript else {303})

    def screen(self):
        wrong, status = self.chance.choice([
            ("n999999", 409), ("n18446744073709551615", 409), ("n18446744073709551616", 400), ("n-1", 400), ("", 400),
            ("1", 400), ("n1 ", 400), ("n" * 3000, 400), ("n\u0661", 400)])
        return Attack(self.post(self.form(**{":screen": wrong}), isScript=True), {status})

    def node(self):
        wrong, status = self.chance.choice([
            ("n999999", 409), ("n18446744073709551615", 409), ("n99999999999999999999", 400), ("", 400), ("n", 400),
            ("../n1", 400), ("n1\u0000", 400), ("<script>", 400)])
        return Attack(self.post(self.form((":press", wrong)), isScript=True), {status})

    def two(self):
        pairs = [*self.evil(), self.chance.choice([
            (":back", ""), (":press", "n1"), (":restart", ""), (":cancel", ""), (":close", ""), (":enter", ""),
            (":unknown", "1"), (":", ""), (":select", "a"), (":TOKEN", self.page.token), (":press:", "n1")])]
        return Attack(self.post(pairs), {400})

    def nothing(self):
        """What the page does not offer: perform refuses it, and the page says so or stays as it is."""
        action = self.chance.choice([
            (":select", "nowhere nothing"), (":select", f"{self.page.screen} x"), (":select", " "), (":select", "a b c d"),
            (":cancel", ""), (":press", self.page.screen)])
        return Attack(self.post(self.form(action)), {204, 303, *REFUSED})

    def encoding(self):
        body = encoded(self.evil())
        bad = self.chance.choice([
            b"&a=%zz", b"&a=%0", b"&a=%", b"&a=%00", b"&%00=a", b"&a=%ff", b"&a=\xff", b"&a=\x00", b"&a=%c0%af", b"&a=%ed%a0%80",
            b"&a=%u0041", b"&a=1" * 1025])
        return Attack(self.post(bad[1:] + b"&" + body if self.chance.random() < 0.5 else body + bad), {400})

    def host(self):
        port = self.visitor.host.partition(":")[2]
        wrong = self.chance.choice([
            "evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{int(port) - 1}", f"127.0.0.1.evil.example:{port}",
            f"127.0.0.1.:{port}", f"0.0.0.0:{port}", f"[::]:{port}", f"localhost.:{port}", f"127.1:{port}", f"2130706433:{port}"])
        fields = self.fields(Host=wrong, Origin=f"http://{wrong}")
        if self.chance.random() < 0.3:
            return Attack(written("GET", self.chance.choice(["/", "/events", "/?c"]), fields), {421}, counts=False)
        return Attack(self.post(self.evil(), fields), {421}, counts=False)

    def origin(self):
        port = self.visitor.host.partition(":")[2]
        sites = ["cross-site", "same-site", "none", "", "same-origin, cross-site", "SAME-ORIGIN", "same-origin-evil"]
        if self.chance.random() < 0.5:
            fields = self.fields(Sec_Fetch_Site=self.chance.choice(sites))
        else:
            fields = self.fields(Origin=self.chance.choice([
                None, "null", "", "http://evil.example", f"https://{self.visitor.host}", "http://127.0.0.1",
                f"http://127.0.0.1:{int(port) - 1}", f"{self.visitor.origin}.evil.example", f"{self.visitor.origin}/",
                f"{self.visitor.origin} http://evil.example"]))
        return Attack(self.post(self.evil(), fields), {403}, counts=False)

    def type(self):
        wrong = self.chance.choice([
            None, "text/plain", "multipart/form-data; boundary=a", "application/json", "", "application/x-www-form-urlencodedx",
            "x application/x-www-form-urlencoded", ";application/x-www-form-urlencoded"])
        return Attack(self.post(self.evil(), self.fields(Content_Type=wrong)), {400}, counts=False)

    def method(self):
        method, statuses = self.chance.choice([
            ("PUT", {405}), ("DELETE", {405}), ("OPTIONS", {405}), ("PATCH", {405}), ("TRACE", {405}), ("CONNECT", {405}),
            ("post", {501}), ("POSTS", {501}), ("GET", {400}), ("HEAD", {400}), ("PO\u00a0ST", {400})])
        data = self.post(self.evil()).replace(b"POST ", method.encode() + b" ", 1)
        return Attack(data, statuses, ends=True, counts=False)

    def path(self):
        wrong = self.chance.choice([
            "/x", "//", "/./", "/../", "/%2e/", "/events/", "/EVENTS", "/live.js", "/live-000000000000.js", "/index.html",
            "/%65vents", "/;", "/etc/passwd", "/..%2f..%2fetc/passwd", "/.git/config"])
        if self.chance.random() < 0.5:
            return Attack(self.post(self.evil(), target=wrong), {404}, counts=False)
        return Attack(written("GET", wrong, self.visitor.fields), {404}, counts=False)

    def place(self):
        """The right path and the wrong method."""
        if self.chance.random() < 0.2:
            return Attack(written("HEAD", "/events", self.visitor.fields), {405}, isHead=True)
        return Attack(self.post(self.evil(), target="/events"), {405})

    def framing(self):
        """A form that is right, in a request that is not; nothing behind it is read, either."""
        right = self.post(self.evil())
        good = re.search(rb"Content-Length: \d+\r\n", right)[0]
        changed = self.chance.choice([
            (good, b""), (good, good * 2), (good, good + b"Transfer-Encoding: chunked\r\n"), (good, b"Transfer-Encoding: chunked\r\n"),
            (good, good.replace(b": ", b" : ")), (good, good.replace(b": ", b": +")), (good, good.replace(b": ", b": 0")),
            (good, good.replace(b"\r\n", b"\n")), (good, good.replace(b"\r\n", b", 5\r\n")), (good, b"Content-Length: -1\r\n"),
            (good, b"Content-Length: 65537\r\n"), (good, b"Content-Length: 99999999999999999999\r\n"), (good, b" " + good),
            (good, good + b"Host: evil.example\r\n"), (good, good + b"Cookie: a=b\r\n"), (good, good + b"Origin: null\r\n"),
            (good, good + b"Expect: 100-continue\r\n"), (good, good + b"X: \x00\r\n"), (good, good + b"X Y: a\r\n"),
            (good, good + b"X: " + b"a" * 17000 + b"\r\n"), (good, good + b"".join(b"X-%d: a\r\n" % n for n in range(64))),
            (b"POST / ", b"POST /" + b"a" * 2100 + b" "), (b"POST / ", b"POST  / "), (b"HTTP/1.1", b"HTTP/2.0"),
            (b"HTTP/1.1", b"HTTP/1.1 "), (b"POST / ", b"POST http://evil.example/ "), (b"Host: ", b"Host:\x0b "),
            (b"\r\nHost", b"\r\n\r\nHost"), (b"POST", b"\r\nPOST"), (b"Host: ", b"Hos: ")])
        data = right.replace(*changed, 1)
        return Attack(data + (right if self.chance.random() < 0.5 else b""), REFUSED, {None}, ends=True, counts=False)

    def truncated(self):
        right = self.post(self.evil())
        return Attack(right[:self.chance.randrange(1, len(right))], {None}, ends=True, counts=False)

    def flipped(self):
        """A form with a wrong token, and bytes that are others, more, fewer, or elsewhere."""
        right = bytearray(self.post(self.evil(**{":token": self.chance.choice(self.wrong_tokens()[:5])})))
        # Another cookie would be another visitor, of whom there may be so many only.
        kept = right.index(b"appctl-"), right.index(b"\r\n", right.index(b"appctl-"))
        for _ in range(self.chance.choice([1, 1, 1, 2, 3, 8, 30])):
            place = self.chance.randrange(len(right))
            if kept[0] <= place < kept[1]:
                continue
            how = self.chance.randrange(5)
            if how == 0:
                right[place] ^= 1 << self.chance.randrange(8)
            elif how == 1:
                right[place] = self.chance.choice(b"\r\n\0\t :;,=&%+-\"\x7f\x80\xff0123456789")
            elif place >= kept[1] and how == 2:
                del right[place:place + self.chance.choice([1, 2, 16, 200])]
            elif place >= kept[1] and how == 3:
                right[place:place] = bytes(self.chance.randrange(256) for _ in range(self.chance.choice([1, 4, 100])))
            elif place >= kept[1]:
                right[place:place] = right[place:place + 20] * self.chance.choice([1, 2, 60])
        return Attack(bytes(right), {None, *REFUSED}, {None, *REFUSED}, {None, *REFUSED}, ends=True)

    def pipelined(self):
        """Right and wrong ones in one piece: what is answered is answered in order, and after a refusal nothing is."""
        asset = written("GET", "/" + re.search(r'href="(live-\w+\.css)"', self.page.text)[1], self.visitor.fields)
        wrong = self.post(self.evil(**{":token": "0" * 64}))
        if self.chance.random() < 0.5:
            count = self.chance.randrange(1, 20)
            return Attack(asset * count + self.post(self.evil(), self.fields(Origin="null")) + asset, *([{200}] * count), {403}, {200},
                          counts=False)
        # A right one as the body of a wrong one, and behind a broken one.
        right = self.post(self.evil())
        carried = self.post(right, self.fields(Origin="http://evil.example"))
        return Attack(asset + carried + wrong + b"\r\n" + right, {200}, {403}, {403}, REFUSED, {None}, ends=True)

    KINDS = [
        (9, token), (2, cookie), (3, no_cookie), (8, stamp), (5, screen), (5, node), (5, two), (4, nothing), (5, encoding), (5, host),
        (6, origin), (4, type), (3, method), (4, path), (2, place), (14, framing), (5, truncated), (18, flipped), (2, pipelined)]


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


# ---- Slow clients, and many ----


class Slow(threading.Thread):
    """A client that takes its time; the server has to end it within a time."""

    def __init__(self, what, limit, run):
        super().__init__(daemon=True)
        self.what, self.limit, self.body, self.took, self.error = what, limit, run, None, None
        self.start()

    def run(self):
        began = time.monotonic()
        try:
            self.body()
        except Exception as error:
            self.error = repr(error)
        self.took = time.monotonic() - began

    def check(self):
        self.join(self.limit + 30)
        expect(not self.is_alive(), f"{self.what} was not ended within {self.limit + 30} s")
        expect(self.error is None, f"{self.what}: {self.error}")
        expect(self.took < self.limit + 10, f"{self.what} was ended after {self.took:.1f} s, not {self.limit}")
        return f"{self.what} {self.took:.0f} s"


def silent(address):
    line = Line(address, 60)
    expect(line.answer() is None, "a silent client gets an answer")


def dripping(address, host):
    """A head, one byte at a time."""
    line = Line(address, 60)
    data = written("GET", "/", [("Host", host), *((f"X-{n}", "a" * 100) for n in range(50))])
    for byte in data:
        line.send(bytes([byte]))
        if select.select([line.socket], [], [], 0.05)[0]:
            break
    expect(line.answer().status == 408, "a slow head is taken")


def bodiless(address, visitor):
    line = Line(address, 60)
    line.send(written("POST", "/", [*visitor.post_fields, ("Content-Length", "1000")]))
    for _ in range(1000):
        line.send(b"a")
        if select.select([line.socket], [], [], 0.5)[0]:
            break
    expect(line.answer().status == 408, "a slow body is taken")


def deaf(visitor, server):
    """Takes nothing of a stream on which much comes."""
    line = visitor.connect()
    line.close()
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plain.connect(visitor.place)
    plain.sendall(written("GET", "/events", visitor.fields))
    port = plain.getsockname()[1]
    page = visitor.page
    texts = ["a" * 12000, "b" * 12000]
    while is_held(server, port):
        body = encoded([*page.form((":enter", "")), ("email", texts[0] + "@example.com")])
        answer = visitor.ask(written("POST", "/", [*visitor.post_fields, ("Accept", "text/plain")], body))
        expect(answer.status in (204, 429), f"an entry is answered with {answer.status}: {answer.text[:200]}")
        texts.reverse()
        time.sleep(PACE)
    plain.close()


def is_held(server, port):
    """Whether the server has the connection from a port; the kernel goes on with one that was closed, without an owner."""
    for line in pathlib.Path(f"/proc/{server.process.pid}/net/tcp").read_text().splitlines()[1:]:
        words = line.split()
        if int(words[2].split(":")[1], 16) == port and int(words[1].split(":")[1], 16) == int(server.url.split(":")[2].strip("/")):
            return words[9] != "0"
    return False


def crowd(address, host, limit):
    """More connections at once than there may be: those beyond are told so, and the others are served."""
    lines = []
    told = 0
    try:
        for _ in range(limit + 50):
            lines.append(Line(address))
        request = written("GET", "/", [("Host", host)])
        for line in lines:
            line.send(request)
        for line in lines:
            answer = line.answer()
            expect(answer and answer.status in (303, 503), f"one of many is answered with {answer and answer.status}")
            told += answer.status == 503
    finally:
        for line in lines:
            line.close()
    expect(0 < told < len(lines), f"{told} of {len(lines)} connections were refused")
    return told


def worked(server):
    """The time for which the server has used a processor, in seconds."""
    words = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def impatient(server):
    """Clients that send more, or leave, while an answer takes its time: the server waits without working."""
    address = ("127.0.0.1", int(server.url.split(":")[2].strip("/")))
    visitors = [Visitor(address, server.url) for _ in range(3)]
    for visitor in visitors:
        visitor.open()
    before, began, lines = worked(server), time.monotonic(), []
    for index, visitor in enumerate(visitors):
        line = visitor.connect()
        body = encoded(visitor.page.form(visitor.page.press("Log In"), email="ann@example.com", password="12345"))
        line.send(written("POST", "/", visitor.post_fields, body))
        # The server has read the form when it reads nothing more.
        time.sleep(0.5)
        (lambda: line.send(b"GET / HTTP/1.1\r\n"), line.end, line.close)[index]()
        lines.append(line)
    for line in lines[:2]:
        answer = line.answer()
        expect(answer and answer.status == 303, f"an impatient one is answered with {answer and answer.status}")
        line.close()
    took, work = time.monotonic() - began, worked(server) - before
    expect(took > 2, f"the slow provider took {took:.1f} s alone")
    expect(work < took / 4, f"the server worked for {work:.2f} s while it waited for {took:.1f}")
    print(f"impatient clients: {work:.2f} s of work in {took:.1f} s", flush=True)


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


def shown(visitor):
    """What the visitor's page is; what it says once is asked for before."""
    for _ in range(2):
        answer = visitor.open()
        while answer.status == 429:
            time.sleep(0.2)
            answer = visitor.open()
        expect(answer.status == 200, f"the page of a victim is answered with {answer.status}: {answer.text}")
    return visitor.page.state


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
