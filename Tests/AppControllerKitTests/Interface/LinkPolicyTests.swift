import AppControllerInterface
import AppControllerKit
import Testing

@Suite struct `A link` {
  private static let web = [
    "https://example.com", "https://example.com/", "https://example.com:8443/a?b=c#d", "HTTPS://EXAMPLE.COM",
    "hTTps://example.com", "https://example.com/@user", "https://example.com?to=a@b.example",
    "https://example.com#a@b.example", "https://example.com.", "https://example.com.:443/", "https://localhost",
    "https://a_b.example", "https://xn--bcher-kva.example", "https://xn--80ak6aa92e.com", "https://1password.example",
    "https://4.example", "https://0xa.example", "https://192.0.2.1:8443/", "https://0.0.0.0", "https://[2001:db8::1]/",
    "https://[::1]:8080", "https://[::ffff:192.0.2.1]", "https://[1:2:3:4:5:6:7:8]", "https://example.com:1",
    "https://example.com:65535", "https://example.com/%0d%0a?%00=%zz", "https://example.com/javascript:alert(1)",
    "https://example.com/a;b=c,d!$&'()*+~[1]", "https://example.com/https://evil.example",
  ]

  private static let thisMachine = [
    "http://localhost", "http://localhost:8080/x", "HTTP://LocalHost/", "http://127.0.0.1:3000", "http://127.0.0.1?a",
    "http://[::1]", "http://[::1]:80/", "http://[::1]#a", "http://localhost/evil.example", "http://localhost?@evil",
  ]

  private static let mailboxes = [
    "mailto:kitty@example.com", "MAILTO:a@b", "mailto:a.b-c_d+e~f@b.example", "mailto:!$'*=@b.example",
    "mailto:a@b?subject=hi", "mailto:a@b?SUBJECT=hi&Body=x", "mailto:a@b?subject=Gr%C3%BC%C3%9Fe%20%26%20mehr",
    "mailto:a@b?body=one%0D%0Atwo%0athree", "mailto:a@b?subject=&body=", "mailto:a@192.0.2.1",
    "mailto:a@b?body=to=c@d,e@f", "mailto:a@xn--bcher-kva.example",
  ]

  @Test(arguments: web + thisMachine + mailboxes)
  func `to the web, to this machine or to a mailbox is allowed`(url: String) {
    #expect(LinkPolicy.allows(url))
  }

  private static let schemes = [
    "", " ", ":", "://", "//", "example.com", "//example.com", "/path", "?q", "#f", "https", "https:", "https:/",
    "https:/x",
    "https://", "https:///path", "https:////example.com", "https:example.com", "https:\\\\example.com", "https:\\\\x",
    "https:/\\example.com", "https;//example.com", "https//example.com", "http:", "http:/localhost", "http:localhost",
    "https+x://example.com", "xhttps://example.com", "httpss://example.com", "javascript:alert(1)",
    "JavaScript:alert(1)", "JAVASCRIPT:alert(1)", "jav\tascript:alert(1)", "jav\nascript:alert(1)", " javascript:x",
    "\u{1}javascript:x", "javascript\t:x", "javascript :x", "java\u{0}script:x", "java\u{FFFD}script:x",
    "\u{FF4A}avascript:x", "\u{FF48}ttps://example.com", "https\u{FF1A}//example.com", "javascript%3Aalert(1)",
    "%6Aavascript:x", "%68ttps://example.com", "https%3A//example.com", "javascript://example.com/%0Aalert(1)",
    "javascript:https://example.com", "data:text/html,x", "data:text/html;base64,eA==", "file:///etc/passwd",
    "ftp://example.com", "vbscript:x", "about:blank", "blob:https://example.com/1", "view-source:https://example.com",
    "tel:1", "sms:1", "ws://localhost", "wss://example.com", "intent://example.com", "ssh://example.com", "appctl:x",
  ]

