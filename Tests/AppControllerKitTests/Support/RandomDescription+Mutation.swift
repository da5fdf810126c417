import TestSupport

extension RandomDescription {
  /// What can be done to a tree.
  enum Edit: CaseIterable {
    case insert, remove, move, reorder, changeProperty, removeProperty, changeKind, renameID, changeFallback, wrap
    case changeDocument
  }

  /// Does some things to the tree, at random places.
  func mutated(_ edits: Int = 1, using generator: inout SeededGenerator) -> RandomDescription {
    var copy = self
    for _ in 0..<edits { copy = copy.mutated(by: generator.pick(Edit.allCases), using: &generator) }
    return copy
  }

  /// Does one thing to the tree, at a random place; nothing where there is no place for it.
  func mutated(by edit: Edit, using generator: inout SeededGenerator) -> RandomDescription {
    var copy = self
    let path = generator.pick(paths)
    switch edit {
    case .insert: copy = inserting(makeElement(using: &generator), using: &generator)
    case .remove: _ = copy.remove(path)
    case .move:
      guard let element = copy.remove(path) else { break }
      copy = copy.inserting(element, using: &generator)
    case .reorder: copy[path].children.shuffle(using: &generator)
    case .changeProperty:
      let property = makeProperty(using: &generator)
      copy[path].properties.removeAll { $0.name == property.name }
      copy[path].properties.append(property)
    case .removeProperty: copy[path].properties = Array(copy[path].properties.dropFirst())
    case .changeKind: copy[path].kind = Self.makeKind(using: &generator)
    case .renameID: copy[path].id = generator.oneIn(4) ? "" : makeID(using: &generator)
    case .changeFallback:
      copy[path].fallback = copy[path].fallback.isEmpty ? [makeElement(using: &generator)] : []
    case .wrap:
      var wrapper = makeElement(using: &generator)
      wrapper.children = [copy[path]]
      copy[path] = wrapper
    case .changeDocument: copy.document = makeDocument(using: &generator)
    }
    return copy.root.depth <= options.depth && copy.root.count <= 2 * options.nodes ? copy : self
  }

  /// The tree with a node, and what is below it, as a child anywhere or, now and then, as a fallback.
  func inserting(_ element: Element, using generator: inout SeededGenerator) -> RandomDescription {
    var copy = self
    let path = generator.pick(paths)
    if generator.oneIn(10), copy[path].fallback.isEmpty {
      copy[path].fallback = [element]
    } else {
      copy[path].children.insert(element, at: generator.number(below: copy[path].children.count + 1))
    }
    return copy.root.depth <= options.depth ? copy : self
  }
}

// MARK: - Places

extension RandomDescription {
  /// A way down from the root: at each step the index of a child, or -1 for the fallback.
  typealias Path = ArraySlice<Int>

  /// Where each node is.
  var paths: [Path] { root.paths(below: []) }

  subscript(path: Path) -> Element {
    get { root[path] }
    set { root[path] = newValue }
  }

  /// Takes a node out with everything below it; the root stays.
  mutating func remove(_ path: Path) -> Element? {
    guard let step = path.last else { return nil }
    let parent = path.dropLast()
    return step < 0 ? self[parent].fallback.removeFirst() : self[parent].children.remove(at: step)
  }
}

extension RandomDescription.Element {
  var depth: Int { 1 + ((fallback + children).map(\.depth).max() ?? 0) }

  var count: Int { (fallback + children).reduce(1) { $0 + $1.count } }

  func contains(id: String) -> Bool {
    self.id == id || fallback.contains { $0.contains(id: id) } || children.contains { $0.contains(id: id) }
  }

  fileprivate func paths(below path: RandomDescription.Path) -> [RandomDescription.Path] {
    [path] + fallback.flatMap { $0.paths(below: path + [-1]) }
      + children.enumerated().flatMap { $1.paths(below: path + [$0]) }
  }

  fileprivate subscript(path: RandomDescription.Path) -> Self {
    get {
      guard let step = path.first else { return self }
      return (step < 0 ? fallback[0] : children[step])[path.dropFirst()]
    }
    set {
      guard let step = path.first else { return self = newValue }
      if step < 0 { fallback[0][path.dropFirst()] = newValue } else { children[step][path.dropFirst()] = newValue }
    }
  }
}
