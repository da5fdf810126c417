"""Reads pages with html5lib, which must find no error, and compares what they say with what the interfaces say."""

import base64
import hashlib
import json
import pathlib
import re
import sys

import html5lib

ROLES = {
    "main": "main", "section": "region", "nav": "tabList", "h1": "heading", "h2": "heading",
    "progress": "progressIndicator", "button": "button", "details": "button", "textarea": "multilineTextInput",
    "figure": "figure",
}
ARIA = {
    "dialog": "dialog", "form": "form", "group": "group", "region": "region", "radiogroup": "radioGroup",
    "img": "image", "alert": "alert", "status": "status",
}
INPUTS = {
    "text": "textInput", "email": "emailInput", "password": "passwordInput", "url": "urlInput",
    "search": "searchInput", "checkbox": "checkBox", "radio": "radioButton", "hidden": None,
    "date": "dateInput", "time": "timeInput", "datetime-local": "dateTimeInput", "number": "spinButton",
}
SILENT = {"label", "legend", "form", "summary"}
STATES = ["disabled", "required", "invalid", "checked", "selected", "busy", "pressable", "expanded", "collapsed", "asking"]
# What a cell may be without being said apart from its row.
PASSIVE = {"text", "title", "heading", "image"}


def text(element):
    return "".join(element.itertext())


def classes(element):
    return element.get("class", "").split()


def find(element, style):
    return next((part for part in element.iter() if style in classes(part)), None)


class Page:
    """What a page says, by the rules of HTML and ARIA."""

    def __init__(self, root):
        self.parents = {child: parent for parent in root.iter() for child in parent}
        self.by_id = {element.get("id"): element for element in root.iter() if element.get("id")}
        self.labels = {element.get("for"): element for element in root.iter() if element.get("for")}
        self.spent = set()
        for element in root.iter():
            for attribute in ("aria-labelledby", "aria-describedby"):
                for name in element.get(attribute, "").split():
                    if name not in self.by_id:
                        raise SystemExit(f"{attribute} refers to {name}, which is nowhere")
                    self.spent.add(name)
        for element in root.iter():
            if element.get("form") is not None and self.by_id[element.get("form")].tag != "form":
                raise SystemExit("a control names a form that is none")
        self.said = []
        self.read(root.find("body"), 0)

    def read(self, element, level):
        if "hidden" in element.attrib or element.get("aria-hidden") == "true":
            return
        if element.get("id") in self.spent and len(element) == 0:
            return
        if element.tag in SILENT or "entry" in classes(element):
            return
        role = self.role(element)
        if role:
            self.said.append(self.describe(element, role, level))
        if element.tag == "details" and "open" not in element.attrib:
            return
        if role == "row":
            # What a row does not say: cells that can be used, or have a hint.
            for part in (part for cell in element for part in cell):
                is_said = PASSIVE & set(classes(part)) and not part.get("aria-describedby")
                if "cell" not in classes(part) and not is_said:
                    self.read(part, level + 1)
        if role in ("row", "figure"):
            return
        for child in element:
            self.read(child, level + 1 if role else level)

    def role(self, element):
        aria = element.get("role")
        if aria in ARIA or aria == "presentation":
            return ARIA.get(aria)
        tag = element.tag
        if tag == "a":
            return None if self.parents[element].tag == "li" else "link"
        if tag == "table":
            return "table" if element.get("aria-labelledby") else None
        if tag == "tr":
            return "row" if self.parents[element].tag == "tbody" else None
        if tag == "ul":
            return "list" if element.get("aria-labelledby") else None
        if tag == "li":
            return "tab" if self.parents[self.parents[element]].tag == "nav" else "listItem"
        if tag == "p":
            if any(child.tag == "code" for child in element):
                return "code"
            return "paragraph" if all(child.get("aria-hidden") for child in element) else None
        if tag == "img":
            return "image" if element.get("alt") else None
        if tag == "input":
            is_number = "number" in classes(element) and element.get("type") == "text"
            return "numberInput" if is_number else INPUTS[element.get("type")]
        return ROLES.get(tag)

    def cells(self, row):
        """What the cells of a row say, each after the head of its column."""
        heads = [text(head) for head in self.parents[self.parents[row]].iter("th")]
        words = []
        for head, cell in zip(heads, row):
            for part in cell.iter():
                is_text = {"cell", *PASSIVE} & set(classes(part)) or part.tag in ("a", "button")
                if is_text and part is not cell and "apart" not in classes(part):
                    words.append(f"{head}: " + (part.get("alt") if part.tag == "img" else text(part)).replace("\n", " "))
                    break
        return "; ".join(words)

    def refer(self, element, attribute):
        return [self.by_id[name] for name in element.get(attribute, "").split()]

    def name(self, element, role):
        namers = self.refer(element, "aria-labelledby")
        if namers:
            return " ".join(text(namer) for namer in namers)
        for attribute in ("aria-label", "alt"):
            if element.get(attribute) is not None:
                return element.get(attribute)
        if element.get("id") in self.labels:
            return text(self.labels[element.get("id")])
        for child in element:
            if child.tag == "legend":
                return text(child)
        for style in ["label"] if role == "code" else ["name", "message"]:
            if find(element, style) is not None:
                return text(find(element, style))
        return "" if role in ("code", "listItem", "alert", "status") else text(element)

    def describe(self, element, role, level):
        entry = next((child for child in element if "entry" in classes(child)), None)
        summary = element.find("summary")
        used = entry if entry is not None else summary if summary is not None else element
        descriptions = self.refer(element, "aria-describedby")
        if entry is not None:
            descriptions += self.refer(entry, "aria-describedby")
        said = {"role": role, "name": self.name(element, role), "level": level}

        def note(key, value):
            if value is not None:
                said[key] = value

        def described(style):
            return next((part for part in descriptions if style in classes(part)), None)

        def part(style):
            found = find(used, style)
            return None if found is None else text(found)

        note("id", element.get("data-id"))
        note("hint", None if described("hint") is None else text(described("hint")))
        note("error", (text(described("error")) if described("error") is not None else None) or None)
        note("placeholder", element.get("placeholder"))
        if role != "progressIndicator":
            note("minimum", element.get("min"))
            note("maximum", element.get("max"))
        if role in ("listItem", "tab") or entry is not None:
            note("value", part("detail"))
            note("badge", part("badge"))
        if role == "code":
            said["value"] = text(element.find("code"))
        elif role == "link":
            note("value", element.get("href"))
        elif role == "figure":
            note("value", part("values"))
        elif role == "button":
            note("value", part("masked"))
        elif role == "row":
            button = find(element, "cell")
            if button is not None:
                used = button
            if element.get("aria-label") is None:
                said["name"] = self.cells(element)
            else:
                said["value"] = self.cells(element)
        elif role == "progressIndicator":
            note("value", element.get("aria-valuetext"))
        elif role == "multilineTextInput":
            note("value", text(element) or None)
        elif role.endswith("Input") or role == "spinButton":
            note("value", element.get("value"))
        elif role in ("alert", "status"):
            said["severity"] = part("severity").rstrip(":").lower()
        states = {
            "disabled": "disabled" in used.attrib or used.get("aria-disabled") == "true",
            "required": ("required" in used.attrib or used.get("aria-required") == "true") and role != "radioButton"
            or described("required") is not None,
            "invalid": used.get("aria-invalid") == "true",
            "checked": "checked" in used.attrib,
            "selected": role == "tab" and find(element, "selected") is not None,
            "busy": described("busy") is not None or role == "tab" and find(element, "busy") is not None,
            "asking": described("asks") is not None,
            "expanded": element.tag == "details" and "open" in element.attrib,
            "collapsed": element.tag == "details" and "open" not in element.attrib,
            "pressable": entry is not None and entry.tag == "button" or role == "row" and used is not element,
        }
        said["states"] = [state for state in STATES if states[state]]
        return said


