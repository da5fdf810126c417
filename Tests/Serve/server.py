"""A running `appctl serve`, which can be killed and started again at the same address."""

import os
import pathlib
import resource
import subprocess
import tempfile


def with_few_files():
    """The server itself has to raise the limit to what it may have."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (48, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))


class Server:
    def __init__(self, appctl, *arguments, preload=None):
        self.command = [appctl, "serve", *arguments]
        self.preloaded = {"LD_PRELOAD": preload} if preload else {}
        self.folder = tempfile.TemporaryDirectory()
        self.log = pathlib.Path(self.folder.name) / "log"
        self.process = None
        self.url = None
        self.start()

    def start(self):
        address = self.url.split("/")[2] if self.url else "127.0.0.1:0"
        environment = {name: value for name, value in os.environ.items() if name != "LISTEN_FDS"} | self.preloaded
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(
                [*self.command, "--listen", address, "--state-dir", f"{self.folder.name}/state"],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True, env=environment,
                preexec_fn=with_few_files)
        line = self.process.stdout.readline().strip()
        if not line.startswith("http://127.0.0.1:") or self.url not in (None, line):
            raise SystemExit(f"the server says {line!r}: {self.said()}")
        self.url = line

    def said(self):
        return self.log.read_text()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def close(self):
        self.process.terminate()
        status = self.process.wait(30)
        self.process.stdout.close()
        said = self.said()
        self.folder.cleanup()
        if status != 0:
            raise SystemExit(f"the server ended with {status}: {said}")

    def __enter__(self):
        return self

    def __exit__(self, kind, *rest):
        if kind is None:
            return self.close()
        status = self.process.poll()
        self.kill()
        print("the server was alive" if status is None else f"the server had ended with {status}", self.said())
        self.folder.cleanup()