  private static let hosts = [
    "http://example.com", "http://localhost.evil.com", "http://localhostevil.com", "http://evil.com/localhost",
    "http://localhost.", "http://127.0.0.1.evil.com", "http://127.0.0.1.", "http://127.0.0.2", "http://127.1",
    "http://0x7f.1", "http://0x7f000001", "http://0177.0.0.1", "http://2130706433", "http://0.0.0.0", "http://[::1",
    "http://[::1].evil", "http://[::1]evil.com", "http://[::1].evil.com", "http://[::1%25lo]", "http://[::]",
    "http://[0:0:0:0:0:0:0:1]", "http://[::ffff:127.0.0.1]", "http://::1", "http://localhost%2eevil.example",
    "http://localhos%74", "http://localhost;evil", "http://localhost,evil", "http://localhost&x", "http://-localhost",
    "https://:443", "https://?q", "https://#f", "https://.", "https://..", "https://.example.com", "https://a..b",
    "https://example.com..", "https://-a.example", "https://a-.example", "https://exa%6Dple.com",
    "https://%65xample.com",
    "https://example.com%00.evil.com", "https://example.com%2F@evil.com", "https://exa mple.com",
    "https://example$.com",
    "https://example.com;@evil", "https://a*b.example", "https://(a).example", "https://a,b.example",
    "https://a+b.example",
    "https://2130706433", "https://0x7f.1", "https://127.1", "https://1.2.3", "https://1.2.3.4.5", "https://256.1.1.1",
    "https://01.2.3.4", "https://a.1", "https://a.0x1f", "https://a.0x", "https://192.0.2.1.", "https://[",
    "https://[]",
    "https://[::1", "https://[::1]x", "https://[::1]]", "https://[1]", "https://[:1]", "https://[::g]",
    "https://[::1%25eth0]",
    "https://[a.b]", "https://[[::1]]", "https://::1", "https://ex\u{E4}mple.com", "https://\u{430}pple.com",
    "https://example\u{3002}com", "https://example\u{FF0E}com", "https://exa\u{AD}mple.com",
    "https://exa\u{200B}mple.com",
    "https://\u{FF45}xample.com", "https://\u{2100}.example", "https://example.com\u{2215}x",
    "https://" + String(repeating: "a", count: 64) + ".example",
    "https://" + String(repeating: "a.", count: 127) + "a",
  ]

  private static let userinfoAndPorts = [
    "https://user@example.com", "https://user:pass@example.com/", "https://example.com@evil.example",
    "https://@example.com",
    "https://example.com:443@evil.example", "https://example.com:@evil.example", "https://a@b@example.com",
    "https://example.com%40evil.example", "https://example.com\\@evil.example", "http://localhost@evil.example",
    "http://localhost:80@evil.example/", "http://127.0.0.1:80@evil.example", "http://[::1]@evil.example",
    "http://[::1]:80@evil.example", "http://user@localhost", "https://example.com:", "https://example.com:/",
    "https://example.com:x", "https://example.com:0x50", "https://example.com:-1", "https://example.com:+1",
    "https://example.com:0", "https://example.com:080", "https://example.com:65536", "https://example.com:99999999",
    "https://example.com:80:80", "https://example.com:80.example", "http://localhost:", "http://localhost:80x",
    "http://localhost:00080", "https://[::1]:", "https://[::1]:x", "https://[::1]:65536", "https://[::1]80",
  ]

  private static let characters = [
    " https://example.com", "https://example.com ", "https://example.com/\n", "https://example.com/\t",
    "https://example.com/\r\n", "https://example.com/ x", "https://example.com/\u{0}", "https://example.com/\u{7F}",
    "https://example.com/\u{1B}[2J", "https://example.com/\u{9B}2J", "https://example.com/\u{85}",
    "https://example.com/\u{202E}", "https://example.com/\u{FEFF}", "https://example.com/\u{E4}",
    "https://example.com\\",
    "https://example.com/\\evil", "https://example.com/\"onclick=x", "https://example.com/<x>", "https://example.com/`",
    "https://example.com/{x}", "https://example.com/|", "https://example.com/^", "https://example.com/👩",
    "\u{FEFF}https://example.com", "ht\ntps://example.com", "htt\u{200B}ps://example.com",
  ]

