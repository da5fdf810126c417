"""Uses git, kubectl and the words of docker with `appctl credential`. Called by Tests/Credentials/run."""

import json
import os
import shutil
import subprocess
import sys
import time

import server as servers

work = sys.argv[1]
server = servers.start(work)
host = f"127.0.0.1:{server.server_port}"
subject = f"ann@{host}"
number = 0


def run(*words, text="", status=0, folder=None, **variables):
    """Runs a program, and checks its exit status."""
    outcome = subprocess.run(
        words, input=text, capture_output=True, text=True, timeout=60, env={**os.environ, **variables}, check=False,
        cwd=folder,
    )
    expect(outcome.returncode == status, f"{words}: status {outcome.returncode}\n{outcome.stdout}{outcome.stderr}")
    expect("refresh-" not in outcome.stdout + outcome.stderr, f"{words}: prints the refresh token")
    expect("secret-" not in outcome.stderr, f"{words}: prints the secret where it does not belong")
    return outcome


def expect(is_true, text):
    if not is_true:
        sys.exit(f"Tests/Credentials/run: {text}")


def clone(status=0, address=None):
    global number
    number += 1
    folder = f"{work}/clone-{number}"
    run("git", "clone", "-q", f"https://{address or host}/private.git", folder, status=status)
    return folder


def log_in(*more, who=subject):
    run("appctl", "perform", "--provider", f"{work}/renewing.so", "--node", "enter", "--set", f"who={who}", *more)


def get(*more, protocol="https", of=host, lines="", status=0):
    text = f"protocol={protocol}\nhost={of}\n{lines}\n"
    return run("appctl", "credential", "git", "get", *more, text=text, status=status).stdout


os.makedirs(server.root)
run("git", "init", "-q", "--bare", f"{server.root}/private.git")
run("git", "-C", f"{server.root}/private.git", "config", "http.receivepack", "true")
for name, value in {
    "http.sslCAInfo": f"{work}/ca.crt", "user.name": "Ann", "user.email": "ann@example.com",
    "init.defaultBranch": "main", "credential.helper": f"store --file {work}/stored",
}.items():
    run("git", "config", "--global", name, value)
server.tokens = {"secret-1"}

# ---- git ----

expect("is for" not in run("appctl", "credential", "setup", "git", status=64).stdout, "there is no host yet")
clone(status=128)
log_in()
shown = run("appctl", "credential", "setup", "git", "--print").stdout
expect(run("git", "config", "--global", "--get-all", f"credential.https://{host}.helper", status=1).stdout == "", "dry")
expect(run("appctl", "credential", "setup", "git").stdout == shown, "it does what it has shown")
expect(run("appctl", "credential", "setup", "git").stdout == "", "it does it once")
folder = clone()
with open(f"{folder}/kitten", "w", encoding="utf-8") as file:
    file.write("miaow\n")
run("git", "-C", folder, "add", "kitten")
run("git", "-C", folder, "commit", "-qm", "Miaow")
run("git", "-C", folder, "push", "-q", "origin", "HEAD:main")
expect(os.path.exists(f"{clone()}/kitten"), "what was pushed is there")
# The path of a program may have to be told to a shell.
os.mkdir(f"{work}/Ann's programs")
shutil.copy2(os.path.realpath(f"{work}/bin/appctl"), f"{work}/Ann's programs/appctl")
run(f"{work}/Ann's programs/appctl", "credential", "setup", "git", "--strict")
clone()
run("appctl", "credential", "setup", "git")
expect(not os.path.exists(f"{work}/stored"), "another helper has got the token")
print("git clones and pushes")

# A token that the server refuses is renewed before it is given again.
server.tokens = {"secret-2"}
clone(status=128)
expect("\nsecret: end" in run("appctl", "status").stdout, "nobody is logged out")
clone()
expect(get() == "username=oauth2\npassword=secret-2\n" + get().split("\n", 2)[2], "the new one is given")
run("appctl", "credential", "git", "erase", text=f"protocol=https\nhost={host}\npassword=secret-1\n\n")
expect("password=secret-2\n" in get(), "an old one says nothing of the new one")
print("git gets another token after a refusal")

