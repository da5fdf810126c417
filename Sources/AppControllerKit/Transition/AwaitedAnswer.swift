/// An answer that readers wait for; the first caller gives it.
///
/// Isolation: the main actor.
@MainActor
package final class AwaitedAnswer<Value: Sendable> {
  package private(set) var given: Value?
  private var readers: [(continuation: CheckedContinuation<Value, Never>, wakes: WakeCount?)] = []

  package init() {}

  /// Later answers are dropped.
  package func give(_ value: Value) {
    if given != nil { return }
    given = value
    for reader in readers {
      reader.wakes?.number += 1
      reader.continuation.resume(returning: value)
    }
    readers = []
  }

  package var value: Value {
    get async {
      if let given { return given }
      let wakes = WakeCount.current
      defer { wakes?.number -= 1 }
      return await withCheckedContinuation { readers.append(($0, wakes)) }
    }
  }
}

/// The number of tasks that have received their answer but do not run again yet.
///
/// A resumed task reaches its actor by way of another thread, and until then only this count shows that it is about to
/// run. It counts the tasks for which ``current`` is set, and the tasks that they make.
///
/// Isolation: the main actor.
@MainActor
package final class WakeCount {
  @TaskLocal package static var current: WakeCount?
  package fileprivate(set) var number = 0

  package init() {}
}

/// Admits one caller at a time, in the order of the reservations.
///
/// Isolation: the main actor.
@MainActor
package final class SerialLane {
  /// The answer is whether the caller is admitted; `nil` when it was admitted at once.
  package typealias Turn = AwaitedAnswer<Bool>?

  package private(set) var isTaken = false
  private var turns: [AwaitedAnswer<Bool>] = []

  package init() {}

  /// The caller waits for its turn, and leaves with ``leave()``.
  package func reserve() -> Turn {
    guard isTaken else {
      isTaken = true
      return nil
    }
    let turn = AwaitedAnswer<Bool>()
    turns.append(turn)
    return turn
  }

  package func leave() {
    if turns.isEmpty { isTaken = false } else { turns.removeFirst().give(true) }
  }

  package func refuseWaiting() {
    let refused = turns
    turns = []
    for turn in refused { turn.give(false) }
  }
}
