"""Real browsers at a live page, with nothing but Python's own library: Chromium through the pipe of its DevTools, Firefox
through the socket of its Marionette, and what people do in both, by one interface: `Page`."""

import base64
import json
import os
import pathlib
import re
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "Pages"))

from browser import Browser, Refusal

QUESTIONS = (HERE / "page.js").read_text()
PATIENCE = 30


class Failure(SystemExit):
    """What was expected of a page and is not so."""


class Page:
    """A window of a browser, and what somebody in front of it does, or reads. A control is named by its id, its label or
    its name."""

    def __init__(self, driver, window):
        self.driver, self.window = driver, window

    # What the driver is asked, with this window in front of it.

    def evaluate(self, expression):
        return self.driver.evaluate(self.window, expression)

    def ask(self, question, *arguments):
        call = ", ".join(json.dumps(argument) for argument in arguments)
        return self.evaluate(f"(() => {{ {QUESTIONS}\nreturn ask.{question}({call}) ?? null }})()")

    def wait(self, isSo, what):
        """Waits until a condition holds: a function, which is asked again whenever the browser may have changed."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                found = isSo()
                if found:
                    return found
            except Refusal:
                found = "the page is being loaded"
            if time.monotonic() > end:
                try:
                    shown = self.text()
                except Refusal:
                    shown = "nothing"
                raise Failure(f"{self.driver.name}: {what} does not come; the page says: {shown}")
            self.driver.pause()

    # What is done.

    def open(self, url):
        self.driver.navigate(self.window, url)
        self.wait(lambda: self.ask("ready") == "complete", f"the page {url}")
        return self

    def reload(self):
        self.driver.reload(self.window)
        self.wait(lambda: self.ask("ready") == "complete", "the page again")

    def go(self, steps):
        """Goes back or forward in the history."""
        self.evaluate(f"history.go({steps})")

    def fill(self, field, text):
        """Types into a field in the place of what is in it."""
        found = self.wait(lambda: self.ask("field", field), f"a field {field!r}")
        if found["value"] and not text:
            self.keys("Backspace")
        self.driver.type(self.window, text)

    def type(self, text):
        """Types where the focus is."""
        self.driver.type(self.window, text)

    def keys(self, *names):
        """Presses keys: Tab, Shift+Tab, Enter, Space, Escape, Backspace, ArrowDown …"""
        for name in names:
            *modifiers, key = name.split("+")
            self.driver.key(self.window, key, "Shift" in modifiers)

    def press(self, button):
        """Clicks on a button, a link, or what belongs to a check box, in its middle, as soon as it stands still."""
        places = []

        def stands():
            places.append(self.ask("idle") and self.ask("place", button))
            return places[-1] and places[-2:-1] == places[-1:]

        self.wait(stands, f"a button {button!r}")
        place = places[-1]
        self.driver.click(self.window, place["x"], place["y"])

    def tab_to(self, name, most=60):
        """Goes on with Tab until what has the focus has this name."""
        seen = []
        for _ in range(most):
            self.keys("Tab")
            focus = self.focus
            if focus and name in (focus["name"], focus["id"], focus["field"]):
                return focus
            seen.append(focus and (focus["name"] or focus["tag"]))
        raise Failure(f"{self.driver.name}: Tab does not lead to {name!r}; it leads to {seen}")

    def hide(self, is_hidden):
        """Puts another window in front of this one, or this one in front again."""
        self.ask("hide", is_hidden)

    def close(self):
        self.driver.close_window(self.window)

    # What is read.

    def text(self):
        return self.ask("text") or ""

    def says(self, text):
        """Waits until the page says something."""
        self.wait(lambda: text in self.text(), repr(text))
        return self

    def value(self, field):
        return self.ask("value", field)

    @property
    def focus(self):
        return self.ask("focus")

    @property
    def status(self):
        return self.ask("status")

    @property
    def alert(self):
        return self.ask("alert")

    def picture(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.driver.picture(self.window))

    def axe(self, source, tags=("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")):
        """What axe-core has to say against the page: a line for each violation."""
        options = json.dumps({"resultTypes": ["violations"], "runOnly": {"type": "tag", "values": list(tags)}})
        found = self.driver.evaluate_later(self.window, source, f"""axe.run(document, {options}).then(result => [
            result.passes.length,
            result.violations.map(v => [v.id, v.help, v.nodes.map(node => node.html.slice(0, 200))])])""")
        passes, violations = found
        if passes < 5:
            raise Failure(f"{self.driver.name}: axe has looked at nothing")
        return [f"{rule}: {help}: {nodes}" for rule, help, nodes in violations]

    def console(self):
        """What the console says since the last time; in Firefox that of all windows."""
        return self.driver.console(self.window)

    def cookies(self):
        """The page's cookies by name, as dictionaries with at least value, httpOnly, secure, sameSite and path."""
        return {cookie["name"]: cookie for cookie in self.driver.cookies(self.window)}

    def tree(self):
        """What is told to assistive technology: (role, name) in reading order; in Chromium alone."""
        return self.driver.tree(self.window)