# Whom it is not for.
server.seen.clear()
clone(status=128, address=f"localhost:{server.server_port}")
expect(all(not given for _, given in server.seen), "another host has got the token")
expect(get(of=f"localhost:{server.server_port}") == "" and get(of="127.0.0.1") == "", "another host or port")
expect(get(protocol="http") == "" and get(lines="username=bea\n") == "", "no TLS, or another user")
expect("secret-2" in get(lines="username=oauth2\n"), "the same user")
for operation in ("store", "frobnicate"):
    expect(run("appctl", "credential", "git", operation, text=f"protocol=https\nhost={host}\n\n").stdout == "", operation)
bearer = get(lines="capability[]=authtype\ncapability[]=state\nwwwauth[]=Bearer realm=x\n")
expect(bearer.startswith("capability[]=authtype\nauthtype=Bearer\ncredential=secret-2\nephemeral=1\n"), bearer)
run("appctl", "credential", "git", "get", text="protocol=https\nhost\n\n", status=64)
run("appctl", "credential", "git", "get", text="host=" + "a" * (64 << 10), status=64)

# No provider is needed while the token is good; the measured time is that of a debug build.
os.rename(f"{work}/renewing.so", f"{work}/away.so")
start = time.monotonic()
for _ in range(10):
    expect("secret-2" in get(), "the stored token is enough")
print(f"{(time.monotonic() - start) * 100:.0f} ms for a token that is good")
os.rename(f"{work}/away.so", f"{work}/renewing.so")

# Two accounts: the host belongs to the one for which it was set up.
log_in("--profile", "work")
expect(get("--profile", "work") == "", "the other account has no host")
run("appctl", "use", "work")
expect("secret-2" in get(), "it stays with its account")
taken = run("appctl", "credential", "setup", "git", host, "--profile", "work", status=77).stderr
expect("ACK5031" in taken and "com.example.renewing (default)" in taken and "com.example.renewing (work)" in taken, taken)
run("appctl", "credential", "release", host)
run("appctl", "credential", "setup", "git", host, "--profile", "work")
expect("secret-1" in get(), "the account that it was set up for now")
run("appctl", "credential", "release", host)
run("appctl", "credential", "setup", "git", host, "--profile", "default")
run("appctl", "credential", "setup", "git", host)
run("appctl", "use", "default")
run("appctl", "logout", "--profile", "work")
expect("secret-2" in get(), "the other one stays")
expect(run("appctl", "credential", "hosts").stdout.startswith(f"{host}: com.example.renewing (default), since 2"), "hosts")

# ---- docker ----


def docker(operation, text="", status=0):
    return run("docker-credential-appctl", operation, text=text, status=status).stdout


answer = json.loads(docker("get", f"https://{host}/v2/\n"))
expect(answer == {"ServerURL": f"https://{host}/v2/", "Username": "oauth2", "Secret": "secret-2"}, answer)
expect(json.loads(docker("list")) == {host: "oauth2"}, "list")
expect(docker("version").startswith("docker-credential-appctl (AppControllerKit) "), "version")
missing = "credentials not found in native keychain\n"
expect(docker("get", f"http://{host}", 1) == docker("get", "example.com", 1) == missing, "not found")
expect(docker("get", "", 1) == docker("erase", "", 1) == "no credentials server URL\n", "no URL")
given = {"ServerURL": host, "Username": "ann", "Secret": "x"}
expect("log in" in docker("store", json.dumps(given), 1) and "log out" in docker("erase", host, 1), "refusals")
expect(docker("store", json.dumps({**given, "Username": ""}), 1) == "no credentials username\n", "no user")
os.makedirs(f"{work}/.docker")
with open(f"{work}/.docker/config.json", "w", encoding="utf-8") as file:
    file.write('{\n\t"auths": {"a": {}},\n\t"kittens": {"n": 1.50}\n}\n')
run("appctl", "credential", "setup", "docker")
with open(f"{work}/.docker/config.json", encoding="utf-8") as file:
    configured = file.read()
expect(json.loads(configured)["credHelpers"] == {host: "appctl"} and '"n": 1.50}\n}\n' in configured, configured)
expect(run("appctl", "credential", "setup", "docker").stdout == "", "it does it once")
if shutil.which("docker"):
    shown = run("docker", "manifest", "inspect", f"{host}/kitten:latest", SSL_CERT_FILE=f"{work}/ca.crt").stdout
    expect('"schemaVersion": 2' in shown, shown)
    print("docker gets in")
print("docker's words are answered")

# ---- kubectl ----

