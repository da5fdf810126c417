/// An answer that one reader waits for; the first caller gives it.
@MainActor
final class AwaitedAnswer<Value: Sendable> {
  private(set) var given: Value?
  private var waiter: CheckedContinuation<Value, Never>?

  /// Gives the answer; later answers are dropped.
  func give(_ value: Value) {
    if given != nil { return }
    given = value
    waiter?.resume(returning: value)
    waiter = nil
  }

  /// The answer, once it has been given; for one reader.
  var value: Value {
    get async {
      if let given { return given }
      return await withCheckedContinuation { waiter = $0 }
    }
  }
}
