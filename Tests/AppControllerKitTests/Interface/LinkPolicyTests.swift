import Testing

@testable import AppControllerKit

@Suite struct `A link` {
  @Test(arguments: [
    "https://example.com", "https://example.com/", "https://example.com:8443/a?b=c#d", "HTTPS://EXAMPLE.COM",
    "https://example.com/@user", "https://example.com?to=a@b.example", "https://[2001:db8::1]/", "https://[::1]:8080",
    "https://xn--bcher-kva.example", "http://localhost", "http://localhost:8080/x", "HTTP://LocalHost/",
    "http://127.0.0.1:3000", "http://[::1]", "http://[::1]:80/", "mailto:kitty@example.com", "MAILTO:a@b",
    "mailto:a@b?subject=hi",
  ])
  func `to the web, to this machine or to a mailbox is allowed`(url: String) {
    #expect(LinkPolicy.allows(url))
  }

  @Test(arguments: [
    "", " ", "example.com", "//example.com", "https:", "https:/", "https://", "https:///path", "https://:443",
    "https://?q",
    "https://#f", "https:example.com", "https:\\\\example.com", "https://example.com\\@evil.example",
    "https://user@example.com", "https://user:pass@example.com/", "https://example.com@evil.example",
    "http://localhost@evil.example", "http://localhost:80@evil.example/", "http://example.com",
    "http://localhost.evil.example", "http://127.0.0.1.evil.example", "http://127.0.0.2", "http://0x7f.1",
    "http://2130706433", "http://0.0.0.0", "http://[::1", "http://[::1]evil.example", "http://[::1].evil.example",
    "https://[::1", "https://[::1]x", "https://[]", "https://example.com:", "https://example.com:x",
    "https://example.com:80:80", "https://example.com:99999999", "http://localhost%2eevil.example",
    "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "file:///etc/passwd", "ftp://example.com",
    "vbscript:x", "about:blank", "tel:1", "ws://localhost", "mailto:", "java\nscript:x", "https://example.com/\n",
    "https://example.com/\t", "https://exa mple.com", " https://example.com", "https://example.com ",
    "https://example.com/\u{7F}", "https://example.com/\u{1B}[2J", "https://ex\u{E4}mple.com",
    "https://example.com/\u{202E}",
    "https://example.com/\u{0}",
  ])
  func `to anywhere else, or that hides where it goes, is refused`(url: String) {
    #expect(!LinkPolicy.allows(url))
  }
}
