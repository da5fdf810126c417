import Synchronization

// The functions that elements write themselves with: a node, its properties, its children.
extension InterfaceEmitter {
  @inlinable
  mutating func node(
    _ kind: NodeKind, id: String? = nil, _ modifiers: ElementModifiers,
    _ body: (inout InterfaceEmitter) -> Void = { _ in }
  ) {
    begin(kind, id: id, modifiers)
    body(&self)
    end()
  }

  /// The texts are the node's only values, in the order of their names.
  mutating func leaf(
    _ kind: NodeKind, id: String = "", _ modifiers: ElementModifiers, _ first: PropertyName? = nil,
    _ firstText: String = "", _ second: PropertyName? = nil, _ secondText: String = ""
  ) {
    if modifiers.list.isEmpty {
      var isWritten = false
      id.withBytes { id in
        firstText.withBytes { firstText in
          secondText.withBytes { secondText in
            isWritten = builder.appendLeaf(kind, id: id, first, firstText, second, secondText)
          }
        }
      }
      if isWritten { return }
    }
    node(kind, id: id, modifiers) {
      if let first { $0.set(first, firstText) }
      if let second { $0.set(second, secondText) }
    }
  }

  @usableFromInline
  mutating func begin(_ kind: NodeKind, id: String?, _ modifiers: ElementModifiers) {
    if let id = modifiers.id ?? id {
      id.withBytes { _ = builder.begin(kind, id: $0) }
    } else {
      builder.begin(kind, id: Span())
    }
    // The modifiers come first, because the body ends with the children.
    modifiers.emit(into: &self)
  }

  @usableFromInline
  mutating func end() { builder.end() }

  @usableFromInline
  mutating func set(_ name: PropertyName, _ text: String) { text.withBytes { _ = builder.set(name, string: $0) } }

  @usableFromInline
  mutating func set(_ name: PropertyName, _ text: String?) {
    if let text { text.withBytes { _ = builder.set(name, string: $0) } }
  }

  @usableFromInline
  mutating func set(_ name: PropertyName, _ flag: Bool) { builder.set(name, bool: flag) }

  @usableFromInline
  mutating func set(_ name: PropertyName, _ number: Int?) {
    if let number { builder.set(name, int: Int64(number)) }
  }

  mutating func set(_ name: PropertyName, _ number: Double?) {
    if let number { builder.set(name, double: number) }
  }

  mutating func set(_ name: PropertyName, _ texts: [String]) {
    list(name) { for text in texts { $0.builder.append(string: text.utf8Span.span) } }
  }

  mutating func map(_ name: PropertyName, _ body: (inout InterfaceEmitter) -> Void) {
    builder.open(.map, name)
    body(&self)
    builder.close()
  }

  mutating func list(_ name: PropertyName, _ body: (inout InterfaceEmitter) -> Void) {
    builder.open(.list, name)
    body(&self)
    builder.close()
  }

  mutating func mapElement(_ body: (inout InterfaceEmitter) -> Void) {
    builder.open(.map, key: Span())
    body(&self)
    builder.close()
  }
}

/// A builder that is kept for the next description, so that its arrays grow only once.
///
/// A caller that finds it in use makes a builder of its own.
enum ScratchBuilder {
  private static let kept = Mutex<ArenaBuilder?>(nil)

  static func take() -> ArenaBuilder {
    kept.withLock { $0.take() } ?? ArenaBuilder()
  }

  static func give(back builder: consuming ArenaBuilder) {
    var builder: ArenaBuilder? = builder
    builder?.reset()
    kept.withLock { $0 = builder.take() }
  }
}
