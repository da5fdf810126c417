import Glibc
import Synchronization

/// Hands out the lines of the pipe whose read descriptor is in the environment, in the order of the waits.
///
/// A thread of its own reads a line once somebody waits for it, so that every wait suspends and goes on outside the
/// host's calls. A wait that is cancelled ends at once, and its line goes to the next.
enum Gate {
  private struct State {
    var waits = 0
    var waiters: [(number: Int, continuation: CheckedContinuation<String, any Error>)] = []
    /// Those that were cancelled before they began to wait.
    var cancelledEarly: Set<Int> = []
    var lines: [String] = []
    var cancellations = 0
    var isReading = false
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
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wait($0, number) }
    } onCancel: {
      cancel(number)
    }
  }

  private static func wait(_ continuation: CheckedContinuation<String, any Error>, _ number: Int) {
    let (result, mustRead): (Result<String, any Error>?, Bool) = state.withLock { state in
      if state.cancelledEarly.remove(number) != nil { return (.failure(CancellationError()), false) }
      if !state.lines.isEmpty { return (.success(state.lines.removeFirst()), false) }
      if state.isAtEnd { return (.success("no pipe"), false) }
      state.waiters.append((number, continuation))
      defer { state.isReading = true }
      return (nil, !state.isReading)
    }
    if let result { continuation.resume(with: result) }
    if mustRead { startReading() }
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

  /// Hands a line out, or keeps it for the next wait.
  ///
  /// - Returns: Whether somebody still waits for another.
  private static func deliver(_ line: String) -> Bool {
    let (waiter, isWanted): (CheckedContinuation<String, any Error>?, Bool) = state.withLock { state in
      let waiter = state.waiters.isEmpty ? nil : state.waiters.removeFirst().continuation
      if waiter == nil { state.lines.append(line) }
      state.isReading = !state.waiters.isEmpty
      return (waiter, state.isReading)
    }
    waiter?.resume(returning: line)
    return isWanted
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
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, nil,
      { _ in
        while true {
          guard let line = Gate.readLine() else {
            Gate.endReading()
            break
          }
          if !Gate.deliver(line) { break }
        }
        return nil
      }, nil)
    if status == 0 { pthread_detach(thread) } else { endReading() }
  }

  /// The next line; `nil` at the end, or when there is no pipe.
  private static func readLine() -> String? {
    guard let text = unsafe getenv("SUSPENDING_PROVIDER_PIPE"), let descriptor = unsafe Int32(String(cString: text))
    else { return nil }
    var line = ""
    var byte: UInt8 = 0
    while unsafe read(descriptor, &byte, 1) == 1 {
      if byte == 0x0A { return line }
      line.append(Character(UnicodeScalar(byte)))
    }
    return nil
  }
}
