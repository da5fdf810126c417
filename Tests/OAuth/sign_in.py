"""Signs in to a real authorization server through appctl: FOLDER LIBRARY APPCTL."""
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

import rig
from browser import Back, Browser
from driver import App, Failure, check, said

folder, library, appctl = sys.argv[1:4]
authority = f"{folder}/ca.crt"
issuer = rig.start(folder, interval=1, lifetime=3600)
base = issuer[:-2]
app = App(folder, library, appctl)
# The toolkit's metadata leaves this endpoint out.
device = {"issuer": issuer, "clientId": rig.CLIENT, "caFile": authority, "scopes": "openid read",
          "hosts": "git.example.com", "deviceEndpoint": f"{base}/o/device-authorization/"}

from oauth2_provider.models import get_access_token_model, get_device_grant_model, get_refresh_token_model  # noqa: E402

secrets = set()


def remember_tokens():
    for model in (get_access_token_model(), get_refresh_token_model()):
        secrets.update(token.token for token in model.objects.all())
    secrets.update(grant.device_code for grant in get_device_grant_model().objects.all())


def code_of(run):
    run.reach(r"Check that the page shows this code")
    code = [line for line in run.output.splitlines() if line.strip()][-2].split(" | ")[-1].strip()
    check(re.fullmatch(r"[A-Z0-9-]{6,}", code), f"no code in:\n{run.output}")
    return code


def polls(since):
    return [at for at, method, path, _ in rig.requests if path == "/o/token/" and method == "POST" and at >= since]


def accepted():
    app.fresh()
    run = app.start("login", device)
    code = code_of(run)
    said(run.output, f"\n{base}/o/device/\n")
    Browser(authority).confirm(f"{base}/o/device/", code, rig.USER, rig.PASSWORD)
    said(run.end(0), "✓ Logged in to ", " as 1")
    status = app.try_(0, "status", device, "--format", "json")
    said(status, "\"subject\":\"1\"", "org.appcontrollerkit.oauth", "git.example.com", "oauth2")
    remember_tokens()
    store = "".join(open(os.path.join(top, name), errors="replace").read()
                    for top, _, names in os.walk(app.state) for name in names)
    check(any(secret in store for secret in secrets), "the token is not in the session store")


def token(*more):
    """Has the token printed, which no other command does."""
    run = app.start("token", device, *more)
    app.outputs.remove(run)
    return run


def credential(operation, **more):
    """What git is answered for the host of the session."""
    words = [appctl, "credential", "git", operation, "--state-dir", app.state, "--provider", library, "--not-isolated"]
    for name, value in device.items():
        words += ["--setting", f"{name}={value}"]
    lines = {"protocol": "https", "host": "git.example.com", **more}
    text = "".join(f"{name}={value}\n" for name, value in lines.items())
    run = subprocess.run(words, input=text, capture_output=True, text=True, timeout=60, check=True)
    return dict(line.split("=", 1) for line in run.stdout.splitlines())


def given_to_git():
    """git gets the token, and another one after it has been refused."""
    check(credential("get") == {}, "a host that was not set up has got the token")
    words = [appctl, "credential", "setup", "kubernetes", "git.example.com", "--state-dir", app.state]
    subprocess.run(words, stdout=subprocess.DEVNULL, timeout=60, check=True)
    first = credential("get")
    check(first["username"] == "oauth2" and int(first["password_expiry_utc"]) > time.time(), "no user name or end")
    check(credential("get") == first, "a token that is good was renewed")
    check(credential("get", host="example.com") == {}, "another host has got the token")
    check(credential("erase", password=first["password"]) == {}, "erase has printed something")
    check(credential("get")["password"] not in ("", first["password"]), "a token that was refused came again")
    remember_tokens()


def renewed():
    """The server gives another refresh token each time, and ends the session when one is used twice."""
    model = get_refresh_token_model()
    first = token().end(0).strip()
    check(token().end(0).strip() == first, "a token that is good was renewed")
    check(token("--renew").end(0).strip() not in ("", first), "the token was not renewed")
    runs = [token("--renew") for _ in range(3)]
    printed = {run.end(0).strip() for run in runs}
    check(first not in printed, "a token that was refused came again")
    last = token().end(0).strip()
    check(get_access_token_model().objects.filter(token=last).exists(), "the server does not know the token")
    check(model.objects.filter(revoked__isnull=True).count() == 1, "the session has ended at the server")
    remember_tokens()


def withdrawn():
    accepted()
    remember_tokens()
    get_refresh_token_model().objects.all().delete()
    said(token("--renew").end(1), "has ended at the provider", "ACK4008")
    said(app.try_(0, "status", device), "state: logged-out")


def revoked():
    model = get_access_token_model()
    check(model.objects.exists(), "no token is there to be revoked")
    app.try_(0, "logout", device)
    check(not model.objects.exists(), "the server still has the access token after the logout")
    said(app.try_(0, "status", device), "state: logged-out")


def denied():
    app.fresh()
    run = app.start("login", device)
    Browser(authority).confirm(f"{base}/o/device/", code_of(run), rig.USER, rig.PASSWORD, "deny")
    said(run.end(1), "the sign-in was refused")
    said(app.try_(0, "status", device), "state: logged-out")


def expired():
    app.fresh()
    run = app.start("login", device)
    code_of(run)
    from datetime import datetime, timezone
    remember_tokens()
    model = get_device_grant_model()
    model.objects.filter(status=model.AUTHORIZATION_PENDING).update(
        status=model.EXPIRED, expires=datetime.now(timezone.utc))
    said(run.end(1), "the code has expired")


