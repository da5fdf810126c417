@testable import AppControllerInterface
@testable import AppControllerKit

/// The ways to make one call.
enum CallRoute: CaseIterable {
  /// With the bytes of names, as the JSON reader does.
  case bytes
  /// With known names, as the elements do.
  case names
  /// With pointers, as the table of the C ABI does.
  case pointers
}

extension ArenaBuilder {
  /// Makes a call.
  ///
  /// - Returns: The answer of the builder.
  mutating func make(_ call: BuilderCall, by route: CallRoute) -> Bool {
    switch route {
    case .bytes: makeWithBytes(call)
    case .names: makeWithNames(call)
    case .pointers: makeWithPointers(call)
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

  private mutating func makeWithPointers(_ call: BuilderCall) -> Bool {
    switch call {
    case .begin(let kind, let id): unsafe lend(kind, id) { unsafe $0.begin(kind: $1, id: $2) }
    case .end: end()
    case .string(let key, let text): unsafe lend(key, text) { unsafe $0.set($1, string: $2) }
    case .scalar(let key, .null): set(key: key.span, .null)
    case .scalar(let key, .bool(let flag)):
      unsafe lend(key) { builder, key, _ in unsafe builder.set(key, bool: flag) }
    case .scalar(let key, .int(let number)):
      unsafe lend(key) { builder, key, _ in unsafe builder.set(key, int: number) }
    case .scalar(let key, .double(let number)):
      unsafe lend(key) { builder, key, _ in unsafe builder.set(key, double: number) }
    case .open(let kind, let key): unsafe lend(key) { builder, key, _ in unsafe builder.open(kind, key) }
    case .close: close()
    }
  }

  /// Lends two texts, each at the end of its own memory, so that the sanitizer detects a read beyond it.
  private mutating func lend(
    _ first: [UInt8], _ second: [UInt8] = [],
    _ body: (inout ArenaBuilder, UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    let lent = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: first.count)
    let other = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: second.count)
    defer {
      unsafe lent.deallocate()
      unsafe other.deallocate()
    }
    _ = unsafe lent.initialize(from: first)
    _ = unsafe other.initialize(from: second)
    return unsafe body(&self, UnsafeBufferPointer(lent), UnsafeBufferPointer(other))
  }
}
