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