def slowed():
    """The server wants longer pauses than it has said; the plugin gives them, and signs in."""
    from oauth2_provider.settings import oauth2_settings
    app.fresh()
    begun = time.time()
    run = app.start("login", device)
    code = code_of(run)
    # From now on, polls at the announced interval are too early.
    oauth2_settings.DEVICE_FLOW_INTERVAL = 3
    try:
        deadline = time.time() + 60
        while len(polls(begun)) < 3 and time.time() < deadline:
            time.sleep(0.1)
        Browser(authority).confirm(f"{base}/o/device/", code, rig.USER, rig.PASSWORD)
        said(run.end(0), "✓ Logged in to ")
    finally:
        oauth2_settings.DEVICE_FLOW_INTERVAL = 1
    times = polls(begun)
    gaps = [later - earlier for earlier, later in zip(times, times[1:])]
    check(any(gap > 6 for gap in gaps), f"no poll came later after slow_down: {gaps}")
    remember_tokens()
    app.try_(0, "logout", device)


def interrupted():
    """An end of appctl is an end of the polls."""
    import signal
    app.fresh()
    run = app.start("login", device)
    code_of(run)
    begun = time.time()
    run.process.send_signal(signal.SIGINT)
    run.process.wait(20)
    ended = time.time()
    check(ended - begun < 5, f"it took {ended - begun} s to stop")


def in_browser():
    app.fresh()
    web = {"issuer": issuer, "clientId": rig.WEB_CLIENT, "caFile": authority, "scopes": "openid read", "flow": "browser"}
    run = app.start("login", web)
    address = run.reach(r"\n(https://\S+code_challenge=\S+)\n").group(1)
    browser = Browser(authority)
    browser.sign_in(address, rig.USER, rig.PASSWORD)
    try:
        browser.submit(allow="Authorize")
        raise Failure("the server did not send the browser back")
    except Back as back:
        there = str(back)
    # What is not the answer gets words, and the wait goes on.
    here = there.split("/callback")[0]
    for wrong, status in [("/", 404), ("/callback", 400), ("/callback?state=x&code=y", 400)]:
        try:
            urllib.request.urlopen(here + wrong, timeout=5)
            raise Failure(f"{wrong} was taken")
        except urllib.error.HTTPError as error:
            check(error.code == status, f"{wrong}: HTTP {error.code}")
            check(b"<" not in error.read(), "the answer has markup")
    check(b"signed in" in urllib.request.urlopen(there, timeout=10).read(), "the browser was not told")
    said(run.end(0), "✓ Logged in to ")
    remember_tokens()
    app.try_(0, "logout", web)


def isolated():
    """In a process of its own, with the ports that the user has agreed to, at a server whose name the host resolves."""
    app.fresh()
    home = f"{app.state}/homes/org.appcontrollerkit.oauth"
    for made in (os.path.dirname(home), home):
        os.mkdir(made, 0o700)
    shutil.copy(authority, f"{home}/ca.crt")
    named = base.replace("127.0.0.1", "localhost")
    apart = {"clientId": rig.CLIENT, "caFile": f"{home}/ca.crt", "scopes": "openid read",
             "deviceEndpoint": f"{named}/o/device-authorization/", "tokenEndpoint": f"{named}/o/token/",
             "userinfoEndpoint": f"{named}/o/userinfo/", "revocationEndpoint": f"{named}/o/revoke_token/"}
    said(app.start("login", apart, isolated=True).end(77), "ACK2214", "the ports of the settings issuer, device")
    run = app.start("login", apart, isolated=True, terminal=True)
    run.reach(r"network: TCP to the ports of the settings issuer, [^?]*org\.appcontrollerkit\.oauth \| ")
    run.reach(r"Grant network to org\.appcontrollerkit\.oauth, now and later\? \[y/N\] ")
    run.type("y\n")
    Browser(authority).confirm(f"{base}/o/device/", code_of(run), rig.USER, rig.PASSWORD)
    said(run.end(0), "✓ Logged in to ")
    remember_tokens()
    run = app.start("token", apart, "--renew", isolated=True)
    app.outputs.remove(run)
    tokens = get_access_token_model().objects.filter(token=run.end(0).strip())
    check(tokens.exists(), "the server does not know the token that was printed")
    remember_tokens()
    app.start("logout", apart, isolated=True).end(0)
    check(not tokens.exists(), "the server still has the access token after the logout")


def lied_to():
    app.fresh()
    said(app.try_(1, "login", {**device, "issuer": issuer + "/"}), "is that of another server", "setting issuer")
    without = {name: value for name, value in device.items() if name != "deviceEndpoint"}
    said(app.try_(1, "login", without), "give the setting deviceEndpoint")
    unsigned = {name: value for name, value in device.items() if name != "caFile"}
    said(app.try_(1, "login", unsigned), "127.0.0.1 could not be asked", "caFile")
    said(app.try_(1, "login", {**device, "clientId": "stranger"}), "127.0.0.1")


def canary():
    """No token is in anything that was written but in the session stores."""
    remember_tokens()
    check(len(secrets) > 6, "there are too few tokens to look for")
    for run in app.outputs:
        for secret in secrets:
            check(secret not in run.output, f"a token is in the output:\n{run.output}")
    for top, _, names in os.walk(f"{folder}/states"):
        for name in names:
            text = open(os.path.join(top, name), errors="replace").read()
            if any(secret in text for secret in secrets):
                check("session" in os.path.join(top, name), f"a token is in {top}/{name}")


scenarios = [
    accepted, renewed, given_to_git, revoked, withdrawn, denied, expired, slowed, interrupted, in_browser, isolated,
    lied_to, canary]
for scenario in scenarios:
    if len(sys.argv) > 4 and scenario.__name__ not in sys.argv[4:]:
        continue
    try:
        scenario()
    except Failure as failure:
        sys.exit(f"{scenario.__name__}: {failure}")
    print(f"  {scenario.__name__}", flush=True)
