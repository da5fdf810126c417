internal import AppControllerJSON

/// Reads one description from a JSON text into a builder.
///
/// JSON has its members in any order, and a builder needs a node's kind, id, properties and children in that order: so
/// the reader works on an outline. Errors that cannot be expressed as calls to a builder, such as children that are no
/// list, are collected; an error of the builder ends the reading.
struct DescriptionReader: ~Copyable {
  struct Defaults {
    var id: String?
    var language: String?
    var direction: String?
  }

  private var outline: JSONOutline
  private let document: JSONOutline.Value
  private var scanner: JSONScanner
  private var builder = ArenaBuilder()
  private var problems = DiagnosticList()

  init(_ document: JSONOutline.Value, of outline: JSONOutline) {
    self.outline = outline
    self.document = document
    scanner = JSONScanner(outline.bytes)
    let size = outline.size(of: document)
    builder.reserve(nodes: size.values, values: size.values, text: size.bytes)
  }

  /// Returns the description, or its errors, with paths that begin at the description.
  mutating func read(
    defaults: Defaults = Defaults()
  ) throws(AppControllerError) -> (description: InterfaceDescription?, problems: DiagnosticList) {
    guard outline.isObject(document) else {
      refuse(document, "an interface is an object with a root")
      return (nil, problems)
    }
    try readDocument(defaults)
    outline = JSONOutline()
    let description = builder.finish(keepsRoom: false)
    if let failure = description.buildFailure { problems.append(failure) }
    return (problems.isEmpty ? description : nil, problems)
  }
}

// MARK: - The document and the nodes

extension DescriptionReader {
  private mutating func readDocument(_ defaults: Defaults) throws(AppControllerError) {
    var root: JSONOutline.Value?
    var defaults = defaults
    for member in outline.contents(of: document) {
      let name = try scanner.nameBytes(of: member, in: outline)
      if name.span.equals("id") { defaults.id = nil }
      if name.span.equals("lang") { defaults.language = nil }
      if name.span.equals("dir") { defaults.direction = nil }
      if name.span.equals("$schema") { continue }  // It is for editors.
      if !name.span.equals("root") {
        try readMember(member)
      } else if root == nil {
        root = member
      } else {
        refuseTwin(member)
      }
    }
    if let id = defaults.id { builder.set(.id, string: id.utf8Span.span) }
    if let language = defaults.language { builder.set(.lang, string: language.utf8Span.span) }
    if let direction = defaults.direction { builder.set(.dir, string: direction.utf8Span.span) }
    if let root { try readNode(root) }
  }

  private mutating func readNode(_ node: JSONOutline.Value) throws(AppControllerError) {
    if builder.isPoisoned { return }
    guard let parts = try parts(of: node) else {
      // A placeholder, so that the nodes after it keep their numbers in paths.
      builder.begin(.spacer, id: Span())
      builder.end()
      return
    }
    let kind = try scanner.bytes(of: parts.kind, in: outline)
    let id = try scanner.bytes(of: parts.id, in: outline)
    builder.begin(kindName: kind.span, id: id.span)
    for member in outline.contents(of: node) where !parts.contain(member) { try readMember(member, ofNode: true) }
    if let children = parts.children {
      for child in outline.contents(of: children) { try readNode(child) }
    }
    builder.end()
  }

  /// The members of a node that are not properties; `nil` for a value that does not have the shape of a node.
  private mutating func parts(of node: JSONOutline.Value) throws(AppControllerError) -> NodeParts? {
    guard outline.isObject(node) else {
      refuse(node, "a node is an object with a kind")
      return nil
    }
    var parts = NodeParts()
    var isWellShaped = true
    for member in outline.contents(of: node) {
      let name = try scanner.nameBytes(of: member, in: outline)
      if name.span.equals("kind") {
        isWellShaped = take(member, "kind", as: &parts.kind) && isWellShaped
      } else if name.span.equals("id") {
        isWellShaped = take(member, "id", as: &parts.id) && isWellShaped
      } else if name.span.equals("children") {
        isWellShaped = take(member, "children", as: &parts.children, isList: true) && isWellShaped
      }
    }
    return isWellShaped ? parts : nil
  }

  private mutating func take(
    _ member: JSONOutline.Value, _ name: String, as part: inout JSONOutline.Value?, isList: Bool = false
  ) -> Bool {
    defer { part = member }
    if part != nil {
      refuseTwin(member)
    } else if isList ? !outline.isArray(member) : !outline.isString(member) {
      refuse(member, "the \(name) of a node is \(isList ? "a list of nodes" : "a text")")
    } else {
      return true
    }
    return false
  }
}

private struct NodeParts {
  var kind: JSONOutline.Value?
  var id: JSONOutline.Value?
  var children: JSONOutline.Value?

  func contain(_ member: JSONOutline.Value) -> Bool { member == kind || member == id || member == children }
}

// MARK: - Properties and values

extension DescriptionReader {
  private mutating func readMember(_ member: JSONOutline.Value, ofNode: Bool = false) throws(AppControllerError) {
    let name = try scanner.nameBytes(of: member, in: outline)
    try readValue(member, key: name.span, ofNode: ofNode)
  }

  private mutating func readValue(
    _ value: JSONOutline.Value, key: Span<UInt8>, ofNode: Bool = false
  ) throws(AppControllerError) {
    if builder.isPoisoned { return }
    if outline.isString(value) {
      let text = try scanner.bytes(of: value, in: outline)
      builder.set(key: key, string: text.span)
      return
    }
    switch try scanner.token(at: outline.offset(of: value)) {
    case .null: builder.set(key: key, .null)
    case .bool(let flag): builder.set(key: key, .bool(flag))
    case .int(let number): builder.set(key: key, .int(number))
    case .double(let number): builder.set(key: key, .double(number))
    case .beginArray:
      builder.open(.list, key: key)
      for element in outline.contents(of: value) { try readValue(element, key: Span()) }
      builder.close()
    case .beginObject:
      builder.open(.map, key: key)
      if ofNode, key.equals("fallback"), try isNode(value) {
        try readNode(value)
      } else {
        for member in outline.contents(of: value) { try readMember(member) }
      }
      builder.close()
    case .string, .endObject, .endArray, .colon, .comma, .end: break
    }
  }

  private mutating func isNode(_ value: JSONOutline.Value) throws(AppControllerError) -> Bool {
    for member in outline.contents(of: value) {
      let name = try scanner.nameBytes(of: member, in: outline)
      if name.span.equals("kind") { return true }
    }
    return false
  }
}

// MARK: - Problems

extension DescriptionReader {
  private mutating func refuse(_ value: JSONOutline.Value, _ message: String) {
    problems.append(.error, .badShape, at: place(of: value), message)
  }

  private mutating func refuseTwin(_ member: JSONOutline.Value) {
    let name = String(decoding: outline.shownName(of: member), as: UTF8.self)
    problems.append(.error, .duplicateKey, at: place(of: member), "the property \"\(name)\" is set twice")
  }

  /// The path of a value, or nothing once the list is full: a path takes time to find, and a hostile text has many
  /// errors.
  private func place(of value: JSONOutline.Value) -> String {
    problems.isFull ? "" : outline.path(from: document, to: value)
  }
}
