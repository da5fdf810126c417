import Glibc
import Synchronization

/// Hands out the lines of the pipe whose read descriptor is in the environment, in the order of the waits.
///
/// A thread of its own reads them, so that what waits goes on outside the host's calls. A wait that is cancelled ends at
/// once, and its line goes to the next.
enum Gate {
  private struct State {
    var waits = 0
    var waiters: [(number: Int, continuation: CheckedContinuation<String, any Error>)] = []
    /// Those that were cancelled before they began to wait.
    var cancelledEarly: Set<Int> = []
    var lines: [String] = []
    var cancellations = 0
    var hasReader = false
    var isAtEnd = false
  }

  private static let state = Mutex(State())

  /// How many waits were cancelled.
  static var cancellations: Int { state.withLock { $0.cancellations } }

  static func line() async throws -> String {
    let number = state.withLock { state in
      state.waits += 1
      return state.waits
    }
    startReading()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wait($0, number) }
    } onCancel: {
      cancel(number)
    }
  }

  private static func wait(_ continuation: CheckedContinuation<String, any Error>, _ number: Int) {
    let result: Result<String, any Error>? = state.withLock { state in
      if state.cancelledEarly.remove(number) != nil { return .failure(CancellationError()) }
      if !state.lines.isEmpty { return .success(state.lines.removeFirst()) }
      if state.isAtEnd { return .success("no pipe") }
      state.waiters.append((number, continuation))
      return nil
    }
    if let result { continuation.resume(with: result) }
  }

  private static func cancel(_ number: Int) {
    let waiter: CheckedContinuation<String, any Error>? = state.withLock { state in
      state.cancellations += 1
      guard let index = state.waiters.firstIndex(where: { $0.number == number }) else {
        state.cancelledEarly.insert(number)
        return nil
      }
      return state.waiters.remove(at: index).continuation
    }
    waiter?.resume(throwing: CancellationError())
  }

  private static func deliver(_ line: String) {
    let waiter: CheckedContinuation<String, any Error>? = state.withLock { state in
      guard state.waiters.isEmpty else { return state.waiters.removeFirst().continuation }
      state.lines.append(line)
      return nil
    }
    waiter?.resume(returning: line)
  }

  private static func endReading() {
    let waiters = state.withLock { state in
      state.isAtEnd = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.continuation.resume(returning: "no pipe") }
  }

  private static func startReading() {
    let isFirst = state.withLock { state in
      defer { state.hasReader = true }
      return !state.hasReader
    }
    guard isFirst else { return }
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, nil,
      { _ in
        Gate.read()
        return nil
      }, nil)
    if status == 0 { pthread_detach(thread) } else { endReading() }
  }

  private static func read() {
    defer { endReading() }
    guard let text = unsafe getenv("SUSPENDING_PROVIDER_PIPE"), let descriptor = unsafe Int32(String(cString: text))
    else { return }
    var line = ""
    var byte: UInt8 = 0
    while unsafe Glibc.read(descriptor, &byte, 1) == 1 {
      if byte == 0x0A {
        deliver(line)
        line = ""
      } else {
        line.append(Character(UnicodeScalar(byte)))
      }
    }
  }
}
