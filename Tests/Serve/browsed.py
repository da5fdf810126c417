"""Uses what `appctl serve` shows in a real browser as people do: with a mouse, with a keyboard alone, without scripts, on a
narrow screen, in the dark, with two windows, and while the server dies.

  browsed.py BROWSER APPCTL AXE [--pictures FOLDER] [--only NAME] [--pam PROVIDER --preload LIBRARY] PROVIDER...
"""

import argparse
import json
import pathlib
import sys
import tempfile

from browsers import DRIVERS, Failure
from server import Server

ROOT = pathlib.Path(__file__).parent.parent.parent
GALLERY = ROOT / "Tests" / "Gallery" / "gallery.json"
BACK = "Back to Products"
# Chromium's note about an attribute that a page without a script needs, and that the script does itself.
AUTOFOCUS = "Autofocus processing was blocked because a document"
LOOKS = [(width, scheme) for width in (360, 1200) for scheme in ("light", "dark")]


class Visit:
    """A browser that visits a server, and what holds for every screen that it comes to."""

    def __init__(self, driver, server, axe, pictures):
        self.driver, self.server, self.axe = driver, server, axe
        self.pictures = pictures and pathlib.Path(pictures) / driver.name
        self.pages = []

    def page(self):
        page = self.driver.page()
        self.pages.append(page)
        return page.open(self.server.url)

    def end(self):
        for page in self.pages:
            page.close()
        self.pages = []

    def expect(self, isSo, what):
        if not isSo:
            raise Failure(f"{self.driver.name}: {what}")

    def equal(self, found, wanted, what):
        self.expect(found == wanted, f"{what} is {found!r}, not {wanted!r}")

    def quiet(self, *pages):
        """Expects that nothing stands on the consoles, and that nobody else was asked for anything."""
        for page in pages or self.pages:
            said = [line for line in page.console() if AUTOFOCUS not in line]
            self.equal(said, [], "the console")
            asked = page.evaluate("performance.getEntriesByType('resource').map(entry => entry.name)") or []
            self.equal([url for url in asked if not url.startswith(self.server.url)], [], "what was asked of others")

    def look(self, page, name):
        """Looks at a screen in each width and each scheme."""
        page.wait(lambda: page.ask("idle"), "an end of the work")
        for width, scheme in LOOKS:
            self.driver.size(width)
            self.driver.media(scheme=scheme)
            self.expect(page.ask("media", f"(prefers-color-scheme: {scheme})"), f"it is not {scheme}")
            page.wait(lambda: page.ask("still"), "an end of the animations")
            wide, inner = page.ask("width")
            self.expect(wide <= inner == width, f"{name} is {wide} wide in a window of {inner}")
            self.equal(page.axe(self.axe), [], f"what axe says of {name}, {width} wide and {scheme},")
            if self.pictures:
                page.picture(self.pictures / f"{name}-{width}-{scheme}.png")
        self.driver.size(1200)
        self.driver.media(scheme="light")

    def redrawn(self, page, name):
        """Expects a page after its patches to be the page that is loaded anew, as it is read and as it is told."""
        def told():
            return page.text(), page.tree()

        patched = told()
        page.reload()
        page.wait(lambda: told() == patched, f"{name} anew as it was after patches, {patched}, but {told()}")


# ---- What is done ----


def sign_in(page, by="mouse", email="ann@example.com", password="12345"):
    page.says("Welcome to Kitty")
    if by == "keyboard":
        page.wait(lambda: (page.focus or {}).get("field") == "email", "the focus in the first field")
        page.type(email)
        page.keys("Tab")
        page.type(password)
        page.keys("Enter")
    else:
        page.fill("Email", email)
        page.fill("Password", password)
        page.press("Log In")


def sign_out(page, by="mouse"):
    if by == "keyboard":
        page.tab_to("Profile")
        page.keys("Enter")
        page.says("Hello, ann!")
        page.tab_to("Log Out")
        page.keys("Space")
    else:
        page.press("Profile")
        page.says("Hello, ann!").press("Log Out")
    page.says("Welcome to Kitty")


def wander(page):
    """Goes to a product and back."""
    page.press("Products")
    page.says("Products selected")
    name = page.evaluate("document.querySelector('main .entry .name').textContent")
    page.press(name)
    page.wait(lambda: page.ask("has", BACK), "the way back")
    page.says(name)
    page.press(BACK)
    page.wait(lambda: not page.ask("has", BACK), "the list again")
    page.press("Feed")
    page.says("Kittens")


