// How elements write themselves: a node, its properties, its children.
extension InterfaceEmitter {
  mutating func node(
    _ kind: NodeKind, id: String? = nil, _ modifiers: ElementModifiers,
    _ body: (inout InterfaceEmitter) -> Void = { _ in }
  ) {
    // The modifiers come first, because the body ends with the children.
    if let id { builder.begin(kind, id: id.utf8Span.span) } else { builder.begin(kind, id: Span()) }
    modifiers.emit(into: &self)
    body(&self)
    builder.end()
  }

  mutating func set(_ name: PropertyName, _ text: String) { builder.set(name, string: text.utf8Span.span) }

  mutating func set(_ name: PropertyName, _ text: String?) {
    if let text { builder.set(name, string: text.utf8Span.span) }
  }

  mutating func set(_ name: PropertyName, _ flag: Bool) { builder.set(name, bool: flag) }

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
