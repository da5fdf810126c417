"""Requests that all have something wrong in them, in the name of a visitor whose page must stay as it is."""

import re

from visitor import encoded, written

MALLORY, SECRET = "mallory@example.com", "open-sesame-7f3a"
REFUSED = range(400, 600)


class Attack:
    """One attack: its bytes, and the statuses of each answer that may come, in their order.

    None is the end of the connection without an answer.
    """

    def __init__(self, data, *allowed, ends=False, counts=True, isHead=False):
        self.data, self.allowed, self.ends, self.counts, self.isHead = data, allowed, ends, counts, isHead


class Attacker:
    """Makes attacks in the name of a visitor."""

    def __init__(self, chance, visitor, other):
        self.chance, self.visitor, self.other = chance, visitor, other
        self.page = visitor.page

    # Parts of requests.

    def action(self):
        """Something that the page of the visitor offers."""
        offered = re.findall(r'<button[^>]* name="(:\w+)" value="([^"]*)"', self.page.text)
        # An entry does nothing but to take over the text, also of an older page.
        return self.chance.choice([each for each in offered if each[0] != ":enter"] or [(":press", "n1")])

    def form(self, action=None, **changed):
        """A form as the page has it, with nothing in it unless it must not be looked at."""
        pairs = dict(self.page.form(action or self.action()))
        pairs.update(changed)
        return list(pairs.items())

    def evil(self, **changed):
        """A form that would change the page if any of it was taken over."""
        return [*self.form(**changed), ("email", MALLORY), ("password", SECRET), ("q", MALLORY)]

    def post(self, pairs, fields=None, target="/", isScript=None):
        body = pairs if isinstance(pairs, bytes) else encoded(pairs)
        fields = self.visitor.post_fields if fields is None else fields
        if isScript or isScript is None and self.chance.random() < 0.5:
            fields = [*fields, ("Accept", "text/plain")]
        return written("POST", target, fields, body)

    def fields(self, **changed):
        """The fields of a form with some others instead; None leaves one out."""
        changed = {name.replace("_", "-"): value for name, value in changed.items()}
        kept = [(name, value) for name, value in self.visitor.post_fields if name not in changed]
        return kept + [(name, value) for name, value in changed.items() if value is not None]

    def wrong_tokens(self):
        token = self.page.token
        place = self.chance.randrange(len(token))
        digit = self.chance.choice([each for each in "0123456789abcdef" if each != token[place]])
        return ["", token[:-1], token + "0", token.upper() + "A", token[:place] + digit + token[place + 1:],
                self.other.page.token, "\u0660" * 64, "0" * 64, token * 20]

    # Attacks.

    def token(self):
        wrong = self.chance.choice(self.wrong_tokens())
        pairs = self.evil(**{":token": wrong})
        how = self.chance.randrange(4)
        if how == 0:
            pairs = [pair for pair in pairs if pair[0] != ":token"]
        elif how == 1:
            pairs.insert(0, (":token", self.page.token))
        self.chance.shuffle(pairs) if how > 1 else None
        return Attack(self.post(pairs), {403})

    def cookie(self):
        """A visitor's form with the cookie of another one, or with one that nobody has."""
        if self.chance.random() < 0.98:
            return Attack(self.post(self.evil(), self.fields(Cookie=self.other.cookie)), {403})
        name = self.visitor.cookie.partition("=")[0]
        made = "".join(self.chance.choice("abcXYZ019-_") for _ in range(43))
        return Attack(self.post(self.evil(), self.fields(Cookie=f"{name}={made}")), {403, 503}, counts=False)

    def no_cookie(self):
        name, _, value = self.visitor.cookie.partition("=")
        wrong = self.chance.choice([
            None, f"{name}x={value}", f"{name}={value}x", f"{name}={value[:-1]}", f"{name}={value[:-1]}.", f"{name}=",
            f"{name}", f"{name}=\"{value}\"", f"{name.upper()}={value}", f"{name}= {value}", f"x{name}={value}"])
        return Attack(self.post(self.evil(), self.fields(Cookie=wrong)), {403}, counts=False)

    def stamp(self):
        """A form of an older page; what is in it is kept by design, so that there is nothing in it."""
        epoch, revision, done = self.page.stamp.split(".")
        wrong = self.chance.choice([
            self.visitor.stale, f"{epoch}.{revision}.{int(done) + 10_000_000}",
            f"{epoch}.{int(revision) + 10_000_000}.{done}",
            f"{epoch}.", epoch, "", f"{epoch}.{revision}", f"{epoch}.-1.0", f"{epoch}.0.0.0",
            f"AAAAAAAAAAAA.{revision}.{done}", "9" * 5000])
        isScript = self.chance.random() < 0.7
        return Attack(self.post(self.form(**{":stamp": wrong}), isScript=isScript), {409} if isScript else {303})

    def screen(self):
        wrong, status = self.chance.choice([
            ("n999999", 409), ("n18446744073709551615", 409), ("n18446744073709551616", 400), ("n-1", 400), ("", 400),
            ("1", 400), ("n1 ", 400), ("n" * 3000, 400), ("n\u0661", 400)])
        return Attack(self.post(self.form(**{":screen": wrong}), isScript=True), {status})

    def node(self):
        wrong, status = self.chance.choice([
            ("n999999", 409), ("n18446744073709551615", 409), ("n99999999999999999999", 400), ("", 400), ("n", 400),
            ("../n1", 400), ("n1\u0000", 400), ("<script>", 400)])
        return Attack(self.post(self.form((":press", wrong)), isScript=True), {status})

    def two(self):
        pairs = [*self.evil(), self.chance.choice([
            (":back", ""), (":press", "n1"), (":restart", ""), (":cancel", ""), (":close", ""), (":enter", ""),
            (":unknown", "1"), (":", ""), (":select", "a"), (":TOKEN", self.page.token), (":press:", "n1")])]
        return Attack(self.post(pairs), {400})

    def nothing(self):
        """What the page does not offer: perform refuses it, and the page says so or stays as it is."""
        action = self.chance.choice([
            (":select", "nowhere nothing"), (":select", f"{self.page.screen} x"), (":select", " "), (":select", "a b c d"),
            (":cancel", ""), (":press", self.page.screen)])
        return Attack(self.post(self.form(action)), {204, 303, *REFUSED})

    def encoding(self):
        body = encoded(self.evil())
        bad = self.chance.choice([
            b"&a=%zz", b"&a=%0", b"&a=%", b"&a=%00", b"&%00=a", b"&a=%ff", b"&a=\xff", b"&a=\x00", b"&a=%c0%af",
            b"&a=%ed%a0%80",
            b"&a=%u0041", b"&a=1" * 1025])
        return Attack(self.post(bad[1:] + b"&" + body if self.chance.random() < 0.5 else body + bad), {400})

    def host(self):
        port = self.visitor.host.partition(":")[2]
        wrong = self.chance.choice([
            "evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{int(port) - 1}", f"127.0.0.1.evil.example:{port}",
            f"127.0.0.1.:{port}", f"0.0.0.0:{port}", f"[::]:{port}", f"localhost.:{port}", f"127.1:{port}",
            f"2130706433:{port}"])
        fields = self.fields(Host=wrong, Origin=f"http://{wrong}")
        if self.chance.random() < 0.3:
            return Attack(written("GET", self.chance.choice(["/", "/events", "/?c"]), fields), {421}, counts=False)
        return Attack(self.post(self.evil(), fields), {421}, counts=False)

    def origin(self):
        port = self.visitor.host.partition(":")[2]
        sites = ["cross-site", "same-site", "none", "", "same-origin, cross-site", "SAME-ORIGIN", "same-origin-evil"]
        if self.chance.random() < 0.5:
            fields = self.fields(Sec_Fetch_Site=self.chance.choice(sites))
        else:
            fields = self.fields(Origin=self.chance.choice([
                None, "null", "", "http://evil.example", f"https://{self.visitor.host}", "http://127.0.0.1",
                f"http://127.0.0.1:{int(port) - 1}", f"{self.visitor.origin}.evil.example", f"{self.visitor.origin}/",
                f"{self.visitor.origin} http://evil.example"]))
        return Attack(self.post(self.evil(), fields), {403}, counts=False)

    def type(self):
        wrong = self.chance.choice([
            None, "text/plain", "multipart/form-data; boundary=a", "application/json", "", "application/x-www-form-urlencodedx",
            "x application/x-www-form-urlencoded", ";application/x-www-form-urlencoded"])
        return Attack(self.post(self.evil(), self.fields(Content_Type=wrong)), {400}, counts=False)

    def method(self):
        method, statuses = self.chance.choice([
            ("PUT", {405}), ("DELETE", {405}), ("OPTIONS", {405}), ("PATCH", {405}), ("TRACE", {405}), ("CONNECT", {405}),
            ("post", {501}), ("POSTS", {501}), ("GET", {400}), ("HEAD", {400}), ("PO\u00a0ST", {400})])
        data = self.post(self.evil()).replace(b"POST ", method.encode() + b" ", 1)
        return Attack(data, statuses, ends=True, counts=False)

    def path(self):
        wrong = self.chance.choice([
            "/x", "//", "/./", "/../", "/%2e/", "/events/", "/EVENTS", "/live.js", "/live-000000000000.js", "/index.html",
            "/%65vents", "/;", "/etc/passwd", "/..%2f..%2fetc/passwd", "/.git/config"])
        if self.chance.random() < 0.5:
            return Attack(self.post(self.evil(), target=wrong), {404}, counts=False)
        # What could be the address of a screen leads to what is shown.
        status = 303 if wrong in ("/x", "/EVENTS") else 404
        return Attack(written("GET", wrong, self.visitor.fields), {status}, counts=False)

    def place(self):
        """The right path and the wrong method."""
        if self.chance.random() < 0.2:
            return Attack(written("HEAD", "/events", self.visitor.fields), {405}, isHead=True)
        return Attack(self.post(self.evil(), target="/events"), {405})

    def framing(self):
        """A form that is right, in a request that is not; nothing behind it is read, either."""
        right = self.post(self.evil())
        good = re.search(rb"Content-Length: \d+\r\n", right)[0]
        changed = self.chance.choice([
            (good, b""), (good, good * 2), (good, good + b"Transfer-Encoding: chunked\r\n"),
            (good, b"Transfer-Encoding: chunked\r\n"),
            (good, good.replace(b": ", b" : ")), (good, good.replace(b": ", b": +")), (good, good.replace(b": ", b": 0")),
            (good, good.replace(b"\r\n", b"\n")), (good, good.replace(b"\r\n", b", 5\r\n")), (good, b"Content-Length: -1\r\n"),
            (good, b"Content-Length: 65537\r\n"), (good, b"Content-Length: 99999999999999999999\r\n"), (good, b" " + good),
            (good, good + b"Host: evil.example\r\n"), (good, good + b"Cookie: a=b\r\n"), (good, good + b"Origin: null\r\n"),
            (good, good + b"Expect: 100-continue\r\n"), (good, good + b"X: \x00\r\n"), (good, good + b"X Y: a\r\n"),
            (good, good + b"X: " + b"a" * 17000 + b"\r\n"), (good, good + b"".join(b"X-%d: a\r\n" % n for n in range(64))),
            (b"POST / ", b"POST /" + b"a" * 2100 + b" "), (b"POST / ", b"POST  / "), (b"HTTP/1.1", b"HTTP/2.0"),
            (b"HTTP/1.1", b"HTTP/1.1 "), (b"POST / ", b"POST http://evil.example/ "), (b"Host: ", b"Host:\x0b "),
            (b"\r\nHost", b"\r\n\r\nHost"), (b"POST", b"\r\nPOST"), (b"Host: ", b"Hos: ")])
        data = right.replace(*changed, 1)
        return Attack(data + (right if self.chance.random() < 0.5 else b""), REFUSED, {None}, ends=True, counts=False)

    def truncated(self):
        right = self.post(self.evil())
        return Attack(right[:self.chance.randrange(1, len(right))], {None}, ends=True, counts=False)

    def flipped(self):
        """A form with a wrong token, and bytes that are others, more, fewer, or elsewhere."""
        right = bytearray(self.post(self.evil(**{":token": self.chance.choice(self.wrong_tokens()[:5])})))
        # Another cookie would be another visitor, of whom there may be so many only.
        kept = right.index(b"appctl-"), right.index(b"\r\n", right.index(b"appctl-"))
        for _ in range(self.chance.choice([1, 1, 1, 2, 3, 8, 30])):
            place = self.chance.randrange(len(right))
            if kept[0] <= place < kept[1]:
                continue
            how = self.chance.randrange(5)
            if how == 0:
                right[place] ^= 1 << self.chance.randrange(8)
            elif how == 1:
                right[place] = self.chance.choice(b"\r\n\0\t :;,=&%+-\"\x7f\x80\xff0123456789")
            elif place >= kept[1] and how == 2:
                del right[place:place + self.chance.choice([1, 2, 16, 200])]
            elif place >= kept[1] and how == 3:
                right[place:place] = bytes(self.chance.randrange(256) for _ in range(self.chance.choice([1, 4, 100])))
            elif place >= kept[1]:
                right[place:place] = right[place:place + 20] * self.chance.choice([1, 2, 60])
        return Attack(bytes(right), {None, *REFUSED}, {None, *REFUSED}, {None, *REFUSED}, ends=True)

    def pipelined(self):
        """Right and wrong ones in one piece: what is answered is answered in order, and after a refusal nothing is."""
        asset = written("GET", "/" + re.search(r'href="(live-\w+\.css)"', self.page.text)[1], self.visitor.fields)
        wrong = self.post(self.evil(**{":token": "0" * 64}))
        if self.chance.random() < 0.5:
            count = self.chance.randrange(1, 20)
            data = asset * count + self.post(self.evil(), self.fields(Origin="null")) + asset
            return Attack(data, *([{200}] * count), {403}, {200}, counts=False)
        # A right one as the body of a wrong one, and behind a broken one.
        right = self.post(self.evil())
        carried = self.post(right, self.fields(Origin="http://evil.example"))
        return Attack(asset + carried + wrong + b"\r\n" + right, {200}, {403}, {403}, REFUSED, {None}, ends=True)

    KINDS = [
        (9, token), (2, cookie), (3, no_cookie), (8, stamp), (5, screen), (5, node), (5, two), (4, nothing), (5, encoding),
        (5, host), (6, origin), (4, type), (3, method), (4, path), (2, place), (14, framing), (5, truncated),
        (18, flipped), (2, pipelined)]
