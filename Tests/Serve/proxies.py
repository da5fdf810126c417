"""Visits `appctl serve` through proxies and at sockets that are handed over. See `proxies`.

  proxies.py APPCTL FOLDER

The folder has kitty.so, certificate.pem and key.pem, and takes sockets and the files of the proxies. The proxies listen at
sockets too, so that no port is needed and their configurations are those of the document, but for the path of the page.
"""

import contextlib
import getpass
import os
import pathlib
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
import time

from visitor import Visitor, encoded, written

ROOT = pathlib.Path(__file__).parent.parent.parent
DOCUMENT = (ROOT / "Docs" / "Serving.md").read_text()
APPCTL, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
BOUND = 20


def expect(isSo, what):
    if not isSo:
        raise SystemExit(f"Tests/Serve/proxies: {what}")


def block(language, mark):
    """The one block of the document in a language that has a text in it."""
    blocks = [text for text in re.findall(rf"```{language}\n(.*?)```", DOCUMENT, re.S) if mark in text]
    expect(len(blocks) == 1, f"Docs/Serving.md has {len(blocks)} blocks in {language} with {mark!r}")
    return blocks[0]


def replaced(text, old, new):
    expect(old in text, f"there is no {old!r} in {text}")
    return text.replace(old, str(new))


def waited(condition, what, told=lambda: ""):
    end = time.monotonic() + BOUND
    while not condition():
        expect(time.monotonic() < end, f"{what} took more than {BOUND} s {told()}")
        time.sleep(0.02)


def accepts(place):
    try:
        with contextlib.closing(socket.socket(socket.AF_UNIX if isinstance(place, str) else socket.AF_INET)) as plain:
            plain.connect(place)
        return True
    except OSError:
        return False


@contextlib.contextmanager
def running(name, command, place, **more):
    """A program that answers at a place before anybody comes, and that ends with a signal."""
    log = FOLDER / f"{name}.log"
    with open(log, "w") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, **more)
    try:
        if place is not None:
            waited(lambda: process.poll() is None and accepts(place), f"the start of {name}", log.read_text)
        yield log
        expect(process.poll() is None, f"{name} has ended: {log.read_text()}")
    except BaseException:
        print(f"{name} said {log.read_text()}")
        raise
    finally:
        process.terminate()
        process.wait(BOUND)
        if isinstance(place, str):
            pathlib.Path(place).unlink(missing_ok=True)


# ---- What a visitor does ----


def content(raw):
    """What came of a body in chunks."""
    text = b""
    while True:
        size, mark, raw = raw.partition(b"\r\n")
        if not mark or len(raw) < int(size, 16):
            return text.decode(errors="replace")
        text, raw = text + raw[:int(size, 16)], raw[int(size, 16) + 2:]


def arrives(line, text):
    """Waits until a stream has a text that was not there before."""
    end = time.monotonic() + BOUND
    while text not in content(line.buffer):
        line.socket.settimeout(max(0.1, end - time.monotonic()))
        try:
            isOpen = line.more()
        except TimeoutError:
            isOpen = False
        expect(isOpen, f"{text!r} did not arrive on the stream within {BOUND} s, but {content(line.buffer)}")


