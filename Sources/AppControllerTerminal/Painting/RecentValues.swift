internal import Synchronization

/// The values that were made last, of which each can be made again, so that a renderer remains a function of its
/// arguments.
final class RecentValues<Key: Equatable & Sendable, Value: Sendable>: Sendable {
  private let entries = Mutex<[(key: Key, value: Value)]>([])
  private let limit: Int

  init(_ limit: Int) { self.limit = limit }

  /// Removes the value, so that it can be changed without a copy; nil when it is not known.
  func take(_ key: Key) -> Value? {
    entries.withLock { entries in
      entries.firstIndex { $0.key == key }.map { entries.remove(at: $0).value }
    }
  }

  func value(of key: Key, _ make: () -> Value) -> Value {
    let value = take(key) ?? make()
    keep(value, for: key)
    return value
  }

  func keep(_ value: Value, for key: Key) {
    entries.withLock { entries in
      if entries.count == limit { entries.removeFirst() }
      entries.append((key, value))
    }
  }
}
