import AppControllerKit

/// Makes a description from what a test says to a builder.
func build(_ body: (inout ArenaBuilder) -> Void) -> InterfaceDescription {
  var builder = ArenaBuilder()
  body(&builder)
  return builder.finish()
}

extension ArenaBuilder {
  @discardableResult
  mutating func begin(_ kind: String, _ id: String = "") -> Bool {
    begin(kindName: kind.utf8Span.span, id: id.utf8Span.span)
  }

  @discardableResult
  mutating func set(_ key: String, _ text: String) -> Bool { set(key: key.utf8Span.span, string: text.utf8Span.span) }

  @discardableResult
  mutating func set(_ key: String, bytes: [UInt8]) -> Bool { set(key: key.utf8Span.span, string: bytes.span) }

  @discardableResult
  mutating func set(_ key: String, _ scalar: ScalarValue) -> Bool { set(key: key.utf8Span.span, scalar) }

  @discardableResult
  mutating func map(_ key: String, _ body: (inout ArenaBuilder) -> Void = { _ in }) -> Bool {
    open(.map, key: key.utf8Span.span)
    body(&self)
    return close()
  }

  @discardableResult
  mutating func list(_ key: String, _ body: (inout ArenaBuilder) -> Void = { _ in }) -> Bool {
    open(.list, key: key.utf8Span.span)
    body(&self)
    return close()
  }

  @discardableResult
  mutating func element(_ text: String) -> Bool { append(string: text.utf8Span.span) }

  /// A node, what is said inside it, and its end.
  mutating func node(_ kind: String, _ id: String = "", _ body: (inout ArenaBuilder) -> Void = { _ in }) {
    begin(kind, id)
    body(&self)
    end()
  }
}
