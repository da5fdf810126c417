"""provider.py - a provider in Python: come in with a name, be greeted, leave. entry.c has it inside, and calls it.

A description is a node: its kind, its id, its properties, and the nodes in it. A dict is a map, a list a list.
"""


class Provider:
    """What is kept for one controller."""

    def __init__(self, settings):
        self.greeting = settings.get("greeting", "Hello")

    def describe(self, is_logged_in, subject):
        """Returns the document's properties and its root."""
        if not is_logged_in:
            field = {"name": "name", "content": "username", "rules": [{"rule": "required"}]}
            return {"id": "door", "lang": "en"}, (
                "screen", "door-screen", {"label": "Python", "primaryAction": "enter"}, [
                    ("field", "name", {"label": "Your name", "input": field}, []),
                    button("enter", "Enter", "primary", ["name"]),
                ])
        return {"id": "nest", "lang": "en"}, (
            "screen", "nest-screen", {"label": "Python"}, [
                ("text", "", {"text": f"{self.greeting}, {subject or 'friend'}!"}, []),
                button("leave", "Leave", "destructive"),
            ])

    def perform(self, name, values):
        """Returns an effect and its text, or None when there is no such action."""
        if name == "enter":
            return "login", values["name"]
        if name == "leave":
            return "logout", ""
        return None


def button(name, label, style, sends=()):
    """A button whose id is its action's name."""
    action = {"name": name, "sends": list(sends)} if sends else {"name": name}
    return "button", name, {"label": label, "style": style, "action": action}, []
