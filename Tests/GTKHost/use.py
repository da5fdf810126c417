"""Uses an app by keyboard alone, and takes pictures of it.

use.py BUILT FOLDER; the folder has the plugins, and gets the pictures.
"""
import os
import sys

from tree import App

built, folder = sys.argv[1:]
here = os.path.dirname(os.path.abspath(__file__))


def plugin(*options):
    return App(f"{built}/GTKHost", "--search", f"{folder}/plugins", "--state", f"{folder}/state", *options)


def kinds(name):
    return App(f"{built}/GTKHost", "--storyboard", f"{here}/kinds.json", "--interface", name)


def picture(app, name):
    app.picture(f"{folder}/{name}.png")


def enter(app):
    app.focused("Email")
    app.type("kitty@example.com")
    app.press("Tab", "Password")
    app.type("meow1234")
    # The condition of the button counts the secret, which the controller does not have.
    app.wait("available button", lambda parts: any(
        part.name == "Log In" and "sensitive" in part.states and not part.description for part in parts))
    app.press("Return")
    app.node("list item", "Mittens")


def sign_in():
    """A button waits for its fields, can be reached and says why; somebody signs in, and is in after a restart."""
    with plugin() as app:
        app.focused("Email")
        app.node("push button", "Log In", description="disabled")
        app.press("Tab", "Password")
        app.press("Tab", "Log In")
        app.press("space")
        app.node("text", "Email", "focused", "invalid", description="Enter your email address")
        picture(app, "errors")
        enter(app)
        picture(app, "feed")
    with plugin() as other:
        other.node("page tab", "Feed", "selected")
        follow(other)


def follow(other):
    """What happens in one process is followed in the other; the keys go to the window that was opened last."""
    with plugin() as app:
        app.node("page tab", "Feed", "selected")
        print("signed in by keyboard; found signed in after a restart")
        app.reach("Profile")
        app.press("space")
        app.node("page tab", "Profile", "selected")
        app.reach("Log Out")
        app.press("space")
        app.node("push button", "Log In")
        other.node("push button", "Log In")
    print("logged out by keyboard; the other process follows")


def conditions():
    """What is typed reaches the controller; a press that is refused says why."""
    with kinds("controls") as app:
        app.focused("Name")
        app.reach("Save")
        app.press("space")
        app.wait("reason", lambda parts: any(part.role == "alert" and "not enabled" in part.name for part in parts))
        app.reach("Check")
        app.press("space")
        app.node("text", "Name", "focused", "invalid", description="Name is required")
        app.type("Ada")
        app.press("Tab", "Code")
        app.type("12x")
        app.node("push button", "Save", "sensitive")
        app.reach("Check")
        app.press("space")
        app.node("password text", "Code", "focused", "invalid", description="digits only")
        app.reach("Save")
        app.press("space")
        app.node("status bar", "Copied")
        picture(app, "controls")
    print("conditions, refusals and messages are told")


def places():
    """Back and tabs are reached by Tab; the picture is from right to left, and the face's own words are in Arabic."""
    with kinds("places") as app:
        app.node("text", "بحث")
        picture(app, "right-to-left")
        app.reach("رجوع")
        app.press("space")
        app.node("label", "مرحبا")
        app.no_node("push button", "رجوع")
        app.reach("أخرى")
        app.press("space")
        app.node("page tab", "أخرى", "selected")
        app.node("label", "لا شيء")
    print("a screen was left, and a tab was chosen")


def disclosure():
    """A group opens and closes by keyboard, and what is in it comes and goes."""
    with App(f"{built}/GTKHost", "--storyboard", f"{here}/../Gallery/gallery.json", "--interface", "booking") as app:
        app.reach("More about you")
        app.no_node("text", "Name for the table")
        app.press("space")
        app.node("push button", "More about you", "expanded")
        app.node("text", "Name for the table")
        picture(app, "booking")
        app.press("space")
        app.no_node("text", "Name for the table")
    print("a group was opened and closed")


def layers():
    """A layer is a dialog that Escape closes; the screen below is as before."""
    with plugin("--provider", "com.example.gallery") as app:
        app.node("list item", "Sheet")
        app.press("Tab")
        app.reach("Sheet", "Down")
        app.press("Return")
        app.focused("Keep")
        app.no_node("list item", "Sheet")
        picture(app, "sheet")
        app.press("Escape")
        app.no_node("dialog", "Delete this photo?")
        app.node("push button", "Delete photo")
    print("a layer was opened from a list, and closed by Escape")


def dark():
    settings = os.path.join(os.environ["XDG_CONFIG_HOME"], "gtk-4.0", "settings.ini")
    os.makedirs(os.path.dirname(settings), exist_ok=True)
    with open(settings, "w") as file:
        file.write("[Settings]\ngtk-application-prefer-dark-theme=1\ngtk-enable-animations=0\n")
    with kinds("contents") as app:
        app.node("heading", "A title")
        picture(app, "dark")
    os.remove(settings)


for part in (sign_in, conditions, places, disclosure, layers, dark):
    part()