def visit(place, base, name, isSecure, wrap=lambda plain: plain):
    """Sign-in by form, a stream beside it, sign-out; and what the cookies are."""
    visitor = Visitor(place, base, BOUND, wrap)
    answer = visitor.open()
    expect(answer.status == 200, f"{name}: the page is answered with {answer.status}: {answer.text}")
    first = visitor.cookie
    kind = "__Host-appctl-" if isSecure else "appctl-"
    path = "/" if isSecure else visitor.path
    wanted = {f"Path={path}", "HttpOnly", "SameSite=Lax", "Max-Age=2592000", *(["Secure"] if isSecure else [])}
    expect(first.startswith(kind), f"{name}: the cookie is {first}")
    expect(set(visitor.attributes.split("; ")) == wanted, f"{name}: the cookie has {visitor.attributes}")
    expect(answer.field("content-security-policy"), f"{name}: the page has no policy")
    for file in re.findall(r'(?:href|src)="(live-[^"]*)"', visitor.page.text):
        found = visitor.ask(written("GET", visitor.path + file, visitor.fields))
        expect(found.status == 200 and found.body, f"{name}: {file} is answered with {found.status}")
    stream = visitor.follow()
    arrives(stream, "Welcome to Kitty")
    visitor.submit("Log In", email="ann@example.com", password="12345")
    expect("Kittens" in visitor.page.text, f"{name}: the sign-in leads to {visitor.page.text}")
    expect(visitor.cookie != first, f"{name}: the cookie is as before the sign-in")
    # The stream of the former cookie ends, and says nothing of the sign-in.
    arrives(stream, "event: again")
    expect("Kittens" not in content(stream.buffer), f"{name}: the former cookie sees the sign-in")
    stream.close()
    stream = visitor.follow()
    arrives(stream, "Kittens")
    visitor.submit("Profile")
    arrives(stream, "Hello, ann!")
    visitor.submit("Log Out")
    # It is what follows the last one.
    arrives(stream, "Log Out")
    expect("Welcome to Kitty" in visitor.page.text, f"{name}: the sign-out leads to {visitor.page.text}")
    stream.close()
    body = encoded(visitor.page.form(visitor.page.press("Log In")))
    refusals = [
        ("another origin", 403, [*visitor.fields, ("Origin", "https://evil.example"), visitor.post_fields[-1]]),
        ("another site", 403, [*visitor.post_fields, ("Sec-Fetch-Site", "cross-site")])]
    for what, status, fields in refusals:
        answer = visitor.ask(written("POST", visitor.path, fields, body))
        expect(answer.status == status, f"{name}: a form of {what} is answered with {answer.status}")
    print(f"{name}: page, sign-in, stream, cookies, refusals", flush=True)
    return visitor


def chunked(visitor, name):
    """A form in chunks, which nginx collects."""
    body = encoded(visitor.page.form((":enter", "")))
    data = written("POST", visitor.path, [*visitor.post_fields, ("Transfer-Encoding", "chunked")])
    answer = visitor.ask(data + f"{len(body):x}\r\n".encode() + body + b"\r\n0\r\n\r\n")
    expect(answer.status == 303, f"{name}: a form in chunks is answered with {answer.status}")


# ---- Proxies ----


def serving(name, page, url):
    """The server as the document starts it."""
    line = block("sh", "--socket /run/kitty/page --behind-proxy").strip()
    line = replaced(line, "/run/kitty/page", page)
    line = replaced(line, "com.example.kitty", FOLDER / "kitty.so")
    line = replaced(line, "https://kitty.example/kitty/", url)
    command = [APPCTL, *shlex.split(line)[1:], "--state-dir", str(FOLDER / f"{name}-state")]
    return running(name, command, str(page))


def trusted():
    context = ssl.create_default_context(cafile=FOLDER / "certificate.pem")
    return lambda plain: context.wrap_socket(plain, server_hostname="kitty.example")


