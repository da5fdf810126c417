"""Logs in at the real greetd with Debian's PAM, on a machine that `real` has made.

machine.py FOLDER
"""
import os
import pwd
import re
import subprocess
import sys

from terminal import Terminal, check, said

folder = sys.argv[1]
GREETER = pwd.getpwnam("_greetd")


def files():
    """The files of the user of the greeter."""
    found = subprocess.run(
        ["find", "/etc", "/home", "/var", "/run", "/tmp", "-path", folder, "-prune", "-o", "-user", "_greetd", "-type",
         "f", "-print"], capture_output=True, text=True).stdout.split()
    return sorted(found)


def write(path, text, mode=0o644):
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, mode)


def configure(settings):
    """The configuration of the page, but for the virtual terminal, and with settings."""
    with open("Docs/Greeter.md") as file:
        page = re.search(r"```toml\n(.*?)```", file.read(), re.S).group(1)
    text = page.replace("vt = 7", 'vt = "none"').replace(".greetd\"", f".greetd {settings}\"")
    check("none" in text and settings in text, f"the page has another configuration: {page}")
    write(f"{folder}/config.toml", f"{text}\n[general]\nrunfile = \"{folder}/runfile\"\n")


class Greetd:
    def __init__(self, settings):
        configure(settings)
        # Its own messages do not belong on the screen; on a real machine the journal has them.
        self.terminal = Terminal(["sh", "-c", f"exec greetd -c {folder}/config.toml 2>>{folder}/journal"])

    def __enter__(self):
        return self.terminal

    def __exit__(self, *_):
        # The namespace takes with it what is left of greetd.
        self.terminal.close()


def a_login_with_a_password():
    session = f"{folder}/session"
    os.mkdir(session)
    os.chown(session, pwd.getpwnam("kitty").pw_uid, -1)
    write(f"{folder}/command", f"#!/bin/sh\nid >{session}/id\nenv >{session}/env\ntty >{session}/tty\n", 0o755)
    with Greetd(f"--setting command={folder}/command") as terminal:
        said(terminal.reach("Next"), "Kitten Kitty (kitty)")
        terminal.type("kitty")
        terminal.press("Enter")
        terminal.reach("Password")
        terminal.type("canary")
        terminal.press("Enter")
        # PAM takes its time for a refusal.
        screen = terminal.reach("The login has failed")
        check("canary" not in screen and "AUTH_ERR" not in screen, screen)
        terminal.press("Enter")
        terminal.reach("Password")
        terminal.press("Tab", "Tab", "Enter")
        terminal.reach("Next")
        terminal.type("kitty")
        terminal.press("Enter")
        terminal.reach("Password")
        check(not os.listdir(session), "a session has started too early")
        terminal.type("meow1234")
        terminal.press("Enter")
        # The session has come and gone, and the next greeter remembers.
        terminal.reach("Next", "> kitty")
        with open(f"{session}/id") as file:
            check("(kitty)" in file.read(), "the session is somebody else's")
        with open(f"{session}/env") as file:
            environment = file.read()
        said(environment, "USER=kitty\n", "HOME=/home/kitty\n", "XDG_SESSION_TYPE=tty\n")
        check("meow1234" not in environment + terminal.screen, "the password is to be seen")
    check(files() == ["/var/cache/appctl-greeter/last-login"], f"something else is stored: {files()}")


def a_login_without_a_question():
    write("/etc/pam.d/greetd", "auth optional pam_echo.so Hello %u\n" + "".join(
        f"{kind} required pam_permit.so\n" for kind in ["auth", "account", "session"]))
    with Greetd(f"--line --setting command='touch {folder}/session/second'") as terminal:
        terminal.reach(r"leave \[Next\]:\s*\Z")
        terminal.press("Enter")
        terminal.reach(r"Signed in|leave \[Next\]:\s*\Z")
        wait_for(f"{folder}/session/second")


def a_login_that_is_not_allowed():
    write("/etc/pam.d/greetd", "auth required pam_deny.so\naccount required pam_permit.so\n")
    with Greetd("--setting command=false") as terminal:
        terminal.reach("Next")
        terminal.press("Enter")
        terminal.reach("The login has failed")
        terminal.press("C-u", "C-d")
        # A greeter that ends without a session ends greetd.
        terminal.end()


def wait_for(path):
    subprocess.run(["timeout", "30", "sh", "-c", 'until [ -e "$0" ]; do sleep 0.05; done', path], check=True)


for test in [a_login_with_a_password, a_login_without_a_question, a_login_that_is_not_allowed]:
    test()
    print(f"  {test.__name__.replace('_', ' ')}")