# ---- What is expected ----


def mouse(visit):
    """Sign-in, a mistake, three screens, sign-out; each screen is looked at."""
    page = visit.page()
    page.says("Welcome to Kitty")
    visit.look(page, "signed-out")
    visit.expect(not page.ask("usable", "Log In"), "the button can be used with nothing entered")
    sign_in(page, password="123")
    page.says("Use at least four characters")
    visit.equal(page.value("Email"), "ann@example.com", "what was typed, after a mistake,")
    visit.look(page, "mistake")
    page.fill("Password", "12345")
    page.press("Log In")
    page.says("Kittens")
    visit.look(page, "feed")
    wander(page)
    page.press("Profile")
    page.says("Hello, ann!")
    visit.look(page, "profile")
    visit.redrawn(page, "the profile")
    page.press("Log Out")
    page.says("Welcome to Kitty")
    visit.equal(page.value("Email"), "", "the email address after the end of the session")
    visit.redrawn(page, "the first screen")
    visit.quiet()
    cookies = page.cookies()
    visit.equal(len(cookies), 1, "the number of cookies")
    for cookie in cookies.values():
        visit.expect(cookie["httpOnly"] and cookie["sameSite"] in ("Lax", "Strict"), f"a cookie is {cookie}")
    visit.equal(page.evaluate("document.cookie"), "", "what a script sees of the cookies")


def keyboard(visit):
    """Sign-in and sign-out by keyboard alone."""
    page = visit.page()
    sign_in(page, by="keyboard")
    page.says("Kittens")
    visit.expect(page.focus, "the focus is nowhere after the sign-in")
    sign_out(page, by="keyboard")
    visit.quiet()


def mistakes(visit):
    """After a mistake the focus is in the field that is wrong, also where it was at first, with the script and without; and
    nowhere else in the other window."""
    for has_scripts in (True, False):
        visit.driver.scripts(has_scripts)
        page, other = visit.page(), visit.page()
        other.fill("Password", "a")
        sign_in(page, email="ann")
        page.says("Enter an email address such as")
        page.wait(lambda: (page.focus or {}).get("field") == "email", "the focus in the field that is wrong")
        page.fill("Password", "12345")
        page.keys("Enter")
        page.wait(lambda: (page.focus or {}).get("field") == "email", "the focus in the field that is wrong again")
        visit.equal(other.focus["field"], "password", "the focus in the other window")
        visit.end()
    visit.driver.scripts(True)


def addresses(visit):
    """Back, Forward, reload and a bookmark lead to the screen that their address names, with the script and without."""
    for has_scripts in (True, False):
        visit.driver.scripts(has_scripts)
        page = visit.page()

        def at(screen, text, do=None):
            page.wait(lambda: page.ask("href") == visit.server.url + screen, f"the address of {screen}, not {page.ask('href')}")
            page.says(text)

        sign_in(page)
        at("feed-screen", "Kittens")
        page.press("Products")
        at("products-screen", "Products selected")
        page.press("Feather Wand")
        at("product-1-screen", "springy rod")
        page.press(BACK)
        at("products-screen", "Products selected")
        page.press("Catnip Mouse")
        at("product-3-screen", "hour of madness")
        page.go(-1)
        at("products-screen", "Products selected")
        page.reload()
        at("products-screen", "Products selected")
        page.open(visit.server.url + "profile-screen")
        at("profile-screen", "Hello, ann!")
        # An address that no screen has any more: the provider describes it, or it leads to what is shown.
        page.open(visit.server.url + "product-2-screen")
        if visit.describes:
            at("product-2-screen", "Four rooms")
            page.reload()
            at("product-2-screen", "Four rooms")
            page.press("Products")
            at("products-screen", "Products selected")
            page.go(-1)
            at("product-2-screen", "Four rooms")
        page.open(visit.server.url + "no-screen")
        page.wait(lambda: "no-screen" not in page.ask("href"), "another address than that of no screen")
        page.press("Profile")
        at("profile-screen", "Hello, ann!")
        page.press("Log Out")
        at("sign-in-screen", "Welcome to Kitty")
        if has_scripts:
            page.go(-1)
            at("sign-in-screen", "Welcome to Kitty")
        page.wait(lambda: page.ask("idle"), "an end of the work")
        visit.end()
    visit.driver.scripts(True)


