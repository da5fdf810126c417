import TestSupport
import Testing

@testable import AppControllerKit

/// A flat form with one thing wrong in it.
struct FlatDamage: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let path: String
  let bytes: [UInt8]
  let code: Diagnostic.Code

  init(_ name: String, _ path: String, code: Diagnostic.Code = .badFlatForm, _ bytes: [UInt8]) {
    (testDescription, self.path, self.bytes, self.code) = (name, path, bytes, code)
  }

  init(_ name: String, code: Diagnostic.Code = .badFlatForm, _ bytes: [UInt8]) {
    self.init(name, "$", code: code, bytes)
  }

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func node(
    _ kind: Int, depth: Int = 0, kindSize: Int = 0, idSize: Int = 0, values: Int = 0
  ) -> [UInt8] {
    FlatScript.node(kind, depth: depth, kindSize: kindSize, idSize: idSize, values: values)
  }

  private static func value(_ name: Int, _ tag: Int, keySize: Int = 0, size: Int = 0, bits: UInt64 = 0) -> [UInt8] {
    FlatScript.value(name, tag, keySize: keySize, size: size, bits: bits)
  }

  private static func value(
    _ name: PropertyName, _ tag: Int, keySize: Int = 0, size: Int = 0, bits: UInt64 = 0
  ) -> [UInt8] {
    value(Int(name.rawValue), tag, keySize: keySize, size: size, bits: bits)
  }

  /// A text of one byte whose reserved byte is 1.
  private static func reserved(_ name: PropertyName) -> [UInt8] {
    var bytes = value(name, 5, size: 1)
    bytes[3] = 1
    return bytes
  }

  /// A screen of the text "S" as its label, with some bytes of the header changed.
  private static func header(_ offset: Int, _ bytes: [UInt8]) -> [UInt8] {
    var whole = FlatScript.bytes([node(8, idSize: 1, values: 1)], [value(.label, 5, size: 1)], text("sS"))
    whole.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    return whole
  }

  /// A screen with some properties.
  private static func screen(_ own: Int, _ values: [[UInt8]], _ text: String = "", more: [[UInt8]] = []) -> [UInt8] {
    FlatScript.bytes([node(8, idSize: 1, values: own)] + more, values, Self.text("s" + text))
  }

  /// A screen with another node.
  private static func child(_ node: [UInt8], _ text: String = "", values: [[UInt8]] = []) -> [UInt8] {
    FlatScript.bytes([Self.node(8, idSize: 1), node], values, Self.text("s" + text))
  }

  static let right: [FlatDamage] = [
    FlatDamage("nothing", header(0, [])), FlatDamage("nothing at all", child(node(12, depth: 1))),
    FlatDamage("nothing in a property", screen(1, [value(.busy, 2)])),
  ]

  static let all: [FlatDamage] = header + nodes + values + use

  private static let header: [FlatDamage] = [
    FlatDamage("no bytes", []),
    FlatDamage("less than a header", Array(header(0, []).prefix(31))),
    FlatDamage("a header alone, which counts more", Array(header(0, []).prefix(32))),
    FlatDamage("another magic number", header(0, text("AFL2"))),
    FlatDamage("something in the header's reserved part", header(24, [1])),
    FlatDamage("something at the end of that part", header(31, [1])),
    FlatDamage("a size that is too small", header(4, [57])),
    FlatDamage("a size that is too large", header(4, [59])),
    FlatDamage("a byte too many", header(0, []) + [0]),
    FlatDamage("a byte that nothing counts", header(4, [59]) + [0]),
    FlatDamage("a byte too few", Array(header(0, []).dropLast())),
    FlatDamage("more nodes than there is room for", header(8, [2])),
    FlatDamage("as many nodes as a number can say", header(8, [255, 255, 255, 255])),
    FlatDamage("as many values as a number can say", header(12, [255, 255, 255, 255])),
    FlatDamage("less text, and a node more", header(8, [0, 0, 0, 0])),
    FlatDamage("as much text as a number can say", header(16, [255, 255, 255, 255])),
    FlatDamage("counts that are right modulo 2 to the 32nd", header(12, [1, 0, 0, 16])),
    FlatDamage("more values of the document than there are", header(20, [2])),
    FlatDamage("a document with the value of the node", "$.root", header(20, [1])),
  ]

  private static let nodes: [FlatDamage] = [
    FlatDamage("a root at depth 1", FlatScript.bytes([node(8, depth: 1)], [], [])),
    FlatDamage("a second root", code: .secondRoot, FlatScript.bytes([node(8), node(8)], [], [])),
    FlatDamage("a node two deeper", "$.root", child(node(12, depth: 2))),
    FlatDamage("a node as deep as a byte says", "$.root", child(node(12, depth: 255))),
    FlatDamage("a kind beyond those that are known", "$.root", child(node(26, depth: 1))),
    FlatDamage("the highest kind of all", "$.root", child(node(255, depth: 1))),
    FlatDamage("a kind twice", "$.root", child(node(12, depth: 1, kindSize: 4), "text")),
    FlatDamage("a kind that nothing says", "$.root.children[0]", code: .emptyKind, child(node(0, depth: 1))),
    FlatDamage("an id beyond the text", "$.root", child(node(12, depth: 1, idSize: 1))),
    FlatDamage("a kind beyond the text", "$.root", child(node(0, depth: 1, kindSize: 3), "xx")),
    FlatDamage("more values than are left", "$.root.children[0]", child(node(12, depth: 1, values: 1))),
    FlatDamage(
      "values in the text", "$.root.children[0]",
      child(node(12, depth: 1, values: 1), String(decoding: value(.text, 5), as: UTF8.self))),
    FlatDamage("as many values as a number says", "$.root.children[0]", child(node(12, depth: 1, values: 1 << 32 - 1))),
    FlatDamage("no node after a fallback", "$.root", screen(1, [value(.fallback, 8)])),
    FlatDamage(
      "a sibling after a fallback", "$.root.children[0]",
      FlatScript.bytes(
        [node(8), node(0, depth: 1, kindSize: 1, values: 1), node(12, depth: 1)], [value(.fallback, 8)], text("x"))),
    FlatDamage(
      "a fallback that is too deep", "$.root", screen(1, [value(.fallback, 8)], more: [node(12, depth: 2)])),
  ]

  private static let values: [FlatDamage] = [
    FlatDamage("the tag 0", "$.root", screen(1, [value(.label, 0)])),
    FlatDamage("the tag 9", "$.root", screen(1, [value(.label, 9)])),
    FlatDamage("a name beyond those that are known", "$.root", screen(1, [value(72, 5, size: 1)], "a")),
    FlatDamage("the highest name of all", "$.root", screen(1, [value(255, 2)])),
    FlatDamage("a name twice", "$.root", screen(1, [value(.label, 5, keySize: 1, size: 1)], "xa")),
    FlatDamage(
      "a name twice in a leaf", "$.root.children[0]",
      child(node(12, depth: 1, values: 1), "xa", values: [value(.text, 5, keySize: 1, size: 1)])),
    FlatDamage("an id as a value", "$.root", code: .badKey, screen(1, [value(.id, 5, size: 1)], "a")),
    FlatDamage(
      "an id as a value in a leaf", "$.root.children[0]", code: .badKey,
      child(node(12, depth: 1, values: 1), "a", values: [value(.id, 5, size: 1)])),
    FlatDamage("no name", "$.root", code: .badKey, screen(1, [value(0, 5, size: 1)], "a")),
    FlatDamage(
      "a known name in a list", "$.root.x", code: .badKey,
      screen(1, [value(0, 7, keySize: 1, size: 1), value(.label, 5, size: 1)], "xa")),
    FlatDamage(
      "a name in a list", "$.root.x", code: .badKey,
      screen(1, [value(0, 7, keySize: 1, size: 1), value(0, 5, keySize: 1, size: 1)], "xya")),
    FlatDamage(
      "something in what is reserved", "$.root", screen(1, [reserved(.label)], "a")),
    FlatDamage(
      "something in what is reserved in a leaf", "$.root.children[0]",
      child(node(12, depth: 1, values: 1), "a", values: [reserved(.text)])),
    FlatDamage("bits of a text", "$.root", screen(1, [value(.label, 5, size: 1, bits: 1)], "a")),
    FlatDamage(
      "bits of a text in a leaf", "$.root.children[0]",
      child(node(12, depth: 1, values: 1), "a", values: [value(.text, 5, size: 1, bits: 1 << 63)])),
    FlatDamage("bits of a map", "$.root", screen(1, [value(.action, 6, bits: 1)])),
    FlatDamage("bits of a list", "$.root", screen(1, [value(.options, 7, bits: 1)])),
    FlatDamage("bits of a boolean", "$.root", screen(1, [value(.busy, 1, bits: 1)])),
    FlatDamage("size of a boolean", "$.root", screen(1, [value(.busy, 2, size: 1)])),
    FlatDamage("size of an integer", "$.root", screen(1, [value(.columns, 3, size: 1, bits: 2)])),
    FlatDamage("size of a double", "$.root", screen(1, [value(.columns, 4, size: 1)])),
    FlatDamage("size of a fallback", "$.root", screen(1, [value(.fallback, 8, size: 1)], more: [node(12, depth: 1)])),
    FlatDamage("bits of a fallback", "$.root", screen(1, [value(.fallback, 8, bits: 1)], more: [node(12, depth: 1)])),
    FlatDamage("a number that is none", "$.root.columns", code: .notFinite, screen(1, [value(.columns, 4, bits: ~0)])),
    FlatDamage("more elements than are left", "$.root", screen(1, [value(.action, 6, size: 2), value(.name, 5)])),
    FlatDamage("as many elements as a number says", "$.root", screen(1, [value(.action, 6, size: 1 << 32 - 1)])),
    FlatDamage("a text beyond the text", "$.root", screen(1, [value(.label, 5, size: 2)], "a")),
    FlatDamage("a text as long as a number says", "$.root", screen(1, [value(.label, 5, size: 1 << 32 - 1)], "a")),
    FlatDamage(
      "a text beyond the text in a leaf", "$.root.children[0]",
      child(node(12, depth: 1, values: 1), "a", values: [value(.text, 5, size: 2)])),
    FlatDamage("a key beyond the text", "$.root", screen(1, [value(0, 2, keySize: 2)], "x")),
    FlatDamage(
      "a text beyond the text in a map", "$.root",
      screen(1, [value(.action, 6, size: 1), value(.name, 5, size: 2)], "a")),
    FlatDamage("a node as a label", "$.root", screen(1, [value(.label, 8)], more: [node(12, depth: 1)])),
    FlatDamage(
      "a node in a map", "$.root.action",
      screen(1, [value(.action, 6, size: 1), value(.fallback, 8)], more: [node(12, depth: 1)])),
    FlatDamage(
      "a node in the document",
      FlatScript.bytes([node(8), node(12, depth: 1)], [value(.fallback, 8)], [], documentValues: 1)),
    FlatDamage(
      "two fallbacks", "$.root.fallback", code: .duplicateKey,
      screen(2, [value(.fallback, 8), value(.fallback, 8)], more: [node(12, depth: 1), node(12, depth: 1)])),
    FlatDamage(
      "a name twice in what is known", "$.root.label", code: .duplicateKey,
      screen(2, [value(.label, 5, size: 1), value(.label, 5, size: 1)], "ab")),
    FlatDamage(
      "a name twice in a leaf, though it is known", "$.root.children[0].text", code: .duplicateKey,
      child(node(12, depth: 1, values: 2), "ab", values: [value(.text, 5, size: 1), value(.text, 5, size: 1)])),
    FlatDamage(
      "what is not UTF-8", "$.root.label", code: .badUTF8,
      FlatScript.bytes([node(8, values: 1)], [value(.label, 5, size: 1)], [0xFF])),
    FlatDamage(
      "half of a character, and the other half in the next text", "$.root.children[0].hint", code: .badUTF8,
      child(node(12, depth: 1, values: 2), "\u{E9}", values: [value(.hint, 5, size: 1), value(.text, 5, size: 1)])),
  ]

  private static let use: [FlatDamage] = [
    FlatDamage("a value that nothing has", screen(1, [value(.label, 5), value(.label, 5)])),
    FlatDamage("text that nothing has", screen(1, [value(.label, 5)], "a")),
    FlatDamage("text that nothing has, and no value", FlatScript.bytes([node(8)], [], text("a"))),
    FlatDamage("no node", code: .noRoot, FlatScript.bytes([], [], [])),
    FlatDamage("no node, and text", FlatScript.bytes([], [], text("a"))),
  ]
}

