"""Opens pages in a headless Chromium, which must ask nobody for anything, and compares its accessibility tree, which is what
screen readers are given, with what the interfaces say. With a folder it leaves screenshots there."""

import base64
import json
import pathlib
import sys

from browser import Browser

# The roles that Chromium has for ours; a password and an email address are text boxes to it.
ROLES = {
    "main": "main", "dialog": "dialog", "region": "region", "form": "form", "group": "group", "list": "list",
    "listItem": "listitem", "table": "table", "row": "row", "figure": "figure", "tabList": "navigation", "tab": "tab", "heading": "heading", "paragraph": "paragraph",
    "code": "code", "image": "image", "progressIndicator": "progressbar", "alert": "alert", "status": "status",
    "textInput": "textbox", "emailInput": "textbox", "passwordInput": "textbox", "numberInput": "textbox",
    "urlInput": "textbox", "searchInput": "searchbox", "checkBox": "checkbox", "radioGroup": "radiogroup",
    "radioButton": "radio", "button": "button", "link": "link", "multilineTextInput": "textbox",
    "spinButton": "spinbutton", "dateInput": "Date", "timeInput": "InputTime", "dateTimeInput": "DateTime",
}
CONTROLS = {"textbox", "spinbutton", "Date", "InputTime", "DateTime", "searchbox", "checkbox", "radiogroup", "radio", "button", "link", "progressbar"}
PLACES = {"main", "dialog", "region", "form", "alert", "status"}


def plain(text):
    return " ".join((text or "").split())