def check_policy(root):
    """The style sheets are those that the policy allows, and there is nothing that it would have to forbid."""
    policy = next(meta.get("content") for meta in root.iter("meta") if meta.get("http-equiv"))
    for style in root.iter("style"):
        digest = base64.b64encode(hashlib.sha256(style.text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy, "a style sheet has another hash"
    assert "default-src 'none'" in policy
    for element in root.iter():
        assert element.tag not in ("script", "link", "iframe", "object", "embed", "base"), element.tag
        for attribute, value in element.attrib.items():
            assert not attribute.startswith("on") and attribute not in ("style", "srcset", "action", "formaction")
            if attribute == "src":
                assert re.fullmatch(r"data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]*", value), value
            if attribute == "href":
                assert re.match(r"https://|http://(localhost|127\.0\.0\.1|\[::1\])[:/]|mailto:|#", value), value


def main():
    folder = pathlib.Path(sys.argv[1])
    count = 0
    for path in sorted(folder.glob("*.html")):
        parser = html5lib.HTMLParser(namespaceHTMLElements=False)
        root = parser.parse(path.read_bytes(), transport_encoding="utf-8")
        if parser.errors:
            raise SystemExit(f"html5lib says of {path.name}: {parser.errors}")
        check_policy(root)
        page = Page(root)
        model = path.with_suffix(".json")
        if not model.exists():
            continue
        expected = json.loads(model.read_text())
        for position in range(max(len(expected), len(page.said))):
            wanted = expected[position] if position < len(expected) else None
            found = page.said[position] if position < len(page.said) else None
            if wanted != found:
                raise SystemExit(f"{path.name}, element {position}:\n  the interface says {wanted}\n  the page says {found}")
        count += 1
    print(f"html5lib finds nothing, and in {count} pages what their interfaces say")


main()
