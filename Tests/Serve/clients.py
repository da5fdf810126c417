"""Clients of `appctl serve` that take their time, that are too many, or that do not wait."""

import os
import pathlib
import select
import socket
import threading
import time

from visitor import Line, Visitor, encoded, written

# A visitor may send 20 requests a second; more would be refused for that reason, before anything else is looked at.
PACE = 1 / 17


class Failure(Exception):
    pass


def expect(isSo, what):
    if not isSo:
        raise Failure(what)


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
        expect(self.limit - 1 < self.took < self.limit + 10, f"{self.what} was ended after {self.took:.1f} s, not {self.limit}")
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
    end = time.monotonic() + 10
    # Until the server takes the connection, it has no owner.
    while not is_held(server, port):
        expect(time.monotonic() < end, "a stream is not taken")
        time.sleep(0.01)
    while is_held(server, port):
        body = encoded([*page.form((":enter", "")), ("email", texts[0] + "@example.com")])
        answer = visitor.ask(written("POST", "/", [*visitor.post_fields, ("Accept", "text/plain")], body))
        expect(answer.status in (204, 429), f"an entry is answered with {answer.status}: {answer.text[:200]}")
        texts.reverse()
        time.sleep(PACE)
    plain.close()


def is_held(server, port):
    """Whether the server has the connection from a port; the kernel goes on with one that was closed, without an owner."""
    own = int(server.url.split(":")[2].strip("/"))
    for line in pathlib.Path(f"/proc/{server.process.pid}/net/tcp").read_text().splitlines()[1:]:
        words = line.split()
        if [int(word.split(":")[1], 16) for word in words[1:3]] == [own, port]:
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
