import AppControllerInterface
import AppControllerKit
import Testing

@Suite struct `Text that comes in` {
  private func text(_ string: String) -> String? {
    build { builder in builder.node("text") { $0.set("text", string) } }.root.text
  }

  private func label(_ string: String) -> String? {
    build { builder in builder.node("text") { $0.set("label", string) } }.root.label
  }

  @Test(
    arguments: [
      ("a lone continuation byte", [0x80], 0), ("an overlong slash", [0xC0, 0xAF], 0),
      ("an overlong A", [0xC1, 0x81], 0),
      ("an overlong null", [0xC0, 0x80], 0), ("an overlong three-byte form", [0xE0, 0x9F, 0xBF], 0),
      ("an overlong four-byte form", [0xF0, 0x8F, 0xBF, 0xBF], 0), ("a high surrogate", [0xED, 0xA0, 0x80], 0),
      ("a low surrogate", [0xED, 0xBF, 0xBF], 0), ("beyond U+10FFFF", [0xF4, 0x90, 0x80, 0x80], 0),
      ("a five-byte form", [0xF8, 0x88, 0x80, 0x80, 0x80], 0), ("0xFF", [0xFF], 0), ("two bytes cut off", [0xC3], 0),
      ("three bytes cut off", [0xE2, 0x82], 0), ("four bytes cut off", [0xF0, 0x9F, 0x98], 0),
      ("a wrong second byte", [0xC3, 0x28], 0), ("a wrong third byte", [0xE2, 0x82, 0x28], 0),
      ("after good text", [0x61, 0xC3, 0xA9, 0xFF], 3), ("after eight good bytes", Array("12345678".utf8) + [0x80], 8),
    ] as [(String, [UInt8], Int)])
  func `is refused at the first byte that is not UTF-8`(name: String, bytes: [UInt8], offset: Int) {
    let made = build { builder in
      builder.begin("screen", "a")
      builder.set("x-note", bytes: bytes)
    }
    #expect(made.buildFailure?.code == .badUTF8)
    #expect(made.buildFailure?.path == "$.root.x-note")
    let byte = String(bytes[offset], radix: 16, uppercase: true)
    #expect(
      made.buildFailure?.message
        == "the text is not UTF-8: byte \(offset) of \(bytes.count) is 0x\(byte) (in screen \"a\")"
    )
    // Swift's own decoder agrees that it is wrong.
    #expect(String(validating: bytes, as: UTF8.self) == nil)
  }

  @Test func `is refused in names too`() {
    for what in ["kind", "id", "key"] {
      let bad: [UInt8] = [0x61, 0xFF]
      let good = Array("gadget".utf8)
      let made = build { builder in
        builder.begin(kindName: what == "kind" ? bad.span : good.span, id: what == "id" ? bad.span : good.span)
        if what == "key" { builder.set(key: bad.span, .bool(true)) }
        builder.end()
      }
      #expect(made.buildFailure?.code == .badUTF8)
      #expect(made.buildFailure?.message.hasPrefix("the \(what) is not UTF-8: byte 1 of 2 is 0xFF") == true)
    }
  }

  @Test func `decodes every two bytes as Swift does`() {
    for first in UInt8(0x80)...0xFF {
      for second in UInt8(0)...0xFF {
        for rest in [[], [0x80], [0x80, 0xBF]] as [[UInt8]] {
          let bytes = [first, second] + rest
          var buffer = ScratchArray<UInt8>()
          let isRefused = TextSanitizer.append(bytes.span, to: &buffer, keepsLineFeeds: true).refusal != nil
          guard let text = String(validating: bytes, as: UTF8.self) else {
            #expect(isRefused, "\(bytes)")
            #expect(buffer.exactCopy.isEmpty)
            continue
          }
          #expect(!isRefused, "\(bytes)")
          #expect(buffer.count == bytes.count)
          #expect(text.displayableLines.unicodeScalars.count == text.unicodeScalars.count)
        }
      }
    }
  }

  @Test(arguments: [
    ("null", "\u{0}"), ("bell", "\u{7}"), ("tab", "\t"), ("carriage return", "\r"), ("escape", "\u{1B}"),
    ("unit separator", "\u{1F}"), ("delete", "\u{7F}"), ("C1 padding", "\u{80}"), ("C1 next line", "\u{85}"),
    ("C1 CSI", "\u{9B}"), ("C1 last", "\u{9F}"), ("Arabic letter mark", "\u{61C}"), ("LRM", "\u{200E}"),
    ("RLM", "\u{200F}"), ("line separator", "\u{2028}"), ("paragraph separator", "\u{2029}"), ("LRE", "\u{202A}"),
    ("RLE", "\u{202B}"), ("PDF", "\u{202C}"), ("LRO", "\u{202D}"), ("RLO", "\u{202E}"), ("LRI", "\u{2066}"),
    ("RLI", "\u{2067}"), ("FSI", "\u{2068}"), ("PDI", "\u{2069}"), ("byte order mark", "\u{FEFF}"),
    ("deprecated swapping", "\u{206A}"), ("deprecated digit shapes", "\u{206F}"),
    ("annotation anchor", "\u{FFF9}"), ("annotation separator", "\u{FFFA}"), ("annotation end", "\u{FFFB}"),
    ("language tag", "\u{E0001}"), ("tag space", "\u{E0020}"), ("tag", "\u{E0061}"), ("cancel tag", "\u{E007F}"),
    ("tags without their flag", "\u{E0067}\u{E0062}\u{E0065}\u{E007F}"), ("reserved", "\u{E0FFF}"),
    ("noncharacter", "\u{FFFE}"), ("last noncharacter", "\u{10FFFF}"),
  ])
  func `replaces what drives a terminal or hides a text, byte for byte`(name: String, character: String) {
    let size = character.utf8.count
    let shown = size == 3 ? "\u{FFFD}" : String(repeating: "?", count: size)
    #expect(text("a\(character)b") == "a\(shown)b")
    #expect(label("a\(character)b") == "a\(shown)b")
    // Wherever it stands among bytes that are looked at together, and however many those are.
    for length in 0..<40 {
      for position in 0...length {
        let before = String(repeating: "x", count: position)
        let after = String(repeating: "y", count: length - position)
        #expect(text(before + character + after) == before + shown + after)
      }
    }
  }

  @Test func `keeps every printable character at every length`() {
    let all = String(String.UnicodeScalarView((0x20..<0x7F).map { Unicode.Scalar($0) }))
    for length in 1...all.utf8.count {
      #expect(text(String(all.prefix(length))) == String(all.prefix(length)))
      #expect(text(String(all.suffix(length))) == String(all.suffix(length)))
    }
  }

  @Test(arguments: [
    " ~!", "é", "€", "😀", "\u{A0}", "\u{D7FF}", "\u{E000}", "\u{10FFFD}", "שלום", "a\u{301}", "\u{FFFD}", "\u{378}",
    "Zu\u{AD}cker", "ខ្មែរ\u{200B}ភាសា", "1\u{2060}2", "a\u{34F}\u{301}", "ᠪᠠᠷ\u{180E}ᠠ", "\u{FFFC}", "\u{202F}",
  ])
  func `keeps what is harmless`(string: String) {
    #expect(text(string) == string)
    #expect(label("12345678" + string) == "12345678" + string)
  }

  @Test func `keeps line feeds in texts and not in labels`() {
    #expect(text("one\ntwo") == "one\ntwo")
    #expect(label("one\ntwo") == "one?two")
    let placeholder = build { builder in
      builder.node("field", "a") { $0.map("input") { $0.set("placeholder", "a\nb") } }
    }
    #expect(placeholder.root.input?.placeholder == "a?b")
    let id = build { $0.node("screen", "a\nb") }
    #expect(id.root.id == "a?b")
  }
}
