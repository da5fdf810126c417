import Glibc
import Synchronization

/// Hands out the lines of a pipe, in the order of the waits; its read descriptor is in the environment.
///
/// A thread of its own reads a line once somebody waits for it, so that every wait suspends and goes on outside the
/// host's calls. A wait that is cancelled ends at once, and its line goes to the next.
enum Gate {
  private struct State {
    var waits = 0
    /// The waits that have no line yet.
    ///
    /// A wait takes its place at once; its continuation may come from another thread, later than its line.
    var open: [Int] = []
    var continuations: [Int: CheckedContinuation<String, any Error>] = [:]
    var results: [Int: Result<String, any Error>] = [:]
    /// The lines that nobody waited for.
    var lines: [String] = []
    var cancellations = 0
    var isReading = false
  }

  private static let state = Mutex(State())

  /// How many waits were cancelled.
  static var cancellations: Int { state.withLock { $0.cancellations } }

  static func line() async throws -> String {
    let (number, mustRead) = state.withLock { state in
      state.waits += 1
      if !state.lines.isEmpty {
        state.results[state.waits] = .success(state.lines.removeFirst())
        return (state.waits, false)
      }
      state.open.append(state.waits)
      defer { state.isReading = true }
      return (state.waits, !state.isReading)
    }
    if mustRead { startReading() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wait($0, number) }
    } onCancel: {
      state.withLock { $0.cancellations += 1 }
      finish(number, .failure(CancellationError()))
    }
  }

  private static func wait(_ continuation: CheckedContinuation<String, any Error>, _ number: Int) {
    let result = state.withLock { state in
      let result = state.results.removeValue(forKey: number)
      if result == nil { state.continuations[number] = continuation }
      return result
    }
    if let result { continuation.resume(with: result) }
  }

  /// Ends a wait.
  ///
  /// - Returns: Whether it was open.
  @discardableResult
  private static func finish(_ number: Int, _ result: Result<String, any Error>) -> Bool {
    let (isOpen, continuation) = state.withLock { state in
      guard let index = state.open.firstIndex(of: number) else {
        return (false, nil as CheckedContinuation<String, any Error>?)
      }
      state.open.remove(at: index)
      let continuation = state.continuations.removeValue(forKey: number)
      if continuation == nil { state.results[number] = result }
      return (true, continuation)
    }
    continuation?.resume(with: result)
    return isOpen
  }

  /// Hands a line to the first that waits, or keeps it for the next.
  ///
  /// - Returns: Whether somebody still waits for another.
  private static func deliver(_ line: String) -> Bool {
    while let first = state.withLock({ state in
      if state.open.isEmpty { state.lines.append(line) }
      return state.open.first
    }) {
      // One that was cancelled meanwhile leaves the line to the next.
      if finish(first, .success(line)) { break }
    }
    return state.withLock { state in
      state.isReading = !state.open.isEmpty
      return state.isReading
    }
  }

  private static func endReading() {
    // A wait that comes meanwhile counts on this thread, until nobody waits.
    while let number = state.withLock({ state in
      state.isReading = !state.open.isEmpty
      return state.open.first
    }) {
      finish(number, .success("no pipe"))
    }
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

  /// The pipe; a process of the provider's own has it in its home.
  private static let descriptor: Int32? = {
    if let text = unsafe getenv("SUSPENDING_PROVIDER_PIPE") { return Int32(unsafe String(cString: text)) }
    guard let home = unsafe getenv("HOME") else { return nil }
    let descriptor = unsafe open("\(unsafe String(cString: home))/pipe", O_RDONLY | O_CLOEXEC)
    return descriptor < 0 ? nil : descriptor
  }()

  /// The next line; `nil` at the end, or when there is no pipe.
  private static func readLine() -> String? {
    guard let descriptor else { return nil }
    var line = ""
    var byte: UInt8 = 0
    while unsafe read(descriptor, &byte, 1) == 1 {
      if byte == 0x0A { return line }
      line.append(Character(UnicodeScalar(byte)))
    }
    return nil
  }
}