class Chromium:
    """Chromium, by its DevTools protocol."""

    name = "chromium"
    KEYS = {
        "Tab": 9, "Enter": 13, "Escape": 27, "Backspace": 8, "Space": 32, "ArrowUp": 38, "ArrowDown": 40,
        "ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, "PageUp": 33, "PageDown": 34,
    }

    def __init__(self):
        self.browser = Browser()
        self.said = {}
        self.allows_scripts, self.shape, self.features = True, (1200, 900), {}

    def close(self):
        self.browser.close()

    def page(self):
        """Opens another window."""
        self.browser.session = None
        target = self.browser.ask("Target.createTarget", url="about:blank", newWindow=True)["targetId"]
        session = self.browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        window = (session, target)
        self.said[session] = []
        for domain in ("Page", "DOM", "Accessibility", "Log", "Network", "Runtime"):
            self.ask(window, f"{domain}.enable")
        # Each window thinks that it is the one in front, so that both have a focus.
        self.ask(window, "Emulation.setFocusEmulationEnabled", enabled=True)
        self.dress(window)
        return Page(self, window)

    def close_window(self, window):
        self.browser.session = None
        self.browser.ask("Target.closeTarget", targetId=window[1])
        del self.said[window[0]]

    def dress(self, window):
        self.ask(window, "Emulation.setScriptExecutionDisabled", value=not self.allows_scripts)
        width, height = self.shape
        self.ask(window, "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        features = [{"name": name, "value": value} for name, value in self.features.items()]
        self.ask(window, "Emulation.setEmulatedMedia", features=features)

    def dress_all(self):
        for session in self.said:
            self.dress((session, None))

    def scripts(self, are_allowed):
        """Whether pages that are loaded from now on may run scripts."""
        self.allows_scripts = are_allowed
        self.dress_all()

    def size(self, width, height=900):
        self.shape = (width, height)
        self.dress_all()

    def media(self, scheme=None, reduced=None):
        if scheme is not None:
            self.features["prefers-color-scheme"] = scheme
        if reduced is not None:
            self.features["prefers-reduced-motion"] = "reduce" if reduced else "no-preference"
        self.dress_all()

    # The protocol.

    def ask(self, window, method, **parameters):
        self.browser.session = window[0]
        result = self.browser.ask(method, **parameters)
        self.sort()
        return result

    def sort(self):
        """Keeps what was said on a console, and forgets the other events."""
        for event in self.browser.events:
            lines = self.said.get(event.get("sessionId"))
            if lines is None:
                continue
            parameters = event.get("params", {})
            match event.get("method"):
                case "Log.entryAdded":
                    entry = parameters["entry"]
                    if entry["level"] == "verbose":
                        continue
                    lines.append(f"{entry['level']}: {entry['text']} {entry.get('url', '')}".strip())
                case "Runtime.consoleAPICalled":
                    words = [str(each.get("value", each.get("description"))) for each in parameters["args"]]
                    lines.append(f"{parameters['type']}: {' '.join(words)}")
                case "Runtime.exceptionThrown":
                    details = parameters["exceptionDetails"]
                    lines.append(f"exception: {details.get('exception', {}).get('description', details['text'])}")
        self.browser.events.clear()

    def pause(self):
        """Waits until the browser says something, for a fiftieth of a second."""
        if b"\0" in self.browser.buffer or select.select([self.browser.input], [], [], 0.02)[0]:
            self.browser.events.append(self.browser.receive())
            self.sort()

    def evaluate(self, window, expression, later=False):
        answer = self.ask(
            window, "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=later)
        if "exceptionDetails" in answer:
            raise Failure(f"chromium: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def evaluate_later(self, window, source, expression):
        self.evaluate(window, source + "\n;0")
        return self.evaluate(window, expression, later=True)

    def navigate(self, window, url):
        answer = self.ask(window, "Page.navigate", url=url)
        if answer.get("errorText"):
            raise Failure(f"chromium: {url}: {answer['errorText']}")

    def reload(self, window):
        self.evaluate(window, "window.isOld = true; 0")
        self.ask(window, "Page.reload")
        Page(self, window).wait(lambda: self.evaluate(window, "!window.isOld"), "another page")

    def type(self, window, text):
        for letter in text:
            key = {"\n": "Enter"}.get(letter)
            if key:
                self.key(window, key, False)
                continue
            self.ask(window, "Input.dispatchKeyEvent", type="keyDown", key=letter, text=letter, unmodifiedText=letter)
            self.ask(window, "Input.dispatchKeyEvent", type="keyUp", key=letter)

    def key(self, window, key, shift):
        number = self.KEYS[key]
        text = {"Enter": "\r", "Space": " "}.get(key)
        event = {
            "key": " " if key == "Space" else key, "code": key, "windowsVirtualKeyCode": number,
            "modifiers": 8 if shift else 0,
        }
        down = event | ({"text": text, "unmodifiedText": text} if text else {})
        self.ask(window, "Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **down)
        self.ask(window, "Input.dispatchKeyEvent", type="keyUp", **event)

    def click(self, window, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.ask(window, "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def picture(self, window):
        return base64.b64decode(self.ask(window, "Page.captureScreenshot", captureBeyondViewport=True)["data"])

    def console(self, window):
        self.evaluate(window, "0")
        lines, self.said[window[0]] = self.said[window[0]], []
        return lines

    def cookies(self, window):
        return self.ask(window, "Network.getCookies")["cookies"]

    def forget(self):
        """Forgets the cookies."""
        self.browser.session = None
        self.browser.ask("Storage.clearCookies")

    def tree(self, window):
        nodes = self.ask(window, "Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}
        said = []

        def visit(node):
            if not node.get("ignored"):
                said.append((node["role"]["value"], " ".join((node.get("name", {}).get("value") or "").split())))
            for child in node.get("childIds", []):
                if child in by_id:
                    visit(by_id[child])

        visit(nodes[0])
        return said


class Firefox:
    """Firefox, by its Marionette protocol; what that has no command for is done in the browser's own scripts."""

    name = "firefox"
    KEYS = {
        "Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "Backspace": "\ue003", "Space": " ",
        "ArrowUp": "\ue013", "ArrowDown": "\ue015", "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Home": "\ue011",
        "End": "\ue010", "PageUp": "\ue00e", "PageDown": "\ue00f",
    }
    PREFERENCES = {
        "marionette.port": 0, "app.update.disabledForTesting": True, "browser.shell.checkDefaultBrowser": False,
        "browser.startup.page": 0, "browser.startup.homepage_override.mstone": "ignore",
        "datareporting.policy.dataSubmissionEnabled": False, "toolkit.telemetry.enabled": False,
        "services.settings.server": "data:,#none/v1", "signon.rememberSignons": False, "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False, "dom.disable_beforeunload": True,
        "devtools.console.stdout.content": True,
    }

    def __init__(self):
        self.profile = pathlib.Path(tempfile.mkdtemp())
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in self.PREFERENCES.items()]
        self.output = open(self.profile / "output", "w+", encoding="utf-8", errors="replace")
        self.output_seen = self.number_seen = 0
        (self.profile / "user.js").write_text("\n".join(lines))
        command = [
            "firefox-esr", "--headless", "--no-remote", "--profile", str(self.profile), "--marionette",
            "--remote-allow-system-access", "about:blank",
        ]
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=self.output, stderr=subprocess.DEVNULL,
            env=os.environ | {"MOZ_HEADLESS": "1"})
        port = self.profile / "MarionetteActivePort"
        end = time.monotonic() + 2 * PATIENCE
        while not (port.exists() and port.read_text().strip()):
            if self.process.poll() is not None or time.monotonic() > end:
                raise Failure("firefox has not begun")
            self.pause()
        self.socket = socket.create_connection(("127.0.0.1", int(port.read_text())))
        self.buffer = b""
        self.number = 0
        self.receive()
        self.ask("WebDriver:NewSession", capabilities={"alwaysMatch": {"pageLoadStrategy": "normal"}})
        self.ask("WebDriver:SetTimeouts", script=1000 * PATIENCE, pageLoad=1000 * PATIENCE)
        self.window = self.spare = self.ask("WebDriver:GetWindowHandle")["value"]
        self.shape = (1200, 900)
        self.windows = []
        self.console(self.window)

    def close(self):
        self.socket.close()
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    # The protocol: a length, a colon, and a list.

    def receive(self):
        while True:
            head, colon, rest = self.buffer.partition(b":")
            if colon and len(rest) >= int(head):
                message, self.buffer = rest[:int(head)], rest[int(head):]
                return json.loads(message)
            part = self.socket.recv(1 << 16)
            if not part:
                raise Failure("firefox ended")
            self.buffer += part

    def ask(self, command, **parameters):
        self.number += 1
        message = json.dumps([0, self.number, command, parameters]).encode()
        self.socket.sendall(str(len(message)).encode() + b":" + message)
        _, number, error, result = self.receive()
        if error:
            raise Refusal(f"firefox: {command}: {error['error']}: {error['message']}")
        return result if isinstance(result, dict) else {"value": result}

    def choose(self, window):
        if window != self.window:
            self.ask("WebDriver:SwitchToWindow", handle=window, focus=True)
            self.window = window

    def chrome(self, script, *arguments):
        """Runs a script with the browser's own rights."""
        self.ask("Marionette:SetContext", value="chrome")
        try:
            return self.ask("WebDriver:ExecuteScript", script=script, args=list(arguments))["value"]
        finally:
            self.ask("Marionette:SetContext", value="content")

    def pause(self):
        """Waits a fiftieth of a second, because Marionette tells of nothing by itself."""
        time.sleep(0.02)

    def page(self):
        window = self.ask("WebDriver:NewWindow", type="window", focus=True)["handle"]
        self.choose(window)
        self.ask("WebDriver:SetWindowRect", width=1300, height=1100)
        self.windows.append(window)
        self.dress(window)
        return Page(self, window)

    def close_window(self, window):
        self.choose(window)
        self.ask("WebDriver:CloseWindow")
        self.windows.remove(window)
        self.choose(self.spare)

    def dress(self, window):
        # Windows have a least width, pages have none.
        self.choose(window)
        self.chrome("""
            const { style } = gBrowser.selectedBrowser
            for (const [name, value] of [["width", arguments[0]], ["height", arguments[1]]])
              for (const rule of [name, `min-${name}`, `max-${name}`]) style.setProperty(rule, `${value}px`)
            """, *self.shape)
        width = self.shape[0]
        Page(self, window).wait(lambda: self.evaluate(window, "innerWidth") == width, f"a width of {width}")

    def prefer(self, name, value):
        self.chrome("""
            const [name, value] = arguments
            if (typeof value === "boolean") Services.prefs.setBoolPref(name, value)
            else Services.prefs.setIntPref(name, value)
            """, name, value)

    def scripts(self, are_allowed):
        """Whether pages that are loaded from now on may run scripts."""
        self.prefer("javascript.enabled", are_allowed)

    def size(self, width, height=900):
        self.shape = (width, height)
        for window in self.windows:
            self.dress(window)

    def media(self, scheme=None, reduced=None):
        if scheme is not None:
            self.prefer("layout.css.prefers-color-scheme.content-override", 0 if scheme == "dark" else 1)
        if reduced is not None:
            self.prefer("ui.prefersReducedMotion", 1 if reduced else 0)

    def evaluate(self, window, expression):
        self.choose(window)
        return self.ask("WebDriver:ExecuteScript", script=f"return ({expression})", args=[])["value"]

    def evaluate_later(self, window, source, expression):
        self.choose(window)
        return self.ask(
            "WebDriver:ExecuteAsyncScript", args=[],
            script=f"{source}\n;const done = arguments[arguments.length - 1]; {expression}.then(done)")["value"]

    def navigate(self, window, url):
        self.choose(window)
        self.ask("WebDriver:Navigate", url=url)

    def reload(self, window):
        self.choose(window)
        self.ask("WebDriver:Refresh")

    def act(self, window, kind, actions, **more):
        self.choose(window)
        self.ask("WebDriver:PerformActions", actions=[{"type": kind, "id": kind, "actions": actions} | more])

    def type(self, window, text):
        strokes = [
            {"type": kind, "value": self.KEYS["Enter"] if letter == "\n" else letter}
            for letter in text for kind in ("keyDown", "keyUp")
        ]
        if strokes:
            self.act(window, "key", strokes)

    def key(self, window, key, shift):
        strokes = [{"type": kind, "value": self.KEYS[key]} for kind in ("keyDown", "keyUp")]
        if shift:
            strokes = [{"type": "keyDown", "value": "\ue008"}, *strokes, {"type": "keyUp", "value": "\ue008"}]
        self.act(window, "key", strokes)

    def click(self, window, x, y):
        self.act(window, "pointer", [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
            {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0},
        ], parameters={"pointerType": "mouse"})

    def picture(self, window):
        self.choose(window)
        return base64.b64decode(self.ask("WebDriver:TakeScreenshot", full=True)["value"])

    def console(self, window):
        """What the pages of all windows have said, which Firefox writes on its output, and what was said against them."""
        number, lines = self.chrome("""
            const lines = []
            for (const entry of Services.console.getMessageArray()) {
              if (!(entry instanceof Ci.nsIScriptError) || entry.microSecondTimeStamp <= arguments[0]) continue
              if (!entry.innerWindowID || /^(chrome|resource):/.test(entry.sourceName)) continue
              const kind = entry.flags & Ci.nsIScriptError.warningFlag ? "warning" : "error"
              lines.push(`${kind}: ${entry.errorMessage} ${entry.sourceName}`)
            }
            return [1000 * Date.now(), lines]
            """, self.number_seen)
        self.number_seen = number
        self.output.seek(self.output_seen)
        written = self.output.read()
        self.output_seen = self.output.tell()
        # The browser's own scripts write a name there, and pages write what they say in quotation marks.
        return lines + [line for line in written.splitlines() if re.match(r"console\.\w+: (?!\w+: )", line)]

    def cookies(self, window):
        self.choose(window)
        return self.ask("WebDriver:GetCookies")["value"]

    def forget(self):
        self.chrome("Services.cookies.removeAll()")

    def tree(self, window):
        return None


DRIVERS = {"chromium": Chromium, "firefox": Firefox}
