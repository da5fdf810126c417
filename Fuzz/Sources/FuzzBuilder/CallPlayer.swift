@testable import AppControllerInterface
@testable import AppControllerKit

/// The ways to make one call.
enum CallRoute: CaseIterable {
  /// With the bytes of names, as the JSON reader does.
  case bytes
  /// With known names, as the elements do.
  case names
}

extension ArenaBuilder {
  /// Makes a call.
  ///
  /// - Returns: The answer of the builder.
  mutating func make(_ call: BuilderCall, by route: CallRoute) -> Bool {
    switch route {
    case .bytes: makeWithBytes(call)
    case .names: makeWithNames(call)
    }
  }

  private mutating func makeWithBytes(_ call: BuilderCall) -> Bool {
    switch call {
    case .begin(let kind, let id): begin(kindName: kind.span, id: id.span)
    case .end: end()
    case .string(let key, let text): set(key: key.span, string: text.span)
    case .scalar(let key, let scalar): set(key: key.span, scalar)
    case .open(let kind, let key): open(kind, key: key.span)
    case .close: close()
    }
  }

  private mutating func makeWithNames(_ call: BuilderCall) -> Bool {
    switch call {
    case .begin(let kind, let id):
      if let known = NodeKind(utf8: kind.span) { return begin(known, id: id.span) }
    case .string(let key, let text):
      if key.isEmpty { return append(string: text.span) }
      if let name = PropertyName(utf8: key.span) { return set(name, string: text.span) }
    case .scalar(let key, let scalar):
      guard let name = PropertyName(utf8: key.span) else { break }
      switch scalar {
      case .null: break
      case .bool(let flag): return set(name, bool: flag)
      case .int(let number): return set(name, int: number)
      case .double(let number): return set(name, double: number)
      }
    case .open(let kind, let key):
      if let name = PropertyName(utf8: key.span) { return open(kind, name) }
    case .end, .close: break
    }
    return makeWithBytes(call)
  }
}