request = {"apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential", "spec": {"interactive": False}}
request["spec"]["cluster"] = {"server": f"https://{host}"}
answer = json.loads(run("appctl", "credential", "kubernetes", KUBERNETES_EXEC_INFO=json.dumps(request)).stdout)
expect(answer["apiVersion"] == request["apiVersion"] and answer["status"]["token"] == "secret-2", answer)
request["spec"]["cluster"]["server"] = "https://other.example.com:6443"
run("appctl", "credential", "kubernetes", KUBERNETES_EXEC_INFO=json.dumps(request), status=1)
run("appctl", "credential", "kubernetes", KUBERNETES_EXEC_INFO="{}", status=64)
if shutil.which("kubectl"):
    user = run("appctl", "credential", "setup", "kubernetes").stdout
    with open(f"{work}/kubeconfig", "w", encoding="utf-8") as file:
        file.write(f"""apiVersion: v1
kind: Config
clusters:
- name: kittens
  cluster: {{server: "https://{host}", certificate-authority: "{work}/ca.crt"}}
contexts:
- name: kittens
  context: {{cluster: kittens, user: appctl}}
current-context: kittens
{user}""")
    shown = run("kubectl", "--kubeconfig", f"{work}/kubeconfig", "get", "--raw", "/version").stdout
    expect("kitten" in shown, shown)
    print("kubectl gets in")

run("appctl", "credential", "kubernetes", KUBERNETES_EXEC_INFO=json.dumps({**request, "spec": {}}), status=1)
request["spec"]["cluster"] = {"server": f"https://{host}", "insecure-skip-tls-verify": True}
run("appctl", "credential", "kubernetes", KUBERNETES_EXEC_INFO=json.dumps(request), status=64)

# ---- Another provider, in the place of the one that has the account ----

run("appctl", "perform", "--provider", f"{work}/other.so", "--node", "enter", "--set", "who=bob@other.example.com")
expect(get(of="other.example.com") == "", "a host that is not set up")
run("appctl", "credential", "setup", "kubernetes", "other.example.com")
expect("secret-1" in get(of="other.example.com"), "the session of the other provider")
shutil.move(f"{work}/renewing.so", f"{work}/away.so")
shutil.copy(f"{work}/other.so", f"{work}/renewing.so")
expect("secret-2" in get(), "the secret of the account, and not that of what stands in its file")
text = f"protocol=https\nhost={host}\nusername=oauth2\npassword=secret-2\n\n"
run("appctl", "credential", "git", "erase", text=text)
expect(get(status=69) == "", "another provider renews nothing")
# Without its file it is looked for by its id, which is no file of the folder that git is in.
os.remove(f"{work}/renewing.so")
os.makedirs(f"{work}/cloned")
shutil.copy(f"{work}/away.so", f"{work}/cloned/com.example.renewing")
text = f"protocol=https\nhost={host}\n\n"
answer = run("appctl", "credential", "git", "get", text=text, status=66, folder=f"{work}/cloned")
expect("ACK2038" in answer.stderr and answer.stdout == "", answer.stderr)
shutil.move(f"{work}/away.so", f"{work}/renewing.so")
run("appctl", "logout")
run("appctl", "use", "default", "--provider", f"{work}/renewing.so")
expect("secret-3" in get(), "the provider is there again")

# ---- The end ----

run("appctl", "logout", "--provider", f"{work}/renewing.so")
clone(status=128)
said = run("appctl", "credential", "git", "get", text=f"protocol=https\nhost={host}\n\n")
expect(said.stdout == "" and said.stderr.startswith("warning: nobody is logged in [ACK4006]; run appctl login\n"), said)
expect(get("--strict") == "quit=1\n", "git gives up")
expect(docker("get", host, 1) == missing, "docker finds nothing")
if shutil.which("docker"):
    run("docker", "manifest", "inspect", f"{host}/kitten:latest", status=1, SSL_CERT_FILE=f"{work}/ca.crt")
named = ("--provider", f"{work}/renewing.so")
expect("appctl login" in run("appctl", "credential", "kubernetes", *named, status=1).stderr, "kubectl is told")
log_in(who=f"ended@{host}")
run("appctl", "credential", "git", "erase", text=f"protocol=https\nhost={host}\npassword=secret-1\n\n")
expect(get("--strict") == "quit=1\n", "the session has ended at the provider")
print("nobody gets in after the end of the session")
