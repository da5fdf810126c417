/// An answer that somebody waits for, and that may be given by whoever is first.
@MainActor
final class AwaitedAnswer<Value: Sendable> {
  private(set) var given: Value?
  private var waiter: CheckedContinuation<Value, Never>?

  /// Gives the answer; a later one is dropped.
  func give(_ value: Value) {
    if given != nil { return }
    given = value
    waiter?.resume(returning: value)
    waiter = nil
  }

  /// The answer, as soon as there is one; for one reader.
  var value: Value {
    get async {
      if let given { return given }
      return await withCheckedContinuation { waiter = $0 }
    }
  }
}
