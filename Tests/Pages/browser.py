"""A headless Chromium that is told what to do through a pipe, with nothing but Python's own library."""

import json
import os
import shutil
import subprocess
import tempfile


class Refusal(SystemExit):
    """The browser has refused a command."""


class Browser:
    def __init__(self):
        self.profile = tempfile.mkdtemp()
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def arrange():
            # Chromium reads commands from 3 and writes answers to 4; the copies keep clear of both.
            source, sink = os.dup2(to_browser, 30), os.dup2(from_browser, 40)
            os.dup2(source, 3)
            os.dup2(sink, 4)

        command = [
            "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
            "--force-renderer-accessibility", "--remote-debugging-pipe", f"--user-data-dir={self.profile}",
        ]
        self.process = subprocess.Popen(
            command, preexec_fn=arrange, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.number = 0
        self.events = []
        self.session = None
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "DOM", "Accessibility", "Log", "Network", "Runtime"):
            self.ask(f"{domain}.enable")

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self):
        while b"\0" not in self.buffer:
            part = os.read(self.input, 1 << 16)
            if not part:
                raise SystemExit("chromium ended")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def ask(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.output, json.dumps(request).encode() + b"\0")
        while True:
            message = self.receive()
            if message.get("id") == self.number:
                if "error" in message:
                    raise Refusal(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def open(self, path):
        """Opens a page, and returns what the browser had to complain of and what it asked others for."""
        self.events.clear()
        self.ask("Page.navigate", url=path.resolve().as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.receive())
        # The log comes before the answer to whatever is asked next.
        self.ask("Runtime.evaluate", expression="1")
        problems = [
            event["params"]["entry"]["text"] for event in self.events if event.get("method") == "Log.entryAdded"
        ]
        asked = [
            event["params"]["request"]["url"] for event in self.events
            if event.get("method") == "Network.requestWillBeSent"
        ]
        return problems, asked

    def attributes(self):
        """The attributes of each element, by the number that the accessibility tree names it by."""
        found = {}

        def visit(node):
            pairs = node.get("attributes", [])
            found[node["backendNodeId"]] = dict(zip(pairs[::2], pairs[1::2])) | {"": node["nodeName"].lower()}
            for child in node.get("children", []):
                visit(child)

        visit(self.ask("DOM.getDocument", depth=-1)["root"])
        return found

    def media(self, **features):
        self.ask(
            "Emulation.setEmulatedMedia",
            features=[{"name": name.replace("_", "-"), "value": value} for name, value in features.items()],
        )

    def size(self, width, height):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def value(self, expression):
        return self.ask("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")
