import AppControllerKit
import TestSupport
import Testing

/// Balanced calls that a builder refuses, or only just takes; `badForm` stands for what a builder does not store, and a
/// form must not have.
struct HostileCalls: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// What is refused; `nil` when it is taken.
  let code: Diagnostic.Code?
  let calls: [BuilderCall]

  init(_ name: String, _ code: Diagnostic.Code?, _ calls: [BuilderCall]) {
    (testDescription, self.code, self.calls) = (name, code, calls)
  }

  private static func screen(_ parts: [BuilderCall]...) -> [BuilderCall] {
    whole([.set("id", .text("a")), .begin("screen", id: "s")], whole(parts), [.end])
  }

  private static func whole(_ parts: [BuilderCall]...) -> [BuilderCall] { whole(parts) }

  private static func whole(_ parts: [[BuilderCall]]) -> [BuilderCall] { Array(parts.joined()) }

  private static func times(_ count: Int, _ calls: (Int) -> [BuilderCall]) -> [BuilderCall] {
    whole((0..<count).map(calls))
  }

  private static func text(_ count: Int, _ unit: String = "x") -> BuilderCall.ScalarOrText {
    .text(String(repeating: unit, count: count))
  }

  private static func leaf(_ kind: String, _ key: String, _ value: BuilderCall.ScalarOrText) -> [BuilderCall] {
    screen([.begin("text", id: ""), .set("text", .text("T")), .end, .begin(kind, id: "n"), .set(key, value), .end])
  }

  private static func nested(
    _ count: Int, _ open: BuilderCall, _ close: BuilderCall, around inner: [BuilderCall] = []
  ) -> [BuilderCall] {
    whole(Array(repeating: open, count: count), inner, Array(repeating: close, count: count))
  }

  /// Lists in a list, which have no key.
  private static func lists(_ count: Int) -> [BuilderCall] {
    whole([.open(.list, "x")], nested(count - 1, .open(.list, ""), .close), [.close])
  }

  /// Fallbacks of one another, of which the innermost is a text.
  private static func fallbacks(_ count: Int) -> [BuilderCall] {
    whole(
      times(count) { _ in [.begin("x", id: ""), .open(.map, "fallback")] }, node, times(count) { _ in [.close, .end] })
  }

  static let all: [HostileCalls] = structure + texts + keys + sizes + fallbacks

  private static let structure: [HostileCalls] = [
    HostileCalls("nothing", .noRoot, []),
    HostileCalls("a property and no root", .noRoot, [.set("id", .text("a"))]),
    HostileCalls("two roots", .secondRoot, whole(screen(), [.begin("screen", id: "b"), .end])),
    HostileCalls("a node without a kind", .emptyKind, screen([.begin("", id: "x"), .end])),
    HostileCalls("64 levels", nil, nested(64, .begin("stack", id: ""), .end)),
    HostileCalls("65 levels", .tooDeep, nested(65, .begin("stack", id: ""), .end)),
    HostileCalls("65 levels below texts", .tooDeep, screen(nested(64, .begin("group", id: "g"), .end))),
    HostileCalls(
      "64 levels with a leaf", .tooDeep,
      nested(64, .begin("stack", id: ""), .end, around: [.begin("text", id: ""), .set("text", .text("T")), .end])),
  ]

  private static let texts: [HostileCalls] = [
    HostileCalls("a default, which is not kept", .badForm, leaf("text", "style", .text("body"))),
    HostileCalls("text that is not UTF-8", .badUTF8, leaf("text", "text", .text([0x41, 0xFF, 0x41]))),
    HostileCalls("an id that is not ASCII", nil, screen([.begin("text", id: "zoë"), .end])),
    HostileCalls("what drives a terminal", nil, leaf("text", "text", .text("a\u{1B}[2J\u{202E}b"))),
    HostileCalls("a line feed in a text", nil, leaf("text", "text", .text("a\nb"))),
    HostileCalls("a line feed in a label", nil, leaf("button", "label", .text("a\nb"))),
    HostileCalls("a joiner", nil, leaf("text", "text", .text("👩\u{200D}🚀 a\u{200D}b"))),
    HostileCalls("a number that is none", .notFinite, leaf("grid", "columns", .scalar(.double(.nan)))),
    HostileCalls("an infinite number", .notFinite, leaf("grid", "columns", .scalar(.double(-.infinity)))),
    HostileCalls("a whole number as another", .badForm, leaf("grid", "columns", .scalar(.double(3)))),
    HostileCalls("a boolean at its default", .badForm, leaf("text", "hidden", .scalar(.bool(false)))),
    HostileCalls("a text where a number is meant", nil, leaf("grid", "columns", .text("3"))),
  ]

  private static let keys: [HostileCalls] = [
    HostileCalls("one twice", .duplicateKey, screen([.set("label", .text("a")), .set("label", .text("b"))])),
    HostileCalls(
      "one twice in a leaf", .duplicateKey,
      screen([.begin("text", id: ""), .set("text", .text("a")), .set("text", .text("b")), .end])),
    HostileCalls("an unknown one twice", .duplicateKey, screen([.set("x", .text("a")), .set("x", .scalar(.int(1)))])),
    HostileCalls(
      "two that look alike", .duplicateKey, screen([.set("x\u{1}", .text("a")), .set("x\u{2}", .text("b"))])),
    HostileCalls(
      "one twice in the document", .duplicateKey,
      whole([.set("lang", .text("en")), .set("lang", .text("de"))], screen())
    ),
    HostileCalls(
      "one twice in a map", .duplicateKey,
      screen([.open(.map, "action"), .set("name", .text("a")), .set("name", .text("b")), .close])),
    HostileCalls("those of a crowd", nil, screen(times(200) { [.set("k\($0 * 37 % 200)", .scalar(.int(1)))] })),
    HostileCalls(
      "one twice in a crowd", .duplicateKey, screen(times(200) { [.set("k\($0 % 199)", .scalar(.int(1)))] })),
    HostileCalls("an empty one", .badKey, screen([.set("", .text("a"))])),
    HostileCalls("one in a list", .badKey, screen([.open(.list, "x"), .set("y", .text("a")), .close])),
    HostileCalls("a known one in a list", .badKey, screen([.open(.list, "x"), .set("label", .text("a")), .close])),
    HostileCalls("an empty one in a map", .badKey, screen([.open(.map, "x"), .set("", .text("a")), .close])),
    HostileCalls("an id as a property", .badKey, screen([.set("id", .text("a"))])),
    HostileCalls("a kind as a property", .badKey, screen([.set("kind", .text("a"))])),
    HostileCalls("children as a property", .badKey, screen([.open(.list, "children"), .close])),
    HostileCalls("a root as a property", .badKey, whole([.set("root", .text("a"))], screen())),
    HostileCalls(
      "any order", nil, screen([.set("label", .text("b")), .set("hint", .text("a")), .set("x", .text("c"))])),
  ]

  private static let sizes: [HostileCalls] = [
    HostileCalls("a label of 512 bytes", nil, leaf("button", "label", text(512))),
    HostileCalls("a label of 513 bytes", .textTooLong, leaf("button", "label", text(513))),
    HostileCalls("a text of 16 KiB", nil, leaf("text", "text", text(16 << 10))),
    HostileCalls("a text over 16 KiB", .textTooLong, leaf("text", "text", text(16 << 10 | 1))),
    HostileCalls("a text of 16 Ki marks", .textTooLong, leaf("text", "text", text(16 << 10, "\u{FFFD}"))),
    HostileCalls("an id of 64 bytes", nil, screen([.begin("text", id: String(repeating: "x", count: 64)), .end])),
    HostileCalls(
      "an id of 65 bytes", .nameTooLong, screen([.begin("text", id: String(repeating: "x", count: 65)), .end])),
    HostileCalls(
      "a kind of 65 bytes", .nameTooLong, screen([.begin(String(repeating: "x", count: 65), id: ""), .end])),
    HostileCalls("a key of 65 bytes", .nameTooLong, screen([.set(String(repeating: "x", count: 65), .text("a"))])),
    HostileCalls(
      "a mebibyte of text", .tooMuchText,
      screen(times(64) { _ in [.begin("text", id: ""), .set("text", text(16 << 10)), .end] })),
    HostileCalls(
      "a mebibyte of short texts", .tooMuchText,
      screen(times(2049) { _ in [.begin("text", id: ""), .set("text", text(512)), .end] })),
    HostileCalls(
      "10 001 nodes", .tooManyNodes, screen(times(10_000) { _ in [.begin("spacer", id: ""), .end] })),
    HostileCalls(
      "10 000 nodes", nil, screen(times(9_999) { _ in [.begin("spacer", id: ""), .end] })),
    HostileCalls(
      "100 001 values", .tooManyValues,
      screen([.open(.list, "x")], times(99_999) { _ in [.set("", .scalar(.int(1)))] }, [.close])),
    HostileCalls("16 levels of values", nil, screen(lists(16))),
    HostileCalls("17 levels of values", .valueTooDeep, screen(lists(17))),
    HostileCalls("90 levels of maps", .valueTooDeep, screen(nested(90, .open(.map, "x"), .close))),
  ]

  private static let node: [BuilderCall] = [.begin("text", id: "t"), .set("text", .text("T")), .end]

  private static let fallbacks: [HostileCalls] = [
    HostileCalls("a node", nil, screen([.begin("x", id: ""), .open(.map, "fallback")], node, [.close, .end])),
    HostileCalls(
      "a node, then children", nil,
      screen(
        [.begin("x", id: ""), .set("label", .text("L")), .open(.map, "fallback")], node, [.close], node, node, [.end])),
    HostileCalls("a text", nil, screen([.begin("x", id: ""), .set("fallback", .text("drop")), .end])),
    HostileCalls("an empty map", nil, screen([.begin("x", id: ""), .open(.map, "fallback"), .close, .end])),
    HostileCalls(
      "a map with a kind", .badKey,
      screen([.begin("x", id: ""), .open(.map, "fallback"), .set("kind", .text("text")), .close, .end])),
    HostileCalls(
      "two nodes", .duplicateKey,
      screen(
        [.begin("x", id: ""), .open(.map, "fallback")], node, [.close, .open(.map, "fallback")], node, [.close, .end])),
    HostileCalls(
      "a text and a node", .duplicateKey,
      screen([.set("fallback", .text("drop")), .open(.map, "fallback")], node, [.close])),
    HostileCalls("16 of one another", nil, screen(fallbacks(16))),
    HostileCalls("61 of one another", nil, screen(fallbacks(61))),
  ]
}
