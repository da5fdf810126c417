"""A visitor of `appctl serve` who speaks HTTP by hand: requests as bytes, answers, pages, and the forms in them."""

import re
import socket
import urllib.parse


class Answer:
    def __init__(self, status, fields, body):
        self.status, self.fields, self.body = status, fields, body

    def field(self, name):
        return next((value for key, value in self.fields if key == name), None)

    @property
    def closes(self):
        return self.field("connection") == "close"

    @property
    def text(self):
        return self.body.decode()


class Line:
    """A connection, to a port or to a socket in the file system."""

    def __init__(self, place, patience=30, wrap=lambda plain: plain):
        if isinstance(place, str):
            plain = socket.socket(socket.AF_UNIX)
        else:
            plain = socket.socket()
            plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        plain.settimeout(patience)
        plain.connect(place)
        self.socket = wrap(plain)
        self.buffer = b""

    def send(self, data):
        """Sends; a server that refuses early may have closed, and what it said is still to be read."""
        try:
            self.socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def end(self):
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def more(self):
        try:
            data = self.socket.recv(65536)
        except ConnectionResetError:
            data = b""
        self.buffer += data
        return bool(data)

    def until(self, mark):
        """What comes before a mark; None when the end comes first."""
        while mark not in self.buffer:
            if not self.more():
                return None
        before, _, self.buffer = self.buffer.partition(mark)
        return before

    def head(self):
        head = self.until(b"\r\n\r\n")
        if head is None:
            return None
        first, *lines = head.decode().split("\r\n")
        version, status = first.split(" ")[:2]
        if version not in ("HTTP/1.1", "HTTP/1.0"):
            raise ValueError(f"an answer begins with {first!r}")
        fields = [(name.lower(), value.strip()) for name, value in (line.split(":", 1) for line in lines)]
        return Answer(int(status), fields, b"")

    def answer(self, isHead=False):
        """The next answer; None at the end of the connection."""
        answer = self.head()
        if answer is None or isHead:
            return answer
        if answer.field("transfer-encoding") == "chunked":
            while True:
                size = int(self.until(b"\r\n"), 16)
                while len(self.buffer) < size + 2:
                    self.more()
                answer.body += self.buffer[:size]
                self.buffer = self.buffer[size + 2:]
                if size == 0:
                    return answer
        length = int(answer.field("content-length") or 0)
        while len(self.buffer) < length:
            if not self.more():
                raise ValueError("an answer ends in its body")
        answer.body, self.buffer = self.buffer[:length], self.buffer[length:]
        return answer

    def close(self):
        self.socket.close()


def written(method, target, fields, body=None):
    """The bytes of a request."""
    if body is not None:
        fields = [*fields, ("Content-Length", str(len(body)))]
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in fields)]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + (body or b"")


def encoded(pairs):
    return urllib.parse.urlencode(pairs).encode()


class Page:
    """What a page has, as far as a form is filled in by it."""

    def __init__(self, text):
        self.text = text
        hidden = dict(re.findall(r'<input type="hidden" id="\w+" name="(:\w+)" value="([^"]*)">', text))
        self.screen, self.token, self.stamp, self.name = (
            hidden.get(name, "") for name in (":screen", ":token", ":stamp", ":page"))
        self.epoch = self.stamp.partition(".")[0]

    @property
    def state(self):
        """The page without what tells it from an earlier one that shows the same."""
        text = re.sub(r'(name=":(?:stamp|page)" value=")[^"]*', r"\1", self.text)
        return re.sub(r'(<div id="(?:status|alert)"[^>]*>).*?</div>', r"\1</div>", text, flags=re.S)

    def press(self, label):
        """The name and the value of the control with a label."""
        for tag, inner in re.findall(r"<button([^>]*)>(.*?)</button>", self.text, re.S):
            if re.sub(r"<[^>]*>", "", inner).strip() == label:
                return re.search(r' name="([^"]*)"', tag)[1], re.search(r' value="([^"]*)"', tag)[1]
        raise KeyError(f"no control {label!r} in {self.text}")

    def form(self, action, **values):
        return [(":screen", self.screen), (":token", self.token), (":stamp", self.stamp), (":page", self.name),
                *values.items(), action]


class Visitor:
    """A browser without a script, as far as it matters here; `base` is the URL of the page."""

    def __init__(self, place, base, patience=30, wrap=lambda plain: plain):
        self.place, self.patience, self.wrap = place, patience, wrap
        parts = urllib.parse.urlsplit(base)
        self.host, self.path, self.origin = parts.netloc, parts.path, f"{parts.scheme}://{parts.netloc}"
        self.cookie, self.attributes, self.line, self.page = None, None, None, None

    @property
    def fields(self):
        """The fields of each request."""
        return [("Host", self.host), *([("Cookie", self.cookie)] if self.cookie else [])]

    @property
    def post_fields(self):
        return [*self.fields, ("Origin", self.origin), ("Content-Type", "application/x-www-form-urlencoded")]

    def connect(self):
        return Line(self.place, self.patience, self.wrap)

    def ask(self, data):
        for _ in range(2):
            self.line = self.line or self.connect()
            self.line.send(data)
            answer = self.line.answer()
            if answer is None or answer.closes:
                self.line.close()
                self.line = None
            if answer is not None:
                break
        if answer and answer.field("set-cookie"):
            self.cookie, _, self.attributes = answer.field("set-cookie").partition("; ")
        return answer

    def open(self):
        """Opens the page, and follows where it leads."""
        target = self.path
        for _ in range(5):
            answer = self.ask(written("GET", target, self.fields))
            if answer.status != 303:
                break
            target = urllib.parse.urljoin(target, answer.field("location"))
        self.page = Page(answer.text) if answer.status == 200 else None
        return answer

    def submit(self, label, **values):
        """Presses a control, and looks at the page that comes."""
        body = encoded(self.page.form(self.page.press(label), **values))
        answer = self.ask(written("POST", self.path, self.post_fields, body))
        if answer.status != 303:
            raise ValueError(f"{label} is answered with {answer.status}: {answer.text}")
        return self.open()

    def sign_in(self):
        answer = self.open()
        if answer.status == 200:
            self.submit("Log In", email="ann@example.com", password="12345")
            if "Kittens" not in self.page.text:
                raise ValueError(f"the sign-in leads to {self.page.text}")
        return answer

    def follow(self, target="events"):
        """A connection on which the stream of events begins."""
        line = self.connect()
        line.send(written("GET", self.path + target, self.fields))
        answer = line.head()
        if answer is None or answer.status != 200:
            raise ValueError(f"the stream is answered with {answer and answer.status}")
        return line
