import AppControllerJSON
import AppControllerKit

/// A call to a builder, as a value: the same calls can be made to the kit's builder and to the header's for C.
enum BuilderCall: Sendable {
  case begin(String, id: String)
  case set(String, ScalarOrText)
  case open(ArenaBuilder.ValueKind, String)
  case close
  case end
  /// A form that is made by hand.
  case form(BrokenForm)
  /// A text as C has it, with a length and no pointer.
  case lostText(String, length: UInt64)

  enum BrokenForm: Sendable {
    /// There is a node, and no pointer to it.
    case withoutPointer
    /// The root is a screen whose `busy` is 2.
    case withBoolean2
  }

  enum ScalarOrText: Sendable {
    case scalar(ScalarValue)
    case text([UInt8])

    static func text(_ text: String) -> ScalarOrText { .text(Array(text.utf8)) }
  }

  /// Whether only C has such a call.
  var isOfCOnly: Bool {
    switch self {
    case .form, .lostText: true
    case .begin, .set, .open, .close, .end: false
    }
  }
}

extension [BuilderCall] {
  /// The calls that say what a JSON text says: properties in their order, then children.
  static func saying(_ document: JSONValue) -> [BuilderCall] {
    var calls: [BuilderCall] = []
    let members = document.objectValue ?? []
    for member in members where member.name != "root" { calls.say(member.value, as: member.name) }
    for member in members where member.name == "root" { calls.say(node: member.value) }
    return calls
  }

  private mutating func say(node: JSONValue) {
    append(.begin(node["kind"]?.stringValue ?? "", id: node["id"]?.stringValue ?? ""))
    for member in node.objectValue ?? [] where !["kind", "id", "children"].contains(member.name) {
      if member.name == "fallback", member.value["kind"] != nil {
        append(.open(.map, member.name))
        say(node: member.value)
        append(.close)
      } else {
        say(member.value, as: member.name)
      }
    }
    for child in node["children"]?.arrayValue ?? [] { say(node: child) }
    append(.end)
  }

  private mutating func say(_ value: JSONValue, as key: String) {
    switch value {
    case .null: append(.set(key, .scalar(.null)))
    case .bool(let flag): append(.set(key, .scalar(.bool(flag))))
    case .int(let number): append(.set(key, .scalar(.int(number))))
    case .double(let number): append(.set(key, .scalar(.double(number))))
    case .string(let text): append(.set(key, .text(text)))
    case .array(let elements):
      append(.open(.list, key))
      for element in elements { say(element, as: "") }
      append(.close)
    case .object(let members):
      append(.open(.map, key))
      for member in members { say(member.value, as: member.name) }
      append(.close)
    }
  }
}

extension ArenaBuilder {
  /// Makes calls to the builder; those that only C has are passed over.
  mutating func make(_ calls: [BuilderCall]) {
    for call in calls {
      switch call {
      case .begin(let kind, let id): begin(kindName: kind.utf8Span.span, id: id.utf8Span.span)
      case .set(let key, .text(let text)): set(key: key.utf8Span.span, string: text.span)
      case .set(let key, .scalar(let scalar)): set(key: key.utf8Span.span, scalar)
      case .open(let kind, let key): open(kind, key: key.utf8Span.span)
      case .close: close()
      case .end: end()
      case .form, .lostText: continue
      }
    }
  }
}