@Suite struct `A damaged flat form` {
  @Test(arguments: FlatDamage.all)
  func `is refused by its rule, with its place`(damage: FlatDamage) {
    let failure = InterfaceDescription(flatBytes: damage.bytes).buildFailure
    #expect(failure?.code == damage.code)
    #expect(failure?.path == damage.path)
    if damage.code == .badFlatForm {
      #expect(failure?.message.hasPrefix("the flat form is damaged: ") == true)
    }
  }

  @Test(arguments: FlatDamage.right)
  func `differs from one that is right`(right: FlatDamage) {
    #expect(InterfaceDescription(flatBytes: right.bytes).buildFailure == nil)
  }

  @Test func `of more than 16 MiB is refused before it is looked at`() {
    let zeros = [UInt8](repeating: 0, count: 16 << 20 | 1)
    var builder = ArenaBuilder()
    let isTaken = unsafe zeros.withUnsafeBytes { unsafe builder.build(flat: $0) }
    #expect(!isTaken)
    #expect(builder.failure?.kind == .limit)
    #expect(builder.failure?.diagnostic.code == .badFlatForm)
  }

  /// Whatever is cut off or changed is refused, or is something else that can be written and taken again.
  @Test(arguments: 0..<Effort.cases(15, thorough: 40, watched: 15))
  func `says something else or nothing, whatever byte of it is wrong`(seed: Int) {
    let bytes = RandomDescription(seed: seed).description.flatBytes
    for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 200)) {
      #expect(InterfaceDescription(flatBytes: Array(bytes[..<count])).buildFailure?.code == .badFlatForm)
    }
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Effort.cases(200) {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: changed.indices, using: &random)
        changed[index] =
          Bool.random(using: &random)
          ? changed[index] ^ 1 << UInt8.random(in: 0..<8, using: &random) : .random(in: 0...255, using: &random)
      }
      let made = InterfaceDescription(flatBytes: changed)
      guard made.buildFailure == nil else { continue }
      let again = InterfaceDescription(flatBytes: made.flatBytes)
      #expect(again == made)
      var builder = ArenaBuilder()
      let isTaken = made.write(to: &builder)
      #expect(isTaken)
      #expect(again.arena.hasSameBytes(as: builder.finish().arena))
    }
  }
}
