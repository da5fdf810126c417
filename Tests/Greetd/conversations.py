"""Logs in through appctl and the provider, with a greetd of our own that asks, says and does whatever it likes.

conversations.py FOLDER LIBRARY APPCTL
"""
import os
import re
import shutil
import struct
import subprocess
import sys
import threading

from fake import Greetd, Raw, Refused, SUCCESS, error, failure, framed, info, secret, visible
from terminal import Failure, Terminal, check, said

folder, library, appctl = sys.argv[1:]
shutil.rmtree(f"{folder}/fake", ignore_errors=True)
for name in ["wayland-sessions", "xsessions", "remembered"]:
    os.makedirs(f"{folder}/fake/{name}")
with open(f"{folder}/fake/wayland-sessions/sway.desktop", "w") as file:
    file.write("[Desktop Entry]\nName=Sway\nName[de]=Schwung\nExec=sway --x %U\n")
with open(f"{folder}/fake/xsessions/desk.desktop", "w") as file:
    file.write("[Desktop Entry]\nName=Desk\nExec=\"/opt/my desk\" $HOME\nDesktopNames=One;Two;\n")
states = 0


class Greeter:
    """A greeter at a greetd with a conversation."""

    def __init__(self, conversation, start=SUCCESS, settings=(), environment=None, options=(), size=(80, 24)):
        global states
        states += 1
        self.state = f"{folder}/fake/state-{states}"
        self.greetd = Greetd(f"{folder}/fake/socket", conversation, start) if conversation else None
        variables = {"GREETD_SOCK": f"{folder}/fake/socket"} if conversation else {}
        given = {
            "sessions": f"{folder}/fake/wayland-sessions:{folder}/fake/xsessions", "users": "false",
            "remember": f"{folder}/fake/remembered", **dict(settings)}
        words = [word for name, value in given.items() for word in ["--setting", f"{name}={value}"]]
        self.terminal = Terminal(
            [appctl, "run", "--until-login", "--not-isolated", "--provider", library, "--state-dir", self.state,
             "--motion", "none", *words, *options], {**variables, **(environment or {})}, *size)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.terminal.close()
        if self.greetd:
            self.greetd.close()
        if kind is None:
            check(not os.path.exists(self.state), "something is stored for the user of the greeter")

    def begin(self, user="kitty"):
        self.terminal.reach("Next")
        if user:
            self.terminal.press("C-u")
            self.terminal.type(user)
            self.terminal.reach(user)
        self.terminal.press("Enter")

    def answer(self, prompt, text, shown=None):
        self.terminal.reach(prompt, "Continue")
        self.terminal.type(text)
        self.terminal.reach(shown or ("•" * len(text) if text else prompt))
        self.terminal.press("Enter")


def password(user):
    if (yield secret("Password: ")) != "meow1234":
        raise Refused


def rounds(user):
    yield info("You have mail.\nAnd more of it.")
    check((yield visible("Token: ")) == "42", "the token")
    yield error("The disk is nearly full.")
    check((yield secret("Password: ")) == "a\"\\b", "the password")
    yield info("Your password has expired.")
    check((yield secret("A new one:\n  1. long\nNew password: ")) == "new", "the new password")


def a_password():
    with Greeter(password) as greeter:
        greeter.begin()
        greeter.answer("Password", "meow1234")
        greeter.terminal.end()
        check(greeter.greetd.reach("create_session")["username"] == "kitty", "the user")
        # The first by its name, and with what it is for X.
        start = greeter.greetd.reach("start_session")
        check(start["cmd"] == ["startx /usr/bin/env", "'/opt/my desk'", "'$HOME'"], f"{start}")
        check("XDG_CURRENT_DESKTOP=One:Two" in start["env"] and "XDG_SESSION_TYPE=x11" in start["env"], f"{start}")


def a_remembered_choice():
    with Greeter(password, environment={"LC_ALL": "de_AT.UTF-8"}) as greeter:
        screen = greeter.terminal.reach("Next")
        said(screen, "kitty", "(*) Desk", "( ) Schwung")
        greeter.terminal.press("Tab", "Down", "Space")
        greeter.terminal.reach(r"\(\*\) Schwung")
        greeter.terminal.press("Tab", "Enter")
        greeter.answer("Password", "meow1234")
        greeter.terminal.end()
        check(greeter.greetd.reach("start_session")["cmd"] == ["sway", "--x"], "the command")
    with open(f"{folder}/fake/remembered/last-login") as file:
        check(file.read() == "kitty\nwayland:sway\n", "what is remembered")


def several_rounds():
    with Greeter(rounds) as greeter:
        greeter.begin("rosé")
        said(greeter.terminal.reach("Token"), "You have mail.", "And more of it.")
        greeter.answer("Token", "42", "42")
        screen = greeter.terminal.reach("Password", "nearly full")
        check("mail" not in screen, "what was said before is still there")
        greeter.answer("Password", "a\"\\b")
        greeter.terminal.reach("has expired", "A new one: 1. long")
        greeter.answer("New password", "new")
        greeter.terminal.end()
        check(greeter.greetd.reach("create_session")["username"] == "rosé", "the user")


