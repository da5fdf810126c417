import TestSupport

/// Markup of elements with and without ids, and random changes of it.
struct RandomMarkup {
  private indirect enum Node {
    case text(String)
    case element(tag: String, id: Int?, attribute: Int, children: [Node])
  }

  private var root: Node
  private var lastID = 0

  init(using random: inout SeededGenerator) {
    root = .element(tag: "div", id: 0, attribute: 0, children: [])
    for _ in 0..<random.number(below: 8) { change(using: &random) }
  }

  var bytes: [UInt8] { Array(Self.text(of: root).utf8) }

  /// Adds, removes, moves or changes a node.
  mutating func change(using random: inout SeededGenerator) {
    let kind = random.number(below: 6)
    let new = node(using: &random)
    var moved: Node?
    if kind == 4 {
      root = Self.changing(root, &random) { children, random in moved = Self.take(from: &children, &random) }
    }
    root = Self.changing(root, &random) { children, random in
      switch kind {
      case 0, 1: children.insert(new, at: random.number(below: children.count + 1))
      case 2: _ = Self.take(from: &children, &random)
      case 3: children.shuffle(using: &random)
      case 4: if let moved { children.insert(moved, at: random.number(below: children.count + 1)) }
      default:
        guard !children.isEmpty else { return }
        let place = random.number(below: children.count)
        switch children[place] {
        case .text: children[place] = .text("text \(random.number(below: 9))")
        case .element(let tag, let id, _, let inner):
          children[place] = .element(tag: tag, id: id, attribute: random.number(below: 9), children: inner)
        }
      }
    }
  }

  private mutating func node(using random: inout SeededGenerator) -> Node {
    if random.oneIn(4) { return .text("text \(random.number(below: 9))") }
    lastID += 1
    let tag = random.pick(["div", "section", "article", "span", "input"])
    return .element(tag: tag, id: random.oneIn(4) ? nil : lastID, attribute: random.number(below: 9), children: [])
  }

  private static func take(from children: inout [Node], _ random: inout SeededGenerator) -> Node? {
    children.isEmpty ? nil : children.remove(at: random.number(below: children.count))
  }

  /// Changes the children of one of the elements.
  private static func changing(
    _ node: Node, _ random: inout SeededGenerator, _ change: (inout [Node], inout SeededGenerator) -> Void
  ) -> Node {
    guard case .element(let tag, let id, let attribute, var children) = node else { return node }
    let inner = children.indices.filter { index in
      if case .element(let tag, _, _, _) = children[index] { tag != "input" } else { false }
    }
    if !inner.isEmpty, !random.oneIn(3) {
      let place = random.pick(inner)
      children[place] = changing(children[place], &random, change)
    } else {
      change(&children, &random)
    }
    return .element(tag: tag, id: id, attribute: attribute, children: children)
  }

  private static func text(of node: Node) -> String {
    switch node {
    case .text(let text): return text
    case .element(let tag, let id, let attribute, let children):
      let head = "<\(tag) data-id=\"x\"\(id.map { " id=\"n\($0)\"" } ?? "") class=\"c\(attribute)\">"
      return tag == "input" ? head : head + children.map(text).joined() + "</\(tag)>"
    }
  }
}
