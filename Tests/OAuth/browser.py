"""A browser without a window: it fills the forms of the authorization server."""
import html
import re
import ssl
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, request, response, code, message, headers, url):
        # Where the server sends the browser back to this machine, the test goes itself.
        if url.startswith("http://127.0.0.1"):
            raise Back(url)
        return super().redirect_request(request, response, code, message, headers, url)


class Back(Exception):
    """The server sends the browser to an address of this machine."""


class Browser:
    def __init__(self, authority):
        context = ssl.create_default_context(cafile=authority)
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=context), urllib.request.HTTPCookieProcessor(CookieJar()), NoRedirect())
        self.address, self.page = "", ""

    def open(self, address, fields=None):
        data = urllib.parse.urlencode(fields).encode() if fields is not None else None
        request = urllib.request.Request(address, data, {"Referer": address})
        with self.opener.open(request, timeout=20) as response:
            self.address, self.page = response.geturl(), response.read().decode()

    def submit(self, **fields):
        """Posts the hidden fields of the page with others, to the page itself."""
        hidden = {}
        for tag in re.findall(r"<input[^>]*>", self.page):
            attributes = dict(re.findall(r'(\w+)="([^"]*)"', tag))
            if attributes.get("type") == "hidden":
                hidden[attributes["name"]] = html.unescape(attributes.get("value", ""))
        self.open(self.address, {**hidden, **fields})

    def sign_in(self, address, user, password):
        self.open(address)
        if "/admin/login/" in self.address:
            self.submit(username=user, password=password)

    def confirm(self, address, code, user, password, action="accept"):
        """Answers a device code as somebody who is signed in."""
        self.sign_in(address, user, password)
        self.submit(user_code=code)
        self.submit(action=action)