def nginx(scheme, port=None):
    """With a port in the URL, the host is passed on with it, as the document says."""
    name, page = f"nginx, {scheme}{', a port' if port else ''}", FOLDER / "page"
    front = ("127.0.0.1", port) if port else str(FOLDER / "front")
    location = replaced(block("nginx", "proxy_pass"), "/run/kitty/page", page)
    if port:
        expect("`$http_host` in the place of `$host`" in DOCUMENT, "Docs/Serving.md says nothing of ports")
        location = replaced(location, "$host", "$http_host")
    secure = f"ssl_certificate {FOLDER}/certificate.pem; ssl_certificate_key {FOLDER}/key.pem;"
    folders = "".join(f"{kind}_temp_path {FOLDER}/{kind}; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    # The socket of the page is for its own user alone.
    user = f"user {getpass.getuser()};" if os.getuid() == 0 else ""
    configuration = FOLDER / "nginx.conf"
    configuration.write_text(f"""
{user} daemon off; pid {FOLDER}/nginx.pid; error_log stderr;
events {{ }}
http {{
  access_log off; {folders}
  server {{
    listen {f"127.0.0.1:{port}" if port else f"unix:{front}"}{" ssl" if scheme == "https" else ""};
    server_name kitty.example;
    {secure if scheme == "https" else ""}
{location}
  }}
}}
""")
    url = f"{scheme}://kitty.example{f':{port}' if port else ''}/kitty/"
    with serving("page", page, url), running("nginx", ["nginx", "-c", configuration, "-e", "stderr"], front):
        wrap = trusted() if scheme == "https" else lambda plain: plain
        visitor = visit(front, url, name, scheme == "https", wrap)
        chunked(visitor, name)


def caddy(path):
    name, page, front = f"Caddy, https, {path}", FOLDER / "page", FOLDER / "front"
    site = replaced(block("text", "reverse_proxy"), "/run/kitty/page", page)
    more = f"{{\n  bind unix/{front}\n  tls {FOLDER}/certificate.pem {FOLDER}/key.pem\n"
    configuration = FOLDER / "Caddyfile"
    configuration.write_text("{\n  admin off\n  auto_https off\n}\n" + site.replace("{\n", more, 1))
    url = f"https://kitty.example{path}"
    home = {**os.environ, "HOME": str(FOLDER), "XDG_DATA_HOME": str(FOLDER), "XDG_CONFIG_HOME": str(FOLDER)}
    command = ["caddy", "run", "--config", configuration, "--adapter", "caddyfile"]
    with serving("page", page, url), running("caddy", command, str(front), env=home):
        visit(str(front), url, name, True, trusted())


# ---- Sockets that are handed over ----

# What systemd-socket-activate does.
HAND_OVER = """
import os, socket, sys
place = sys.argv[1]
listener = socket.socket(socket.AF_UNIX if "/" in place else socket.AF_INET)
listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listener.bind(place if "/" in place else ("127.0.0.1", int(place.split(":")[1])))
listener.listen()
os.dup2(listener.fileno(), 3)
os.set_inheritable(3, True)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execv(sys.argv[2], sys.argv[2:])
"""


def free():
    with contextlib.closing(socket.socket()) as plain:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        plain.bind(("127.0.0.1", 0))
        return plain.getsockname()[1]


def unit():
    """The command of the service unit, and the URL that it names by itself."""
    text = (ROOT / "Packaging" / "appctl-serve@.service").read_text()
    url = re.search(r"^Environment=APPCTL_SERVE_URL=(.*)$", text, re.M)[1]
    line = re.search(r"^ExecStart=(.*)$", text, re.M)[1]
    line = replaced(line, "@prefix@/bin/appctl", APPCTL)
    line = replaced(line, "--provider %i", f"--provider {FOLDER}/kitty.so")
    line = replaced(line, "%S/appctl-serve/%i", FOLDER / "unit-state")
    return shlex.split(replaced(line, "${APPCTL_SERVE_URL}", url)), url


def handed(place, command, url, name, isByPython):
    helper = [sys.executable, "-c", HAND_OVER, place] if isByPython else ["systemd-socket-activate", "-l", place]
    address = place if "/" in place else ("127.0.0.1", int(place.split(":")[1]))
    with running("activated", [*helper, *command], address if isByPython else None) as log:
        if not isByPython:
            # The first to come starts the server, so that it has to be the visitor.
            waited(lambda: "Listening" in log.read_text(), "the socket", log.read_text)
        visit(address, url, name, False)
    if "/" in place:
        pathlib.Path(place).unlink(missing_ok=True)


def activation():
    ways = [("Python", True)]
    if shutil.which("systemd-socket-activate"):
        ways.append(("systemd-socket-activate", False))
    else:
        print("systemd-socket-activate is not here")
    for how, isByPython in ways:
        command, url = unit()
        handed(str(FOLDER / "handed"), command, url, f"the unit at a socket, by {how}", isByPython)
        port = free()
        command = [APPCTL, "serve", "--provider", str(FOLDER / "kitty.so"), "--state-dir", str(FOLDER / "port-state")]
        handed(f"127.0.0.1:{port}", command, f"http://127.0.0.1:{port}/", f"a port, by {how}", isByPython)


def units():
    if not shutil.which("systemd-analyze"):
        return print("systemd-analyze is not here")
    places = []
    (FOLDER / "bin").mkdir()
    (FOLDER / "bin" / "appctl").symlink_to(APPCTL)
    for kind in ("service", "socket"):
        text = (ROOT / "Packaging" / f"appctl-serve@.{kind}").read_text()
        (FOLDER / f"appctl-serve@.{kind}").write_text(text.replace("@prefix@", str(FOLDER)))
        places.append(FOLDER / f"appctl-serve@com.example.kitty.{kind}")
    environment = {**os.environ, "SYSTEMD_UNIT_PATH": f"{FOLDER}:"}
    said = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *places], capture_output=True, text=True, env=environment)
    about = [line for line in (said.stdout + said.stderr).splitlines() if "appctl-serve" in line]
    expect(said.returncode == 0 and not about, f"systemd-analyze verify ends with {said.returncode}: {said.stderr}")
    print("the units are verified")


def main():
    for scheme in ("http", "https"):
        nginx(scheme)
        nginx(scheme, free())
    for path in ("/kitty/", "/"):
        caddy(path)
    activation()
    units()


try:
    main()
except (OSError, ValueError) as error:
    raise SystemExit(f"Tests/Serve/proxies: {error!r}") from error