class Tree:
    """What Chromium tells a screen reader, in reading order."""

    def __init__(self, browser):
        self.attributes = browser.attributes()
        nodes = browser.ask("Accessibility.getFullAXTree")["nodes"]
        self.nodes = {node["nodeId"]: node for node in nodes}
        self.said = []
        self.read(nodes[0], False)

    def children(self, node):
        return [self.nodes[child] for child in node.get("childIds", []) if child in self.nodes]

    def element(self, node):
        return self.attributes.get(node.get("backendDOMNodeId"), {})

    def classes(self, node):
        return self.element(node).get("class", "").split()

    def texts(self, node):
        if node["role"]["value"] == "StaticText":
            return [plain(node["name"]["value"])]
        return [text for child in self.children(node) for text in self.texts(child)]

    def properties(self, node):
        return {entry["name"]: entry["value"].get("value") for entry in node.get("properties", [])}

    def note(self, node, role, name, states=None):
        properties = self.properties(node)
        found = {
            "disabled": bool(properties.get("disabled")), "required": bool(properties.get("required")),
            "invalid": properties.get("invalid", "false") != "false",
            "checked": properties.get("checked", "false") == "true",
        }
        self.said.append({
            "role": role, "name": plain(name), "description": plain(node.get("description", {}).get("value")),
            "states": {state for state in found if found[state]} | (states or set()),
        })

    def read(self, node, is_in_bar):
        element = self.element(node)
        role = "" if node.get("ignored") else node["role"]["value"]
        name = node.get("name", {}).get("value", "")
        if role == "navigation":
            self.note(node, role, name)
            is_in_bar = True
        elif role == "listitem" and is_in_bar:
            texts = self.texts(node)
            return self.note(node, "tab", texts[0], {"selected"} if "selected" in texts else set())
        elif role == "listitem" or "item" in self.classes(node):
            return self.read_item(node, "listitem" if role == "listitem" else "group", is_in_bar)
        elif role == "list":
            if element.get("aria-labelledby"):
                self.note(node, role, name)
        elif role == "group":
            if name:
                self.note(node, role, name)
        elif role == "table":
            self.heads = [" ".join(self.texts(node)) for node in self.below(node) if self.is_a(node, "columnheader")]
            if element.get("aria-labelledby"):
                self.note(node, role, name)
        elif role == "row":
            return self.read_row(node, element, is_in_bar)
        elif role == "figure":
            return self.note(node, role, name)
        elif role == "heading":
            if not element.get("id", "").endswith("l"):
                return self.note(node, role, name)
        elif role == "paragraph":
            kind = self.classes(node)
            texts = self.texts(node)
            if "text" in kind:
                return self.note(node, role, " ".join(texts))
            if "code" in kind:
                links = [child for child in self.children(node) if self.is_a(child, "link")]
                texts = [text for child in self.children(node) if child not in links for text in self.texts(child)]
                self.note(node, "code", texts[0] if len([text for text in texts if text]) > 1 else "")
                for link in links:
                    self.read(link, is_in_bar)
                return
        elif role in ("image", "img"):
            return self.note(node, "image", name)
        elif role in ("alert", "status"):
            return self.note(node, role, " ".join(self.texts(node)[1:]))
        elif role in CONTROLS or role in PLACES:
            self.note(node, role, name)
        for child in self.children(node):
            self.read(child, is_in_bar)

    def read_item(self, node, role, is_in_bar):
        """An item with its line, which is a button when it can be pressed, and what else is in it."""
        line = next((each for each in self.below(node) if "entry" in self.classes(each)), None)
        if line is None:
            self.note(node, role, "")
        else:
            is_button = not line.get("ignored") and line["role"]["value"] == "button"
            texts = self.texts(line)
            self.note(line, role, texts[0] if texts else "", {"pressable"} if is_button else set())
        for child in self.children(node):
            if child is not line:
                self.read(child, is_in_bar)

    def read_row(self, node, element, is_in_bar):
        """A row by its name or by its cells, and the cells that can be used or have a hint."""
        cells = [child for child in self.children(node) if self.is_a(child, "cell", "gridcell")]
        if not cells:
            return
        button = next((each for each in self.below(node) if "cell" in self.classes(each)), None)
        words = [(head, next(iter(self.names(cell)), "")) for head, cell in zip(self.heads, cells)]
        name = element.get("aria-label") or "; ".join(f"{head}: {text}" for head, text in words if text)
        self.note(node, "row", name, {"pressable"} if button else set())
        if button and self.properties(button).get("disabled"):
            self.said[-1]["states"].add("disabled")
        for part in (part for cell in cells for part in self.children(cell)):
            is_said = {"text", "title", "heading", "image", "hint"} & set(self.classes(part))
            if "cell" not in self.classes(part) and (not is_said or self.element(part).get("aria-describedby")):
                self.read(part, is_in_bar)

    def names(self, node):
        """What is said in a cell: its texts, and the names of its images."""
        if not node.get("ignored") and node["role"]["value"] in ("image", "img"):
            return [plain(node["name"]["value"])]
        if node["role"]["value"] == "StaticText":
            return [plain(node["name"]["value"])]
        return [name for child in self.children(node) for name in self.names(child)]

    def is_a(self, node, *roles):
        return not node.get("ignored") and node["role"]["value"] in roles

    def below(self, node):
        for child in self.children(node):
            yield child
            yield from self.below(child)


def compare(name, expected, said):
    for position in range(max(len(expected), len(said))):
        if position >= len(expected) or position >= len(said):
            raise SystemExit(f"{name}: {len(expected)} elements, and {len(said)} in the browser: {said[position:][:2]}")
        wanted, found = expected[position], said[position]
        states = set(wanted["states"]) - {"busy", "asking", "expanded", "collapsed"}
        if wanted["role"] == "group":
            # Neither can be said of a group; each word describes it.
            states -= {"required", "invalid"}
            found["states"] -= {"invalid"}
        if wanted["role"] == "checkBox":
            # The protocol says it of text boxes and radio groups only, whatever screen readers are told.
            states -= {"required"}
        is_same = ROLES[wanted["role"]] == found["role"] and plain(wanted["name"]) == found["name"]
        if wanted["role"] == "button" and "value" in wanted:
            # A secret says that it is hidden.
            is_same = found["role"] == "button" and plain(f"{wanted['name']} {wanted['value']}") == found["name"]
        details = [plain(wanted.get(detail)) for detail in ("hint", "error")]
        is_described = all(detail in found["description"] for detail in details)
        if not (is_same and states == found["states"] and is_described):
            raise SystemExit(f"{name}, element {position}:\n  the interface says {wanted}\n  the browser says {found}")