def a_wrong_password_and_another():
    with Greeter(password) as greeter:
        greeter.begin()
        greeter.answer("Password", "canary")
        screen = greeter.terminal.reach("The login has failed")
        check("canary" not in screen and "kitty" in screen, screen)
        greeter.begin(None)
        greeter.answer("Password", "meow1234")
        greeter.terminal.end()


def nothing_is_asked():
    def silent(user):
        yield info("Welcome.")
    with Greeter(silent) as greeter:
        greeter.begin()
        greeter.terminal.end()


def a_question_is_cancelled():
    with Greeter(password) as greeter:
        greeter.begin()
        greeter.terminal.reach("Password")
        greeter.terminal.press("Tab", "Tab", "Enter")
        greeter.terminal.reach("Next")
        greeter.greetd.reach("cancel_session", 2)
        greeter.begin("tom")
        greeter.answer("Password", "meow1234")
        greeter.terminal.end()


def a_finger():
    finger = threading.Event()

    def conversation(user):
        yield info("Place your finger on the reader.")
        finger.wait(60)
    with Greeter(conversation) as greeter:
        greeter.begin()
        said(greeter.terminal.reach("Waiting"), "Place your finger on the reader.", "Cancel")
        # Whoever waits can leave it at that, and then cancel.
        greeter.terminal.press("Enter")
        greeter.terminal.reach("busy")
        greeter.terminal.press("Escape")
        greeter.terminal.reach("Return press")
        greeter.terminal.press("Tab", "Enter")
        greeter.terminal.reach("Next")
        finger.set()
        greeter.begin(None)
        greeter.terminal.end()


def a_finger_that_comes_by_itself():
    finger = threading.Event()

    def conversation(user):
        yield info("Place your finger on the reader.")
        finger.wait(60)
        yield info("Thank you.")
    with Greeter(conversation) as greeter:
        greeter.begin()
        greeter.terminal.reach("Place your finger")
        finger.set()
        greeter.terminal.end()


def line_by_line():
    with Greeter(rounds, options=["--line"], settings={"command": "sway"}.items()) as greeter:
        def step(prompt, text=""):
            greeter.terminal.reach(rf"{prompt}:\s*\Z")
            greeter.terminal.type(text)
            greeter.terminal.press("Enter")
        # The remembered name is there already.
        step(r"leave \[\S+ \| Next\]", "1")
        step(r"Enter \S+ \| User name", "kitty")
        step(r"leave \[\S+ \| Next\]")
        for prompt, said_before, text in [
                ("Token", "org.appcontrollerkit.greetd | info: You have mail.", "42"),
                ("Password", "org.appcontrollerkit.greetd | error: The disk is nearly full.", "a\"\\b"),
                ("New password", "org.appcontrollerkit.greetd | info: Your password has expired.", "new")]:
            said(greeter.terminal.reach(rf"leave \[\S+ \| {prompt}\]:\s*\Z"), said_before)
            step(rf"leave \[\S+ \| {prompt}\]")
            step(rf"Enter \S+ \| {prompt}", text)
            step(r"leave \[\S+ \| Continue\]")
        check('a"\\b' not in greeter.terminal.end(), "the password is shown")
        check(greeter.greetd.reach("start_session")["cmd"] == ["sway"], "the command")


def a_finger_line_by_line():
    finger = threading.Event()

    def conversation(user):
        yield info("Place your finger on the reader.")
        finger.wait(60)
        yield info("Again.")
        check((yield visible("Token: ")) == "42", "the token")
    with Greeter(conversation, options=["--line"]) as greeter:
        terminal = greeter.terminal
        terminal.reach(r"leave \[\S+ \| Next\]:\s*\Z")
        terminal.press("Enter")
        terminal.reach("org.appcontrollerkit.greetd [|] info: Place your finger", r"leave \[\S+ \| Wait\]:\s*\Z")
        terminal.press("Enter")
        terminal.reach("Please wait")
        finger.set()
        # It may come while the question before it waits for a line.
        screen = terminal.reach(
            "org.appcontrollerkit.greetd [|] info: Again.", r"(leave \[\S+ \| Token\]|Return to go on):\s*\Z")
        if re.search(r"Return to go on:\s*\Z", screen):
            terminal.press("Enter")
            terminal.reach(r"leave \[\S+ \| Token\]:\s*\Z")
        terminal.press("Enter")
        terminal.reach(r"Enter \S+ \| Token:\s*\Z")
        terminal.type("42")
        terminal.press("Enter")
        terminal.reach(r"leave \[\S+ \| Continue\]:\s*\Z")
        terminal.press("Enter")
        terminal.end()


