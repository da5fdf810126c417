import AppControllerKit
import Testing

@Suite struct `A page of hostile text` {
  /// What ends a place that text stands in, begins another, or is taken for something else there.
  private static let markup = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onfocus='alert(1)' autofocus='", "</title><b>",
    "</style><style>*{display:none}</style>", "--><!--", "]]>", "&lt;b&gt;", "&amp;#60;", "&#0;", "&nosuch;", "{{7*7}}",
    "javascript:alert(1)", "</textarea></select></form><form action=https://evil.example>", "<!DOCTYPE html>", "`${x}`",
    "a' b=\"c\" <d> &e;",
  ]
  /// What drives a terminal: escapes of every class, unterminated ones too.
  private static let escapes = [
    "\u{1B}[31m", "\u{9B}31m", "\u{1B}]0;title\u{7}", "\u{1B}]8;;https://evil.example\u{1B}\\", "\u{9D}52;c;eA==\u{9C}",
    "\u{1B}P1$r\u{1B}\\", "\u{90}q", "\u{1B}_G\u{1B}\\", "\u{1B}^x", "\u{1B}c", "\r\n", "\u{8}\u{8}",
  ]
  private static let controls = (Array(UInt8(0)..<0x20) + Array(UInt8(0x7F)..<0xA0)).map { byte in
    "a\(Character(Unicode.Scalar(byte)))b"
  }
  private static let invisible = [
    "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}",
    "\u{200E}", "\u{200F}", "\u{061C}", "\u{FEFF}", "\u{2028}", "\u{2029}", "\u{FFFE}", "\u{E0001}",
  ].map { "a\($0)b" }

  private static let payloads = markup + escapes + together(controls) + together(invisible)

  /// Several texts in one each, so that it still fits into an id.
  private static func together(_ texts: [String]) -> [String] {
    stride(from: 0, to: texts.count, by: 8).map { texts[$0..<min($0 + 8, texts.count)].joined() }
  }

  /// Each kind with a payload in each property, and in each part of those that are maps.
  private static func everyProperty(_ payload: String) -> InterfaceDescription {
    build { builder in
      for name in ["dir", "fallbackText", "id", "lang"] { builder.set(name, payload) }
      builder.node("screen", payload) { builder in
        builder.set("label", payload)
        for kind in NodeKind.allCases {
          builder.node(kind.name, payload) { builder in
            for property in PropertyName.allCases where property != .id {
              switch property {
              case .action, .input, .media, .progress: builder.map(property.name) { fill(&$0, payload) }
              default: builder.set(property.name, payload)
              }
            }
            builder.node("item", payload) { $0.set("label", payload) }
          }
        }
      }
    }
  }

  private static func fill(_ builder: inout ArenaBuilder, _ payload: String) {
    for property in PropertyName.allCases {
      switch property {
      case .options, .rules:
        builder.list(property.name) { list in
          list.map("") { entry in
            for name in ["label", "message", "name", "rule", "value"] { entry.set(name, payload) }
          }
        }
      case .sends: builder.list(property.name) { $0.element(payload) }
      case .payload: builder.map(property.name) { $0.set("text", payload) }
      default: builder.set(property.name, payload)
      }
    }
  }

  @Test(arguments: payloads)
  func `is what our own writer may say, in every property of every kind`(payload: String) throws {
    let interface = Self.everyProperty(payload)
    #expect(interface.nodeCount > 40)
    let page = HTMLRenderer().render(interface)
    let model = interface.accessibleElements()
    #expect(page.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    for mark in Self.invisible.map({ $0.unicodeScalars.dropFirst().first }) {
      #expect(!page.unicodeScalars.contains { $0 == mark })
    }
    // The URL of a link that may not be followed is left out, and all else is there.
    let said = try PageReader.read(page)
    #expect(said == model.map { $0.withoutURL })
    #expect(said.contains { $0.name == payload.described && $0.role == .button })
  }

  @Test(arguments: payloads)
  func `is what our own writer may say, whoever typed it and whoever was told`(payload: String) throws {
    let interface = EveryKind.loggedOut
    let names = ["email", "password", "again", "stay", "terms", "plan", "news"]
    let state = PresentationState(
      values: Dictionary(uniqueKeysWithValues: names.map { ($0, InputValue.text(payload)) }),
      fieldErrors: Dictionary(uniqueKeysWithValues: names.map { ($0, payload) })
    )
    let page = HTMLRenderer().render(interface, state: state)
    #expect(page.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    let said = try PageReader.read(page)
    #expect(said == interface.accessibleElements(state: state))
    #expect(said.contains { $0.value == payload.displayable })
    #expect(said.filter { $0.error == payload.displayableLines }.count == names.count)
  }

  @Test(arguments: [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "data:text/html,<b>", "vbscript:x",
    "file:///etc/passwd", "http://example.com/", "//example.com/", "https://user@example.com/", "", " https://a.b",
  ])
  func `has no link that leads elsewhere than links may lead`(url: String) throws {
    let screen = build { builder in
      builder.node("screen") { builder in
        builder.node("link", "l") { builder in
          builder.set("label", "L")
          builder.set("url", url)
        }
      }
    }
    let page = try StrictPage.read(HTMLRenderer().render(screen))
    #expect(page.all.allSatisfy { !$0.has("href") })
  }

  @Test(arguments: [
    ("data:image/png;base64,iVBORw0KGgo=", true), ("data:image/gif;base64,R0lGOD", true),
    ("data:image/jpeg;base64,/9j/+4A=", true), ("data:image/webp;base64,UklGRg==", true),
    ("data:image/svg+xml;base64,PHN2Zz4=", false), ("data:text/html;base64,PGI+", false),
    ("data:image/png;base64,\"><script>", false), ("data:image/png,x", false), ("DATA:image/png;base64,AA==", false),
    ("https://example.com/a.png", false), ("a.png", false), ("", false),
  ])
  func `has no image but what is in the page itself`(source: String, isShown: Bool) throws {
    let screen = build { builder in
      builder.node("screen") { builder in
        builder.node("image") { builder in
          builder.map("media") { media in
            media.set("alt", "A cat")
            media.set("source", source)
          }
        }
      }
    }
    let html = HTMLRenderer().render(screen)
    #expect(
      try StrictPage.read(html).all.filter { $0.has("src") }.compactMap { $0.attributes["src"] }
        == (isShown ? [source] : []))
    #expect(try PageReader.read(html).contains { $0.role == .image && $0.name == "A cat" })
  }

  @Test(arguments: ["password", "newPassword", "oneTimeCode"])
  func `never has a secret, wherever it was put`(content: String) {
    let canary = "canary-7f3a"
    // A description with the value of a secret is refused by the validator, which nobody may have asked.
    let screen = build { builder in
      builder.node("screen") { builder in
        builder.node("field", "f") { builder in
          builder.map("input") { input in
            input.set("content", content)
            input.set("name", "f")
            input.set("value", canary)
          }
          builder.set("label", "F")
        }
      }
    }
    for value in [InputValue.secret(Secret(canary)), .text(canary), .plain([canary, canary])] {
      let state = PresentationState(values: ["f": value])
      #expect(!HTMLRenderer().render(screen, state: state).contains(canary))
      #expect(screen.accessibleElements(state: state).allSatisfy { !"\($0)".contains(canary) })
      let transition = HTMLRenderer().renderTransition(from: (screen, state), to: (screen, state))
      #expect(!transition.contains(canary))
    }
  }
}

extension AccessibleElement {
  /// The element as a page says it when it is a link that may not be followed.
  fileprivate var withoutURL: AccessibleElement {
    var element = self
    if role == .link { element.value = nil }
    return element
  }
}
