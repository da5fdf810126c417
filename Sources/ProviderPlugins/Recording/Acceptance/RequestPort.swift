internal import AppControllerKit

/// Receives the requests and the log of a tested provider, and fulfils none of the requests.
final class RequestPort: ControllerPort {
  private let log: @MainActor (LogLevel, String) -> Void
  @MainActor private var count = 0
  @MainActor private var awaited: (count: Int, isThere: AwaitedAnswer<Void>)?

  init(_ log: @escaping @MainActor (LogLevel, String) -> Void) { self.log = log }

  func send(_ request: ControllerRequest) {
    Task { @MainActor in
      count += 1
      if let awaited, awaited.count <= count { awaited.isThere.give(()) }
    }
  }

  func log(_ level: LogLevel, _ text: String) { Task { @MainActor in log(level, text) } }

  @MainActor func request(_ number: Int, within limit: Duration) async {
    if count >= number { return }
    let isThere = AwaitedAnswer<Void>()
    awaited = (number, isThere)
    let watch = Task {
      try? await ContinuousClock().pause(for: limit)
      isThere.give(())
    }
    await isThere.value
    watch.cancel()
    awaited = nil
  }
}
