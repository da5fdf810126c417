"""An HTTPS server with a private git repository, and what docker and kubectl ask for. Called by check.py."""

import base64
import hashlib
import http.server
import json
import os
import ssl
import subprocess
import threading

CONFIG = b'{"architecture":"amd64","os":"linux","rootfs":{"type":"layers","diff_ids":[]}}'
MANIFEST = {
    "schemaVersion": 2, "mediaType": "application/vnd.docker.distribution.manifest.v2+json",
    "config": {
        "mediaType": "application/vnd.docker.container.image.v1+json", "size": len(CONFIG),
        "digest": "sha256:" + hashlib.sha256(CONFIG).hexdigest(),
    },
    "layers": [],
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def handle_git(self):
        given = self.headers.get("Authorization", "")
        self.server.seen.append((self.headers["Host"], given))
        kind, _, value = given.partition(" ")
        if kind == "Basic":
            value = base64.b64decode(value).decode().partition(":")[2]
        if value not in self.server.tokens:
            self.send_response(401)
            for challenge in ("Basic",) if self.path.startswith("/v2/") else ("Basic", "Bearer"):
                self.send_header("WWW-Authenticate", f'{challenge} realm="kittens"')
            return self.answer(b"")
        if self.path == "/version":
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            return self.answer(b'{"gitVersion":"kitten"}')
        if self.path.startswith("/v2/"):
            self.send_response(200)
            self.send_header("Content-Type", MANIFEST["mediaType"])
            return self.answer(CONFIG if "/blobs/" in self.path else json.dumps(MANIFEST).encode())
        path, _, query = self.path.partition("?")
        environment = {
            **os.environ, "GIT_PROJECT_ROOT": self.server.root, "GIT_HTTP_EXPORT_ALL": "1", "PATH_INFO": path,
            "QUERY_STRING": query, "REQUEST_METHOD": self.command, "REMOTE_USER": "ann", "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
        }
        body = self.body()
        environment["CONTENT_LENGTH"] = str(len(body))
        run = subprocess.run(["git", "http-backend"], input=body, capture_output=True, env=environment, check=False)
        head, _, content = run.stdout.partition(b"\r\n\r\n")
        lines = [line.partition(": ")[::2] for line in head.decode().split("\r\n")]
        status = dict(lines).get("Status", "200 OK")
        self.send_response(int(status.split()[0]))
        for name, value in lines:
            if name != "Status":
                self.send_header(name, value)
        self.answer(content)

    def body(self):
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", "0")))
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def answer(self, content):
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = handle_git


def start(folder):
    """Serves the repositories below a folder, in a thread; a test sets `tokens` and reads `seen`."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{folder}/server.crt", f"{folder}/server.key")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    server.root, server.tokens, server.seen = f"{folder}/repositories", set(), []
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server
