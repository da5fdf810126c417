package import AppControllerJSON

/// Writes a description as canonical JSON: the same bytes for equal descriptions, keys sorted, nothing lost.
///
/// A property at its default is omitted, and parts that this version does not know are written as they were received.
public struct JSONRenderer: Sendable {
  private let isPretty: Bool

  /// Makes a renderer.
  ///
  /// - Parameter pretty: Whether to format the text for people, on lines of at most 100 columns where texts allow; the
  ///   canonical form is not formatted.
  public init(pretty: Bool = false) {
    isPretty = pretty
  }

  /// The JSON text of a description, without a line feed at its end.
  public func render(_ description: InterfaceDescription) -> String {
    var encoder = DescriptionEncoder(arena: description.arena)
    encoder.encodeDocument()
    let limits = JSONLimits(bytes: .max, depth: .max, values: .max)
    if isPretty, let value = try? JSONReader.read(encoder.writer.bytes, limits: limits) {
      return JSONFormatter.text(value)
    }
    return encoder.text
  }

  package func write(_ description: InterfaceDescription, to writer: inout JSONWriter) {
    var encoder = DescriptionEncoder(arena: description.arena, writer: writer)
    // Moved, so that the buffer is not copied at the first byte.
    writer = JSONWriter()
    encoder.encodeDocument()
    writer = encoder.writer
  }
}

private struct DescriptionEncoder {
  let arena: Arena
  var writer: JSONWriter

  init(arena: Arena) {
    self.init(arena: arena, writer: JSONWriter(capacity: arena.text.count + arena.nodes.count * 32))
  }

  init(arena: Arena, writer: JSONWriter) {
    self.arena = arena
    self.writer = writer
  }

  var text: String { String(decoding: writer.bytes, as: UTF8.self) }

  mutating func encodeDocument() {
    writer.beginObject()
    encode(arena.documentValues, between: [.root], of: 0)
    writer.endObject()
  }

  private mutating func encodeNode(_ index: Int) {
    let node = arena.nodes[index]
    writer.beginObject()
    encode(node.values, between: [.children, .id, .kind], of: index)
    writer.endObject()
  }

  private mutating func encodeChildren(_ index: Int) {
    var children = arena.children(of: index)
    guard var child = children.next() else { return }
    writer.key("children")
    writer.beginArray()
    while true {
      encodeNode(child)
      guard let next = children.next() else { break }
      child = next
    }
    writer.endArray()
  }

  private mutating func encodeID(_ node: NodeRecord) {
    if node.idSize == 0 { return }
    writer.key("id")
    encodeText(node.id)
  }

  /// Inserts the keys that are not properties at their places in the order of names.
  private mutating func encode(_ values: Range<Int>, between keys: [OwnKey] = [], of node: Int = 0) {
    var remaining = keys[...]
    let byName = arena.indicesByName(values)
    for (position, index) in values.enumerated() {
      let value = arena.values[byName?[position] ?? index]
      while let key = remaining.first, !arena.key(of: value, precedes: key) {
        encode(key, of: node)
        remaining.removeFirst()
      }
      encodeKeyName(of: value)
      encodeValue(value)
    }
    for key in remaining { encode(key, of: node) }
  }

  private mutating func encode(_ key: OwnKey, of index: Int) {
    switch key {
    case .children: encodeChildren(index)
    case .id: encodeID(arena.nodes[index])
    case .kind:
      writer.key("kind")
      writer.string(arena.kindName(of: arena.nodes[index]))
    case .root:
      writer.key("root")
      encodeNode(index)
    }
  }

  private mutating func encodeKeyName(of value: ValueRecord) {
    if let name = value.knownName {
      writer.key(name.name)
    } else {
      let text = arena.text
      writer.key(text.span.extracting(value.key.bounds))
    }
  }

  private mutating func encodeText(_ range: TextRange) {
    let text = arena.text
    writer.string(text.span.extracting(range.bounds))
  }

  private mutating func encodeValue(_ value: ValueRecord) {
    switch value.tag {
    case .null: writer.null()
    case .bool: writer.bool(value.bool)
    case .int: writer.int(value.int)
    case .double: writer.double(value.double)
    case .string: encodeText(value.text)
    case .node: encodeNode(value.node)
    case .map:
      writer.beginObject()
      encode(value.elements)
      writer.endObject()
    case .list:
      writer.beginArray()
      for index in value.elements { encodeValue(arena.values[index]) }
      writer.endArray()
    }
  }
}

/// A key of a node, or of the document, that is not a property.
private enum OwnKey: String {
  case children, id, kind, root

  /// The first property after it in the order of names.
  var next: PropertyName {
    switch self {
    case .children: .collapsed
    case .id: .id
    case .kind: .label
    case .root: .rule
    }
  }
}

extension Arena {
  /// `nil` when the properties are in order already, as the known ones are.
  fileprivate func indicesByName(_ values: Range<Int>) -> [Int]? {
    guard let last = values.last, self.values[last].name == 0 else { return nil }
    return values.sorted { left, right in
      keyName(of: self.values[left]).utf8.lexicographicallyPrecedes(keyName(of: self.values[right]).utf8)
    }
  }

  fileprivate func key(of value: ValueRecord, precedes key: OwnKey) -> Bool {
    if let known = value.knownName { return known.rawValue < key.next.rawValue }
    return bytes(value.key).lexicographicallyPrecedes(key.rawValue.utf8)
  }
}