def scriptless(visit):
    """All of it without scripts, by mouse and by keyboard."""
    visit.driver.scripts(False)
    try:
        page = visit.page()
        sign_in(page, password="123")
        page.says("Use at least four characters")
        visit.equal(page.value("Email"), "ann@example.com", "what was typed, after a mistake,")
        if visit.pictures:
            page.picture(visit.pictures / "scriptless-mistake.png")
        page.fill("Password", "12345")
        page.press("Log In")
        page.says("Kittens")
        wander(page)
        sign_out(page)
        sign_in(page, by="keyboard")
        page.says("Kittens")
        sign_out(page, by="keyboard")
        visit.equal(page.console(), [], "the console")
    finally:
        visit.driver.scripts(True)


def motion(visit):
    """Nothing moves for who does not want it."""
    visit.driver.media(reduced=True)
    try:
        page = visit.page()
        sign_in(page)
        page.says("Kittens")
        visit.expect(page.ask("still"), "something moves")
        sign_out(page)
        visit.quiet()
    finally:
        visit.driver.media(reduced=False)


def windows(visit):
    """Two windows of one visitor: what happens in one shows in the other, and takes nothing away there."""
    first, second = visit.page(), visit.page()
    visit.driver.size(360, 400)
    first.fill("Email", "ann@example.com")
    second.wait(lambda: second.value("Email") == "ann@example.com", "the email address in the other window")
    first.fill("Password", "secret")
    first.ask("select", 2, 3)
    scroll = first.ask("scroll", 40)
    before = first.focus
    # The other one makes a mistake, which both show.
    second.fill("Password", "123")
    second.press("Log In")
    second.says("Use at least four characters")
    first.says("Use at least four characters")
    first.wait(lambda: first.ask("idle"), "an end of the work")
    visit.equal(first.focus, before, "the focus, the text and the selection after an update from elsewhere")
    first.wait(lambda: first.ask("scroll", None) == scroll, f"what was scrolled to {scroll}")
    visit.equal(first.value("Email"), "ann@example.com", "the other text")
    visit.driver.size(1200)
    first.press("Log In")
    first.says("Kittens")
    second.says("Kittens")
    second.press("Profile")
    first.says("Hello, ann!")
    # One that nobody looks at asks for nothing, and catches up when somebody does.
    first.hide(True)
    second.press("Log Out")
    second.says("Welcome to Kitty")
    visit.expect("Hello, ann!" in first.text(), "a window that nobody looks at follows")
    first.hide(False)
    first.says("Welcome to Kitty")
    first.reload()
    first.says("Welcome to Kitty")
    visit.quiet()


def eight(visit):
    """Eight windows of one visitor, and a ninth: each follows what happens in the first."""
    pages = [visit.page() for _ in range(9)]
    for page in pages:
        page.says("Welcome to Kitty")
    sign_in(pages[0])
    for page in pages:
        page.says("Kittens")
    # Whoever has the stream for all leaves.
    for _ in range(4):
        visit.pages.pop(0).close()
        visit.pages[-1].press("Profile")
        for page in visit.pages:
            page.says("Hello, ann!")
        visit.pages[-1].press("Feed")
        for page in visit.pages:
            page.says("Kittens")
    visit.quiet()


def death(visit):
    """The server is killed and comes back; who was logged in still is, and what was typed is still there."""
    page = visit.page()
    page.says("Welcome to Kitty")
    page.fill("Email", "ann@example.com")
    page.fill("Password", "12345")
    visit.server.kill()
    page.wait(lambda: "again" in page.status, "word of the lost connection")
    if visit.pictures:
        page.picture(visit.pictures / "lost.png")
    visit.server.start()
    page.wait(lambda: page.status == "", "the connection again")
    page.wait(lambda: page.value("Email") == "ann@example.com", "the text that was typed before")
    page.fill("Password", "12345")
    cookies = page.cookies()
    page.press("Log In")
    page.says("Kittens")
    # It comes with the answer to the form.
    page.wait(lambda: page.cookies() != cookies, "the cookie of the session")
    visit.server.kill()
    page.wait(lambda: "again" in page.status, "word of the lost connection")
    visit.server.start()
    page.wait(lambda: page.status == "", "the connection again")
    page.press("Profile")
    page.says("Hello, ann!")
    page.reload()
    page.says("Hello, ann!") if "Hello" in page.text() else page.press("Profile")
    page.says("Hello, ann!").press("Log Out")
    page.says("Welcome to Kitty")
    # The end of the session is kept, too.
    visit.server.kill()
    visit.server.start()
    page.wait(lambda: page.status == "", "the connection again")
    page.reload()
    page.says("Welcome to Kitty")
    page.console()