# Where the old and the new interface are when half of the time is over, by style: opacity, across and down, as parts of
# the page's width and height. Whatever slides has come half of its way by then.
HALFWAY = {
    "crossDissolve": ((0.5, 0, 0), (1, 0, 0)), "fade": ((0, 0, 0), (0, 0, 0)),
    "slideLeading": ((1, -0.5, 0), (1, 0.5, 0)), "slideTrailing": ((1, 0.5, 0), (1, -0.5, 0)),
    "slideUp": ((1, 0, -1), (1, 0, 1)), "slideDown": ((1, 0, 1), (1, 0, -1)),
}

SEEN = """(() => {
  document.getAnimations().forEach(each => { each.pause(); each.currentTime = TIME; });
  return ['old', 'new'].map(name => {
    const style = getComputedStyle(document.querySelector('.' + name));
    const matrix = new DOMMatrix(style.transform);
    const isSeen = style.visibility == 'visible' && style.display != 'none';
    return [isSeen ? +style.opacity : null, matrix.m41 / innerWidth, Math.sign(Math.round(matrix.m42))];
  });
})()"""


def watch(browser, path, style, pictures):
    """A transition begins as the old interface, is half way at half time, ends as the new one; and moves for those only who
    want it."""
    for direction in ("ltr", "rtl"):
        browser.media(prefers_reduced_motion="no-preference")
        browser.open(path)
        browser.value(f"document.documentElement.dir = '{direction}'")
        start, halfway, end = (browser.value(SEEN.replace("TIME", str(time))) for time in (0, 300, 600))
        sign = -1 if direction == "rtl" else 1
        expected = [[opacity, across * sign, down] for opacity, across, down in HALFWAY[style]]
        for found, wanted in zip(halfway, expected):
            if any(abs(one - other) > 0.02 for one, other in zip(found, wanted)):
                raise SystemExit(f"{path.name}, {direction}: half way it is {halfway}, and not {expected}")
        if start[0] != [1, 0, 0] or end[0][0] is not None or end[1] != [1, 0, 0]:
            raise SystemExit(f"{path.name}, {direction}: it begins as {start} and ends as {end}")
        if pictures and direction == "ltr":
            browser.value(SEEN.replace("TIME", "300"))
            photograph(browser, path, pictures, prefers_reduced_motion="no-preference")
    browser.media(prefers_reduced_motion="reduce")
    browser.open(path)
    if browser.value("document.getAnimations().length") or browser.value(SEEN)[0][0] is not None:
        raise SystemExit(f"{path.name} moves for those who do not want it")


def photograph(browser, path, folder, **features):
    look = {"prefers_color_scheme": "light", "prefers_reduced_motion": "reduce"} | features
    browser.media(**look)
    picture = browser.ask("Page.captureScreenshot", captureBeyondViewport=True)
    folder.mkdir(parents=True, exist_ok=True)
    width = browser.value("innerWidth")
    (folder / f"{path.stem}-{width}-{look['prefers_color_scheme']}.png").write_bytes(base64.b64decode(picture["data"]))


def main():
    pages = pathlib.Path(sys.argv[1])
    pictures = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    browser = Browser()
    try:
        count = 0
        for path in sorted(pages.glob("*.html")):
            browser.size(800, 900)
            browser.media(prefers_reduced_motion="reduce")
            problems, asked = browser.open(path)
            if problems:
                raise SystemExit(f"{path.name}: chromium says {problems}")
            elsewhere = [url for url in asked if url != path.resolve().as_uri() and not url.startswith("data:")]
            if elsewhere:
                raise SystemExit(f"{path.name} asks for {elsewhere}")
            model = path.with_suffix(".json")
            if model.exists():
                compare(path.name, json.loads(model.read_text()), Tree(browser).said)
                count += 1
            style = path.stem.removeprefix("transition-")
            if style in HALFWAY:
                watch(browser, path, style, pictures)
                continue
            for width in (320, 800):
                browser.size(width, 900)
                if browser.value("document.documentElement.scrollWidth") > width:
                    raise SystemExit(f"{path.name} is wider than {width}")
                if pictures:
                    for scheme in ("light", "dark"):
                        photograph(browser, path, pictures, prefers_color_scheme=scheme)
        print(f"chromium asks nobody, and tells screen readers in {count} pages what their interfaces say")
    finally:
        browser.close()


main()
