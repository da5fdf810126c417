"""Has many visitors log in and out at the same time, and says how long that takes and what memory it needs.

    load.py APPCTL VISITORS [ARGUMENT OF SERVE]...

Each visitor opens the page, signs in with a name of their own, opens it again, shows their profile, and signs out. What
each of them reads has to be of their own session; nothing may be lost or mixed up.
"""

import asyncio
import pathlib
import re
import sys
import time
import urllib.parse

from server import Server

AT_ONCE = 64


class Visitor:
    def __init__(self, number, address):
        self.name = f"visitor-{number}@example.com"
        self.host, self.port = address.split(":")
        self.cookie = ""
        self.times = []

    async def send(self, head, body=b""):
        """Sends one request and follows redirects; the page is kept."""
        reader, writer = await asyncio.open_connection(self.host, self.port)
        lines = [head, f"Host: {self.host}:{self.port}", "Connection: close"]
        if self.cookie:
            lines.append(f"Cookie: {self.cookie}")
        if body:
            lines += [
                f"Origin: http://{self.host}:{self.port}", "Content-Type: application/x-www-form-urlencoded",
                f"Content-Length: {len(body)}"]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode() + body)
        answer = await reader.read()
        writer.close()
        head, _, page = answer.decode().partition("\r\n\r\n")
        for cookie in re.findall(r"^Set-Cookie: ([^;]*)", head, re.M):
            self.cookie = cookie
        location = re.search(r"^Location: \.(.*)", head, re.M)
        if location:
            return await self.send(f"GET {location[1].strip()} HTTP/1.1")
        if not head.startswith("HTTP/1.1 200"):
            raise SystemExit(f"{self.name}: {head.splitlines()[0]}: {page[-400:]}")
        self.page = page

    async def step(self, pairs=None, press=None):
        """Opens the page, or sends its form."""
        start = time.monotonic()
        if pairs is None and press is None:
            await self.send("GET / HTTP/1.1")
        else:
            hidden = re.findall(r'<input type="hidden" id="[^"]*" name="([^"]*)" value="([^"]*)"', self.page)
            pairs = hidden + (pairs or [])
            if press:
                value = re.search(rf'name=":press" value="([^"]*)" id="[^"]*" data-id="{press}"', self.page)
                pairs.append((":press", value[1]))
            await self.send("POST / HTTP/1.1", urllib.parse.urlencode(pairs).encode())
        self.times.append(time.monotonic() - start)

    def expect(self, text):
        if text not in self.page:
            raise SystemExit(f"{self.name} does not see {text!r}: {self.page[-2000:]}")

    async def sign_in(self):
        await self.step()
        self.expect("Welcome to Kitty")
        await self.step([("email", self.name), ("password", "meow")], "sign-in")
        await self.step()
        await self.step([(":select", "main profile")])
        self.expect(self.name)

    async def sign_out(self):
        await self.step()
        self.expect(self.name)
        await self.step(press="sign-out")
        self.expect("Welcome to Kitty")


async def all_of(steps):
    room = asyncio.Semaphore(AT_ONCE)

    async def one(step):
        async with room:
            await step

    await asyncio.gather(*(one(step) for step in steps))


def memory(process):
    """The memory of a process and of its children that they share with nobody, and their share of the rest, in kB."""
    pids = [process]
    for children in pathlib.Path(f"/proc/{process}/task").glob("*/children"):
        pids += [int(child) for child in children.read_text().split()]
    found = []
    for pid in pids:
        with open(f"/proc/{pid}/smaps_rollup") as rollup:
            found.append(int(re.search(r"^Pss:\s+(\d+)", rollup.read(), re.M)[1]))
    return found[0], sum(found[1:]), len(found) - 1


def main():
    appctl, count, *arguments = sys.argv[1:]
    with Server(appctl, *arguments, "--visitors", count) as server:
        visitors = [Visitor(number, server.url.split("/")[2]) for number in range(int(count))]
        before = memory(server.process.pid)[0]
        start = time.monotonic()
        asyncio.run(all_of(visitor.sign_in() for visitor in visitors))
        own, children, processes = memory(server.process.pid)
        asyncio.run(all_of(visitor.sign_out() for visitor in visitors))
        seconds = time.monotonic() - start
        times = sorted(time for visitor in visitors for time in visitor.times)
        print(f"{count} visitors logged in and out in {seconds:.1f} s, {len(times)} steps, {AT_ONCE} at a time")
        for share in 0.5, 0.95, 0.99, 1:
            print(f"  {share:4.0%} of the steps within {times[int(share * (len(times) - 1))] * 1000:.1f} ms")
        print(f"  {(own - before) / len(visitors):.0f} kB of the server for each visitor")
        if processes:
            print(f"  {children / processes:.0f} kB for each of {processes} processes of the provider")


main()
