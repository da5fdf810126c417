"""Follows Docs/SigningIn.md to the letter, from an empty home, with a code that is typed in Chromium: FOLDER LIBRARY APPCTL.

The servers' names in the document stand for servers of this test. What it adds to the settings is what these servers lack:
a certificate of a known authority, and metadata that say where codes are made. The library was built before.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "Credentials"), str(HERE.parent / "Serve")]

import rig
import server as repositories
from browsers import Chromium
from driver import Failure, Run, check, said

folder, library, appctl = sys.argv[1:4]
root = HERE.parent.parent
issuer = rig.start(folder, interval=1, lifetime=3600)

from oauth2_provider.models import get_access_token_model, get_refresh_token_model  # noqa: E402


class Tokens:
    """The tokens that the repository's server takes: those that the authorization server knows now."""

    def __contains__(self, token):
        return any(found.is_valid() for found in get_access_token_model().objects.filter(token=token))


home = pathlib.Path(folder) / "home"
home.mkdir(mode=0o700)
binaries = pathlib.Path(folder) / "bin"
binaries.mkdir()
(binaries / "appctl").symlink_to(appctl)
environment = {
    "HOME": str(home), "PATH": f"{binaries}:/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm",
    "GIT_SSL_CAINFO": f"{folder}/ca.crt", "CURL_CA_BUNDLE": f"{folder}/ca.crt", "GIT_TERMINAL_PROMPT": "0"}
os.environ.clear()
os.environ.update(environment)

bare = f"{folder}/repositories/kitty/secrets.git"
subprocess.run(["git", "init", "--quiet", "--bare", bare], check=True)
tree = subprocess.run(["git", "-C", bare, "hash-object", "-t", "tree", "-w", "/dev/null"],
                      check=True, capture_output=True, text=True).stdout.strip()
commit = subprocess.run(
    ["git", "-C", bare, "-c", "user.name=Kitty", "-c", "user.email=kitty@example.com", "commit-tree", "-m", "One", tree],
    check=True, capture_output=True, text=True).stdout.strip()
subprocess.run(["git", "-C", bare, "update-ref", "HEAD", commit], check=True)
service = repositories.start(folder)
service.tokens = Tokens()
host = f"127.0.0.1:{service.server_port}"

document = (root / "Docs/SigningIn.md").read_text()
document = document.replace("https://id.example.com/o", issuer).replace("git.example.com", host)
blocks = re.findall(r"```(\w+)\n(.*?)```", document, re.DOTALL)
shells = [text for kind, text in blocks if kind == "sh"]
install, login, use, other, logout = shells
check([kind for kind, _ in blocks] == ["sh", "json", "sh", "text", "sh", "sh", "sh"], "the document has other blocks")
written = []


def shell(text, status=0):
    run = subprocess.run(["bash", "-euc", text], cwd=home, capture_output=True, text=True, check=False)
    written.append(run.stdout + run.stderr)
    check(run.returncode == status, f"{text}ended with {run.returncode}:\n{run.stdout}{run.stderr}")
    return run.stdout + run.stderr


# 1. The build was made before; the rest is as it is written.
lines = install.splitlines()
check(lines[0].startswith("swift build"), "the first command builds no more")
shell("\n".join(lines[1:]).replace("Plugins/OAuthProvider/.build/release/libOAuthProvider.so", library))

# 2.
settings = json.loads(next(text for kind, text in blocks if kind == "json"))
authorities = home / ".local/state/appcontroller/homes/org.appcontrollerkit.oauth"
for part in (authorities.parent.parent, authorities.parent, authorities):
    part.mkdir(mode=0o700, parents=True, exist_ok=True)
(authorities / "ca.crt").write_text(pathlib.Path(f"{folder}/ca.crt").read_text())
settings["settings"]["org.appcontrollerkit.oauth"] |= {
    "caFile": str(authorities / "ca.crt"), "deviceEndpoint": f"{issuer}/device-authorization/", "scopes": "openid read"}
(home / ".config/appcontroller").mkdir(mode=0o700, parents=True)
(home / ".config/appcontroller/config.json").write_text(json.dumps(settings))

# 3.
# Recorded, because nothing of the token may be in a recording.
run = Run(["bash", "-euc", login.replace("login", f"login --trace {home}/login.trace")], terminal=True)
run.reach(r"Grant network to org\.appcontrollerkit\.oauth, now and later\? \[y/N\] ")
run.type("y\n")
address = run.reach(r"other device:\n(?:\S+ \| )?(https://\S+)\n").group(1)
code = run.reach(r"\n(?:\S+ \| )?([A-Z0-9-]{6,})\n(?:\S+ \| )?Check that the page shows this code").group(1)
chromium = Chromium()
try:
    chromium.browser.session = None
    chromium.browser.ask("Security.setIgnoreCertificateErrors", ignore=True)
    page = chromium.page()
    chromium.ask(page.window, "Security.setIgnoreCertificateErrors", ignore=True)
    page.open(address)
    page.fill("username", rig.USER)
    page.fill("password", rig.PASSWORD)
    page.keys("Enter")
    page.says("Enter code displayed on device")
    page.fill("user_code", code)
    page.press("Verify")
    page.press("Accept")
    page.says("Device Authorized")
finally:
    chromium.close()
run.reach(r"May git, docker and kubectl ask the session .*\? \[y/N\] ")
run.type("y\n")
written.append(run.end(0))
said(run.output, "✓ Logged in to ")
said(shell("appctl status"), "logged-in", "secret:")
accounts = json.loads(shell("appctl status --all --format json"))["accounts"]
check([account["profile"] for account in accounts] == ["default"], f"there are other accounts: {accounts}")

# 4.
said(shell(use), "helper")
check((home / "secrets/.git").is_dir(), "git has cloned nothing")
said(shell(other), "gitVersion")
before = len(rig.requests)
shell("git -C secrets fetch")
check(len(rig.requests) == before, "the authorization server was asked although the token is good")

# What shows the session to people has nothing of it either; a renewal is recorded, too.
for form in ("html", "svg", "json", "text"):
    shell(f"appctl show --format {form} > show.{form}")
tokens = set()


def remember_tokens():
    for model in (get_access_token_model(), get_refresh_token_model()):
        tokens.update(token.token for token in model.objects.all())


remember_tokens()
renewed = subprocess.run(
    ["appctl", "token", "--renew", "--trace", f"{home}/token.trace"], cwd=home, capture_output=True, text=True, check=True)
check(renewed.stdout.strip() and renewed.stdout.strip() not in tokens, "the token was not renewed")
written.append(renewed.stderr)
remember_tokens()

# 5.
shell(logout)
check(not get_refresh_token_model().objects.filter(revoked__isnull=True).exists(), "the server was not told")
refused = shell(use.splitlines()[1].replace(".git", ".git again"), 128)
said(refused, "could not read Username")
check(not (home / "again").exists(), "git has cloned after the logout")

# The user's token leaves nothing behind.
check(len(tokens) >= 4, "there are too few tokens to look for")
for path in home.rglob("*"):
    if path.is_file() and not path.is_symlink():
        text = path.read_text(errors="replace")
        check(not any(token in text for token in tokens), f"a token is in {path}")
for output in written:
    check(not any(token in output for token in tokens), f"a token was written:\n{output}")
print("  from an empty home to a refused clone")