def pam(driver, arguments):
    """A sign-in whose questions the system asks, one after the other; a wrong password, and the right one."""
    with Server(arguments.appctl, "--provider", arguments.pam, "--not-isolated", preload=arguments.preload) as server:
        for has_scripts in (True, False):
            driver.scripts(has_scripts)
            visit = Visit(driver, server, arguments.source, arguments.pictures and f"{arguments.pictures}/pam")
            page = visit.page()
            for password in ("guess", "sesame"):
                page.says("User name")
                page.fill("User name", "alice")
                page.press("Sign in")
                page.says("Password")
                if has_scripts and password == "sesame":
                    visit.look(page, "password")
                page.fill("Password", password)
                page.press("Continue")
                page.says("Hello, alice!" if password == "sesame" else "Authentication failure")
                if password == "guess":
                    page.reload()
            visit.expect(not any(word in server.said() for word in ("guess", "sesame")), "a password is in the log")
            page.press("Log Out")
            page.says("User name")
            visit.quiet()
            visit.end()
            driver.forget()
        driver.scripts(True)
    print(f"{driver.name}: pam", flush=True)


def example(driver, arguments, provider):
    with Server(arguments.appctl, "--provider", provider) as server:
        name = pathlib.Path(provider).stem
        pictures = arguments.pictures and f"{arguments.pictures}/{name}"
        for check in (mouse, keyboard, mistakes, addresses, scriptless, motion, windows, eight, death):
            if arguments.only not in (None, check.__name__):
                continue
            visit = Visit(driver, server, arguments.source, pictures)
            # The example in C describes no screen by its id.
            visit.describes = name == "libExampleProvider"
            check(visit)
            visit.end()
            # Another visitor comes next.
            driver.forget()
            print(f"{driver.name}: {name}: {check.__name__}", flush=True)


def gallery(driver, arguments):
    """Each interface of the gallery, with the script and without; a storyboard refuses every action, and says so."""
    pictures = arguments.pictures and f"{arguments.pictures}/gallery"
    for name in json.loads(GALLERY.read_text())["interfaces"]:
        storyboard = ("--storyboard", str(GALLERY), "--logged-out", name, "--logged-in", "feed")
        with Server(arguments.appctl, *storyboard) as server:
            visit = Visit(driver, server, arguments.source, pictures)
            page = visit.page()
            visit.look(page, name)
            visit.redrawn(page, name)
            visit.quiet()
            shown = page.text()
            driver.scripts(False)
            try:
                page.open(server.url)
                visit.equal(page.text(), shown, f"{name} without a script")
                if name == "login":
                    refused(page)
            finally:
                driver.scripts(True)
            if name == "login":
                page.open(server.url)
                refused(page)
                visit.quiet()
            visit.end()
            driver.forget()
    print(f"{driver.name}: gallery", flush=True)


def refused(page):
    page.fill("Email", "ann@example.com")
    page.fill("Password", "12345")
    page.press("Sign in")
    page.wait(lambda: "sign-in" in page.alert, "an alert that the action is not there")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("browser", choices=DRIVERS)
    parser.add_argument("appctl")
    parser.add_argument("axe", type=pathlib.Path)
    parser.add_argument("providers", nargs="*")
    parser.add_argument("--pictures")
    parser.add_argument("--only")
    parser.add_argument("--pam", help="the provider of PAM")
    parser.add_argument("--preload", help="what makes PAM read services of ours")
    arguments = parser.parse_args()
    arguments.source = arguments.axe.read_text()
    driver = DRIVERS[arguments.browser]()
    try:
        for provider in arguments.providers:
            example(driver, arguments, provider)
        if arguments.pam and arguments.only in (None, "pam"):
            pam(driver, arguments)
        if arguments.only in (None, "gallery"):
            gallery(driver, arguments)
    finally:
        driver.close()


main()
