import AppControllerKit
import TestSupport

/// A description made at random, as a tree that a test can change and build again.
///
/// One seed makes one tree. It has all kinds of node, and some that nobody knows; nodes with and without ids; known and
/// unknown properties with values of every type; fallbacks; properties of the document. Every tree can be built, and
/// hardly any is valid: a text may have children here. Ids come from one small stock, so that two trees share some.
struct RandomDescription {
  struct Options {
    /// How many nodes there are at most when it is made.
    var nodes = 40
    /// How deep the nodes nest at most; the builder allows 64.
    var depth = 12
    /// Whether there are nulls, which do not survive the ABI.
    var hasNulls = true
    /// Whether an id may stand twice, which is not valid.
    var hasDuplicateIDs = false
  }

  indirect enum Value {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case text(String)
    case map([Property])
    case list([Value])
  }

  struct Property {
    var name: String
    var value: Value
  }

  struct Element {
    var kind: String
    /// Empty for none.
    var id = ""
    var properties: [Property] = []
    /// The fallback, or nothing.
    var fallback: [Element] = []
    var children: [Element] = []
  }

  var options: Options
  var document: [Property] = []
  var root = Element(kind: "screen")

  /// Makes a tree.
  init(using generator: inout SeededGenerator, _ options: Options = Options()) {
    self.options = options
    document = makeDocument(using: &generator)
    let count = 1 + generator.number(below: options.nodes)
    root = makeElement(using: &generator)
    for _ in 1..<max(count, 2) { self = inserting(makeElement(using: &generator), using: &generator) }
  }

  init(seed: Int, _ options: Options = Options()) {
    var generator = SeededGenerator(seed: seed)
    self.init(using: &generator, options)
  }
}

// MARK: - Building

extension RandomDescription {
  /// The description, built in the order that the tree has.
  var description: InterfaceDescription {
    build { builder in
      for property in document { builder.write(property) }
      builder.write(root)
    }
  }

  /// The same tree with the properties of everything in another order, which is the same description.
  func shuffled(using generator: inout SeededGenerator) -> RandomDescription {
    func shuffled(_ properties: [Property]) -> [Property] {
      properties.map { Property(name: $0.name, value: shuffled($0.value)) }.shuffled(using: &generator)
    }
    func shuffled(_ value: Value) -> Value {
      switch value {
      case .map(let entries): .map(shuffled(entries))
      case .list(let elements): .list(elements.map(shuffled))
      case .null, .bool, .int, .double, .text: value
      }
    }
    func shuffled(_ element: Element) -> Element {
      var copy = element
      copy.properties = shuffled(element.properties)
      copy.fallback = element.fallback.map(shuffled)
      copy.children = element.children.map(shuffled)
      return copy
    }
    var copy = self
    copy.document = shuffled(document)
    copy.root = shuffled(root)
    return copy
  }
}

extension ArenaBuilder {
  fileprivate mutating func write(_ element: RandomDescription.Element) {
    node(element.kind, element.id) { builder in
      for fallback in element.fallback { builder.map("fallback") { $0.write(fallback) } }
      for property in element.properties { builder.write(property) }
      for child in element.children { builder.write(child) }
    }
  }

  fileprivate mutating func write(_ property: RandomDescription.Property) {
    let name = property.name
    switch property.value {
    case .null: set(name, .null)
    case .bool(let flag): set(name, .bool(flag))
    case .int(let number): set(name, .int(number))
    case .double(let number): set(name, .double(number))
    case .text(let text): set(name, text)
    case .map(let entries): map(name) { builder in for entry in entries { builder.write(entry) } }
    case .list(let elements):
      list(name) { builder in
        for element in elements { builder.write(RandomDescription.Property(name: "", value: element)) }
      }
    }
  }
}
