"""provider.py - a provider in Python: come in with a name, be greeted, leave. entry.c has it inside, and calls it.

A description is JSON: a dict is an object, a list a list, and a node has its kind, its properties and its children.
"""

import json


class Provider:
    """What is kept for one controller."""

    def __init__(self, settings):
        self.greeting = settings.get("greeting", "Hello")

    def describe(self, is_logged_in, subject):
        """Returns the description as JSON."""
        if not is_logged_in:
            name = {"name": "name", "content": "username", "rules": [{"rule": "required"}]}
            return screen("door", [
                {"kind": "field", "id": "name", "label": "Your name", "input": name},
                button("enter", "Enter", "primary", ["name"]),
            ], primaryAction="enter")
        return screen("nest", [
            {"kind": "text", "text": f"{self.greeting}, {subject or 'friend'}!"},
            button("leave", "Leave", "destructive"),
        ])

    def perform(self, name, values):
        """Returns an effect and its text, or None when there is no such action."""
        if name == "enter":
            return "login", values["name"]
        if name == "leave":
            return "logout", ""
        return None


def screen(name, children, **properties):
    """A description of one screen."""
    root = {"kind": "screen", "id": f"{name}-screen", "label": "Python", "children": children, **properties}
    return json.dumps({"id": name, "lang": "en", "root": root}, ensure_ascii=False)


def button(name, label, style, sends=()):
    """A button whose id is its action's name."""
    action = {"name": name, "sends": list(sends)}
    return {"kind": "button", "id": name, "label": label, "style": style, "action": action}
