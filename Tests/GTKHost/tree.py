"""What assistive technology is told of an app, through AT-SPI, and the keys of the keyboard."""
import os
import subprocess
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import GLib  # noqa: E402
import pyatspi  # noqa: E402

PATIENCE = 60
KEYS = {"Tab": 0xFF09, "Return": 0xFF0D, "Escape": 0xFF1B, "space": 0x20, "Left": 0xFF51, "Down": 0xFF54}
# A control has its label again as a child; what a drop-down list and a scroll bar consist of is GTK's matter.
CLOSED = {"push button", "check box", "radio button", "page tab", "link", "combo box", "scroll bar", "password text"}


class Node:
    """One node of the tree as it was when it was read."""

    def __init__(self, accessible):
        self.accessible = accessible
        self.role = accessible.getRoleName()
        self.name = accessible.name
        self.description = accessible.description
        self.states = {pyatspi.stateToString(state) for state in accessible.getState().getStates()}
        self.text = text_of(accessible) if self.role in ("text", "password text", "label") else None
        self.share = accessible.queryValue().currentValue if self.role == "progress bar" and self.has_value() else None
        self.children = [Node(child) for child in accessible if child is not None]

    def has_value(self):
        return "Value" in pyatspi.listInterfaces(self.accessible)

    def all(self):
        yield self
        for child in self.children:
            yield from child.all()

    def parts(self):
        """The nodes in reading order, without what others consist of."""
        yield self
        # A button that opens and closes has in it what it opens.
        if self.role not in CLOSED or "expandable" in self.states:
            for child in self.children:
                yield from child.parts()
        elif self.role == "combo box":
            # Its button has the focus.
            yield from (part for part in self.all() if "focused" in part.states)

    def __str__(self):
        states = " ".join(sorted(self.states & {"checked", "focused", "selected", "busy", "invalid entry", "sensitive"}))
        return f'{self.role} "{self.name}" [{self.description}] {self.text or ""} ({states})'

    def lines(self, depth=0):
        yield "  " * depth + str(self)
        for child in self.children:
            yield from child.lines(depth + 1)


def text_of(accessible):
    text = accessible.queryText()
    return text.getText(0, text.characterCount)


class App:
    """A running app."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL if "GTK_LOG" not in os.environ else None)
        self.root = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def windows(self):
        """Its windows now; none while it does not answer."""
        while GLib.MainContext.default().iteration(False):
            pass
        try:
            if self.root is None:
                desktop = pyatspi.Registry.getDesktop(0)
                apps = [app for app in desktop if app is not None and app.get_process_id() == self.process.pid]
                if not apps:
                    return []
                self.root = apps[0]
            self.root.clearCache()
            # The bar of a window, with its own buttons and the way back, comes after what is in the window.
            return [Node(frame) for frame in self.root if frame is not None]
        except (GLib.Error, LookupError, AttributeError, NotImplementedError):
            return []

    def parts(self):
        return [part for window in self.windows() for part in window.parts()]

    def wait(self, what, condition, explanation=None):
        """Waits until a condition of the parts holds, and returns what it returns.

        What is wrong otherwise is the explanation, or else the whole tree.
        """
        end = time.monotonic() + PATIENCE
        found = None
        while time.monotonic() < end:
            if self.process.poll() is not None:
                fail(f"the app has ended with {self.process.returncode}, before there was {what}")
            found = condition(self.parts())
            if found:
                return found
            time.sleep(0.02)
        tree = (line for window in self.windows() for line in window.lines())
        fail(f"there is no {what}\n  " + (explanation() if explanation else "\n".join(tree)))

    def node(self, role, name, *states, description=""):
        """Waits for a node with a role, a name and states."""
        return self.wait(
            f'{role} "{name}" {" ".join(states)} {description}',
            lambda parts: next(
                (part for part in parts if part.role == role and part.name == name and set(states) <= part.states
                 and description in part.description), None))

    def no_node(self, role, name):
        self.wait(f"end of {role} {name}", lambda parts: parts and not any(
            part.role == role and part.name == name for part in parts))

    def press(self, key, focus=None):
        """Presses a key, and waits until a node with a name has the focus."""
        pyatspi.Registry.generateKeyboardEvent(KEYS[key], None, pyatspi.KEY_SYM)
        if focus:
            self.focused(focus)

    def reach(self, name, key="Tab"):
        """Presses a key until a node with a name has the focus."""
        visited = [None]
        while len(visited) < 40:
            focus = self.wait("focus", lambda parts: next(
                (part for part in parts if "focused" in part.states and part.accessible != visited[-1]), None))
            if focus.name == name:
                return
            visited.append(focus.accessible)
            self.press(key)
        fail(f"{key} does not lead to {name}")

    def focused(self, name):
        return self.wait(f"focus on {name}", lambda parts: next(
            (part for part in parts if part.name == name and "focused" in part.states), None))

    def type(self, text):
        for character in text:
            pyatspi.Registry.generateKeyboardEvent(ord(character), None, pyatspi.KEY_SYM)

    def picture(self, path):
        subprocess.run(["import", "-window", "root", path], check=True)


def fail(message):
    print(f"Tests/GTKHost/run: {message}", file=sys.stderr)
    sys.exit(1)
