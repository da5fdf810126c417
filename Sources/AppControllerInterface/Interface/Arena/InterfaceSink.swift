/// A receiver that a description is written to, call by call; the counterpart of the ABI's builder.
///
/// Each call returns whether to continue. Text is borrowed for the call.
package protocol InterfaceSink: ~Copyable {
  mutating func begin(kind: UnsafeBufferPointer<UInt8>, id: UnsafeBufferPointer<UInt8>) -> Bool
  mutating func set(_ key: UnsafeBufferPointer<UInt8>, string: UnsafeBufferPointer<UInt8>) -> Bool
  mutating func set(_ key: UnsafeBufferPointer<UInt8>, int: Int64) -> Bool
  mutating func set(_ key: UnsafeBufferPointer<UInt8>, double: Double) -> Bool
  mutating func set(_ key: UnsafeBufferPointer<UInt8>, bool: Bool) -> Bool
  mutating func open(_ kind: BuildFrame.ValueKind, _ key: UnsafeBufferPointer<UInt8>) -> Bool
  mutating func close() -> Bool
  mutating func end() -> Bool
}

extension InterfaceDescription {
  /// Writes the description to a sink, directly from the arena.
  ///
  /// - Returns: Whether the sink accepted all of it.
  package func write<Sink: InterfaceSink & ~Copyable>(to sink: inout Sink) -> Bool {
    unsafe arena.text.withUnsafeBufferPointer { text in
      let reader = unsafe ArenaReader(arena: arena, text: text)
      return reader.writeValues(arena.documentValues, to: &sink) && reader.writeNode(0, to: &sink)
    }
  }

  /// The failure that stopped the building, for a description that could not be built.
  package var buildFailure: Diagnostic? { arena.failure }
}

/// Reads an arena out, call by call.
@safe
package struct ArenaReader {
  package let arena: Arena
  package let text: UnsafeBufferPointer<UInt8>

  package init(arena: Arena, text: UnsafeBufferPointer<UInt8>) {
    self.arena = arena
    unsafe self.text = unsafe text
  }

  func writeNode<Sink: InterfaceSink & ~Copyable>(_ index: Int, to sink: inout Sink) -> Bool {
    let node = arena.nodes[index]
    let kind = unsafe node.knownKind.map { unsafe ImmortalNames.kinds[$0.rawValue] } ?? slice(node.kindName)
    guard unsafe sink.begin(kind: kind, id: slice(node.id)) else { return false }
    // The fallback comes last, as in the flat form, so that both produce the same arena.
    var fallback: ValueRecord?
    for index in node.values {
      let value = arena.values[index]
      if value.tag == .node { fallback = value } else if !writeValue(value, to: &sink) { return false }
    }
    if let fallback, !writeValue(fallback, to: &sink) { return false }
    for child in arena.children(of: index) where !writeNode(child, to: &sink) { return false }
    return sink.end()
  }

  package func writeValues<Sink: InterfaceSink & ~Copyable>(_ values: Range<Int>, to sink: inout Sink) -> Bool {
    for index in values where !writeValue(arena.values[index], to: &sink) { return false }
    return true
  }

  private func writeValue<Sink: InterfaceSink & ~Copyable>(_ value: ValueRecord, to sink: inout Sink) -> Bool {
    let key = unsafe value.name != 0 ? ImmortalNames.properties[value.name] : slice(value.key)
    switch value.tag {
    case .null: return true
    case .bool: return unsafe sink.set(key, bool: value.bool)
    case .int: return unsafe sink.set(key, int: value.int)
    case .double: return unsafe sink.set(key, double: value.double)
    case .string: return unsafe sink.set(key, string: slice(value.text))
    case .map: return unsafe sink.open(.map, key) && writeValues(value.elements, to: &sink) && sink.close()
    case .list: return unsafe sink.open(.list, key) && writeValues(value.elements, to: &sink) && sink.close()
    case .node: return unsafe sink.open(.map, key) && writeNode(value.node, to: &sink) && sink.close()
    }
  }

  private func slice(_ range: TextRange) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(rebasing: text[range.bounds])
  }
}

extension ArenaBuilder: InterfaceSink {
  package mutating func begin(kind: UnsafeBufferPointer<UInt8>, id: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe begin(kindName: kind.span, id: id.span)
  }

  package mutating func set(_ key: UnsafeBufferPointer<UInt8>, string: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe set(key: key.span, string: string.span)
  }

  package mutating func set(_ key: UnsafeBufferPointer<UInt8>, int: Int64) -> Bool {
    unsafe set(key: key.span, .int(int))
  }

  package mutating func set(_ key: UnsafeBufferPointer<UInt8>, double: Double) -> Bool {
    unsafe set(key: key.span, .double(double))
  }

  package mutating func set(_ key: UnsafeBufferPointer<UInt8>, bool: Bool) -> Bool {
    unsafe set(key: key.span, .bool(bool))
  }

  package mutating func open(_ kind: BuildFrame.ValueKind, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe open(kind, key: key.span)
  }
}

/// The known names as bytes at fixed addresses, so that crossing the ABI copies none of them.
@safe
struct ImmortalNames: Sendable {
  static let kinds = ImmortalNames([""] + NodeKind.allCases.map(\.name))
  static let properties = ImmortalNames([""] + PropertyName.allCases.map(\.name))

  private nonisolated(unsafe) let names: [UnsafeBufferPointer<UInt8>]

  private init(_ names: [String]) {
    unsafe self.names = names.map { name in
      let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: name.utf8.count)
      _ = unsafe copy.initialize(from: name.utf8)
      return UnsafeBufferPointer(copy)
    }
  }

  subscript(index: UInt8) -> UnsafeBufferPointer<UInt8> { unsafe names[Int(index)] }
}
