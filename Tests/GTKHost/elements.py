"""Whether an app presents the kit's accessible elements: each by role, name, value and states, in order, and no others.

elements.py BUILT STORYBOARD NAME...
"""
import json
import subprocess
import sys

from tree import App, fail

ROLES = {
    # GTK 4.8 tells nothing of these two landmarks but their names.
    "main": {"filler", "landmark"}, "region": {"filler", "landmark"},
    "dialog": {"dialog"}, "form": {"form"}, "group": {"panel"}, "list": {"list"}, "listItem": {"list item"},
    "table": {"table"}, "row": {"table row", "list item"}, "figure": {"image"},
    "tabList": {"page tab list"}, "tab": {"page tab"}, "heading": {"heading"}, "paragraph": {"label"},
    "code": {"label"}, "image": {"image"}, "progressIndicator": {"progress bar"}, "alert": {"alert"},
    "status": {"status bar"}, "textInput": {"text"}, "emailInput": {"text"}, "numberInput": {"text"},
    "urlInput": {"text"}, "searchInput": {"text"}, "passwordInput": {"password text"}, "checkBox": {"check box"},
    "radioGroup": {"grouping", "combo box"}, "radioButton": {"radio button"}, "button": {"push button"},
    "link": {"link"}, "multilineTextInput": {"text"}, "spinButton": {"text"}, "dateInput": {"text"},
    "timeInput": {"text"}, "dateTimeInput": {"text"},
}
PLAIN = {"column header", "table column header", "level bar", "icon", "filler", "panel", "label", "frame", "scroll pane", "scroll bar", "separator", "viewport", "grouping"}

# The name of the way back, in English and in Arabic.
BACK = {"Back", "رجوع"}


def differences(part, element):
    """In what a part of the tree does not say what an element says."""
    states, role = set(element["states"].split()), element["role"]
    said = part.description
    if "disabled" in states:
        states.discard("disabled")
        if "sensitive" in part.states or (role != "radioButton" and role != "checkBox" and "disabled" not in said):
            yield "disabled"
    elif "sensitive" not in part.states:
        yield "enabled"
    for state, has in (
        ("checked", "checked" in part.states), ("selected", "selected" in part.states), ("busy", "busy" in part.states),
        ("invalid", bool({"invalid", "invalid entry"} & part.states)), ("required", "required" in said),
        ("expanded", "expanded" in part.states), ("collapsed", {"expandable", "expanded"} & part.states == {"expandable"}),
    ):
        if (state in states) != has:
            yield f"{state}: {has}"
    for name in ("hint", "error", "badge"):
        if element.get(name, "") not in said:
            yield name
    value = element.get("value")
    if role in ("listItem", "row", "figure") and value is not None and value not in said:
        yield "value"
    if role == "code" or role.endswith("Input") and role != "passwordInput":
        if part.text != (value or ""):
            yield f"value: {part.text}"
    if role == "progressIndicator":
        share = value.split(",")[0].replace(" %", "")
        if share.isdigit() and round((part.share or 0) * 100) != int(share):
            yield f"value: {part.share}"


def roles(element):
    """The roles of AT-SPI that an element may have."""
    # A button with a value is a secret, which is peeked at.
    return {"password text"} if element["role"] == "button" and "value" in element else ROLES[element["role"]]


def cells(element):
    """The texts of the cells of a row with the heads of their columns, or of the numbers of a chart with their names."""
    words = element.get("value") or element["name"]
    if element["role"] == "row":
        return {text for cell in words.split("; ") for text in cell.split(": ", 1)}
    points = words.split(", ")
    return {" ".join(point.split(" ")[start:end]) for point in points
            for start in range(4) for end in range(start + 1, 5)}


def problems(windows, elements):
    """What is missing, different or too much."""
    parts, bars = [], []
    for window in windows:
        # The last child of a window is its bar.
        parts += [window] + [part for child in window.children[:-1] for part in child.parts()]
        bars += [part for child in window.children[-1:] for part in child.parts()]
    told, place, menu = set(), 0, None

    def strangers(parts):
        # A list without a name has the one of its window, and is no element.
        return [part for part in parts if part.role not in PLAIN
                and (part.role, part.name) != ("list", windows[0].name)]

    for element in elements:
        for name in ("name", "value", "hint", "error", "badge"):
            told.add(element.get(name))
        # The cells of a row and the numbers of a chart have labels of their own.
        if element["role"] in ("row", "figure"):
            told.update(cells(element))
        if menu is not None and element["role"] == "radioButton":
            if ("checked" in element["states"]) != any(node.name == element["name"] for node in menu.all()):
                yield f"{element}: chosen in the menu"
            continue
        menu = None
        if element["role"] == "button" and element["name"] in BACK and "id" not in element:
            if not any(part.role == "push button" and part.name == element["name"] for part in bars):
                yield "there is no way back"
            continue
        if element["role"] == "dialog":
            element = dict(element, states="")
        index = next(
            (index for index in range(place, len(parts))
             if parts[index].role in roles(element) and parts[index].name == element["name"]
             # The caption of a code has the same name.
             and (element["role"] != "code" or parts[index].text != element["name"])), None)
        if index is None:
            yield f"missing: {element}"
            continue
        for part in strangers(parts[place:index]):
            yield f"not an element: {part}"
        place = index + 1
        if parts[index].role == "combo box":
            menu = parts[index]
        for difference in differences(parts[index], element):
            yield f"{difference} is different: {parts[index]}, not {element}"
    for part in strangers(parts[place:]):
        yield f"not an element: {part}"
    for part in parts:
        texts = {part.name, *part.name.replace(")", "").split("  (")}
        if part.role == "label" and not texts & told:
            yield f"not in the interface: {part}"


def check(built, storyboard, name):
    elements = json.loads(subprocess.check_output([f"{built}/GTKProbe", "elements", storyboard, name]))
    found = []

    with App(f"{built}/GTKHost", "--storyboard", storyboard, "--interface", name) as app:
        def same(_):
            windows = app.windows()
            found[:] = problems(windows, elements) if windows else ["no window"]
            return not found

        app.wait(f"{name} as the kit says it", same, lambda: "\n  ".join(found))
    return len(elements)


if __name__ == "__main__":
    built, storyboard, *names = sys.argv[1:]
    count = sum(check(built, storyboard, name) for name in names)
    print(f"{storyboard}: {count} elements of {len(names)} interfaces")
