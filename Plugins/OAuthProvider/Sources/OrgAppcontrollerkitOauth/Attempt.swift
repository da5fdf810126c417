import ProviderSDK
import Synchronization

/// A sign-in under way: what its screen shows, and a task that ends with a session or an error.
///
/// The task goes on whether somebody waits or not, until it is cancelled or the attempt is released.
final class Attempt: Sendable {
  enum Page: Sendable {
    case device(DeviceGrant)
    case browser(WebAddress)
  }

  private struct State {
    var task: Task<Void, Never>?
    var outcome: Result<Session, OAuthError>?
    var isCancelled = false
    var waits = 0
    var waiting: [Int: CheckedContinuation<Result<Session, OAuthError>?, Never>] = [:]
    /// The waits that ended before they had begun to wait.
    var ended: Set<Int> = []
  }

  let page: Page
  var isInBrowser: Bool { if case .browser = page { true } else { false } }
  /// The time at which it expires.
  let end: Duration
  private let state = Mutex(State())

  init(_ page: Page, end: Duration) { (self.page, self.end) = (page, end) }

  deinit { state.withLock { $0.task }?.cancel() }

  /// How it has ended; `nil` while it goes on.
  var outcome: Result<Session, OAuthError>? { state.withLock { $0.outcome } }

  /// Begins.
  ///
  /// - Parameters:
  ///   - work: What leads to the session.
  ///   - unattended: Gets the outcome when nobody waits for it.
  func start(
    _ work: @escaping @Sendable () async throws -> Session,
    unattended: @escaping @Sendable (Result<Session, OAuthError>) -> Void
  ) {
    let task = Task { [weak self] in
      let outcome: Result<Session, OAuthError>
      do {
        outcome = .success(try await work())
      } catch let error as OAuthError {
        outcome = .failure(error)
      } catch {
        return
      }
      if self?.finish(outcome) == false { unattended(outcome) }
    }
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.task = task }
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// Stops at once; whoever waits gets nothing.
  func cancel() {
    let (task, waiting) = state.withLock { state in
      defer { (state.isCancelled, state.task, state.waiting) = (true, nil, [:]) }
      return (state.task, state.waiting)
    }
    task?.cancel()
    for continuation in waiting.values { continuation.resume(returning: nil) }
  }

  /// - Returns: Whether somebody has the outcome, or nobody wants it any more.
  private func finish(_ outcome: Result<Session, OAuthError>) -> Bool {
    let (isWanted, waiting) = state.withLock { state in
      guard !state.isCancelled else {
        return (false, [Int: CheckedContinuation<Result<Session, OAuthError>?, Never>]())
      }
      state.outcome = outcome
      defer { state.waiting = [:] }
      return (true, state.waiting)
    }
    for continuation in waiting.values { continuation.resume(returning: outcome) }
    return !isWanted || !waiting.isEmpty
  }

  /// Waits for the outcome.
  ///
  /// - Returns: The outcome; `nil` after a limit, when the task is cancelled, and when the attempt is.
  func wait(atMost limit: Duration, _ time: any Time) async -> Result<Session, OAuthError>? {
    let number = state.withLock { state in
      state.waits += 1
      return state.waits
    }
    let timer = Task { [weak self] in
      if (try? await time.sleep(limit)) != nil { self?.leave(number) }
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome: Result<Session, OAuthError>?? = state.withLock { state in
          if let outcome = state.outcome { return .some(outcome) }
          if state.isCancelled || state.ended.remove(number) != nil { return .some(nil) }
          state.waiting[number] = continuation
          return nil
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      leave(number)
    }
  }

  private func leave(_ number: Int) {
    let continuation = state.withLock { state in
      let continuation = state.waiting.removeValue(forKey: number)
      if continuation == nil { state.ended.insert(number) }
      return continuation
    }
    continuation?.resume(returning: nil)
  }
}
