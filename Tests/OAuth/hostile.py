"""Signs in, through appctl, to servers that do everything wrong: FOLDER LIBRARY APPCTL."""
import json
import ssl
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from driver import App, Failure, check, said

folder, library, appctl = sys.argv[1:4]
app = App(folder, library, appctl)
CANARY = "canary-b7c1"
good = {"device_code": CANARY, "user_code": "ABCD", "verification_uri": "https://127.0.0.1/go", "expires_in": 60,
        "interval": 1}
answers, followed = {}, []


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def answer(self):
        if self.path == "/followed":
            followed.append(self.headers)
        answer = answers.get(self.path, (404, b"", {}))
        if callable(answer):
            return answer(self)
        status, body, headers = answer
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer()

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.answer()


class Server(ThreadingHTTPServer):
    def handle_error(self, *arguments):
        pass


server = Server(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(f"{folder}/server.crt", f"{folder}/server.key")
server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
threading.Thread(target=server.serve_forever, daemon=True).start()
base = f"https://127.0.0.1:{server.server_port}"
settings = {"clientId": "kitten", "caFile": f"{folder}/ca.crt", "deviceEndpoint": f"{base}/device",
            "tokenEndpoint": f"{base}/token", "userinfoEndpoint": f"{base}/me"}


def text(value, status=200):
    return (status, value if isinstance(value, bytes) else json.dumps(value).encode(), {})


def flood(handler):
    handler.send_response(200)
    handler.end_headers()
    for _ in range(100):
        handler.wfile.write(b" " * (1 << 20))


def hang(handler):
    handler.send_response(200)
    handler.end_headers()
    while True:
        handler.wfile.write(b" ")
        time.sleep(0.2)


def changed(**members):
    return text({**good, **members})


redirect = (302, b"", {"Location": f"{base}/followed"})
token = {"access_token": CANARY, "token_type": "Bearer"}
cases = [
    ("redirects", {"/device": redirect}, "it is a redirect"),
    ("floods", {"/device": flood}, "more than 64 KiB"),
    ("no JSON", {"/device": text(b"<html>")}, "it is not JSON"),
    ("a member twice", {"/device": text(b'{"device_code": 1, "device_code": 2}')}, "it is not JSON"),
    ("negative expiry", {"/device": changed(expires_in=-5)}, "expires_in"),
    ("a control in the address", {"/device": changed(verification_uri="https://a.example/\x1b[31m")}, "verification_uri"),
    ("a script as the address", {"/device": changed(verification_uri="javascript:alert(1)")}, "verification_uri"),
    ("a direction in the code", {"/device": changed(user_code="AB\u202eCD")}, "user_code"),
    ("an error in colours", {"/device": text({"error": "\x1b[31mred"}, 400)}, "an unknown error"),
    ("a token of another type", {"/device": changed(), "/token": text({**token, "token_type": "mac"})}, "not Bearer"),
    ("a token of many lines", {"/device": changed(), "/token": text({**token, "access_token": "a\nb"})}, "access_token"),
    ("a token that redirects", {"/device": changed(), "/token": redirect}, "it is a redirect"),
    ("a token that floods", {"/device": changed(), "/token": flood}, "more than 64 KiB"),
    ("nobody", {"/device": changed(), "/token": text(token), "/me": text({"sub": ""})}, "who has signed in"),
    ("a subject with a control", {"/device": changed(), "/token": text(token), "/me": text({"sub": "a\x07"})},
     "who has signed in"),
    ("userinfo that redirects", {"/device": changed(), "/token": text(token), "/me": redirect}, "it is a redirect"),
    ("hangs until the code expires", {"/device": changed(expires_in=3), "/token": text(b"", 503)}, "has expired"),
]
for name, given, words in cases:
    answers.clear()
    answers.update(given)
    app.fresh()
    try:
        output = app.try_(1, "login", settings)
        said(output, words)
        check(CANARY not in output and "\x1b[31m" not in output, f"what the server wrote is shown:\n{output}")
        check(not followed, "a redirect was followed")
    except Failure as failure:
        sys.exit(f"{name}: {failure}")
    print(f"  {name}", flush=True)
