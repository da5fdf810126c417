"""A form of NiceGUI (zauberzeug/nicegui) that follows what is typed, and what it costs: the peer of Benchmarks/serve.

    nicegui-form.py VISITORS PRESSES      prints the figures as JSON: milliseconds, bytes and KiB for each visitor
    nicegui-form.py serve PORT            is the server that is measured
"""

import asyncio
import json
import re
import socket
import subprocess
import sys
import time
from pathlib import Path


def serve(port: int) -> None:
    from nicegui import ui

    @ui.page("/")
    def page() -> None:
        with ui.card():
            ui.label("Welcome").classes("text-h4")
            ui.label("Sign in to see your kittens.")
            said = ui.label()
            ui.input("Email", on_change=lambda change: said.set_text(change.value))
            ui.input("Password", password=True)
            ui.checkbox("Stay signed in")
            ui.button("Sign in")
            ui.button("Forgot your password?")

    ui.run(host="127.0.0.1", port=port, show=False, reload=False)


class Visitor:
    """A browser whose page is open: it has loaded the page, and follows what changes."""

    async def open(self, session, url: str) -> float:
        import socketio

        start = time.perf_counter()
        async with session.get(url) as answer:
            await answer.content.readany()
            self.first_byte = (time.perf_counter() - start) * 1000
        async with session.get(url) as answer:
            page = await answer.text()
        self.size = len(page.encode())
        self.id = re.search(r"'client_id': '([^']*)'", page)[1]
        self.listener = re.search(r'"listener_id":"([^"]*)","type":"update:value"', page)[1]
        self.input = re.search(r'"(\d+)":\{"tag":"nicegui-input"', page)[1]
        self.seen: asyncio.Queue = asyncio.Queue()
        self.socket = socketio.AsyncClient()
        self.socket.on("update", self.seen.put)
        query = f"client_id={self.id}&next_message_id=0&implicit_handshake=true&tab_id={self.id}&document_id={self.id}"
        await self.socket.connect(f"{url}?{query}", socketio_path="/_nicegui_ws/socket.io", transports=["websocket"])
        return self.first_byte

    async def type(self, text: str) -> tuple[float, int]:
        """The milliseconds until the page has what was typed, and the bytes that have come."""
        start = time.perf_counter()
        await self.socket.emit("event", {
            "id": int(self.input), "client_id": self.id, "listener_id": self.listener, "args": [json.dumps(text)]})
        size = 0
        while True:
            message = json.dumps(["update", await self.seen.get()], separators=(",", ":"))
            size += len(message)
            if text in message:
                return (time.perf_counter() - start) * 1000, size


def memory(process: subprocess.Popen) -> int:
    rollup = Path(f"/proc/{process.pid}/smaps_rollup").read_text()
    return sum(int(size) for size in re.findall(r"^Private_\w+:\s+(\d+)", rollup, re.M))


def reachable(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


async def measure(count: int, presses: int) -> dict[str, float]:
    import aiohttp

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([sys.executable, __file__, "serve", str(port)], stdout=subprocess.DEVNULL)
    try:
        while not reachable(port):
            if server.poll() is not None:
                sys.exit("nicegui-form: the server has ended")
            await asyncio.sleep(0.05)
        url = f"http://127.0.0.1:{port}/"
        async with aiohttp.ClientSession() as session:
            first = Visitor()
            await first.open(session, url)
            pages = []
            for _ in range(presses):
                start = time.perf_counter()
                async with session.get(url) as answer:
                    await answer.content.readany()
                    pages.append((time.perf_counter() - start) * 1000)
            typed = [await first.type(f"{number}@example.com") for number in range(presses)]
            before = memory(server)
            visitors = [Visitor() for _ in range(count)]
            for visitor in visitors:
                await visitor.open(session, url)
            after = memory(server)
            for visitor in [first, *visitors]:
                await visitor.socket.disconnect()
        times = sorted(time for time, _ in typed)
        return {
            "page": sorted(pages)[len(pages) // 2], "patch": times[len(times) // 2],
            "patch95": times[int(0.95 * (len(times) - 1))], "pageBytes": first.size,
            "patchBytes": sorted(size for _, size in typed)[len(typed) // 2], "visitor": (after - before) / count}
    finally:
        server.terminate()
        server.wait()


if __name__ in {"__main__", "__mp_main__"}:
    if sys.argv[1] == "serve":
        serve(int(sys.argv[2]))
    else:
        print(json.dumps(asyncio.run(measure(int(sys.argv[1]), int(sys.argv[2])))))