  private static let mail = [
    "mailto:", "mailto:?", "mailto:?subject=x", "mailto:?to=a@b", "mailto:a", "mailto:a@", "mailto:@b", "mailto:a@b@c",
    "mailto:a@b,c@d", "mailto:a@b;c@d", "mailto:a@b%2Cc@d", "mailto:a%40b", "mailto:a%0d%0aBcc:c@d@b", "mailto://a@b",
    "mailto:a b@c", "mailto:\"a\"@b", "mailto:<a@b>", "mailto:a@b:25", "mailto:a@[192.0.2.1]", "mailto:a@b..c",
    "mailto:a@-b",
    "mailto:a@b?", "mailto:a@b?subject", "mailto:a@b&subject=x", "mailto:a@b?subject=x&", "mailto:a@b?&body=x",
    "mailto:a@b?cc=c@d", "mailto:a@b?bcc=c@d", "mailto:a@b?to=c@d", "mailto:a@b?subject=x&cc=c@d",
    "mailto:a@b?attach=/etc/x",
    "mailto:a@b?attachment=x", "mailto:a@b?from=c@d", "mailto:a@b?reply-to=c@d", "mailto:a@b?in-reply-to=x",
    "mailto:a@b?su%62ject=x", "mailto:a@b?subject=x%0d%0aBcc:c@d", "mailto:a@b?subject=x%0ABcc:c@d",
    "mailto:a@b?subject=%00",
    "mailto:a@b?subject=%1B", "mailto:a@b?subject=%7f", "mailto:a@b?body=%00", "mailto:a@b?body=%1b",
    "mailto:a@b?body=%09",
    "mailto:a@b?body=x&bcc=c@d", "mailto:a@b?subject=%", "mailto:a@b?subject=%4", "mailto:a@b?subject=%4g",
    "mailto:a@b#x", "mailto:a@b?subject=x#y", "mailto:a@\u{FF45}.example",
  ]

  @Test(arguments: schemes + hosts + userinfoAndPorts + characters + mail)
  func `to anywhere else, or that hides where it goes, is refused`(url: String) {
    #expect(!LinkPolicy.allows(url))
  }

  @Test(arguments: [
    "java\u{0}script:x", "https://example.com/\u{1B}", "https://\u{430}pple.com", "https://example.com\u{202E}moc",
  ])
  func `is looked at as it was taken in`(url: String) {
    let link = build { builder in
      builder.node("screen", "s") { builder in
        builder.set("label", "S")
        builder.node("link", "l") { builder in
          builder.set("label", "L")
          builder.set("url", url)
        }
        builder.node("button", "b") { builder in
          builder.map("action") { builder in
            builder.set("name", "open-url")
            builder.map("payload") { $0.set("url", url) }
            builder.set("scope", "host")
          }
          builder.set("label", "B")
        }
      }
    }
    #expect(link.validate().map(\.code) == [.badLink, .badLink])
    #expect(link.validate().map(\.path) == ["$.root.children[0].url", "$.root.children[1].action.payload.url"])
  }

  @Test func `of any bytes is decided`() {
    for first in UInt8.min...UInt8.max {
      for prefix in [
        "", "https:", "https://", "https://a", "https://[", "https://a:", "http://localhost", "mailto:a@b?body=%",
      ] {
        for rest in [[], [0x5D], [0x30], [first]] as [[UInt8]] {
          let url = Array(prefix.utf8) + [first] + rest
          if LinkPolicy.allows(url.span) { #expect(url.allSatisfy { 0x21...0x7E ~= $0 }) }
        }
      }
    }
  }
}
