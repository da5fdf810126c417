import AppControllerKit
import AppControllerKitTesting
import TestSupport
import Testing

@Suite struct `Text of a provider` {
  /// What must not come through, each between two letters: alone, and as it is used against terminals and readers.
  private static let payloads: [String] = {
    let controls = (0..<0x20).filter { $0 != 0x0A } + Array(0x7F..<0xA0)
    let directions: [Int] = [0x061C, 0x200E, 0x200F] + Array(0x2028...0x202E) + Array(0x2066...0x206F)
    let others: [Int] = [
      0xFEFF, 0xFFF9, 0xFFFA, 0xFFFB, 0x200C, 0x200D, 0xFE0E, 0xFE0F, 0xE0001, 0xE0041, 0xFDD0, 0x1FFFE,
    ]
    let alone = (controls + directions + others).compactMap(Unicode.Scalar.init).map { "a\($0)b" }
    return alone + [
      "\u{1B}[2J", "\u{1B}]0;title\u{7}", "\u{1B}]8;;https://a.example\u{1B}\\", "\u{1B}]52;c;eA==\u{7}",
      "\u{1B}P$q\u{1B}\\",
      "\u{1B}_app\u{1B}\\", "\u{1B}^pm\u{1B}\\", "\u{1B}X\u{1B}\\", "\u{1B}c", "\u{9B}31m", "\u{9D}0;t\u{9C}",
      "\u{90}q\u{9C}",
      "\u{202E}gnp.exe", "\u{2066}a\u{2069}", "a\rb", "a\u{8}\u{8}b", "\u{E}x\u{F}", "\u{85}x", "👩\u{200D}\u{1B}[1m",
    ]
  }()

  /// The payloads again, as many in each text as fit into a name when each has become three bytes.
  private static let texts: [String] = payloads.reduce(into: []) { texts, payload in
    if let last = texts.last, (last + payload).utf8.count <= 20 {
      texts[texts.count - 1] += payload
    } else {
      texts.append(payload)
    }
  }