def a_start_that_fails():
    with Greeter(password, start=failure("error")) as greeter:
        greeter.begin()
        greeter.answer("Password", "meow1234")
        screen = greeter.terminal.reach("session could not be started", "Next")
        check("canary" not in screen, screen)


def power():
    marker = f"{folder}/fake/power"
    with Greeter(password, settings={"power": "true", "powerOffCommand": f"echo off >{marker}"}.items()) as greeter:
        greeter.terminal.reach("Restart…", "Power off…")
        greeter.terminal.press("BTab", "Enter")
        greeter.terminal.reach("Turn the machine off")
        check(not os.path.exists(marker), "it is turned off without an answer")
        greeter.terminal.press("Tab", "Enter")
        greeter.terminal.reach("about to turn off")
        check(os.path.exists(marker), "it is not turned off")


def no_greetd():
    with Greeter(None) as greeter:
        greeter.begin()
        said(greeter.terminal.reach("config.toml"), "there is no socket at")
        greeter.terminal.press("C-c")
        greeter.terminal.end(130)
    greetd = Greetd(f"{folder}/fake/gone", password)
    greetd.close()
    with Greeter(password, environment={"GREETD_SOCK": f"{folder}/fake/gone"}) as greeter:
        greeter.begin()
        greeter.terminal.reach("Greetd cannot be reached")


def nothing_to_remember_in():
    for place in ["/nowhere/at/all", "/proc/self", ""]:
        with Greeter(password, settings={"remember": place}.items()) as greeter:
            greeter.begin()
            greeter.answer("Password", "meow1234")
            greeter.terminal.end()


def deep():
    return b"[" * 60000


HOSTILE = {
    "it closes at once": (Raw(b"", closes=True), "Greetd cannot be reached"),
    "it closes within a message": (Raw(struct.pack("=I", 100) + b"{", closes=True), "Greetd cannot be reached"),
    "a message of 100 MB": (Raw(struct.pack("=I", 100_000_000) + b"x" * 1_000_000), "answer of greetd cannot be used"),
    "the largest length": (Raw(b"\xff" * 4), "answer of greetd cannot be used"),
    "an empty message": (Raw(framed(b"")), "answer of greetd cannot be used"),
    "no JSON": (Raw(framed(b"\x00\xff")), "answer of greetd cannot be used"),
    "deep JSON": (Raw(framed(deep())), "answer of greetd cannot be used"),
    "an unknown type": ({"type": "surprise"}, "answer of greetd cannot be used"),
    "a message without text": ({"type": "auth_message", "auth_message_type": "info"}, "answer of greetd cannot be used"),
    "an error": (failure("error"), "The login could not go on"),
    "an error of an unknown kind": (failure("canary"), "The login could not go on"),
    "a refusal": (failure("auth_error"), "The login has failed"),
}


def hostile(name):
    answer, words = HOSTILE[name]

    def conversation(user):
        yield answer
    with Greeter(conversation) as greeter:
        greeter.begin()
        screen = greeter.terminal.reach(words, "Next")
        check("canary" not in screen, screen)
        # There is a way on.
        greeter.begin("tom")
        greeter.greetd.reach("create_session", 2)


def it_says_nothing():
    with Greeter(lambda user: (yield Raw(b""))) as greeter:
        greeter.begin()
        greeter.terminal.reach("Waiting")
        greeter.terminal.press("Tab", "Enter")
        greeter.terminal.reach("Next")


def it_floods():
    def conversation(user):
        while True:
            yield info("Again! " * 1000)
    with Greeter(conversation) as greeter:
        greeter.begin()
        greeter.terminal.reach("message")
        greeter.terminal.press("C-c")
        greeter.terminal.end(130)


def odd_texts():
    def conversation(user):
        yield info("\x1b]0;title\x07\x1b[2J\u202eevil\r\nplain")
        yield secret("\x1b[31m" + "long " * 10_000)
    with Greeter(conversation) as greeter:
        greeter.begin()
        said(greeter.terminal.reach("Answer"), "evil", "plain", "[31mlong long")
        greeter.terminal.press("C-c")
        greeter.terminal.end(130)


def in_a_small_terminal():
    with Greeter(password, size=(40, 12)) as greeter:
        greeter.begin()
        greeter.answer("Password", "meow1234")
        greeter.terminal.end()


tests = [
    a_password, a_remembered_choice, several_rounds, a_wrong_password_and_another, nothing_is_asked,
    a_question_is_cancelled, a_finger, a_finger_that_comes_by_itself, line_by_line,
    a_finger_line_by_line, a_start_that_fails, power, no_greetd, nothing_to_remember_in, it_says_nothing, it_floods,
    odd_texts, in_a_small_terminal,
]
for test in tests:
    test()
    print(f"  {test.__name__.replace('_', ' ')}")
for name in HOSTILE:
    hostile(name)
    print(f"  {name}")
