import AppControllerKit
import TestSupport

extension RandomDescription {
  private static let kinds = NodeKind.allCases.map(\.name)
  private static let unknownKinds = ["gadget", "widget", "a-kind-with-a-name-that-is-long"]
  private static let unknownNames = ["a", "labellings", "x-list", "x-map", "x-ü", "zoom"]
  /// The id of a node is said otherwise, and so is its fallback.
  private static let names = PropertyName.allCases.map(\.name).filter { $0 != "id" && $0 != "fallback" } + unknownNames
  private static let texts = [
    "", "a", "b", "Kitty", "two\nlines", "\"quoted\\\"", "Katze 🐈", "été", "\u{0}\u{1B}[2J", "https://example.com/",
    String(repeating: "long ", count: 40),
  ]
  private static let numbers: [Int64] = [0, 1, 2, -1, 9_007_199_254_740_993, .min, .max]
  private static let fractions = [0, 1, 2, -0.0, 0.5, -1.25, 1e-9, 1e300, 0.1]

  static func makeKind(using generator: inout SeededGenerator) -> String {
    generator.pick(generator.oneIn(8) ? unknownKinds : kinds)
  }

  /// A node with properties, without children.
  func makeElement(using generator: inout SeededGenerator) -> Element {
    Element(
      kind: Self.makeKind(using: &generator), id: generator.oneIn(3) ? "" : makeID(using: &generator),
      properties: makeProperties(Self.names, atMost: 4, depth: 0, using: &generator)
    )
  }

  /// An id that no node has, or, if that is allowed, one that may stand already.
  func makeID(using generator: inout SeededGenerator) -> String {
    if options.hasDuplicateIDs, generator.oneIn(3) { return "n\(generator.number(below: 3))" }
    while true {
      // The stock is larger than any tree.
      let id = "n\(generator.number(below: 3 * options.nodes))"
      if !root.contains(id: id) { return id }
    }
  }

  func makeDocument(using generator: inout SeededGenerator) -> [Property] {
    makeProperties(
      ["id", "lang", "dir", "fallbackText", "schema", "requires", "x-document"], atMost: 4, depth: 0, using: &generator)
  }

  /// A property of a node.
  func makeProperty(using generator: inout SeededGenerator) -> Property {
    let name = generator.pick(Self.names)
    return Property(name: name, value: makeValue(of: name, depth: 0, using: &generator))
  }

  private func makeProperties(
    _ names: [String], atMost most: Int, depth: Int, using generator: inout SeededGenerator
  ) -> [Property] {
    generator.pickSome(names, atMost: most).map { name in
      Property(name: name, value: makeValue(of: name, depth: depth, using: &generator))
    }
  }

  /// A value that the property may well have, or now and then any other.
  private func makeValue(of name: String, depth: Int, using generator: inout SeededGenerator) -> Value {
    if generator.oneIn(6) { return makeValue(depth: depth, using: &generator) }
    func map(_ names: String...) -> Value {
      .map(makeProperties(names, atMost: names.count, depth: depth + 1, using: &generator))
    }
    func list() -> Value { .list((0..<generator.number(below: 4)).map { _ in .text(generator.pick(Self.texts)) }) }
    switch name {
    case "action": return map("name", "scope", "sends", "validates", "payload", "deadline", "confirm")
    case "confirm": return map("title", "text", "label")
    case "input": return map("name", "content", "value", "placeholder", "options", "multiple", "rules", "lines")
    case "media": return map("source", "asset", "alt", "decorative", "aspect")
    case "progress": return map("value", "total", "deadline")
    case "payload", "requires": return map("a", "button", "x-ü")
    case "enabled", "visible": return depth < 6 ? map("filled", "valid", "checked", "not", "all", "any") : .bool(false)
    case "not": return depth < 6 ? map("filled") : .bool(true)
    case "filled", "valid", "sends": return list()
    case "rules", "options", "all", "any":
      return .list(
        (0..<generator.number(below: 3)).map { _ in map("rule", "min", "max", "step", "message", "value", "label") })
    case "hidden", "busy", "collapsed", "labelHidden", "multiple", "decorative", "validates":
      return .bool(generator.oneIn(2))
    case "columns", "lines", "minColumns", "min", "max", "schema", "weight": return .int(generator.pick(Self.numbers))
    case "total", "deadline", "aspect": return .double(generator.pick(Self.fractions))
    case "axis": return .text(generator.pick(["vertical", "horizontal"]))
    case "style": return .text(generator.pick(["body", "plain", "title", "primary"]))
    case "severity": return .text(generator.pick(["info", "error"]))
    case "live": return .text(generator.pick(["off", "polite"]))
    case "dir": return .text(generator.pick(["auto", "ltr", "rtl"]))
    case "lang": return .text(generator.pick(["und", "en", "de-AT"]))
    case let name where Self.unknownNames.contains(name): return makeValue(depth: depth, using: &generator)
    default: return .text(generator.pick(Self.texts))
    }
  }

  /// A value of any type.
  private func makeValue(depth: Int, using generator: inout SeededGenerator) -> Value {
    switch generator.number(below: depth < 4 ? 7 : 5) {
    case 0: return options.hasNulls ? .null : .bool(true)
    case 1: return .bool(generator.oneIn(2))
    case 2: return .int(generator.pick(Self.numbers))
    case 3: return .double(generator.pick(Self.fractions))
    case 4: return .text(generator.pick(Self.texts))
    case 5: return .map(makeProperties(Self.names, atMost: 4, depth: depth + 1, using: &generator))
    default:
      return .list((0..<generator.number(below: 4)).map { _ in makeValue(depth: depth + 1, using: &generator) })
    }
  }
}
