import AppControllerKitTesting

/// Where functions wait that never return, until the test lets all of them go.
@MainActor
final class Hangs {
  private var hung: [CheckedContinuation<Void, Never>] = []
  private var arrivals: [CheckedContinuation<Void, Never>] = []
  private var isOpen = false

  /// Waits, whether the task is cancelled or not.
  func wait() async {
    if isOpen { return }
    await withCheckedContinuation { continuation in
      hung.append(continuation)
      for arrival in arrivals { arrival.resume() }
      arrivals = []
    }
  }

  /// Waits until somebody hangs.
  func arrived() async {
    if hung.isEmpty { await withCheckedContinuation { arrivals.append($0) } }
  }

  /// Lets everyone go who hangs, and who comes later.
  func open() {
    isOpen = true
    let waiting = hung
    hung = []
    for continuation in waiting { continuation.resume() }
  }
}

extension ManualClock {
  /// Moves the time to whatever is due next, again and again, until something is so.
  ///
  /// Somebody is asleep all the time, so that there is a next moment.
  @MainActor
  func pass(until isSo: () -> Bool) async {
    let ticking = Task { while (try? await sleep(for: .milliseconds(500))) != nil {} }
    while !isSo() {
      await sleeperArrived()
      advanceToNextSleeper()
    }
    ticking.cancel()
  }
}