  /// Whether a character may stand in what is shown or written.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar == "\n" || 0x20..<0x7F ~= scalar.value }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
    default: !scalar.properties.isVariationSelector
    }
  }

  /// A description that says a text everywhere: at each kind of node as each property, and in all that nests.
  private static func everything(_ text: String) -> InterfaceDescription {
    build { builder in
      let names = PropertyName.allCases.map(\.name)
      // A node that is hidden would not be shown, and an id is no property of a node.
      let shown = names.filter { !["id", "hidden"].contains($0) }
      for name in names { builder.set(name, text) }
      builder.set("x" + text, text)
      builder.begin("screen", "s" + text)
      for (number, kind) in (NodeKind.allCases.map(\.name) + ["gadget", "x" + text]).enumerated() {
        builder.node(kind, "\(number)" + text) { builder in
          for name in shown { builder.set(name, text) }
          builder.set("x" + text, text)
          builder.node("text") { $0.set("hidden", text) }
        }
        builder.node(kind, "\(number)-" + text) { builder in
          // Each property is a map at one kind, and a list at the next.
          for name in shown.dropFirst(number / 2 * 5).prefix(5) where name != "fallback" {
            if number.isMultiple(of: 2) {
              builder.map(name) { builder in
                for inner in names { builder.set(inner, text) }
                builder.list("x" + text) { $0.map("") { $0.set("label", text) } }
              }
            } else {
              builder.list(name) { $0.element(text) }
            }
          }
          builder.open(.map, .fallback)
          builder.node("x" + text, "\(number)--" + text) { $0.set("text", text) }
          builder.close()
        }
      }
      builder.end()
    }
  }

  /// Each property has the same filter, whose own tests try every character; the usual run tries some texts at all places.
  @Test(arguments: Effort.sample(texts, every: 3))
  func `comes out of no property with what drives a terminal`(text: String) throws {
    let made = Self.everything(text)
    #expect(made.buildFailure == nil)
    #expect(made.nodeCount == 109)
    let shown = TextRenderer().render(made)
    for text in [shown, JSONRenderer().render(made), JSONRenderer(pretty: true).render(made)] {
      let harmful = Set(text.unicodeScalars.lazy.filter { !Self.isHarmless($0) })
      let hasReplacements = text.unicodeScalars.contains { $0 == "\u{FFFD}" || $0 == "?" }
      // Nor in disguise: whoever read the JSON would have it.
      let hasEscapes = text.utf8.contains(UInt8(ascii: "\\")) && text.contains("\\u")
      #expect(harmful == [])
      #expect(hasReplacements)
      #expect(!hasEscapes)
    }
  }

  /// One text of a size: controls among letters.
  private static func text(_ count: Int) -> String {
    String(decoding: (0..<count).map { $0 % 3 == 0 ? 0x1B : UInt8(ascii: "x") }, as: UTF8.self)
  }

  @Test(arguments: [
    ("label", 512), ("placeholder", 512), ("text", 16 << 10), ("hint", 16 << 10), ("x-other", 16 << 10), ("id", 64),
    ("kind", 64), ("key", 64),
  ])
  func `is as long as it was received`(what: String, limit: Int) {
    for count in [limit, limit + 1] {
      let text = Self.text(count)
      let made = build { builder in
        builder.node(what == "kind" ? text : "gadget", what == "id" ? text : "") { builder in
          switch what {
          case "id", "kind": break
          case "key": builder.set(text, "x")
          case "placeholder": builder.map("input") { $0.set(what, text) }
          default: builder.set(what, text)
          }
        }
      }
      #expect((made.buildFailure == nil) == (count == limit))
      if count == limit {
        #expect(made.arena.text.count { $0 == UInt8(ascii: "?") } == (limit + 2) / 3)
        #expect(!made.arena.text.contains(0x1B))
      } else {
        #expect(made.buildFailure?.code == (limit == 64 ? .nameTooLong : .textTooLong))
        #expect(made.buildFailure?.message.contains("has \(count) bytes") == true)
      }
    }
  }

  @Test(arguments: [0, 1])
  func `is as much in all as was received`(extra: Int) {
    let made = build { builder in
      builder.begin("gadget", "a")
      var left = (1 << 20) - 7 + extra
      var number = 0
      while left > 0 {
        let key = "\u{1B}\(number)"
        let count = min(16 << 10, left - key.utf8.count)
        builder.set(key, Self.text(count))
        left -= count + key.utf8.count
        number += 1
      }
      builder.end()
    }
    #expect(made.buildFailure?.code == (extra == 0 ? nil : .tooMuchText))
    if extra == 0 { #expect(made.arena.text.count == 1 << 20) }
  }

  @MainActor
  @Test func `comes into no log as it is`() async throws {
    let fixture = ControllerFixture()
    var lines: [String] = []
    fixture.controller.logHandler = { lines.append($1) }
    try await fixture.install()
    for text in Self.texts { fixture.provider.handle?.log(.info, text) }
    await fixture.controller.settle()
    #expect(lines == Self.texts.map(\.displayable) && Set(lines).isDisjoint(with: Self.texts))
  }

  @Test func `of the host's and the user's passes the same door again, and is not changed by it`() {
    let placeholder = "👩\u{200D}💻 ක්\u{200D} 1️⃣ می\u{200C}خواهم"
    let made = build { builder in
      builder.node("field", "f") { builder in
        builder.map("input") { $0.set("placeholder", placeholder) }
        builder.set("label", "ශ්\u{200D}රී")
      }
    }
    let state = PresentationState(values: ["": .text("👩\u{200D}")], fieldErrors: ["": "\u{200D}👩 🏴\u{E0067}"])
    #expect(
      TextRenderer().render(made, state: state)
        == "ශ්\u{200D}රී: 👩\u{FFFD} (for example \(placeholder))\n  ! \u{FFFD}👩 🏴\u{FFFD}\n"
    )
  }
}
