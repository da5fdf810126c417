internal import AppControllerKit
import Glibc
internal import ProviderPlugins
import Synchronization

/// Receives the messages of a child that runs a check, and the exit of the child.
final class CheckListener: Sendable {
  private struct State {
    var transcript = CheckTranscript()
    var child: ChildProcess?
    var exit: ChildExit?
    var waiter: CheckedContinuation<Void, Never>?
    var isOverdue = false
  }

  private let state = Mutex(State())

  /// The handlers of the child's messages and exit.
  var handlers: ChildProcess.Handlers {
    ChildProcess.Handlers(readable: { self.read(isLast: false) }, exit: { self.end($0) })
  }

  /// Starts listening.
  func begin(_ child: ChildProcess) {
    state.withLock { $0.child = child }
    child.arm()
  }

  /// Kills the child, because its time is up.
  func giveUp() {
    let child = state.withLock { state in
      state.isOverdue = true
      return state.child
    }
    child?.kill()
  }

  /// Waits for the end of the child.
  ///
  /// - Returns: The outcome of the check, the actions that it did not try, and the session of a sign-in.
  func outcome(limit: Duration) async -> (CheckResult.Outcome, untried: [String], session: Session?) {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        if state.exit == nil { state.waiter = continuation }
        return state.exit != nil
      }
      if hasEnded { continuation.resume() }
    }
    read(isLast: true)
    let (transcript, child, exit, isOverdue) = state.withLock { state in
      defer { state.child = nil }
      return (state.transcript, state.child, state.exit ?? .unknown, state.isOverdue)
    }
    let outcome = Self.outcome(transcript, exit, isOverdue ? limit : nil, lastOutput: child?.lastOutput ?? "")
    let session: Session? = if case .signedIn(let session)? = transcript.end { session } else { nil }
    return (outcome, transcript.untried, session)
  }

  static func outcome(
    _ transcript: CheckTranscript, _ exit: ChildExit, _ limit: Duration?, lastOutput: String
  ) -> CheckResult.Outcome {
    switch (transcript.end, exit) {
    case (.passed?, .exited(0)), (.signedIn?, .exited(0)): return .passed
    case (.broken(let finding)?, .exited(0)):
      return .failed(finding.printed.contains(lastOutput) ? finding : finding.adding([lastOutput]))
    case (.skipped(let reason)?, .exited(0)): return .skipped(reason)
    default: break
    }
    if let limit { return .timedOut(limit: limit, step: transcript.step, lastOutput: lastOutput) }
    let how = exit == .exited(0) ? "ended by itself without a result" : "\(exit)"
    return .crashed(how: how, step: transcript.step, lastOutput: lastOutput)
  }

  private func end(_ exit: ChildExit) {
    let waiter = state.withLock { state in
      state.exit = exit
      return state.waiter.take()
    }
    waiter?.resume()
  }

  private func read(isLast: Bool) {
    guard let child = state.withLock({ $0.child }) else { return }
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = unsafe recv(child.socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        // At the end of the child, nothing more can arrive.
        if count < 0, !isLast { child.arm() }
        return
      }
      state.withLock { $0.transcript.add(Array(bytes.prefix(count))) }
    }
  }
}
